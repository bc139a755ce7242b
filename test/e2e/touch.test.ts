import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { testFull } from "../support/full.ts";
import { compareScreenshots } from "./compare-screenshots.ts";
import { CLEAR, hostStudio } from "./host-studio.ts";
import type { StudioPage } from "./open-studio.ts";

const host = hostStudio();

/** The hanging sheet of 25 × 25 vertices, 60 steps after its start, and a tool chosen by its key. */
async function open(key: string, options: BrowserContextOptions = {}): Promise<StudioPage> {
  const studio = await host.open("#scene=hanging-sheet", options);
  await studio.page.keyboard.press(key);
  await studio.ask("step", 60);
  await studio.until((it) => it.steps() === 60);
  return studio;
}

const MIDDLE = 12 * 25 + 12;
const LOWEST = 24 * 25 + 12;

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, c) => value - b[c]));
}

async function step(count: number): Promise<void> {
  const status = await host.page?.ask("step", count);
  await host.page?.until((it, steps) => it.steps() === steps, status?.steps);
}

testFull("a click pins a vertex, which then stays; a click on it lets it go; both can be undone", async () => {
  const { page, ask, spot, until } = await open("p");
  expect(await ask("tool")).toBe("pin");
  expect(await page.getByRole("radio", { name: "Pin" }).isChecked()).toBe(true);
  const there = await ask("vertex", MIDDLE);
  const bare = await page.screenshot({ clip: CLEAR });
  const [x, y] = await spot(MIDDLE);
  await page.mouse.click(x, y);
  await until((it, vertex) => it.pins().includes(vertex), MIDDLE);
  expect(await compareScreenshots(page, bare, await page.screenshot({ clip: CLEAR }))).toBeGreaterThan(0); // its marker
  await step(60);
  expect(await ask("vertex", MIDDLE)).toEqual(there);

  const [xThen, yThen] = await spot(MIDDLE);
  await page.mouse.click(xThen, yThen);
  await until((it, vertex) => !it.pins().includes(vertex), MIDDLE);
  await step(20);
  expect(distance(await ask("vertex", MIDDLE), there)).toBeGreaterThan(0.02);

  await page.keyboard.press("Control+z");
  await until((it) => it.steps() === 120); // before it was freed
  expect(await ask("pins")).toContain(MIDDLE);
  await page.keyboard.press("Control+z");
  await until((it, vertex) => it.steps() === 60 && !it.pins().includes(vertex), MIDDLE);
  expect(await ask("undoable")).toBeUndefined();
  await page.keyboard.press("Control+Shift+z");
  await until((it, vertex) => it.steps() === 120 && it.pins().includes(vertex), MIDDLE);
});

test("a stroke across the sheet cuts it in two, the lower piece falls, and undo mends it", async () => {
  const { page, ask, spot, until } = await open("x");
  const whole = await ask("particleCount");
  const before = await page.screenshot({ clip: CLEAR });
  const [left, right] = [await spot(12 * 25), await spot(12 * 25 + 24)];
  await page.mouse.move(left[0] - 30, left[1]);
  await page.mouse.down();
  await page.mouse.move(right[0] + 30, right[1], { steps: 6 });
  expect(await page.locator("#touch-overlay polyline").getAttribute("points")).toContain(" ");
  await page.mouse.up();
  await until((it, count) => it.particleCount() > count, whole);
  expect(await ask("cuts")).not.toEqual([]);
  const low = await ask("vertex", LOWEST);
  const high = await ask("vertex", 2 * 25 + 12);
  await step(40);
  expect((await ask("vertex", LOWEST))[1]).toBeLessThan(low[1] - 1);
  expect(Math.abs((await ask("vertex", 2 * 25 + 12))[1] - high[1])).toBeLessThan(0.2);
  expect(await compareScreenshots(page, before, await page.screenshot({ clip: CLEAR }))).toBeGreaterThan(0.03);
  await page.getByRole("button", { name: "Undo" }).click();
  await until((it, count) => it.particleCount() === count && it.steps() === 60, whole);
  expect(await ask("cuts")).toEqual([]);
  expect(await compareScreenshots(page, before, await page.screenshot({ clip: CLEAR }))).toBeLessThan(0.01);
});

