import { formatHash } from "../core/hash.ts";
import { VERSION } from "../core/version.ts";
import type { MethodOptions } from "../methods/method.ts";
import type { Simulation } from "../sim/simulation.ts";

/** What every output says of where it comes from. */
export interface RunInfo {
  readonly drape: string;
  readonly scene: string;
  readonly seed: number;
  readonly method: string;
  readonly options: MethodOptions;
  readonly timestep: number;
  readonly hash: string;
}

export function runInfo(simulation: Simulation, scene: string, timestep: number): RunInfo {
  const { method, options, seed } = simulation;
  return { drape: VERSION, scene, seed, method, options, timestep, hash: formatHash(simulation.hash()) };
}

/** The same in one line of text. */
export function describeRun(info: RunInfo): string {
  const options = Object.entries(info.options).map(([name, value]) => `${name}=${value}`);
  return `drape ${info.drape}; scene ${info.scene}; seed ${info.seed}; ${info.method} ${options.join(" ")}; timestep ${info.timestep} s`;
}
