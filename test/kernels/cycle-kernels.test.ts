import { describe, expect, it } from "vitest";
import type { Pins } from "../../src/core/constraints.ts";
import { createRandom } from "../../src/core/random.ts";
import { finish } from "../../src/core/slices.ts";
import { createForces } from "../../src/forces/catalog.ts";
import { instantiateKernels } from "../../src/kernels/kernels.ts";
import { planCycleKernels } from "../../src/kernels/linear/cycle-kernels.ts";
import { createKernelMemory, sizeOf } from "../../src/kernels/memory.ts";
import { prepareMultigridSystem } from "../../src/methods/multigrid/multigrid-system.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { irregularSheet } from "../mesh/hat-meshes.ts";
import { requireKernels } from "./support.ts";

const grid = (columns: number, rows: number): object => ({
  grid: { columns, rows, width: 0.02 * columns, height: 0.02 * rows },
  fabric: { base: "cotton", damping: 3 },
  damping: { relative: 2e-3 },
});
const irregular = (): object => {
  const { triangles, rest } = irregularSheet({ columns: 26, rows: 22, seed: 3 });
  const { coordinates: x } = rest;
  const positions = Array.from({ length: x.length / 2 }, (_, i) => [x[2 * i], 0, x[2 * i + 1]]).flat();
  return { mesh: { positions, triangles: [...triangles] }, fabric: "denim" };
};
const loose: object = { ...grid(16, 16), fabric: undefined, springs: { stretch: 1e-7, shear: 1e-7 }, masses: 2e-3, damping: undefined };

const CLOTHS: readonly (readonly [name: string, cloths: readonly object[], levels: number])[] = [
  ["a grid", [grid(40, 30)], 3],
  ["a large grid", [grid(70, 60)], 3],
  ["an irregular mesh", [irregular()], 2],
  ["a large cloth and a small one", [grid(30, 20), grid(4, 3)], 2],
  ["a small cloth", [grid(7, 6)], 1],
  ["a cloth without stiffness to speak of", [loose], 1],
];

/** The system of these cloths, and the same in kernels. */
async function prepare(cloths: readonly object[]) {
  const { cloth, environment } = await buildScene(parseScene({ drape: 1, cloths: [...cloths] }), refuseMesh);
  const forces = createForces(cloth, environment, {
    jacobian: "isotropic",
    triangleJacobian: "isotropic",
    membrane: undefined,
    bending: true,
  });
  const system = finish(prepareMultigridSystem(cloth, forces));
  const { particleCount: n } = cloth;
  const module = await requireKernels();
  const plan = planCycleKernels(system);
  expect(plan.vectorRows).toBe(n);
  const memory = createKernelMemory(plan.bytes + 2 * sizeOf(16 * n), module);
  const kernels = plan.create(instantiateKernels(module, memory, "factorPanel"), memory);
  const [x, y] = [memory.floats(4 * n), memory.floats(4 * n)];
  const put = (from: Float64Array, to: Float32Array): void => {
    for (let c = 0; c < 3 * n; c++) to[4 * Math.floor(c / 3) + (c % 3)] = from[c];
  };
  const take = (from: Float32Array): Float64Array => Float64Array.from({ length: 3 * n }, (_, c) => from[4 * Math.floor(c / 3) + (c % 3)]);
  const hold = (s: number, isHeld: (i: number) => boolean): Uint8Array => {
    const held = Uint8Array.from({ length: n }, (_, i) => (isHeld(i) ? 1 : 0));
    const indices = Uint32Array.from(held.keys()).filter((i) => held[i] !== 0);
    const pins: Pins = { held, indices, count: indices.length };
    system.prepare(s, pins);
    expect(kernels.isTaken).toBe(false);
    finish(kernels.take());
    expect(kernels.isTaken).toBe(true);
    return held;
  };
  return {
    size: 3 * n,
    system,
    hold,
    solve(b: Float64Array): Float64Array {
      put(b, x);
      kernels.solve(x, y);
      const apart = take(y);
      kernels.solve(x, x); // in place
      expect(take(x)).toEqual(apart);
      return apart;
    },
    subtractProduct(a: Float64Array, from: Float64Array): Float64Array {
      put(a, x);
      put(from, y);
      kernels.subtractProduct?.(x, y);
      return take(y);
    },
  };
}

const norm = (a: Float64Array): number => Math.sqrt(a.reduce((sum, value) => sum + value * value, 0));
const apart = (a: Float64Array, b: Float64Array): number => norm(a.map((value, c) => value - b[c])) / norm(b);

describe.each(CLOTHS)("of %s", (_, cloths, levels) => {
  it("a cycle and a product are those in TypeScript, whatever is held and however long the step is", async () => {
    const { size, system, hold, solve, subtractProduct } = await prepare(cloths);
    const random = createRandom(5);
    const vector = (held: Uint8Array): Float64Array =>
      Float64Array.from({ length: size }, (_, c) => (held[Math.floor(c / 3)] === 0 ? random() - 0.5 : 0));
    for (const [s, isHeld] of [
      [0.51 / 240, (i: number) => i === 0 || i === 7],
      [0.51 / 240, () => false],
      [0.5 / 60, (i: number) => i % 11 === 3],
      [0.51 / 240, (i: number) => i < 30],
    ] as const) {
      const held = hold(s, isHeld);
      expect(system.held.levels).toHaveLength(levels);
      const b = vector(new Uint8Array(held.length));
      const expected = new Float64Array(size);
      system.solve(b, expected);
      const y = solve(b);
      expect(apart(y, expected)).toBeLessThan(2e-6);
      for (let c = 0; c < size; c++) if (held[Math.floor(c / 3)] !== 0) expect(y[c]).toBeCloseTo(0, 300);
      const [x, r] = [vector(held), vector(held)];
      const left = r.slice();
      system.subtractProduct?.(x, left);
      expect(apart(subtractProduct(x, r), left)).toBeLessThan(2e-6);
    }
  });

  it("a cycle is below the inverse: the largest eigenvalue of BA", async () => {
    const { size, system, hold, solve } = await prepare(cloths);
    const held = hold(0.51 / 240, (i) => i === 0 || i === 9);
    const zero = new Float64Array(size);
    const random = createRandom(6);
    let x = Float64Array.from({ length: size }, (_, c) => (held[Math.floor(c / 3)] === 0 ? random() - 0.5 : 0));
    const multiply = (a: Float64Array): Float64Array => {
      const out = zero.slice();
      system.subtractProduct?.(a, out);
      return out.map((value) => -value);
    };
    let largest = 0;
    for (let n = 0; n < 60; n++) {
      const image = multiply(x);
      const y = solve(image);
      const after = multiply(y);
      largest = Math.sqrt(y.reduce((sum, value, c) => sum + value * after[c], 0) / x.reduce((sum, value, c) => sum + value * image[c], 0));
      const scale = 1 / norm(y);
      x = y.map((value) => scale * value);
    }
    expect(largest).toBeLessThan(1 + 1e-5);
  });

  it("cloth that moves as one keeps its mass", async () => {
    const { size, system, hold, subtractProduct } = await prepare(cloths);
    hold(0.5 / 60, () => false);
    const ones = new Float64Array(size).fill(1);
    const exact = new Float64Array(size);
    system.subtractProduct?.(ones, exact);
    expect(apart(subtractProduct(ones, new Float64Array(size)), exact)).toBeLessThan(1e-6);
  });
});
