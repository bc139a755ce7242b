import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ComparisonState } from "../../studio/src/compare/comparison.ts";
import { testFull } from "../support/full.ts";
import { compareScreenshots } from "./compare-screenshots.ts";
import { hostStudio } from "./host-studio.ts";
import type { StudioPage } from "./open-studio.ts";

const host = hostStudio();

function open(hash: string, options: Parameters<typeof host.open>[1] = {}): Promise<StudioPage> {
  return host.open(hash, { viewport: { width: 800, height: 620 }, ...options });
}

/** The page's background is not the same behind every picture. */
function clearBackground(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.body.style.background = "none";
  });
}

async function look({ ask }: StudioPage): Promise<ComparisonState> {
  return (await ask("compare")) as ComparisonState;
}

/** What is drawn in each picture, without what is written over it. */
async function photograph(page: Page): Promise<Buffer[]> {
  const shots: Buffer[] = [];
  for (const picture of await page.locator(".compare-picture").all()) {
    const box = (await picture.boundingBox()) as { x: number; y: number; width: number; height: number };
    const clip = {
      x: Math.ceil(box.x),
      y: Math.ceil(box.y),
      width: Math.floor(box.width) - 2,
      height: Math.floor(box.height) - 2,
    };
    shots.push(await page.screenshot({ clip }));
  }
  return shots;
}

/** The share of pixels that have changed in each picture. */
function changes(page: Page, before: Buffer[], after: Buffer[]): Promise<number[]> {
  return Promise.all(before.map((shot, n) => compareScreenshots(page, shot, after[n])));
}

/** Numbers below a picture, by what they tell. */
async function readCaption(page: Page, panel: number): Promise<Record<string, string>> {
  const fields = await page.locator(".compare-panel").nth(panel).locator("dd").all();
  const pairs = fields.map(async (field) => [await field.getAttribute("data-value"), await field.textContent()]);
  return Object.fromEntries(await Promise.all(pairs));
}

