import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runExample } from "./example.ts";
import { ROOT, readPage } from "./pages.ts";

test("every example has a test here or is the README's", () => {
  expect(readdirSync(join(ROOT, "examples")).sort()).toEqual([
    "hanging-sheet.ts",
    "own-collider.ts",
    "own-force.ts",
    "own-method.ts",
    "react-cape.tsx", // in test/e2e/react.test.ts
    "three-cape.ts",
  ]);
});

test("the cape hangs in a three.js scene and moves in the wind", () => {
  const main = `
    import { Mesh, Scene } from "three";
    import { addCape } from "./three-cape.ts";
    const scene = new Scene();
    const update = await addCape(scene);
    const mesh = scene.children[0];
    const { position } = (mesh as Mesh).geometry.attributes;
    const before = Float32Array.from(position.array);
    for (let frame = 0; frame < 45; frame++) update(1 / 60);
    let lowest = 0;
    for (let i = 1; i < position.count; i++) if (position.getY(i) < position.getY(lowest)) lowest = i;
    const gathered = (position.getX(20) - position.getX(0)) / (before[60] - before[0]);
    const moved = Math.abs(position.getZ(lowest) - before[3 * lowest + 2]);
    console.log(JSON.stringify({ isMesh: mesh instanceof Mesh, count: position.count, gathered, moved }));
  `;
  const seen = JSON.parse(runExample({ "main.ts": main, "three-cape.ts": readPage("examples/three-cape.ts") }));
  expect(seen).toMatchObject({ isMesh: true, count: 21 * 31 });
  expect(seen.gathered).toBeCloseTo(0.6, 3); // its six pins are drawn together
  expect(seen.moved).toBeGreaterThan(0.05);
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
