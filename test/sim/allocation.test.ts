import { describe, expect, it } from "vitest";
import { createSimulation, METHODS, type Simulation } from "../../src/index.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { some } from "../support/full.ts";
import "../support/steady-compiler.ts";

/**
 * `step` allocates nothing. What remains is V8's own: a number that a function returns or that the clock gives is put in a box of
 * 16 bytes where the call is not inlined. That is a few dozen boxes a step and one or two an iteration of the linear solve, whatever
 * the size of the cloth; an array made in a step, or one number a particle put in a box, shows at once.
 */
const BOXES_PER_STEP = 80;
const BOXES_PER_ITERATION = 2;
const BOX = 16;

const STEPS = 100;
/** The compiler needs a while until every kernel is optimised. */
const ROUNDS = 30;

/** Everything a step can come across: all spring kinds, hinges, both dampings, wind with gusts, moving pins. */
function busyCloth(solver: { method: string; [option: string]: unknown }, side: number): Promise<Simulation> {
  return createSimulation({
    drape: 1,
    timestep: 0.0005,
    solver: solver as SolverInput,
    wind: { velocity: [1, 0, 2], airDensity: 0.1, drag: 1, lift: 0.5, gusts: { strength: 0.3, period: 0.2 } },
    cloths: [
      {
        grid: { columns: side, rows: side, width: 0.75, height: 0.75, v: [0, 0, 1] },
        springs: { stretch: 20, shear: 10, bend: 2, bendDiagonal: 1 },
        triangleStiffness: { u: 20, v: 20, shearU: 10, shearV: 10 },
        bendModulus: 1e-4,
        masses: 0.02,
        damping: { viscous: 0.01, relative: 0.01 },
        pins: [
          "top-left",
          { vertex: side - 1, motion: { sine: { direction: [0, 1, 0], amplitude: 0.02, frequency: 2 } } },
          {
            vertex: 1,
            motion: {
              keyframes: [
                { at: 0, offset: [0, 0, 0] },
                { at: 1, offset: [0, 0.1, 0] },
              ],
            },
          },
          { vertex: 2, motion: { rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: 0.5 } } },
        ],
      },
    ],
  });
}

interface Allocation {
  /** Bytes a step on the heap, beyond the boxes of the linear iterations. */
  readonly heap: number;
  /** Bytes a step in typed arrays. */
  readonly arrays: number;
}

/** Waits until nothing is freed any more: dead arrays go beside the main thread, some time after the collection that found them. */
async function settle(gc: () => void): Promise<NodeJS.MemoryUsage> {
  let before = process.memoryUsage();
  for (let attempt = 0; attempt < 20; attempt++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const now = process.memoryUsage();
    if (now.arrayBuffers === before.arrayBuffers) return now;
    before = now;
  }
  return before;
}

/**
 * The least of several rounds, because the garbage of the compiler is not ours. Ends early at a round that is good enough. A round that
 * ends with less than it began with says nothing: something of before was freed in it.
 */
async function measureAllocation(simulation: Simulation, enough: number, rounds = ROUNDS): Promise<Allocation> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("run node with --expose-gc, as vitest.config.ts does");
  let heap = Number.POSITIVE_INFINITY;
  let arrays = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && !(heap < enough && arrays <= 0); round++) {
    let iterations = 0;
    const before = await settle(gc);
    for (let n = 0; n < STEPS; n++) {
      simulation.step();
      iterations += simulation.report.iterations;
    }
    const after = process.memoryUsage();
    const grown = after.heapUsed - before.heapUsed;
    const grownArrays = after.arrayBuffers - before.arrayBuffers;
    if (grownArrays >= 0) arrays = Math.min(arrays, grownArrays / STEPS);
    if (grown >= 0) heap = Math.min(heap, (grown - BOXES_PER_ITERATION * BOX * iterations) / STEPS);
  }
  return { heap, arrays };
}

