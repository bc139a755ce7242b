import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { FIELDS, STAGES } from "../../src/index.ts";
import { compareScreenshots } from "./compare-screenshots.ts";
import { CLEAR, hostStudio } from "./host-studio.ts";

const host = hostStudio();
const { open } = host;

/** Opens the panel's section and ticks one of its boxes. */
async function show(page: Page, name: string): Promise<void> {
  const title = page.getByRole("button", { name: "See inside" });
  if ((await title.getAttribute("aria-expanded")) === "false") await title.click();
  await page.getByLabel(name, { exact: true }).evaluate((box) => (box as HTMLInputElement).click()); // wherever the panel is scrolled to
}

/** Red, green and blue of a pixel of a screenshot. */
async function pixel(page: Page, x: number, y: number): Promise<number[]> {
  const picture = (await page.screenshot({ clip: { x: x - 1, y: y - 1, width: 3, height: 3 } })).toString("base64");
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(3, 3).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(1, 1, 1, 1).data ?? [])].slice(0, 3);
  }, picture);
}

test("the key I colours the cloth by one quantity after the other, with a legend; strain is hot at the pins", async () => {
  const { page, ask, spot, until } = await open("#scene=hanging-sheet");
  await ask("step", 60);
  await until((it) => it.steps() === 60);
  const woven = await page.screenshot({ clip: CLEAR });
  let before = woven;
  for (const { name } of FIELDS) {
    await page.keyboard.press("i");
    await until((it, field) => it.inside()?.field === field, name);
    const legend = (): Promise<string> => page.locator("#color-legend").innerText();
    await expect.poll(async () => (await legend()).toLowerCase()).toContain(name);
    const last = before;
    await expect
      .poll(async () => compareScreenshots(page, last, await page.screenshot({ clip: CLEAR })), { message: name })
      .toBeGreaterThan(0.003);
    before = await page.screenshot({ clip: CLEAR });
    expect(await compareScreenshots(page, woven, before), name).toBeGreaterThan(0.02);
    if (name !== "strain") continue;
    expect(await legend()).toMatch(/0 %\s+[\d.]+ %\s+[\d.]+ %/);
    const middle = 12 * 25 + 12;
    const [pin, inward] = [24, 48]; // the corner that the title does not cover
    expect(await ask("fieldAt", pin)).toBeGreaterThan(4 * Math.abs(await ask("fieldAt", middle)));
    // yellow by the pin, blue below
    const [xp, yp] = await spot(pin);
    const [xq, yq] = await spot(inward);
    const hot = await pixel(page, Math.round((xp + xq) / 2), Math.round((yp + yq) / 2));
    const [xm, ym] = await spot(18 * 25 + 18);
    const cold = await pixel(page, Math.round(xm), Math.round(ym));
    expect(hot[0] - hot[2], `hot ${hot}`).toBeGreaterThan(20);
    expect(cold[2] - cold[0], `cold ${cold}`).toBeGreaterThan(20);
  }
  await page.keyboard.press("i");
  await until((it) => it.inside()?.field === null);
  await expect.poll(() => page.locator("#color-legend").isVisible()).toBe(false);
});

test("springs, normals, boxes of the tree, bodies and intersections are drawn over the cloth", async () => {
  const scenes: [scene: string, ...boxes: [label: string, drawn: string, least: number][]][] = [
    ["hanging-sheet", ["springs", "springs", 2000], ["normals", "normals", 625], ["bounding volumes", "boxes", 32]],
    ["sphere-test", ["colliders", "colliders", 1000]],
    ["untangle", ["intersections", "intersections", 10]],
  ];
  for (const [scene, ...boxes] of scenes) {
    const { page, until } = await open(`#scene=${scene}`);
    for (const [label, drawn, least] of boxes) {
      const before = await page.screenshot({ clip: CLEAR });
      await show(page, label);
      await until((it, { drawn, least }) => (it.inside()?.drawn[drawn] ?? 0) >= least, { drawn, least });
      const change = async (): Promise<number> => compareScreenshots(page, before, await page.screenshot({ clip: CLEAR }));
      await expect.poll(change, { message: label }).toBeGreaterThan(0.0005);
    }
    await host.close();
  }
});

