import type { SolverInput } from "drape";
import { createSimulation, type SceneInput, type Simulation } from "drape";

/**
 * Cuts a small sheet again and again beside the steps of a large cloth, with the same method and the same kind of contact: what a cut runs
 * is compiled by then, and the first cut of the large cloth takes no longer than the next.
 */
export interface Rehearsal {
  /** Takes a step of it; false when it is over. */
  take(): boolean;
}

/** A cloth of fewer particles is cut fast enough by code that is not compiled. */
const LARGE = 4000;
/** Vertices a side: enough for the kernels of large cloth. */
const SIDE = 34;
/** So many cuts of an edge, and then strokes across all of it. */
const CUTS = 10;
const STROKES = 5;

/** Undefined where there is nothing to rehearse for. */
export async function createRehearsal(
  { particleCount, method, options }: Simulation,
  { collision, timestep }: Pick<SceneInput, "collision" | "timestep">,
): Promise<Rehearsal | undefined> {
  if (particleCount < LARGE) return undefined;
  const grid = { columns: SIDE, rows: SIDE, width: 1, height: 1, v: [0, -0.8, 0.6] as const };
  const small = await createSimulation({
    drape: 1,
    solver: { method, ...options } as SolverInput,
    cloths: [{ grid, fabric: "cotton", pins: ["top-left", "top-right"] }],
    ...(timestep === undefined ? {} : { timestep }),
    ...(collision === undefined ? {} : { collision }),
  });
  let cuts = 0;
  return {
    take() {
      small.step();
      if (small.revision < cuts) return true; // on its way
      small.snapshot(); // what the time line keeps of it
      small.view.readField("contact", new Float32Array(small.particleCount));
      small.edit.cut(cuts < CUTS ? [upwards(cuts)] : across(cuts - CUTS), { gradually: true });
      cuts++;
      return cuts <= CUTS + STROKES;
    },
  };
}

/** The nth edge of the middle column, from below. */
function upwards(n: number): [number, number] {
  const vertex = (SIDE - 1 - n) * SIDE + SIDE / 2;
  return [vertex, vertex - SIDE];
}

/** All edges of a row, above those that were cut. */
function across(n: number): [number, number][] {
  const row = SIDE - CUTS - 4 - 4 * n;
  return Array.from({ length: SIDE - 1 }, (_, k) => [row * SIDE + k, row * SIDE + k + 1]);
}