testFull("four methods at 40 × 40 go in step, differ, and tell how far they are from the reference", async () => {
  const it = await open("#scene=compare-sheet&compare", { deviceScaleFactor: 1 }); // pictures are compared pixel by pixel
  const { page, until } = it;
  await clearBackground(page);
  const start = await look(it);
  expect(start.panels.map(({ method }) => method)).toEqual(["gauss-seidel", "gauss-seidel", "block-jacobi", "implicit-euler"]);
  expect(start.panels.map(({ particleCount }) => particleCount)).toEqual([1600, 1600, 1600, 1600]);
  await expect.poll(() => page.workers().length).toBe(6); // four methods, the reference, and the single view's, which rests
  const atStart = await photograph(page);
  expect(await compareScreenshots(page, atStart[0], atStart[3])).toBeLessThan(0.005); // the same cloth, the same camera

  await page.getByRole("button", { name: "Play" }).click();
  await until((now) => (now.compare()?.ticks ?? 0) > 2);
  const seen = [await look(it)];
  await page.keyboard.press(" ");
  await page.keyboard.press("r");
  await until((now) => {
    const state = now.compare();
    return !now.playing() && state?.referenceTime === 0 && state.time === 0 && state.panels.every(({ time }) => time === 0);
  });
  for (let state = await look(it); state.time < 0.25; state = await look(it)) {
    seen.push(state);
    await it.ask("step", 5);
  }
  expect(new Set(seen.map(({ ticks }) => ticks)).size).toBeGreaterThan(4);
  for (const { panels, referenceTime, time } of seen) {
    for (const panel of panels) expect(panel.time).toBeCloseTo(time, 9);
    expect(referenceTime).toBeCloseTo(time, 9);
  }

  const { panels, scale, ticks } = await look(it);
  const [oneSweep, fourSweeps, kang, implicit] = panels.map(({ error }) => error ?? Number.NaN);
  console.log(`errors [cm]: ${panels.map(({ title, error = Number.NaN }) => `${title} ${(100 * error).toFixed(2)}`).join(", ")}`);
  expect(implicit).toBeGreaterThan(0.0005);
  expect(fourSweeps).toBeGreaterThan(2 * implicit);
  expect(oneSweep).toBeGreaterThan(1.2 * fourSweeps);
  expect(kang).toBeGreaterThan(2 * implicit);
  expect(kang).toBeLessThan(0.5);
  expect(scale).toBeGreaterThanOrEqual(Math.max(oneSweep, kang));
  for (const [n, { error = Number.NaN }] of panels.entries()) {
    await expect.poll(async () => Number.parseFloat((await readCaption(page, n)).error)).toBeCloseTo(100 * error, 1);
    const caption = await readCaption(page, n);
    expect(caption.step).toMatch(/^[\d.]+ ms$/);
    expect(caption.strain).toMatch(/^[\d.]+ · [\d.]+ %$/);
    expect(caption.total).toMatch(/^-?[\d.]+ m?J$/);
    expect(caption.error).toMatch(/ cm$/);
  }

  await expect.poll(async () => Math.min(...(await changes(page, atStart, await photograph(page))))).toBeGreaterThan(0.03);
  const moved = await photograph(page);
  expect(await compareScreenshots(page, moved[0], moved[3])).toBeGreaterThan(0.02);
  expect(await compareScreenshots(page, moved[1], moved[3])).toBeGreaterThan(0.01);

  const box = page.getByLabel("Difference as colour");
  await box.uncheck();
  const changesNow = async (): Promise<number[]> => changes(page, moved, await photograph(page));
  await expect.poll(async () => Math.min(...(await changesNow()))).toBeGreaterThan(0.03);
  expect(await page.locator(".compare-legend").isVisible()).toBe(false);
  await box.check();
  await expect.poll(async () => Math.max(...(await changesNow()))).toBeLessThan(0.005);
  expect((await look(it)).ticks).toBe(ticks); // paused is paused
  expect(await page.locator(".compare-legend").textContent()).toMatch(/^0[\d.]+ cm$/);

  await page.mouse.move(200, 130);
  await page.mouse.down();
  await page.mouse.move(290, 120, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => Math.min(...(await changesNow()))).toBeGreaterThan(0.03);

  await page.getByRole("button", { name: "Reset" }).click();
  await until((now) => now.steps() === 0);
  await page.keyboard.press("c");
  await until((now) => now.compare() === undefined && now.loaded());
  expect(await it.ask("method")).toBe("implicit-euler");
  expect(page.url()).not.toContain("compare=");
  await expect.poll(() => page.workers().length).toBe(1);
  expect(await page.locator("#comparison").isVisible()).toBe(false);
  expect(await page.locator("#panel").isVisible()).toBe(true);
});

testFull("a method that blows up says when and stands still, while the others go on; a reset brings it back", async () => {
  const it = await open("#scene=compare-sheet&timestep=0.02&compare=explicit-euler,verlet:timestep=0.001,reference", {
    playing: true,
  });
  const { page, until } = it;
  await until((now) => now.compare()?.panels[0].failure !== undefined);
  const failed = await look(it);
  const told = page.locator(".compare-failure").first();
  await expect.poll(() => told.textContent()).toMatch(/^unstable at t = 0\.[\d]+ s$/);
  await until((now, time) => now.time() > time + 0.02, failed.time);
  const later = await look(it);
  expect(later.panels[0].time).toBe(failed.panels[0].time);
  expect(later.panels.slice(1).map(({ time }) => time - later.time)).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 9)]);
  expect(later.panels.map(({ failure }) => failure === undefined)).toEqual([false, true, true]);
  expect(later.panels[0].error).toBeUndefined();
  expect(later.panels[1].steps).toBe(20 * later.ticks); // equal times, shorter steps
  expect(later.panels[2].error).toBe(0); // the reference is its own
  expect(await it.ask("playing")).toBe(true);
  expect(await page.locator("#banner").isVisible()).toBe(false);
  await page.keyboard.press(" ");
  await page.keyboard.press("r");
  await until((now) => now.steps() === 0 && now.compare()?.panels.every(({ failure }) => failure === undefined) === true);
  await expect.poll(() => told.textContent()).toBe("");
});

