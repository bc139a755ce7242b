import { expect, test } from "vitest";
import type { Pins } from "../../src/core/constraints.ts";
import { createRandom } from "../../src/core/random.ts";
import { finish } from "../../src/core/slices.ts";
import { createForces } from "../../src/forces/catalog.ts";
import { instantiateKernels } from "../../src/kernels/kernels.ts";
import { planFactorKernels } from "../../src/kernels/linear/factor-kernels.ts";
import { createKernelMemory, sizeOf } from "../../src/kernels/memory.ts";
import { createConstantSystem } from "../../src/methods/linear/constant-system.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { repeats } from "../support/full.ts";
import { requireKernels } from "./support.ts";

const H = 1 / 60;

function pinsOf(count: number, marks: readonly number[]): Pins {
  const held = new Uint8Array(count);
  for (const i of marks) held[i] = 1;
  const indices = Uint32Array.from(held.keys()).filter((i) => held[i] !== 0);
  return { held, indices: Uint32Array.of(...indices, ...new Uint32Array(count - indices.length)), count: indices.length };
}

test("kernels cross a border of held and released particles and torn springs as double precision does", async () => {
  const module = await requireKernels();
  for (let seed = 1; seed <= repeats(12); seed++) {
    const random = createRandom(seed);
    const grid = { columns: 15, rows: 12, width: 0.3, height: 0.25 };
    const scene = parseScene({ drape: 1, cloths: [{ grid, fabric: "cotton" }] });
    const { cloth, environment, sceneIndex } = await buildScene(scene, refuseMesh);
    const n = cloth.particleCount;
    const some = (count: number): number[] => Array.from({ length: count }, () => Math.floor(random() * n));
    const before = some(3);
    const forces = createForces(cloth, environment, { jacobian: "isotropic" });
    const system = createConstantSystem(cloth, forces, pinsOf(n, before), sceneIndex, { ordering: "auto", springs: true });
    const plan = planFactorKernels(system);
    const memory = createKernelMemory(plan.bytes + 2 * sizeOf(16 * plan.vectorRows), module);
    const solve = plan.create(instantiateKernels(module, memory, "factorPanel"), memory);
    const [right, y] = [0, 1].map(() => memory.floats(4 * plan.vectorRows));
    if (seed % 3 === 0) system.removeSprings(Uint32Array.from({ length: 10 }, (_, k) => 7 * k + seed));
    system.prepare(H, pinsOf(n, [...before.slice(seed % 2), ...some(2)]));
    expect(system.border).toBeDefined();
    finish(solve.take());
    const b = Float64Array.from({ length: 3 * n }, (_, c) => cloth.mass[Math.floor(c / 3)] * [1, -1, 0.5][c % 3] * (1 + 0.1 * random()));
    const exact = new Float64Array(3 * n);
    system.solve(b, exact);
    for (let row = 0; row < n; row++) for (let c = 0; c < 3; c++) right[4 * row + c] = b[3 * plan.order[row] + c];
    solve.solve(right, y);
    const scale = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(scale).toBeGreaterThan(1e-4); // of 1 where nothing is held
    const apart = exact.map((value, c) => Math.abs(value - y[4 * plan.rank[Math.floor(c / 3)] + (c % 3)]));
    expect(Math.max(...apart)).toBeLessThan(2e-6 * scale);
    expect(exact.every((value, c) => value !== 0 || y[4 * plan.rank[Math.floor(c / 3)] + (c % 3)] === 0)).toBe(true);
  }
});