testFull("a stroke while it plays cuts a large sheet some steps later, without a pause", async () => {
  const { page, ask, spot, until } = await host.open("#scene=hanging-sheet");
  const grid = { columns: 65, rows: 65, width: 1, height: 1 };
  const scene = { drape: 1, solver: { method: "linear-edge" }, cloths: [{ grid, pins: ["top"] }] };
  const buffer = Buffer.from(JSON.stringify(scene));
  await page.getByLabel("Scene or mesh file").setInputFiles({ name: "large.json", mimeType: "", buffer });
  await until((it) => it.loaded() && it.particleCount() === 65 * 65);
  await page.keyboard.press("x");
  const [left, right] = [await spot(40 * 65), await spot(40 * 65 + 64)];
  await page.getByRole("button", { name: "Play" }).click();
  await page.mouse.move(left[0] - 20, left[1]);
  await page.mouse.down();
  await page.mouse.move(right[0] + 20, right[1], { steps: 4 });
  await page.evaluate(() => addEventListener("pointerup", () => Object.assign(window, { asked: window.drapeStudio?.steps() }), true));
  await page.mouse.up();
  await until((it) => it.cuts().length > 0);
  await until((it) => it.particleCount() > 65 * 65);
  expect(await ask("playing")).toBe(true);
  expect(await ask("steps")).toBeGreaterThan((await page.evaluate<number>("asked")) + 5);
  expect(await ask("cuts")).not.toEqual([]);
  expect(await ask("longestStepMs")).toBeGreaterThan(0);
});

testFull("blowing moves the cloth where the pointer is more than far from it, as long as it is held", async () => {
  const { page, ask, spot, until } = await open("b");
  const [near, far] = [LOWEST + 10, LOWEST - 11];
  const [x, y] = await spot(near);
  await step(12);
  const calm = [await ask("vertex", near), await ask("vertex", far)];
  await page.keyboard.press("r");
  await step(60);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await until((it) => it.blowing());
  await step(12);
  const nearWay = distance(await ask("vertex", near), calm[0]);
  const farWay = distance(await ask("vertex", far), calm[1]);
  expect(nearWay).toBeGreaterThan(0.05);
  expect(nearWay).toBeGreaterThan(2 * farWay);
  await page.mouse.up();
  await until((it) => !it.blowing());
});

testFull("a ball thrown at the sheet is seen, pushes it away, and undo takes it back", async () => {
  const { page, ask, spot, until } = await open("t");
  const before = await page.screenshot({ clip: CLEAR });
  const [x, y] = await spot(MIDDLE);
  await page.mouse.click(x, y);
  await until((it) => it.ball() !== undefined);
  const seen = await page.screenshot({ clip: CLEAR });
  expect(await compareScreenshots(page, before, seen)).toBeGreaterThan(0.005);
  await step(30);
  const pushed = await ask("vertex", MIDDLE);
  await page.keyboard.press("Control+z");
  await until((it) => it.ball() === undefined && it.steps() === 60);
  await step(30);
  expect(distance(await ask("vertex", MIDDLE), pushed)).toBeGreaterThan(0.03);
});

testFull("settings are undone and redone, one by one", async () => {
  const { page, ask, until } = await open("h");
  await page.getByLabel("Method", { exact: true }).selectOption({ label: "BDF2" });
  await until((it) => it.method() === "bdf2");
  await page.keyboard.press("w");
  await page.keyboard.press("Control+z");
  await expect.poll(() => page.locator("#wind").getAttribute("aria-pressed")).toBe("false");
  expect(await ask("method")).toBe("bdf2");
  await page.keyboard.press("Control+z");
  await until((it) => it.method() !== "bdf2");
  await page.keyboard.press("Control+y");
  await until((it) => it.method() === "bdf2");
  expect(await ask("steps")).toBe(60); // the cloth goes on where it is
});

test("on a phone, by touch: tools are in reach, one finger pins, two turn the view; a reload finds pins and tool again", async () => {
  const { page, ask, spot, until } = await open("h", { viewport: { width: 390, height: 760 }, hasTouch: true });
  for (const tool of await page.locator("#tools label, #tools button").all()) {
    const box = await tool.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 400) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  await page.locator("#tools label", { hasText: "Pin" }).tap();
  expect(await ask("tool")).toBe("pin");
  const [x, y] = await spot(MIDDLE);
  await page.touchscreen.tap(x, y);
  await until((it, vertex) => it.pins().includes(vertex), MIDDLE);

  await page.locator("#tools label", { hasText: "Hand" }).tap();
  const touch = await page.context().newCDPSession(page);
  const fingers = (...points: [number, number][]) => points.map(([px, py], id) => ({ x: px, y: py, id }));
  const [lx, ly] = await spot(LOWEST);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers([lx, ly]) });
  await until((it, vertex) => it.held() === vertex, LOWEST);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers([lx, ly], [lx + 60, ly]) });
  await until((it) => it.held() === -1);
  const before = await ask("screen", 0);
  for (const shift of [10, 25, 40]) {
    const touchPoints = fingers([lx + shift, ly], [lx + 60 + shift, ly]);
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(async () => Math.abs((await ask("screen", 0))[0] - before[0])).toBeGreaterThan(3);

  await page.reload();
  await until((it, vertex) => it.loaded() && it.pins().includes(vertex), MIDDLE);
  expect(await ask("tool")).toBe("hand");
});
