import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import type { Springs } from "../../src/fabric/cloth.ts";
import type { LinearStep } from "../../src/kernels/linear/linear-kernels.ts";
import { createPlainVectors } from "../../src/methods/linear/plain-linear-kernels.ts";
import { addExcess } from "../../src/methods/two-level/add-excess.ts";
import { createFineSolve } from "../../src/methods/two-level/fine-solve.ts";
import { dot, type Mat, solveFree, times } from "../support/plain-algebra.ts";

/** A strip of springs, held at one end. */
const COUNT = 24;
const MASS = 1e-3;
const STIFFNESS = 0.4;
const SIZE = 3 * COUNT;
const held = Uint8Array.from({ length: COUNT }, (_, i) => (i === 0 ? 1 : 0));
const isHeld = Array.from(held, (value) => value !== 0);
const FREE = (c: number): boolean => !isHeld[Math.floor(c / 3)];

/** A, isotropic. */
const constant: Mat = Array.from({ length: SIZE }, (_, p) =>
  Array.from({ length: SIZE }, (_, q) => {
    const [i, j] = [Math.floor(p / 3), Math.floor(q / 3)];
    if (p % 3 !== q % 3 || Math.abs(i - j) > 1) return 0;
    return i === j ? MASS + (i === 0 || i === COUNT - 1 ? 1 : 2) * STIFFNESS : -STIFFNESS;
  }),
);

/** A crumpled strip: some springs are longer than at rest, some shorter, by up to `stretch`. */
function crumple(seed: number, stretch: number) {
  const random = createRandom(seed);
  const x = Float64Array.from({ length: SIZE }, () => random());
  const ends = Uint32Array.from({ length: 2 * COUNT - 2 }, (_, e) => (e >> 1) + (e & 1));
  const count = COUNT - 1;
  const restLength = Float64Array.from({ length: count }, (_, s) => {
    const length = Math.hypot(...[0, 1, 2].map((c) => x[3 * s + 3 + c] - x[3 * s + c]));
    return length * (1 + stretch * (2 * random() - 1));
  });
  const springs = {
    count,
    ends,
    restLength,
    stiffness: new Float64Array(count).fill(STIFFNESS),
    asymmetric: new Uint8Array(count),
  } as unknown as Springs;
  return { springs, x };
}

/** What a solver is given, with a solve that is exact; and H. */
function strip(seed: number, stretch: number) {
  const { springs, x } = crumple(seed, stretch);
  const step = { predicted: x } as LinearStep;
  const hats = {
    addExcess(_: LinearStep, y: ArrayLike<number>, out: Float64Array | Float32Array) {
      addExcess(springs, 1, x, y as Float64Array, out as Float64Array);
      out.fill(0, 0, 3);
    },
  };
  const excess = Array.from({ length: SIZE }, (_, q) => {
    const column = new Float64Array(SIZE);
    addExcess(
      springs,
      1,
      x,
      Float64Array.from(column, (_, c) => (c === q ? 1 : 0)),
      column,
    );
    return column;
  });
  const hessian: Mat = constant.map((row, p) => row.map((value, q) => value - excess[q][p]));
  const kernels = {
    ...createPlainVectors(COUNT, held),
    solve(b: ArrayLike<number>, y: Float64Array | Float32Array) {
      y.set(solveFree(constant, Array.from(b), isHeld));
    },
  };
  const random = createRandom(seed + 100);
  const vector = (): Float64Array => Float64Array.from({ length: SIZE }, (_, c) => (FREE(c) ? random() - 0.5 : 0));
  const r = vector();
  const e = vector().map((value) => value / MASS);
  /** A⁻¹ (r + (A − H) e) */
  function solveTwoLevels(correction: Float64Array | undefined): Float64Array {
    const b = r.slice();
    if (correction !== undefined) hats.addExcess(step, correction, b);
    const y = new Float64Array(SIZE);
    kernels.solve(b, y);
    return y;
  }
  const truth = solveFree(hessian, Array.from(r), isHeld);
  function measureError(y: Float64Array): number {
    const d = truth.map((value, c) => y[c] - value);
    return Math.sqrt(dot(d, times(hessian, d)));
  }
  return { step, hats, kernels, e, solveTwoLevels, measureError };
}

describe("the fine solve with the Hessian of the moment", () => {
  it.each([
    [1, true],
    [2, false],
    [3, true],
  ])("ends at H⁻¹ r, from where hats and the constant matrix are: seed %i, hats %s", (seed, hasHats) => {
    const { step, hats, kernels, e, solveTwoLevels, measureError } = strip(seed, 0.3);
    const correction = hasHats ? e : undefined;
    const y = solveTwoLevels(correction);
    const first = measureError(y);
    createFineSolve(kernels, hats, 1000, 1e-14).refine(step, correction, y, y);
    expect(measureError(y)).toBeLessThan(1e-9 * first);
  });

  it.each([1, 2, 3])("comes closer with the iterations that a step has: seed %i", (seed) => {
    const { step, hats, kernels, e, solveTwoLevels, measureError } = strip(seed, 0.1);
    const y = solveTwoLevels(e);
    const first = measureError(y);
    createFineSolve(kernels, hats).refine(step, e, y, y);
    expect(measureError(y)).toBeLessThan(0.5 * first);
  });

  it("leaves what is right already, to the bit", () => {
    const { step, kernels, e, solveTwoLevels } = strip(4, 0.1);
    const y = solveTwoLevels(undefined);
    const before = y.slice();
    createFineSolve(kernels, { addExcess: () => undefined }).refine(step, e, y, y);
    expect(y).toEqual(before);
  });
});
