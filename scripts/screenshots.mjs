// npm run screenshots: every large card's scene after three simulated seconds, from the built studio, into docs/gallery.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { FEATURED } from "../studio/src/gallery/featured.ts";
import { formatLink } from "../studio/src/page/link.ts";
import { ensureChromium } from "./chromium.mjs";
import { ROOT } from "./run.mjs";
import { serveStudio } from "./serve.mjs";

const FOLDER = join(ROOT, "docs", "gallery");
/** [s] */
const SECONDS = 3;
/** Kim's scene counts in the paper's own units, and has hardly begun to fall after three of them; so it is taken twice. */
const EXTRA = { "kim-fig4": 50 };
const SIZE = { width: 960, height: 600 };
const PATIENCE = 600_000;

/** @param {import("playwright-core").Page} page @param {string} url @param {number} seconds @param {string} file */
async function takeScreenshot(page, url, seconds, file) {
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForFunction(() => window.drapeStudio?.loaded(), undefined, { timeout: PATIENCE });
  await page.addStyleTag({ content: "#dock, #title { display: none !important }" });
  await page.evaluate(async (time) => {
    const studio = window.drapeStudio;
    await studio?.step(Math.round(time / studio.timestep()));
  }, seconds);
  await page.waitForFunction((time) => (window.drapeStudio?.time() ?? 0) > time - 0.3, seconds, { timeout: PATIENCE });
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(FOLDER, file), type: "jpeg", quality: 84 });
  console.log(file);
}

mkdirSync(FOLDER, { recursive: true });
const server = await serveStudio();
const flags = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
const browser = await chromium.launch({ executablePath: await ensureChromium(console.log), args: flags });
const page = await browser.newPage({ viewport: SIZE, reducedMotion: "reduce", bypassCSP: true });
page.setDefaultTimeout(PATIENCE);
const wanted = process.argv.slice(2);
for (const link of FEATURED) {
  if (wanted.length > 0 && !wanted.includes(link.scene)) continue;
  const url = server.url + formatLink(link);
  await takeScreenshot(page, url, SECONDS, `${link.scene}.jpg`);
  const later = Object.entries(EXTRA).find(([scene]) => scene === link.scene)?.[1];
  if (later !== undefined) await takeScreenshot(page, url, later, `${link.scene}-${later}.jpg`);
}
await browser.close();
await server.close();