/** Every method as it is, and those whose options lead to other code. */
const SOLVERS: { method: string; [option: string]: unknown }[] = [
  ...METHODS.map(({ name }) => ({ method: name })),
  { method: "linear-edge", predictor: "ier", order: 2, integrator: "bdf2" },
  { method: "linear-edge", iterations: 5, acceleration: "lbfgs", integrator: "bdf2" },
  { method: "linear-edge", integrator: "midpoint" },
  { method: "linear-triangle", predictor: "iar", order: 2, shearTarget: "own", iterations: 5 },
  { method: "linear-triangle", iterations: 5, acceleration: "lbfgs" },
  { method: "desbrun", momentum: true },
  { method: "bdf2-paid", tolerance: 1e-4, kernels: "wasm" },
  { method: "linear-edge", predictor: "ier", order: 2, kernels: "wasm" },
  { method: "two-level", kernels: "wasm" },
  { method: "linear-triangle", predictor: "iar", order: 2, shearTarget: "own", iterations: 5, kernels: "wasm" },
  { method: "linear-triangle", iterations: 5, acceleration: "lbfgs", kernels: "wasm" },
  { method: "triangle-implicit", tolerance: 1e-4, kernels: "wasm" },
];

describe.each(some(SOLVERS, 14).map((solver) => [Object.values(solver).join(", "), solver] as const))("a step of %s", (_, solver) => {
  it.each(some([6, 12], 1))("allocates nothing on a cloth of %i² particles", async (side) => {
    const limit = BOX * BOXES_PER_STEP;
    const { heap, arrays } = await measureAllocation(await busyCloth(solver, side), limit);
    expect(arrays).toBeLessThanOrEqual(0);
    expect(heap).toBeLessThan(limit);
  });
});

const BY_MULTIGRID = [
  { method: "two-level", fine: "multigrid", kernels: "wasm" },
  { method: "implicit-euler", tolerance: 1e-3, preconditioner: "multigrid", kernels: "wasm" },
  { method: "implicit-euler", tolerance: 1e-3, preconditioner: "multigrid", kernels: "typescript" },
  { method: "rosenbrock", tolerance: 1e-3, preconditioner: "multigrid" },
  { method: "newton-euler", tolerance: 1e-3, preconditioner: "multigrid" },
  { method: "triangle-implicit", tolerance: 1e-3, preconditioner: "multigrid", kernels: "wasm" },
  { method: "bdf2-paid", tolerance: 1e-3, preconditioner: "multigrid", kernels: "wasm" },
];

it.each(some(BY_MULTIGRID, 4))("a step with multigrid allocates nothing on a cloth of several levels: %o", async (solver) => {
  const limit = BOX * BOXES_PER_STEP;
  const { heap, arrays } = await measureAllocation(await busyCloth(solver, 24), limit);
  expect(arrays).toBeLessThanOrEqual(0);
  expect(heap).toBeLessThan(limit);
});

/** Cloth on, over and beside every kind of body, some of which move. */
function clothOnBodies(method: string, side: number): Promise<Simulation> {
  const turning = { rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: 1 } };
  return createSimulation({
    drape: 1,
    timestep: 0.002,
    solver: { method } as SolverInput,
    colliders: [
      { sphere: { center: [0, -0.2, 0], radius: 0.2 }, motion: turning, friction: 0.3 },
      { box: { center: [0.3, -0.15, 0], halfSizes: [0.1, 0.1, 0.1] }, motion: turning },
      { capsule: { from: [-0.3, -0.2, -0.3], to: [-0.3, -0.2, 0.3], radius: 0.1 } },
      {
        cones: [
          { from: [0, -0.3, 0.3], to: [0.1, -0.2, 0.3], radii: [0.1, 0.05] },
          { from: [0, -0.3, 0.3], to: [-0.2, -0.2, 0.3], radii: [0.1, 0.05] },
        ],
      },
      {
        heightField: {
          origin: [-1, -0.4, -1],
          spacing: 1,
          heights: [
            [0, 0.1, 0],
            [0.1, 0, 0.1],
            [0, 0.1, 0],
          ],
        },
      },
      { plane: { point: [0, -0.6, 0] } },
    ],
    cloths: [
      {
        grid: { columns: side, rows: side, width: 0.75, height: 0.75, origin: [-0.375, 0.01, -0.375], v: [0, 0, 1] },
        springs: { stretch: 20, shear: 10 },
        masses: 0.02,
        damping: { viscous: 0.05 },
      },
    ],
  });
}

describe("a step on bodies", () => {
  it("allocates nothing that grows with the cloth", async () => {
    // some numbers of the correction at five forms are boxed: 2.5 KB a step
    const limit = 3 * BOX * BOXES_PER_STEP;
    const simulation = await clothOnBodies("implicit-euler", 12);
    for (let n = 0; n < 200; n++) simulation.step();
    expect(simulation.view.measure().contacts).toBeGreaterThan(20);
    const { heap, arrays } = await measureAllocation(simulation, limit);
    expect(arrays).toBeLessThanOrEqual(0);
    expect(heap).toBeLessThan(limit);
  });
});

