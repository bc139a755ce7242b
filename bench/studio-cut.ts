/**
 * Scissors in the studio: a sheet of cotton that swings is cut from edge to edge by one stroke of the mouse, in the worker of the built page with
 * drawing off. The longest step [ms] in the second before the stroke, in the steps that make the cloth ready and part it, and in the second
 * after; and how many steps the cloth took to come apart.
 *    npm run build:studio && npm run bench -- studio-cut [METHODS…] [side=100]
 */

import { serveStudio } from "../scripts/serve.mjs";
import type { SceneInput } from "../src/index.ts";
import { openStudio, type StudioPage } from "../test/e2e/open-studio.ts";
import { launchBrowser } from "../test/support/browser.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const { words, numbers } = readArguments({ side: 100 });
const { side } = numbers;
const METHODS = words.length > 0 ? words : ["gauss-seidel", "linear-edge"];
/** So long the scissors are in hand before they cut, and so long it is watched before and afterwards [ms]. */
const REHEARSAL = 6000;
const WATCHED = 1000;

function sheet(method: string, self: boolean): SceneInput {
  return {
    drape: 1,
    solver: { method },
    cloths: [
      {
        grid: { columns: side, rows: side, width: 1, height: 1 },
        fabric: "cotton",
        pins: ["top"],
      },
    ],
    wind: { velocity: [0, 0, 2], density: 1.2, drag: 1 },
    ...(self ? { collision: { self: true, thickness: 0.001 } } : {}),
  };
}

/** Opens a scene as a hand would. */
async function openScene({ page, until }: StudioPage, scene: SceneInput): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(scene));
  await page.locator("input[type=file]").setInputFiles({ name: "sheet.json", mimeType: "", buffer });
  await until((it, count) => it.loaded() && it.particleCount() === count, side * side);
}

const server = await serveStudio({ isolated: false });
const browser = await launchBrowser();
const rows: Row[] = [];
for (const method of METHODS) {
  for (const self of [false, true]) {
    const studio = await openStudio(browser, server.url, "#scene=hanging-sheet", {
      viewport: { width: 1280, height: 800 },
    });
    const { page, ask, until } = studio;
    await openScene(studio, sheet(method, self));
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForTimeout(REHEARSAL);
    const [left, right] = [await ask("screen", (side >> 1) * side), await ask("screen", (side >> 1) * side + side - 1)];
    await ask("setDrawing", false);
    await ask("longestStepMs");
    await page.waitForTimeout(WATCHED);
    const before = await ask("longestStepMs");
    const revision = await ask("revision");
    await page.mouse.move(left[0] - 40, left[1]);
    await page.mouse.down();
    await page.mouse.move(right[0] + 40, right[1], { steps: 8 });
    await page.mouse.up();
    const asked = await ask("steps");
    await until((it, whole) => it.revision() > whole, revision);
    const steps = (await ask("steps")) - asked;
    await page.waitForTimeout(150); // the stats of that step
    const during = await ask("longestStepMs");
    await page.waitForTimeout(WATCHED);
    rows.push({
      method: await ask("method"),
      self: String(self),
      vertices: side * side,
      "cut vertices": (await ask("particleCount")) - side * side,
      before: before.toFixed(1),
      during: during.toFixed(1),
      after: (await ask("longestStepMs")).toFixed(1),
      steps,
    });
    await studio.close();
  }
}
await browser.close();
await server.close();
publish("studio-cut", "cotton, 1 m, one stroke, drawing off, one thread", rows);
