import { copyFileSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { serveStudio } from "../../scripts/serve.mjs";
import { FEATURED } from "../../studio/src/gallery/featured.ts";
import { testFull } from "../support/full.ts";
import { makeFolder, ROOT } from "../support/run-cli.ts";
import { compareScreenshots } from "./compare-screenshots.ts";
import { hostStudio } from "./host-studio.ts";
import { openStudio } from "./open-studio.ts";

const host = hostStudio();
const { open } = host;

test("an address without a scene shows the featured scenes", async () => {
  const { page, ask } = await open("");
  expect(await ask("gallery")).toEqual({ open: true, alive: "" });
  const links = await page
    .locator(".cards.large .card")
    .evaluateAll((cards) => cards.map((card) => new URLSearchParams((card as HTMLAnchorElement).hash.slice(1)).get("scene")));
  expect(links).toEqual(FEATURED.map(({ scene }) => scene));
});

test("a picture that is still being drawn comes onto its card when it is there; without one the card stays bare", async () => {
  const { folder, remove } = makeFolder();
  const built = join(ROOT, "studio/dist");
  cpSync(built, folder, { recursive: true, filter: (path) => !path.endsWith("thumbnails") });
  let isDrawing = true;
  const server = await serveStudio({ folder, isComing: (url) => isDrawing && url.startsWith("/thumbnails/") });
  const { page, errors, close } = await openStudio(host.browser, server.url, "");
  const image = (scene: string) => page.locator(`img[src="thumbnails/${scene}.png"]`);
  const width = (): Promise<number> => image("flag").evaluate((element) => (element as HTMLImageElement).naturalWidth);
  expect(await width()).toBe(0);
  await expect.poll(() => image("flag").isVisible()).toBe(false);
  mkdirSync(join(folder, "thumbnails"));
  copyFileSync(join(built, "thumbnails/flag.png"), join(folder, "thumbnails/flag.png"));
  await expect.poll(width).toBeGreaterThan(100);
  await expect.poll(() => image("flag").isVisible()).toBe(true);
  expect(errors).toEqual([]);
  isDrawing = false;
  await expect.poll(() => image("hanging-sheet").count()).toBe(0);
  expect(await image("flag").count()).toBe(1);
  await close();
  await server.close();
  remove();
});

testFull("the card under the pointer or with the focus comes alive, one at a time, on one canvas", async () => {
  const { page, ask, until } = await open("", { playing: true });
  const picture = (scene: string) => page.locator(`.card[href^="#scene=${scene}"] .picture`);
  const still = await picture("hanging-sheet").screenshot();
  const idle = page.workers().length;
  await picture("hanging-sheet").hover();
  await until((it) => it.gallery().alive === "hanging-sheet");
  const change = async (): Promise<number> => compareScreenshots(page, still, await picture("hanging-sheet").screenshot());
  await expect.poll(change).toBeGreaterThan(0.02);
  await page.mouse.move(5, 5);
  await page.locator('.card[href="#scene=flag"]').focus();
  await page.keyboard.press("ArrowRight");
  await until((it) => it.gallery().alive === "curtain");
  expect(await page.locator("#gallery canvas").count()).toBe(1);
  expect(await picture("curtain").locator("canvas").count()).toBe(1);
  await expect.poll(() => page.workers().length).toBe(idle + 1);
  await page.getByRole("searchbox").focus();
  await until((it) => it.gallery().alive === "");
  expect(await page.locator("#gallery canvas").count()).toBe(0);
  await expect.poll(() => page.workers().length).toBe(idle);
  expect(await ask("gallery")).toEqual({ open: true, alive: "" });
});

test("whoever prefers less motion sees still pictures", async () => {
  const { page } = await open("");
  await page.locator(".card").first().hover();
  // a card comes alive by a timer of the page, 140 ms after the pointer came: one of 400 ms that begins now ends after it
  await page.evaluate(() => new Promise((resume) => setTimeout(resume, 400)));
  expect(await page.locator("#gallery canvas").count()).toBe(0);
});

test("a card opens its scene with its settings, G comes back, and Escape goes on where the scene was", async () => {
  const { page, ask, until } = await open("");
  await page.getByRole("link", { name: /^Hanging sheet/ }).click();
  await until((it) => it.loaded() && it.scene() === "hanging-sheet" && it.method() === "bdf2");
  expect(page.url()).toContain("#scene=hanging-sheet&method=bdf2");
  expect(await ask("gallery")).toEqual({ open: false, alive: "" });
  await page.keyboard.press(".");
  await until((it) => it.steps() === 1);
  await page.keyboard.press("g");
  expect(await page.getByRole("main").isVisible()).toBe(true);
  await page.keyboard.press("."); // typed into the field, no step
  await page.keyboard.press("Escape");
  expect(await page.getByRole("main").isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  expect(await page.getByRole("main").isVisible()).toBe(false);
  expect([await ask("scene"), await ask("steps")]).toEqual(["hanging-sheet", 1]);
  await page.getByRole("button", { name: "Scenes" }).click();
  await page.getByRole("button", { name: "Back to the scene", exact: true }).click();
  expect(await page.getByRole("main").isVisible()).toBe(false);
});

test("the keyboard finds a scene: typing filters, arrows move, enter opens", async () => {
  const { page, until } = await open("");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href"));
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("#scene=hanging-sheet&method=bdf2");
  await page.keyboard.type("veil nothing");
  expect(await page.getByRole("main").getByRole("status").textContent()).toContain("No scene has all these words");
  await page.keyboard.press("Escape");
  await page.keyboard.type("veil");
  await expect.poll(() => page.locator(".card:visible").count()).toBe(1);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("#scene=knot");
  await page.keyboard.press("Enter");
  await until((it) => it.scene() === "knot");
});

test("at 390 pixels the cards stand in two columns and nothing overflows", async () => {
  const { page } = await open("", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const lefts = await page
    .locator(".cards.large .card")
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)));
  expect(new Set(lefts).size).toBe(2);
  const { overflow, outside } = await page.evaluate(() => {
    const gallery = document.getElementById("gallery") as HTMLElement;
    const boxes = [...gallery.querySelectorAll("a, h1, h2, input, p")].map((part) => part.getBoundingClientRect());
    return {
      overflow: gallery.scrollWidth - gallery.clientWidth,
      outside: boxes.filter(({ left, right }) => left < 0 || right > innerWidth).length,
    };
  });
  expect([overflow, outside]).toEqual([0, 0]);
});

test("the page and its worker are less than 440 KB to transfer before a scene is opened", async () => {
  const context = await host.browser.newContext();
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  context.on("response", (response) => {
    if (/(\/|\.js|\.css)$/.test(new URL(response.url()).pathname)) bodies.push(response.body());
  });
  await page.goto(host.url);
  await page.waitForFunction(() => window.drapeStudio?.gallery().open);
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`the page before a scene: ${sizes.length} files, ${(total / 1000).toFixed(0)} KB gzipped`);
  expect(sizes.length).toBeGreaterThanOrEqual(4); // page, style, script, worker
  expect(total).toBeLessThan(440_000);
  await context.close();
});
