import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runExample } from "./example.ts";
import { ROOT, readPage } from "./pages.ts";

test("every example of one file has a test here or is the README's; the others are folders, tested in test/examples", () => {
  const files = readdirSync(join(ROOT, "examples"), { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).sort()).toEqual(["hanging-sheet.ts", "own-collider.ts", "own-force.ts", "own-method.ts"]);
});

/** The numbers that an example prints. */
function printedBy(name: string): number[] {
  const printed = runExample({ [name]: readPage(`examples/${name}`) });
  return [...printed.matchAll(/-?\d+\.?\d*(?:e-?\d+)?/g)].map(([number]) => Number(number));
}

test("a force of one's own: the magnet holds up a sheet that hangs without it", () => {
  const [without, by] = printedBy("own-force.ts");
  expect(without).toBeLessThan(-0.9);
  expect(by).toBeGreaterThan(0.3);
});

test("a method of one's own: energy is kept while the sheet falls", () => {
  const [kinetic, total] = printedBy("own-method.ts");
  expect(kinetic).toBeGreaterThan(0.1);
  expect(Math.abs(total)).toBeLessThan(0.02 * kinetic);
});

test("a collider of one's own: the sheet lies over the ring, and none of it is inside", () => {
  const [highest, lowest, maxPenetration] = printedBy("own-collider.ts");
  expect(Math.abs(highest - 0.55)).toBeLessThan(0.01); // the top of the ring
  expect(lowest).toBeGreaterThan(0);
  expect(maxPenetration).toBe(0);
});
