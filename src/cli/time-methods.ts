import { NumericalError } from "../core/errors.ts";
import type { MethodOptions } from "../methods/method.ts";
import type { Simulation } from "../sim/simulation.ts";
import { BrokenOff, createBreakable } from "./breakable.ts";

/** One way to run a scene, under the name by which tables show it. */
export interface Entry {
  readonly name: string;
  create(): Promise<Simulation>;
}

/** What a method took and did. Without a step everything measured is NaN. */
export interface Timing {
  readonly name: string;
  readonly method: string;
  readonly options: MethodOptions;
  readonly particles: number;
  readonly timestep: number;
  readonly outcome: "finished" | "unstable" | "out of time";
  readonly steps: number;
  /** Milliseconds: until it could step, and a step at its least and in the middle. */
  readonly createMs: number;
  readonly minMs: number;
  readonly medianMs: number;
  /** Of a step, on average. */
  readonly iterations: number;
  /** The mean of the springs at the end, and the largest on the way [−]. */
  readonly strainMean: number;
  readonly strainMax: number;
  /** How far the vertices are from their start at the end, root mean square [m]: little where a method holds the cloth back. */
  readonly moved: number;
}

export interface TimingOptions {
  /** Of each method, at most. */
  readonly steps: number;
  /** By performance.now() [ms]. */
  readonly deadline: number;
  /** Called now and then; true ends the work. */
  readonly pause: (done: number, all: number) => Promise<boolean>;
}

interface Lane {
  readonly name: string;
  readonly simulation: Simulation;
  readonly start: Float64Array;
  readonly createMs: number;
  readonly times: number[];
  spent: number;
  iterations: number;
  strainMax: number;
  unstable: boolean;
}

/** Between two pauses [ms]. */
const PAUSE_MS = 50;

/** Whoever has taken the least time goes next: what disturbs the machine disturbs all of them, and no slow one keeps the others from their steps. */
export async function timeMethods(entries: readonly Entry[], options: TimingOptions): Promise<Timing[]> {
  const { steps, deadline, pause } = options;
  const lanes: Lane[] = [];
  const all = steps * entries.length;
  let stopped = false;
  for (const entry of entries) {
    stopped ||= await pause(0, all);
    if (stopped || performance.now() > deadline) break;
    lanes.push(await createLane(entry));
  }
  const breakable = createBreakable();
  let paused = performance.now();
  while (!stopped && performance.now() < deadline) {
    const open = lanes.filter(({ times, unstable }) => times.length < steps && !unstable);
    if (open.length === 0) break;
    const next = open.reduce((least, lane) => (lane.spent < least.spent ? lane : least));
    try {
      breakable(() => takeStep(next));
    } catch (error) {
      if (error instanceof BrokenOff) break;
      throw error;
    }
    if (performance.now() - paused < PAUSE_MS) continue;
    const done = lanes.reduce((sum, { times, unstable }) => sum + (unstable ? steps : times.length), 0);
    stopped = await pause(done, all);
    paused = performance.now();
  }
  return lanes.map((lane) => describeLane(lane, steps));
}

async function createLane({ name, create }: Entry): Promise<Lane> {
  const started = performance.now();
  const simulation = await create();
  const createMs = performance.now() - started;
  const start = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(start);
  return { name, simulation, start, createMs, times: [], spent: 0, iterations: 0, strainMax: 0, unstable: false };
}

function takeStep(lane: Lane): void {
  const { simulation, times } = lane;
  const started = performance.now();
  try {
    simulation.step();
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    lane.unstable = true;
    return;
  }
  times.push(performance.now() - started);
  const { strainMax, iterations } = simulation.view.measure();
  lane.strainMax = Math.max(lane.strainMax, strainMax);
  lane.iterations += iterations;
  lane.spent += performance.now() - started;
}

function describeLane(lane: Lane, steps: number): Timing {
  const { name, simulation, start, createMs, times, iterations, strainMax, unstable } = lane;
  const { method, options, particleCount: particles, timestep } = simulation;
  const taken = times.length;
  const sorted = [...times].sort((a, b) => a - b);
  const known = (value: number): number => (taken > 0 ? value : Number.NaN);
  return {
    name,
    method,
    options,
    particles,
    timestep,
    outcome: unstable ? "unstable" : taken < steps ? "out of time" : "finished",
    steps: taken,
    createMs,
    minMs: known(sorted[0]),
    medianMs: known(sorted[taken >> 1]),
    iterations: known(iterations / taken),
    strainMean: known(simulation.view.measure().strainMean),
    strainMax: known(strainMax),
    moved: known(distanceMoved(simulation, start)),
  };
}

function distanceMoved(simulation: Simulation, start: Float64Array): number {
  const x = new Float64Array(start.length);
  simulation.readPositions(x);
  let sum = 0;
  for (let c = 0; c < x.length; c++) sum += (x[c] - start[c]) * (x[c] - start[c]);
  return Math.sqrt((3 * sum) / x.length);
}