test("panels are chosen, added and removed, the link follows, and what it names in vain is told", async () => {
  const it = await open("#scene=explicit-explodes&method=bdf2&compare=bdf2,nonsense");
  const { page, until, ask } = it;
  const banner = page.getByRole("alert");
  expect(await banner.textContent()).toContain('There is no method called "nonsense" to compare');
  await banner.getByRole("button").click();
  expect(await ask("playing")).toBe(false);
  expect((await look(it)).panels.map(({ name }) => name)).toEqual(["bdf2", "implicit-euler"]);
  expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
  await ask("step", 3);
  expect((await look(it)).panels.map(({ steps }) => steps)).toEqual([3, 3]);

  await page.getByRole("button", { name: "Add a method" }).click();
  await until((now) => now.compare()?.panels.length === 3 && now.loaded() && now.steps() === 0);
  expect(page.url()).toContain("compare=bdf2,implicit-euler,gauss-seidel");
  await page.getByLabel("Method of picture 2").selectOption("reference");
  await until((now) => now.compare()?.panels[1].method === "newton-midpoint");
  await page.getByRole("button", { name: /^Remove picture 3/ }).click();
  await until((now) => now.compare()?.panels.length === 2);
  expect(page.url()).toMatch(/method=bdf2&compare=bdf2,reference$/);
  await expect.poll(() => page.workers().length).toBe(3);

  await page.getByLabel("Method of picture 2").selectOption("verlet");
  await page.getByLabel("Reference", { exact: true }).uncheck();
  await until((now) => now.compare()?.panels[1].method === "verlet");
  await ask("step", 1);
  const { panels, referenceTime } = await look(it);
  expect([referenceTime, ...panels.map(({ error }) => error)]).toEqual([undefined, undefined, undefined]);
  expect(await page.locator(".compare-legend").isVisible()).toBe(false);
  await expect.poll(() => page.workers().length).toBe(3);
  await page.getByRole("button", { name: "One view" }).click();
  await until((now) => now.compare() === undefined && now.loaded() && now.method() === "bdf2");
  await page.getByRole("button", { name: "Compare" }).click();
  await until((now) => now.compare()?.loaded === true);
  expect((await look(it)).panels.map(({ name }) => name)).toEqual(["bdf2", "implicit-euler"]);
});

testFull("at 390 pixels the panels are stacked, nothing overflows, and a finger reaches every control", async () => {
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const it = await open("#scene=compare-sheet&compare=explicit-euler,kim-1,implicit,reference", options);
  const { page } = it;
  await clearBackground(page);
  await it.ask("step", 16);
  const boxes = await page.locator(".compare-panel").evaluateAll((panels) =>
    panels.map((panel) => {
      const { left, right, top, bottom } = panel.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  const transport = await page.locator("#transport").evaluate((element) => element.getBoundingClientRect().top);
  for (const [n, { left, right, top, bottom }] of boxes.entries()) {
    expect([left >= 0, right <= 390, bottom <= transport]).toEqual([true, true, true]);
    expect(top).toBeGreaterThanOrEqual(boxes[n - 1]?.bottom ?? 0);
  }
  const small = await page
    .locator("#comparison :is(button, select, label)")
    .evaluateAll((controls) => controls.map((it) => it.getBoundingClientRect()).filter((box) => box.height < 44).length);
  expect(small).toBe(0);
  const overflow = await page.evaluate(() =>
    ["html", ".compare-bar", ".compare-caption"].map((selector) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector(selector) as HTMLElement;
      return [scrollWidth - clientWidth, scrollHeight - clientHeight];
    }),
  );
  expect(overflow).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  const [first, , third] = await photograph(page);
  expect(await compareScreenshots(page, first, third)).toBeGreaterThan(0.005);
});
