import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveStudio } from "../../scripts/serve.mjs";
import { EXPERIMENTS } from "../../src/papers/catalog.ts";
import { type Findings, sceneName } from "../../src/papers/experiment.ts";
import { formatReport } from "../../src/papers/report/report.ts";
import { collectConsole, launchBrowser } from "../support/browser.ts";
import { testFull } from "../support/full.ts";
import { makeFolder, ROOT } from "../support/run-cli.ts";
import { PATIENCE } from "./open-studio.ts";

/** A run beside another, a method that can be lost, and a sheet that spins. */
const [BESIDE, LOST, SPINNING] = ["methods-one-scene", "ertekin14-explicit-limit", "oh04-momentum"];

/** A white pixel. */
const DOT = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP6DwABBQECz6AuzQAAAABJRU5ErkJggg=="),
  (letter) => letter.charCodeAt(0),
);
const FINDINGS: Findings = {
  verdicts: [],
  tables: [],
  pictures: [{ title: "recorded", pictures: [{ caption: "a picture", png: DOT, width: 300, height: 200 }] }],
  plots: [],
  reason: "It was not run.",
};

const { folder, remove } = makeFolder();
let browser: Browser;
let server: Awaited<ReturnType<typeof serveStudio>>;

beforeAll(async () => {
  const results = EXPERIMENTS.filter((one) => [BESIDE, LOST, SPINNING].includes(sceneName(one))).map((experiment) => ({
    experiment,
    findings: FINDINGS,
    seconds: 0,
  }));
  expect(results).toHaveLength(3);
  const { html, files } = formatReport(results, {
    version: "0",
    commit: "none",
    machine: "this one",
    date: "today",
    seconds: 60,
    isQuick: false,
    all: 3,
    asked: 3,
    folder: "papers",
    hasLive: true,
    link: () => undefined,
    coverage: {},
  });
  for (const [name, content] of [["index.html", html] as const, ...files]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  cpSync(join(ROOT, "dist/papers/page"), join(folder, "papers/page"), { recursive: true });
  server = await serveStudio({ folder, isolated: false }); // as any static host serves it
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  remove();
});

/** Opens the page, does something with it, and closes it; its console must have been silent. */
async function withPage(options: BrowserContextOptions, use: (page: Page, asked: readonly string[]) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, deviceScaleFactor: 0.5, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const errors = collectConsole(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(server.url);
  await use(page, asked);
  await context.close();
  expect(errors).toEqual([]);
}

/** The number beside a gauge's name. */
async function readGauge(page: Page, id: string, name: string): Promise<number> {
  const text = await page.locator(`#${id} .gauges > div`).filter({ hasText: name }).locator("dd").innerText();
  return Number(text.replace("−", "-"));
}

async function run(page: Page, id: string): Promise<void> {
  await page.locator(`#${id} .live button`).click();
  await expect.poll(() => readGauge(page, id, "steps")).toBeGreaterThan(2);
}

describe("the papers' page", () => {
  test("runs an experiment beside another, and starts again when a knob is turned; the engine is loaded when it is asked for", async () => {
    await withPage({}, async (page, asked) => {
      expect(asked.filter((path) => /worker|live\/|pictures/.test(path))).toEqual([]);
      await run(page, BESIDE);
      expect(asked.filter((path) => path.endsWith("live-worker.js"))).toHaveLength(1);
      const canvas = page.locator(`#${BESIDE} canvas`);
      expect(await canvas.count()).toBe(2);
      await expect.poll(() => readGauge(page, BESIDE, "fallen by")).toBeGreaterThan(0.05);
      const away = await readGauge(page, BESIDE, "RMS distance");
      expect(away).toBeGreaterThan(0);
      await page.locator(`#${BESIDE} button.pause`).click();
      const picture = await canvas.first().screenshot();
      expect(picture.equals(await canvas.nth(1).screenshot())).toBe(false);
      await page.locator(`#${BESIDE} select`).first().selectOption("newton-euler");
      // the same method on both sides, some steps later
      await expect.poll(() => readGauge(page, BESIDE, "RMS distance")).toBe(0);
      await expect.poll(() => readGauge(page, BESIDE, "fallen by")).toBeGreaterThan(0.02);
      expect(await readGauge(page, BESIDE, "RMS distance")).toBe(0);
    });
  });

  testFull("runs a scene to its end, and says when a method is lost", async () => {
    await withPage({}, async (page) => {
      await run(page, SPINNING);
      await expect.poll(() => page.locator(`#${SPINNING} .live`).getAttribute("data-state")).toBe("done");
      await page.locator(`#${LOST} .live button`).click();
      const knob = page.locator(`#${LOST} select`).first();
      await knob.waitFor();
      await knob.selectOption({ index: (await knob.locator("option").count()) - 1 });
      await expect.poll(() => page.locator(`#${LOST} .sentence`).innerText()).toMatch(/^Lost at step \d+/);
    });
  });

  test("without scripts the recorded pictures stand there; at 390 pixels nothing overflows", async () => {
    await withPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } }, async (page) => {
      expect(await page.locator("article img").count()).toBe(3);
      await page.locator("article img").first().scrollIntoViewIfNeeded();
      expect(await page.locator(".live button").count()).toBe(0);
    });
    await withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });
  });
});
