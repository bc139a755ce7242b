import { InputError } from "../core/errors.ts";
import { readAnyObject, readNumber } from "../core/read.ts";
import type { Inspection } from "../sim/inspect-state.ts";
import { createSimulationFromSetup, type Simulation } from "../sim/simulation.ts";
import { buildScene } from "./build-scene.ts";
import { type CreateOptions, refuseMesh } from "./create-simulation.ts";
import { holdStill } from "./hold-still.ts";
import { withKernels } from "./load-kernels.ts";
import type { MeshLoader } from "./mesh-loader.ts";
import { parseScene } from "./parse-scene.ts";
import type { SceneInput } from "./scene-input.ts";

export interface SettleOptions extends CreateOptions {
  /** How long at most [s]. */
  readonly seconds?: number;
  /** Hears after each step how many were taken, how many there are at most, and how fast the fastest particle is [m/s]. */
  readonly onStep?: (steps: number, most: number, speed: number) => void | Promise<void>;
}

export const SETTLE_DEFAULTS: { readonly seconds: number } = { seconds: 3 };

/** A scene with its cloths settled, and how well they are. */
export interface SettledScene {
  /** The scene as it was given, with `positions` in every cloth. */
  readonly scene: SceneInput;
  /** How long it took [s], and how fast the fastest particle was at the end [m/s]. */
  readonly time: number;
  readonly speed: number;
  readonly isAtRest: boolean;
  /** What the scene begins with now. */
  readonly inspection: Inspection;
}

/** A cloth is at rest when no particle is faster than this [m/s], for so long [s]. */
const REST_SPEED = 0.005;
const REST_TIME = 0.1;
/** So strongly is it held back [1/s]: a garment swings about as fast, and stops after one swing. */
const DAMPING = 8;
/** The shortest step taken [s]; implicit Euler needs no shorter ones. */
const STEP = 1 / 60;
/** Digits after the point that are tried, fewest first: 0.01 mm, and finer where that lets something through. */
const DIGITS = [5, 7, 9];

/**
 * Finds how the cloths of a scene hang, by a short simulation in which nothing else moves (see `holdStill`), and gives the scene back with
 * that as its start; `take` is asked to take each step. Throws as `createSimulation` does; NumericalError if the cloth became unstable on the way.
 */
export async function settleScene(
  scene: SceneInput,
  options: SettleOptions = {},
  take: (step: () => void) => void = (step) => step(),
): Promise<SettledScene> {
  const { loadMesh = refuseMesh, onStep } = options;
  const seconds = readNumber(options.seconds ?? SETTLE_DEFAULTS.seconds, "seconds", { above: 0, max: 1000, unit: "s" });
  const parsed = parseScene(scene);
  for (const { shape, path } of parsed.cloths) {
    if (shape.kind !== "network") continue;
    throw new InputError(`${path}.network`, "a network", "only grids, disks, meshes and garments can be settled");
  }
  const simulation = createSimulationFromSetup(await withKernels(holdStill(await buildScene(parsed, loadMesh), DAMPING)));
  const h = Math.max(STEP, parsed.timestep);
  const most = Math.max(1, Math.round(seconds / h));
  const velocities = new Float64Array(3 * simulation.particleCount);
  let speed = 0;
  let calm = 0;
  while (simulation.steps < most && calm * h < REST_TIME) {
    take(() => simulation.step(h));
    simulation.readVelocities(velocities);
    speed = largestSpeed(velocities);
    calm = speed < REST_SPEED ? calm + 1 : 0;
    await onStep?.(simulation.steps, most, speed);
  }
  return {
    ...(await writeStart(scene, simulation, loadMesh)),
    time: simulation.time,
    speed,
    isAtRest: speed < REST_SPEED,
  };
}

function largestSpeed(velocities: Float64Array): number {
  let squared = 0;
  for (let c = 0; c < velocities.length; c += 3) {
    const [x, y, z] = [velocities[c], velocities[c + 1], velocities[c + 2]];
    squared = Math.max(squared, x * x + y * y + z * z);
  }
  return Math.sqrt(squared);
}

/** The scene with the simulation's positions as its start, in as few digits as leave it as free of intersections as it is. */
async function writeStart(
  scene: SceneInput,
  simulation: Simulation,
  loadMesh: MeshLoader,
): Promise<Pick<SettledScene, "scene" | "inspection">> {
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  const { intersections, maxPenetration } = simulation.view.inspect();
  const inspect = async (input: SceneInput): Promise<Inspection> =>
    createSimulationFromSetup(await buildScene(parseScene(input), loadMesh)).view.inspect();
  for (const digits of DIGITS) {
    const rounded = withPositions(
      scene,
      simulation,
      positions.map((value) => Number(value.toFixed(digits)) + 0),
    );
    const inspection = await inspect(rounded);
    if (inspection.intersections > intersections || inspection.maxPenetration > maxPenetration) continue;
    return { scene: rounded, inspection };
  }
  const exact = withPositions(scene, simulation, positions);
  return { scene: exact, inspection: await inspect(exact) };
}

/** The scene with these positions as its start, three numbers a vertex, in the scene's order. */
function withPositions(scene: SceneInput, { cloths }: Simulation, positions: Float64Array): SceneInput {
  return {
    ...scene,
    cloths: scene.cloths.map((cloth, n) => ({
      ...readAnyObject(cloth, `cloths[${n}]`),
      positions: Array.from(positions.subarray(3 * cloths[n].start, 3 * cloths[n].end)),
    })),
  };
}
