import type { SolverInput } from "../src/scene/scene-input.ts";
/**
 * Scissors in the studio: a sheet of cotton that swings is cut from edge to edge by strokes of the mouse, in the worker of the built page with
 * drawing off. The longest step [ms] in the second before the stroke, in the steps that make the cloth ready and part it, and in the second
 * after; and how many steps the cloth took to come apart after a stroke.
 *    npm run build:studio && npm run bench -- studio-cut [METHODS…] [side=100]
 */

import { serveStudio } from "../scripts/serve.mjs";
import { createSimulation, type SceneInput } from "../src/index.ts";
import { openStudio, type StudioPage } from "../test/e2e/open-studio.ts";
import { launchBrowser } from "../test/support/browser.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const { words, numbers } = readArguments({ side: 100 });
const { side } = numbers;
const METHODS = words.length > 0 ? words : ["gauss-seidel", "linear-edge"];
/**
 * So long the scissors are in hand before they cut, and so long it is watched before and afterwards [ms]. Not longer: with its four sweeps
 * gauss-seidel crumples so fine a sheet after five seconds of wind, and flings it about after eight, with or without contact.
 */
const REHEARSAL = 3000;
const WATCHED = 1000;
/** A stroke cuts what is seen: where folds hide a part of the row, another one is needed. */
const STROKES = 3;
/** Vertices of the middle row from border to border, which the stroke follows. */
const ROW = Array.from({ length: 9 }, (_, k) => (side >> 1) * side + Math.round((k * (side - 1)) / 8));

function sheet(method: string, self: boolean): SceneInput {
  return {
    drape: 1,
    solver: { method } as SolverInput,
    cloths: [
      {
        grid: { columns: side, rows: side, width: 1, height: 1 },
        fabric: "cotton",
        pins: ["top"],
      },
    ],
    wind: { velocity: [0, 0, 2], airDensity: 1.2, drag: 1 },
    ...(self ? { collision: { self: true, thickness: 0.001 } } : {}),
  };
}

/** Into how many pieces such cuts part the sheet. */
async function countPieces(scene: SceneInput, cuts: readonly (readonly [number, number])[]): Promise<number> {
  const simulation = await createSimulation(scene);
  simulation.edit.cut(cuts);
  const { triangles } = simulation;
  const root = Uint32Array.from({ length: simulation.particleCount }, (_, i) => i);
  const find = (i: number): number => {
    while (root[i] !== i) i = root[i];
    return i;
  };
  for (let c = 0; c < triangles.length; c++) root[find(triangles[c])] = find(triangles[c - (c % 3)]);
  return new Set(Array.from(triangles, find)).size;
}

/** Opens a scene as a hand would. */
async function openScene({ page, until }: StudioPage, scene: SceneInput): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(scene));
  await page.locator("input[type=file]").setInputFiles({ name: "sheet.json", mimeType: "", buffer });
  await until((it, count) => it.loaded() && it.particleCount() === count, side * side);
}

/** Follows the row with the scissors, and waits until the cloth is parted; the steps that took. */
async function cutAcross({ page, ask, until }: StudioPage): Promise<number> {
  const revision = await ask("revision");
  const path = await Promise.all(ROW.map((vertex) => ask("screen", vertex)));
  await page.mouse.move(path[0][0] - 40, path[0][1]);
  await page.mouse.down();
  for (const [x, y] of path) await page.mouse.move(x, y);
  await page.mouse.move(path[path.length - 1][0] + 40, path[path.length - 1][1]);
  await page.mouse.up();
  const asked = await ask("steps");
  await until((it, whole) => it.revision() > whole, revision);
  return (await ask("steps")) - asked;
}

const server = await serveStudio({ isolated: false });
const browser = await launchBrowser();
const rows: Row[] = [];
for (const method of METHODS) {
  for (const self of [false, true]) {
    const studio = await openStudio(browser, server.url, "#scene=hanging-sheet", {
      viewport: { width: 1280, height: 800 },
    });
    const { page, ask } = studio;
    await openScene(studio, sheet(method, self));
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForTimeout(REHEARSAL);
    await ask("setDrawing", false);
    await ask("longestStepMs");
    await page.waitForTimeout(WATCHED);
    const before = await ask("longestStepMs");
    let during = 0;
    let steps = 0;
    let strokes = 0;
    let pieces = 1;
    for (; pieces === 1 && strokes < STROKES; strokes++) {
      await ask("longestStepMs");
      steps += await cutAcross(studio);
      await page.waitForTimeout(150); // the stats of that step
      during = Math.max(during, await ask("longestStepMs"));
      pieces = await countPieces(sheet(method, self), await ask("cuts"));
    }
    await ask("longestStepMs");
    await page.waitForTimeout(WATCHED);
    const after = await ask("longestStepMs");
    rows.push({
      method: await ask("method"),
      self: String(self),
      vertices: side * side,
      "cut vertices": (await ask("particleCount")) - side * side,
      pieces,
      strokes,
      before: before.toFixed(1),
      during: during.toFixed(1),
      after: after.toFixed(1),
      steps: Math.round(steps / strokes),
    });
    await studio.close();
  }
}
await browser.close();
await server.close();
publish("studio-cut", "cotton, 1 m, drawing off, one thread", rows);
