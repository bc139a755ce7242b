/// <reference lib="esnext.disposable" preserve="true" />
import { checkArray } from "../core/check-array.ts";
import { disposable } from "../core/disposable.ts";
import { describeValue, InputError, type NumericalError } from "../core/errors.ts";
import type { Profile } from "../core/profile.ts";
import { readVec3 } from "../core/read.ts";
import type { OnStep, UpdateOptions } from "../core/update-options.ts";
import type { VectorInput } from "../core/vec3.ts";
import type { ClothPart } from "../fabric/cloth.ts";
import { blow } from "../forces/blow.ts";
import { copyWind } from "../forces/copy-wind.ts";
import type { Jet } from "../forces/jet.ts";
import { changeGravity, type Wind } from "../forces/wind.ts";
import type { MethodOptions, SolveReport } from "../methods/method.ts";
import type { SimulationBodies } from "./bodies.ts";
import { displayTime } from "./display-time.ts";
import { disposeOf } from "./dispose.ts";
import { createEdit, type SimulationEdit } from "./edit.ts";
import { hashState } from "./hash-state.ts";
import { createRun, type Run, type SimulationEvents } from "./run.ts";
import { saveRun } from "./save-run.ts";
import type { SimulationSetup } from "./setup.ts";
import { readPositions, scatter } from "./show.ts";
import { restoreRun, restoreSnapshot, type Snapshot } from "./snapshot.ts";
import { takeSnapshot } from "./take-snapshot.ts";
import { takeStep, update } from "./update.ts";
import { createView, type SimulationView } from "./view.ts";

/**
 * A cloth in motion. Vertex numbers and arrays are in the scene's order throughout. A cut, by `edit.cut`, by the scene or by cloth that tears,
 * adds vertices behind those that are there: `particleCount`, `triangles`, `uv` and `origin` then change, and `revision` is one more.
 */
export interface Simulation extends Disposable {
  readonly particleCount: number;
  /** Counts the changes of the cloth since the scene began: cuts, tears and removed springs. */
  readonly revision: number;
  /** Corners of each triangle. Another array after each cut. */
  readonly triangles: Uint32Array;
  /** Texture coordinates, two a vertex. */
  readonly uv: Float32Array;
  /** The vertex of the uncut scene that each vertex is, or is a copy of. */
  readonly origin: Uint32Array;
  /** The cloths of the scene, in its order: those vertices of the uncut scene from `start` to before `end`. */
  readonly cloths: readonly ClothPart[];
  readonly method: string;
  readonly options: MethodOptions;
  readonly timestep: number;
  readonly seed: number;
  /** What was mended or passed over when the scene was read: a sentence each, with its path; none where all was as it should be. */
  readonly notices: readonly string[];
  /** Time [s] and number of the last step. */
  readonly time: number;
  readonly steps: number;
  /** The time [s] that `readPositions` shows. */
  readonly displayTime: number;
  /** Milliseconds of the last step by stage. */
  readonly profile: Profile;
  /** Linear iterations, residual and convergence of the last step. */
  readonly report: Readonly<SolveReport>;
  /** One step of h seconds (the scene's timestep by default). Throws NumericalError when unstable; the last good state stays. */
  step(h?: number): void;
  /**
   * For a game loop: as many fixed steps as the time since the last frame asks for, at most MAX_STEPS_PER_UPDATE; returns how many. The
   * caller's clock goes on by `seconds`, and what was told before (`bodies.move`, `edit.grab` …) holds at the end of them: each step goes
   * its part of the straight way there. 0 s and less change nothing; more than the steps can take is let go.
   *
   * A step that fails throws nothing: the last good state stays, `failure` has the error, listeners of `unstable` hear of it, and no more
   * steps are taken until `reset`, `restore` or a `step` that succeeds.
   */
  update(seconds: number, options?: UpdateOptions | OnStep): number;
  /** Why the last step of `update` failed, until `reset`, `restore` or a `step` that succeeds. */
  readonly failure: NumericalError | undefined;
  /**
   * Has a function called at every `unstable` or `tear`; returns the function that ends it. An error of a listener reaches the caller of
   * `step` or `update` when the steps are taken.
   */
  on<E extends keyof SimulationEvents>(event: E, listener: (detail: SimulationEvents[E]) => void): () => void;
  /** Positions [m]; after `update`, between the last two steps as the time left over asks. */
  readPositions(out: Float32Array | Float64Array): void;
  /** Velocities at the end of the last step [m/s]. */
  readVelocities(out: Float32Array | Float64Array): void;
  /** Acceleration of every particle [m/s²]. */
  setGravity(gravity: VectorInput): void;
  setWind(wind: Wind<VectorInput> | undefined): void;
  /** A jet of air, besides the wind; undefined ends it. */
  setJet(jet: Jet<VectorInput> | undefined): void;
  /** Holding, pinning and cutting the cloth. */
  readonly edit: SimulationEdit;
  /** The bodies that the cloth meets. */
  readonly bodies: SimulationBodies;
  /** Measures, fields, springs, intersections. */
  readonly view: SimulationView;
  /** Back to the start of the scene: cloth, bodies, wind, time. */
  reset(): void;
  snapshot(): Snapshot;
  /** Continues bit for bit from a snapshot of the same cloth, cut or not; under another method, with that method's fresh history. */
  restore(snapshot: Snapshot): void;
  /** 32-bit hash of time, positions and velocities. */
  hash(): number;
  /**
   * Lets go of its memory and its threads, which end soon if no other simulation has them; `using` does it too. Afterwards whatever else is
   * asked of it throws an InputError. A simulation that is merely dropped is collected some time later, with its threads.
   */
  dispose(): void;
}

