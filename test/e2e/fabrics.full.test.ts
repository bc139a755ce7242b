import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { compareScreenshots } from "./compare-screenshots.ts";
import { CLEAR, hostStudio } from "./host-studio.ts";

const host = hostStudio();
const { open } = host;

async function openSection(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Fabric$/ }).press("Enter");
  await page.locator(".fabric").waitFor();
}

/** Waits until both tests have come to rest; their numbers: drape coefficient [%] and bending length [cm]. */
async function readTests(page: Page): Promise<number[]> {
  await page.waitForFunction(() => document.querySelector<HTMLElement>(".tests")?.dataset.rested === "true");
  const captions = await page.locator(".tests figcaption").allTextContents();
  return captions.map((text) => Number.parseFloat(text.replace(/^\D*/, "")));
}

/** The share of a test's picture that is not empty. */
function readInk(page: Page): Promise<number[]> {
  return page.locator(".test-picture").evaluateAll((canvases) =>
    (canvases as HTMLCanvasElement[]).map((canvas) => {
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, i) => i % 4 === 3 && value > 0).length / (data.length / 4);
    }),
  );
}

test("a fabric changes the look and the motion, goes on from the same state, and is in the link", async () => {
  const { page, ask, until } = await open("#scene=hanging-sheet");
  await ask("step", 10);
  await until((it) => it.steps() === 10);
  const before = await page.screenshot({ clip: CLEAR });
  const hash = await ask("hash");
  await openSection(page);
  expect(await page.getByRole("radio", { name: "Polyester, plain weave" }).isChecked()).toBe(true);
  await page.getByRole("radio", { name: "Denim" }).check();
  await page.waitForFunction(() => location.hash.includes("fabric=denim"));
  await until((it, old) => it.steps() === 10 && it.hash() === old, hash);
  await expect.poll(async () => compareScreenshots(page, before, await page.screenshot({ clip: CLEAR }))).toBeGreaterThan(0.05);
  const denim = await ask("step", 10);
  expect(denim?.steps).toBe(20);
  await host.close();

  const silk = await open("#scene=hanging-sheet&fabric=silk&fabric.bending=1e-5");
  const field = (name: string) => silk.page.locator(".fabric .field", { hasText: name }).locator("output").textContent();
  await openSection(silk.page);
  expect([await field("density"), await field("bending")]).toEqual(["83 g/m²", "10 µN·m"]);
  expect((await silk.ask("step", 20))?.hash).not.toBe(denim?.hash);
  await silk.page.getByRole("button", { name: "Back to the preset" }).click();
  await silk.page.waitForFunction(() => location.hash.endsWith("fabric=silk"));
  await silk.page.getByRole("button", { name: "As in the scene" }).click();
  await silk.page.waitForFunction(() => !location.hash.includes("fabric"));
  expect(await silk.page.getByRole("radio", { name: "Polyester, plain weave" }).isChecked()).toBe(true);
});

test("the drape and the bend test run live: the stiffer the fabric, the larger both numbers", async () => {
  const { page } = await open("#scene=hanging-sheet&fabric=cotton");
  await openSection(page);
  const slider = page.getByRole("slider", { name: "bending" });
  const usual = await readTests(page);
  expect(usual[1]).toBeCloseTo(1.5, 1); // (B/σg)^⅓ of cotton
  const [drape, bend] = await readInk(page);
  expect([drape > 0.2, bend > 0.05]).toEqual([true, true]);
  await slider.press("End");
  await page.waitForFunction(() => location.hash.includes("fabric.bending="));
  const stiff = await readTests(page);
  expect(stiff[0]).toBeGreaterThan(usual[0] + 10);
  expect(stiff[1]).toBeGreaterThan(2 * usual[1]);
  expect(page.workers()).toHaveLength(2);
  await page.getByRole("button", { name: /Fabric$/ }).press("Enter");
  await expect.poll(() => page.workers().length).toBe(1);
});

test("one of several cloths can be of another fabric; a paper's springs have none, and a sentence says so", async () => {
  const { page, until } = await open("#scene=untangle");
  await openSection(page);
  expect(await page.locator(".fabric p").nth(1).textContent()).toContain("The cloths differ");
  await page.getByLabel("of cloth", { exact: true }).selectOption({ index: 2 });
  await page.getByRole("radio", { name: "Light silk" }).check();
  await page.waitForFunction(() => location.hash.includes("fabric.2=silk"));
  await page.getByLabel("Scene", { exact: true }).selectOption({ label: "Why explicit Euler explodes" });
  await until((it) => it.scene() === "explicit-explodes" && it.loaded());
  const sentence = await page.locator(".fabric p").first().textContent();
  expect(sentence).toMatch(/^This scene gives masses and springs as numbers.*no fabric to choose\.$/);
  expect(await page.locator(".fabric").getByRole("radio").first().isVisible()).toBe(false);
});

test("at 390 pixels swatches and sliders have room for a finger, and nothing overflows", async () => {
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page } = await open("#scene=hanging-sheet", options);
  await page.getByRole("button", { name: "Settings" }).tap();
  await page.getByRole("button", { name: /Fabric$/ }).tap();
  await page.locator(".fabric").waitFor();
  const sizes = await page.locator(".fabric :is(input, button)").evaluateAll((controls) =>
    controls.map((control) => {
      const { left, right, width, height } = control.getBoundingClientRect();
      return left >= 0 && right <= 390 && width >= 44 && height >= 44;
    }),
  );
  expect(sizes.length).toBeGreaterThan(20);
  expect(sizes.every(Boolean)).toBe(true);
  const overflow = await page.evaluate(() =>
    ["html", "#panel"].map((selector) => {
      const { scrollWidth, clientWidth } = document.querySelector(selector) as HTMLElement;
      return scrollWidth - clientWidth;
    }),
  );
  expect(overflow).toEqual([0, 0]);
});
