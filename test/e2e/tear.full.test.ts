import { expect, test } from "vitest";
import { compareScreenshots } from "./compare-screenshots.ts";
import { hostStudio } from "./host-studio.ts";

const host = hostStudio();

/** Below the notch of the scene, beside which the sheet is 25 vertices wide. */
const AT_NOTCH = 24 * 25 + 12;
const CLEAR = { x: 0, y: 120, width: 460, height: 330 };

test("a hand that pulls at the notch tears the sheet on, the drawn mesh gets vertices, and undo mends it", async () => {
  const { page, ask, spot, until, errors } = await host.open("#scene=tear");
  await ask("step", 20);
  await until((it) => it.steps() === 20);
  const whole = await ask("particleCount");
  const before = await page.screenshot({ clip: CLEAR });
  const [x, y] = await spot(AT_NOTCH);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await until((it) => it.held() >= 0);
  for (let n = 1; n <= 10; n++) {
    await page.mouse.move(x - 14 * n, y);
    await ask("step", 4);
    await until((it, steps) => it.steps() === steps, 20 + 4 * n);
  }
  const torn = await ask("particleCount");
  expect(torn).toBeGreaterThan(whole + 3);
  for (let vertex = whole; vertex < torn; vertex++) {
    expect((await ask("vertex", vertex)).every((c) => Number.isFinite(c) && Math.abs(c) < 3)).toBe(true);
  }
  expect(await compareScreenshots(page, before, await page.screenshot({ clip: CLEAR }))).toBeGreaterThan(0.01);
  await page.mouse.up();
  await until((it) => it.held() < 0 && it.undoable()?.startsWith("Tear") === true);

  await page.keyboard.press("Control+z");
  await until((it, count) => it.particleCount() === count && it.steps() === 20, whole);
  expect(await compareScreenshots(page, before, await page.screenshot({ clip: CLEAR }))).toBeLessThan(0.01);
  await page.keyboard.press("Control+Shift+z");
  await until((it, count) => it.particleCount() === count, torn);
  expect(errors).toEqual([]);
});

test("a pull that tears nothing is nothing to undo", async () => {
  const { page, ask, spot, until } = await host.open("#scene=tear");
  await ask("step", 20);
  await until((it) => it.steps() === 20);
  const [x, y] = await spot(12 * 25 + 12);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await until((it) => it.held() >= 0);
  await page.mouse.move(x + 4, y, { steps: 2 });
  await ask("step", 2);
  await page.mouse.up();
  await until((it) => it.held() < 0);
  expect(await ask("undoable")).toBeUndefined();
});
