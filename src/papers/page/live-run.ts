import { NumericalError } from "../../core/errors.ts";
import { type DrawnScene, gatherPicture, type SimulationPicture } from "../../output/draw-simulation.ts";
import { buildScene } from "../../scene/build-scene.ts";
import { createSimulation, refuseMesh } from "../../scene/create-simulation.ts";
import { parseScene } from "../../scene/parse-scene.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { SimulationSetup } from "../../sim/setup.ts";
import type { Simulation } from "../../sim/simulation.ts";
import type { Gauge } from "../experiment.ts";

/** Without a duration of its own a scene runs for so long [s]. */
const SECONDS = 5;
/** Pictures in a run, which then takes some ten seconds. */
const FRAMES = 300;

/** One run of the page: a simulation, and what its gauges show. */
export interface LiveRun {
  readonly simulation: Simulation;
  /** Steps from the start to the end of the scene, and from one picture to the next. */
  readonly steps: number;
  readonly stepsPerFrame: number;
  readonly lostAt: number;
  /** Takes the steps to the next picture, or until the method is lost. */
  advance(): void;
  picture(): SimulationPicture;
  read(gauge: Gauge, beside?: LiveRun): number;
}

export async function createLiveRun(input: SceneInput): Promise<LiveRun> {
  const { variants: _, ...scene } = input;
  const simulation = await createSimulation(scene, { threads: 1 });
  const stage: DrawnScene = parseScene(scene);
  const setup: SimulationSetup = await buildScene(parseScene(scene), refuseMesh);
  const steps = Math.max(1, Math.round((scene.duration ?? SECONDS) / simulation.timestep));
  const stepsPerFrame = Math.ceil(steps / FRAMES);
  const start = { height: meanHeight(simulation), momentum: lengthOf(simulation.view.measure().angularMomentum) };
  let count = 0;
  let lostAt = 0;
  let peak = 0;
  let ms = 0;

  function advance(): void {
    const began = performance.now();
    let taken = 0;
    while (taken < stepsPerFrame && lostAt === 0 && count < steps) {
      try {
        simulation.step();
      } catch (error) {
        if (!(error instanceof NumericalError)) throw error;
        lostAt = count + 1;
        break;
      }
      count++;
      taken++;
      peak = Math.max(peak, simulation.view.measure().strainMax);
    }
    if (taken > 0) ms = (performance.now() - began) / taken;
  }

  const gauges: Readonly<Record<Gauge, (beside?: LiveRun) => number>> = {
    strain: () => 100 * simulation.view.measure().strainMax,
    "peak strain": () => 100 * peak,
    fall: () => start.height - meanHeight(simulation),
    speed: () => fastest(simulation),
    kinetic: () => simulation.view.measure().kinetic,
    momentum: () => (100 * lengthOf(simulation.view.measure().angularMomentum)) / start.momentum,
    distance: (beside) => (beside === undefined ? Number.NaN : rmsApart(simulation, beside.simulation)),
    penetration: () => 1000 * simulation.view.inspect().maxPenetration,
    iterations: () => simulation.view.measure().iterations,
    ms: () => ms,
  };

  return {
    simulation,
    steps,
    stepsPerFrame,
    get lostAt() {
      return lostAt;
    },
    advance,
    picture: () => gatherPicture(simulation, stage, setup, {}),
    read: (gauge, beside) => gauges[gauge](beside),
  };
}

function readPositions(simulation: Simulation): Float64Array {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

function meanHeight(simulation: Simulation): number {
  const x = readPositions(simulation);
  let sum = 0;
  for (let c = 1; c < x.length; c += 3) sum += x[c];
  return (3 * sum) / x.length;
}

function fastest(simulation: Simulation): number {
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(v);
  let squared = 0;
  for (let c = 0; c < v.length; c += 3) squared = Math.max(squared, v[c] * v[c] + v[c + 1] * v[c + 1] + v[c + 2] * v[c + 2]);
  return Math.sqrt(squared);
}

function rmsApart(one: Simulation, other: Simulation): number {
  const [a, b] = [readPositions(one), readPositions(other)];
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return Math.sqrt((3 * sum) / a.length);
}

function lengthOf([x, y, z]: readonly [number, number, number]): number {
  return Math.sqrt(x * x + y * y + z * z);
}
