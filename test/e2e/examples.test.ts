import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildExamples, PAGES } from "../../scripts/example-pages.mjs";
import { serveStudio } from "../../scripts/serve.mjs";
import { collectConsole, launchBrowser } from "../support/browser.ts";
import { FULL } from "../support/full.ts";
import { makeFolder } from "../support/run-cli.ts";

/** The short form looks at these. */
const FEW = ["react-cape", "three-cape", "vertex-animation", "worker"];
const SHOWN = FULL ? PAGES : PAGES.filter((name) => FEW.includes(name));
/** Small, because a browser without a graphics card draws slowly. */
const SIZE = { width: 150, height: 100 };

let browser: Browser;
let server: Awaited<ReturnType<typeof serveStudio>>;
const { folder, remove } = makeFolder();

beforeAll(async () => {
  const outDir = join(folder, "pages");
  await buildExamples(SHOWN, outDir);
  server = await serveStudio({ folder: outDir });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  remove();
});

/** What is drawn stays in the canvas until it is read. */
const KEEP = `{
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return getContext.call(this, kind, kind.startsWith("webgl") ? { ...options, preserveDrawingBuffer: true } : options);
  };
}`;

/** In a page: resolves when red cloth is drawn on many pixels, and then on others. */
const WATCH = `new Promise((done) => {
  const copy = new OffscreenCanvas(${SIZE.width}, ${SIZE.height}).getContext("2d", { willReadFrequently: true });
  let first;
  const look = () => {
    const canvas = document.querySelector("canvas");
    if (canvas?.width > 0) copy.drawImage(canvas, 0, 0, ${SIZE.width}, ${SIZE.height});
    const { data } = copy.getImageData(0, 0, ${SIZE.width}, ${SIZE.height});
    const isRed = Array.from({ length: data.length / 4 }, (_, n) => data[4 * n] > 60 && data[4 * n] > 1.6 * data[4 * n + 1]);
    if (isRed.filter(Boolean).length > 400) first ??= isRed;
    const moved = first === undefined ? 0 : isRed.filter((red, n) => red !== first[n]).length;
    if (moved > 20) done(moved);
    else setTimeout(look, 100);
  };
  look();
})`;

test.each(SHOWN)("%s shows cloth that moves, and its console is silent", async (name) => {
  const page = await browser.newPage({ viewport: SIZE });
  const errors = collectConsole(page);
  try {
    await page.addInitScript(KEEP);
    await page.goto(`${server.url}${name}/`);
    expect(await page.evaluate(WATCH)).toBeGreaterThan(20);
    expect(errors).toEqual([]);
  } finally {
    await page.close();
  }
});