const runs = new WeakMap<Simulation, Run>();

/** The run behind a simulation, for those who look after several. */
export function runOf(simulation: Simulation): Run {
  const run = runs.get(simulation);
  if (run === undefined) throw new InputError("simulation", describeValue(simulation), "give one that createSimulation made");
  return run;
}

/** That the method leaves the kernels which it was given, and why. */
function tellSolver({ rig, setup }: Run): string[] {
  const reason = rig.solver.leavesKernels?.(setup.timestep);
  return reason === undefined ? [] : [`solver: steps of ${setup.timestep} s are taken in TypeScript and not in WebAssembly: ${reason}`];
}

export function createSimulationFromSetup(setup: SimulationSetup): Simulation {
  const { cloth, environment, method, options, timestep, abilities } = setup;
  environment.blow = blow; // there may be wind at any time
  const run = createRun(setup);
  const start = saveRun(run);
  const [edit, bodies, view] = [createEdit(run), abilities.createBodies(run), createView(run, setup)];
  const simulation: Simulation = disposable<Omit<Simulation, typeof Symbol.dispose>>({
    get particleCount() {
      return run.rig.revision.cloth.particleCount;
    },
    get revision() {
      return run.rig.revision.cloth.revision;
    },
    get triangles() {
      return run.rig.revision.triangles;
    },
    get uv() {
      return run.rig.revision.uv;
    },
    get origin() {
      return run.rig.revision.origin;
    },
    cloths: cloth.parts,
    method: method.name,
    options,
    timestep,
    seed: environment.seed,
    notices: [...(setup.notices ?? []), ...tellSolver(run)],
    get time() {
      return run.rig.state.time;
    },
    get steps() {
      return run.rig.state.steps;
    },
    get profile() {
      return run.clock.read();
    },
    report: run.report,
    get displayTime() {
      return displayTime(run);
    },
    get failure() {
      return run.failure;
    },
    step: (h = timestep) => takeStep(run, h),
    update: (seconds, options) => update(run, seconds, options),
    on: run.listeners.on,
    readPositions: (out) => readPositions(run, out),
    readVelocities(out) {
      checkArray(out, run.rig.state.v.length, "three a vertex");
      scatter(run, run.rig.state.v, out);
    },
    setGravity(gravity) {
      changeGravity(environment, readVec3(gravity, "gravity", { unit: "m/s²" }));
    },
    setWind(wind) {
      environment.wind = wind === undefined ? undefined : copyWind(wind);
    },
    setJet(jet) {
      environment.jet = jet === undefined ? undefined : abilities.copyJet(jet);
    },
    edit,
    bodies,
    view,
    reset: () => restoreRun(run, start),
    snapshot: () => takeSnapshot(run),
    restore: (snapshot) => restoreSnapshot(run, snapshot),
    hash: () => hashState(run.rig.state, run.rig.revision),
    dispose: () => disposeOf(run, [simulation, edit, bodies, view]),
  });
  runs.set(simulation, run);
  return simulation;
}
