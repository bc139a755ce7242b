import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Simulation } from "../../sim/simulation.ts";
import type { Series } from "../experiment.ts";
import { mean, readPositions, readVelocities, rmsDistance } from "../run-steps.ts";
import { KIM, type KimMethod } from "./kim-cloth.ts";
import { meanHeight } from "./run-cloth.ts";

/** States are looked at every so many steps. */
const STRIDE = 20;
/** And the strain so often. */
const STRAIN_STRIDE = 5;
/** A cloth has come down when its middle of mass has fallen this share of the reference's way to rest. */
export const DOWN = 0.95;

/** How one method moves from the start to rest; one number for each moment. */
export interface Way {
  readonly method: KimMethod;
  /** RMS distance from the cloth of the reference at the same moment [sides of the cloth]. */
  readonly distance: readonly number[];
  /** How far the middle of mass has fallen [sides]. */
  readonly fall: readonly number[];
  /** Speed of the fastest particle [spacings a second]. */
  readonly fastest: readonly number[];
  /** The largest strain on the way [−]. */
  readonly strain: number;
  readonly simulation: Simulation;
}

export interface WaysToRest {
  /** [s] */
  readonly times: readonly number[];
  readonly reference: Way;
  readonly others: readonly Way[];
}

/** Follows one cloth with several methods side by side, for so many steps; the first method is what the others are held against. */
export async function followToRest(
  scene: SceneInput,
  side: number,
  methods: readonly KimMethod[],
  steps: number,
  progress: (part: number) => Promise<void>,
): Promise<WaysToRest> {
  const simulations: Simulation[] = [];
  for (const { solver } of methods) simulations.push(await createSimulation({ ...scene, solver, variants: [] }, { threads: 1 }));
  const start = simulations.map(meanHeight);
  const size = side - 1;
  const times: number[] = [];
  const ways = methods.map((method, n) => ({
    method,
    simulation: simulations[n],
    distance: [] as number[],
    fall: [] as number[],
    fastest: [] as number[],
    strain: 0,
  }));
  for (let n = 1; n <= steps; n++) {
    for (const simulation of simulations) simulation.step();
    if (n % STRAIN_STRIDE === 0) {
      for (const way of ways) way.strain = Math.max(way.strain, way.simulation.view.measure().strainMax);
    }
    if (n % STRIDE !== 0) continue;
    times.push(n * KIM.timestep);
    const truth = readPositions(simulations[0]);
    for (const [m, way] of ways.entries()) {
      way.distance.push(rmsDistance(readPositions(way.simulation), truth) / size);
      way.fall.push((start[m] - meanHeight(way.simulation)) / size);
      way.fastest.push(fastestParticle(way.simulation));
    }
    await progress(n / steps);
  }
  const [reference, ...others] = ways;
  return { times, reference, others };
}

/** Mean distance over the whole way [sides]. */
export function meanDistance({ distance }: Way): number {
  return mean(distance);
}

/** When a cloth has come down [s]; not a number where it has not. */
export function timeDown({ times, reference }: WaysToRest, { fall }: Way): number {
  const enough = DOWN * last(reference.fall);
  const n = fall.findIndex((one) => one >= enough);
  if (n < 0) return Number.NaN;
  const before = n === 0 ? 0 : fall[n - 1];
  const step = times[1] - times[0];
  return times[n] - (step * (fall[n] - enough)) / (fall[n] - before);
}

/** A number over time, as a line of a plot. */
export function lineOverTime(name: string, times: readonly number[], values: readonly number[], isTruth = false): Series {
  return { name, mark: "line", points: times.map((time, n) => [time, values[n]] as const), ...(isTruth ? { isTruth } : {}) };
}

export function last(values: readonly number[]): number {
  return values[values.length - 1];
}

/** Speed of each particle [spacings a second]. */
export function speeds(simulation: Simulation): number[] {
  const v = readVelocities(simulation);
  return Array.from({ length: v.length / 3 }, (_, i) =>
    Math.sqrt(v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2]),
  );
}

/** Speed of the fastest of those particles that `isMeant` names; of all without. */
export function fastestParticle(simulation: Simulation, isMeant: (particle: number) => boolean = () => true): number {
  return Math.max(0, ...speeds(simulation).filter((_, particle) => isMeant(particle)));
}
