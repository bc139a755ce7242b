import { describe, expect, it } from "vitest";
import { createSimulation, METHODS, type Simulation } from "../../src/index.ts";

/**
 * `step` allocates nothing. What remains is V8's own: a number that a function returns or that the clock gives is put in a box of
 * 16 bytes where the call is not inlined. That is a few dozen boxes a step and one an iteration of the linear solve, whatever the
 * size of the cloth; an array or a closure made in a step would show at once.
 */
const BOXES_PER_STEP = 80;
const BOXES_PER_ITERATION = 2;
const BOX = 16;

const STEPS = 100;
/** The compiler needs a while until every kernel is optimised, longer on a busy machine. */
const ROUNDS = 30;

/** Everything a step can come across: all spring kinds, hinges, both dampings, wind with gusts, moving pins. */
function busyCloth(method: string, side: number): Promise<Simulation> {
  return createSimulation({
    drape: 1,
    timestep: 0.0005,
    solver: { method },
    wind: { velocity: [1, 0, 2], density: 0.1, drag: 1, lift: 0.5, gusts: { strength: 0.3, period: 0.2 } },
    cloths: [
      {
        grid: { columns: side, rows: side, width: 0.75, height: 0.75, v: [0, 0, 1] },
        springs: { stretch: 20, shear: 10, bend: 2, bendDiagonal: 1 },
        bendModulus: 1e-4,
        masses: 0.02,
        damping: { viscous: 0.01, relative: 0.01 },
        pins: [
          "top-left",
          { vertex: side - 1, motion: { sine: { direction: [0, 1, 0], amplitude: 0.02, frequency: 2 } } },
          { vertex: 1, motion: { keyframes: [{ at: 0, offset: [0, 0, 0] }, { at: 1, offset: [0, 0.1, 0] }] } }, // biome-ignore format: a motion a line
          { vertex: 2, motion: { rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: 0.5 } } },
        ],
      },
    ],
  });
}

/**
 * Bytes a step, on the heap and in typed arrays, beyond the boxes of the linear iterations: the least of several rounds, because
 * the garbage of the compiler is not ours. Ends early at a round that is good enough.
 */
async function measureAllocation(simulation: Simulation, enough: number): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("run node with --expose-gc, as vitest.config.ts does");
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && !(least < enough); round++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 5)); // dead arrays are freed beside the main thread
    let iterations = 0;
    const before = process.memoryUsage();
    for (let n = 0; n < STEPS; n++) {
      simulation.step();
      iterations += simulation.report.iterations;
    }
    const after = process.memoryUsage();
    const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
    least = Math.min(least, (bytes - BOXES_PER_ITERATION * BOX * iterations) / STEPS);
  }
  return least;
}

describe.each(METHODS.map(({ name }) => name))("a step of %s", (method) => {
  it.each([6, 12])("allocates nothing on a cloth of %i² particles", async (side) => {
    const limit = BOXES_PER_STEP * BOX;
    expect(await measureAllocation(await busyCloth(method, side), limit)).toBeLessThan(limit);
  });
});

describe("the measurement", () => {
  it("sees one small array a step", async () => {
    const simulation = await busyCloth("verlet", 12);
    const kept: Float64Array[] = [];
    const careless: Simulation = {
      ...simulation,
      step() {
        simulation.step();
        kept[0] = new Float64Array(144);
      },
    };
    expect(await measureAllocation(careless, 0)).toBeGreaterThan(8 * 144);
  });
});