test("each plot shows its quantities", async () => {
  const { page, ask, until } = await open("#scene=hanging-sheet", { viewport: { width: 780, height: 800 } });
  for (let k = 1; k <= 4; k++) await ask("step", 3);
  await until((it) => it.steps() === 12);
  const list = page.getByLabel("Plot", { exact: true });
  const lines: Record<string, string[]> = {
    energy: ["kinetic", "elastic", "gravitational", "total"],
    momentum: ["linear", "angular, about the origin"],
    strain: ["mean", "max"],
    solve: ["residual", "iterations"],
    stages: [...STAGES],
  };
  let before: Buffer | undefined;
  for (const [name, titles] of Object.entries(lines)) {
    await list.selectOption(name);
    await expect.poll(async () => Object.keys(await ask("plotted"))).toEqual(titles);
    const values = Object.values(await ask("plotted"));
    expect(values.every(Number.isFinite)).toBe(true);
    expect(values.some((value) => value !== 0)).toBe(true);
    for (const title of titles) await expect.poll(() => page.locator("#plot-choice").innerText()).toContain(title);
    const last = before;
    const change = async (): Promise<number> =>
      last === undefined ? 1 : compareScreenshots(page, last, await page.locator("#plot").screenshot());
    await expect.poll(change, { message: name }).toBeGreaterThan(0.001);
    before = await page.locator("#plot").screenshot();
  }
});

test("looking back shows an earlier state, and the same steps from there give the same hash", async () => {
  const { page, ask, until } = await open("#scene=hanging-sheet");
  for (let k = 0; k < 8; k++) await ask("step", 2);
  const end = await ask("step", 4);
  await until((it) => it.steps() === 20 && it.timeline().count > 5);
  const present = await page.screenshot({ clip: CLEAR });
  const height = (await ask("vertex", 624))[1];
  await page.keyboard.press(",");
  await until((it) => it.steps() < 20 && it.timeline().index >= 0);
  const slider = page.getByLabel("Time line: the last seconds");
  await slider.focus();
  await page.keyboard.press("Home");
  await until((it) => it.steps() === 0);
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toMatch(/^0\.00 seconds, 0\.\d\d ago$/);
  expect((await ask("vertex", 624))[1]).toBeGreaterThan(height);
  expect(await compareScreenshots(page, present, await page.screenshot({ clip: CLEAR }))).toBeGreaterThan(0.01);
  await page.keyboard.press(".");
  await until((it) => it.steps() > 0 && it.timeline().index === 1);
  const { steps = 0 } = (await ask("scrub", 10)) ?? {};
  expect(steps).toBeGreaterThan(4);
  expect(await ask("step", 20 - steps)).toMatchObject({ steps: 20, hash: end?.hash });
  await until((it) => it.steps() === 20 && it.timeline().index === -1);
  // and it plays on from the past
  await ask("scrub", 10);
  await page.keyboard.press(" ");
  await until((it) => it.playing() && it.steps() > 12);
  await page.keyboard.press(" ");
});

test("on a phone the time line is a finger high, lies within the page and looks back by touch", async () => {
  const { page, ask, until } = await open("#scene=hanging-sheet", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  for (let k = 0; k < 6; k++) await ask("step", 2);
  await until((it) => it.steps() === 12 && it.timeline().count > 3);
  const slider = page.getByLabel("Time line: the last seconds");
  const box = await slider.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.touchscreen.tap((box?.x ?? 0) + 0.4 * (box?.width ?? 0), (box?.y ?? 0) + 22);
  await until((it) => it.steps() < 12 && it.timeline().index >= 0);
});