describe("a step of cloth that may tear", () => {
  it("allocates nothing as long as it holds", async () => {
    const limit = BOX * BOXES_PER_STEP;
    const simulation = await createSimulation({
      drape: 1,
      timestep: 0.002,
      solver: { method: "implicit-euler" },
      cloths: [{ grid: { columns: 24, rows: 24, width: 0.5, height: 0.5 }, fabric: "jersey", pins: ["top-left"], tear: true }],
      events: [
        {
          at: 0,
          cut: [
            [23 * 24 + 12, 22 * 24 + 12],
            [22 * 24 + 12, 21 * 24 + 12],
          ],
        },
      ],
    });
    simulation.step();
    simulation.edit.grab(300, [0.2, -0.2, 0.01]);
    const { heap, arrays } = await measureAllocation(simulation, limit);
    expect(simulation.revision).toBe(1);
    expect(arrays).toBeLessThanOrEqual(0);
    expect(heap).toBeLessThan(limit);
  });
});

/** Cloth on cloth on a body of triangles that turns: contacts of all kinds, some new and some lost in every step. */
function clothOnCloth(solver: object, side: number, broadPhase: "tree" | "grid"): Promise<Simulation> {
  const box = {
    positions: [
      [-0.2, 0, -0.2],
      [0.2, 0, -0.2],
      [0.2, 0, 0.2],
      [-0.2, 0, 0.2],
      [0, -0.4, 0],
    ],
    triangles: [
      [0, 2, 1],
      [0, 3, 2],
      [0, 1, 4],
      [1, 2, 4],
      [2, 3, 4],
      [3, 0, 4],
    ],
  };
  const sheet = (x: number, y: number): object => ({
    grid: { columns: side, rows: side, width: 0.5, height: 0.5, origin: [x - 0.25, y, -0.25], v: [0, 0, 1] },
    springs: { stretch: 20, shear: 10 },
    masses: 0.01,
    damping: { viscous: 0.05 },
  });
  return createSimulation({
    drape: 1,
    timestep: 0.002,
    solver: solver as SolverInput,
    colliders: [
      { mesh: box, motion: { rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: 0.2 } } },
      { plane: { point: [0, -0.3, 0] } },
    ],
    collision: { self: true, thickness: 0.005, broadPhase },
    cloths: [sheet(0, 0.006), sheet(0.013, 0.012)],
  });
}

describe("a step with contact of surfaces", () => {
  /** Two levels divide a step into four, and contact looks at each of them. */
  const CASES = [
    ["implicit-euler", "tree", 1],
    ["verlet", "grid", 1],
    ["two-level", "tree", 4],
    ["two-level", "tree", 4, "multigrid"],
  ] as const;

  it.each(some(CASES, 1))("allocates nothing in the steady state, with %s and a %s", async (method, broadPhase, parts, fine?: string) => {
    const limit = BOX * BOXES_PER_STEP * parts;
    const simulation = await clothOnCloth(fine === undefined ? { method } : { method, fine }, 7, broadPhase);
    for (let n = 0; n < 200; n++) simulation.step();
    expect(simulation.view.measure().contacts).toBeGreaterThan(20);
    const { heap, arrays } = await measureAllocation(simulation, limit);
    expect(arrays).toBeLessThanOrEqual(0);
    expect(heap).toBeLessThan(limit);
  });
});

describe("the measurement", () => {
  /** A simulation whose steps leave something behind. */
  async function careless(leave: () => unknown): Promise<Simulation> {
    const simulation = await busyCloth({ method: "verlet" }, 12);
    const kept: unknown[] = [];
    return {
      ...simulation,
      step() {
        simulation.step();
        kept.push(leave());
      },
    };
  }
  const limit = BOX * BOXES_PER_STEP;

  it("sees one small array a step", async () => {
    const { arrays } = await measureAllocation(await careless(() => new Float64Array(16)), 0, 8);
    expect(arrays).toBeGreaterThan(0.9 * 8 * 16); // an array of before may be freed meanwhile
  });

  it("sees an object a particle", async () => {
    const objects = () => Array.from({ length: 144 }, (_, i) => ({ x: i + 0.5, y: i + 0.25, z: i + 0.75 }));
    expect((await measureAllocation(await careless(objects), 0, 8)).heap).toBeGreaterThan(limit);
  });
});
