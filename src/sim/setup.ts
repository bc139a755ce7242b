import type { CollisionSetup } from "../contact/contact.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { Environment } from "../forces/wind.ts";
import type { InspectedBody } from "../inspect/penetration.ts";
import type { KernelModule } from "../kernels/module.ts";
import type { Method, MethodOptions } from "../methods/method.ts";
import type { Abilities, RunAbilities } from "./abilities.ts";
import type { PinScript } from "./drive.ts";
import type { LeashScript, TetherScript } from "./leash.ts";

/** The number of particles from which on speed counts for more than the last digits, in most methods. */
const WASM_FROM = 1000;

/** Everything a run is made from, in the particle order of the engine. */
export interface RunSetup {
  readonly cloth: Cloth;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** The scene's index of each particle; the engine may number them otherwise, and nobody outside sees it. */
  readonly sceneIndex: Uint32Array;
  readonly uv: Float32Array;
  readonly pins: readonly PinScript[];
  readonly leashes?: readonly LeashScript[];
  readonly tethers?: readonly TetherScript[];
  /** What the scene cuts, by time. */
  readonly cuts?: readonly CutScript[];
  readonly environment: Environment;
  readonly method: Method;
  readonly options: MethodOptions;
  /** How often the method proposes a step at most, where contact asks for it. */
  readonly proposals?: number;
  /** The number of particles from which on the option `kernels: "auto"` means WebAssembly; what the method says without. */
  readonly wasmFrom?: number;
  /** Kernels in WebAssembly for the method; in TypeScript without. */
  readonly kernels?: KernelModule | undefined;
  /** The same for the search for contact. */
  readonly searchKernels?: KernelModule | undefined;
  /** [s] */
  readonly timestep: number;
  /** What it can do besides stepping a cloth that meets nothing. */
  readonly abilities: RunAbilities;
  /** Nothing to run into without. */
  readonly collision?: CollisionSetup;
  /** What was mended or passed over on the way from the scene: a sentence each, with the path of what it is about. */
  readonly notices?: readonly string[];
}

/** The same for a simulation. */
export interface SimulationSetup extends RunSetup {
  readonly abilities: Abilities;
  /** The colliders once more, one for each, as the inspection of a state sees them. */
  readonly inspected?: readonly InspectedBody[];
}

/** A cut of the scene: its time [s], and a corner of a triangle that faces each edge. */
export interface CutScript {
  readonly at: number;
  readonly corners: Uint32Array;
}

/** Whether the option `kernels: "auto"` means WebAssembly. */
export function meansWasm({ cloth, method, wasmFrom = method.wasmFrom ?? WASM_FROM }: RunSetup): boolean {
  return cloth.particleCount >= wasmFrom;
}
