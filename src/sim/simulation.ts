/// <reference lib="esnext.disposable" preserve="true" />
import { disposable } from "../core/disposable.ts";
import { InputError } from "../core/errors.ts";
import type { Profile } from "../core/profile.ts";
import type { ClothPart } from "../fabric/cloth.ts";
import type { Jet } from "../forces/jet.ts";
import { copyWind, type Wind } from "../forces/wind.ts";
import type { MethodOptions, SolveReport } from "../methods/method.ts";
import type { SimulationBodies } from "./bodies.ts";
import { checkSize } from "./check-size.ts";
import { disposeOf } from "./dispose.ts";
import { createEdit, type SimulationEdit } from "./edit.ts";
import { hashState } from "./hash-state.ts";
import { createRun, type Run } from "./run.ts";
import type { SimulationSetup } from "./setup.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "./snapshot.ts";
import { step } from "./step.ts";
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
  /** Time [s] and number of the last step. */
  readonly time: number;
  readonly steps: number;
  /** Milliseconds of the last step by stage. */
  readonly profile: Profile;
  /** Linear iterations, residual and convergence of the last step. */
  readonly report: Readonly<SolveReport>;
  /** One step of h seconds (the scene's timestep by default). Throws NumericalError when unstable; the last good state stays. */
  step(h?: number): void;
  /** For a game loop: as many fixed steps as `seconds` ask for, at most MAX_STEPS_PER_UPDATE; returns how many. */
  update(seconds: number): number;
  /** Positions [m]; after `update`, between the last two steps as the time left over asks. */
  readPositions(out: Float32Array | Float64Array): void;
  /** Velocities at the end of the last step [m/s]. */
  readVelocities(out: Float32Array | Float64Array): void;
  setWind(wind: Wind | undefined): void;
  /** A jet of air, besides the wind; undefined ends it. */
  setJet(jet: Jet | undefined): void;
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

/** `update` never runs more steps than this at once: after a hidden tab the time that was missed is let go. */
export const MAX_STEPS_PER_UPDATE = 8;

export function createSimulationFromSetup(setup: SimulationSetup): Simulation {
  const { cloth, environment, method, options, timestep } = setup;
  const run = createRun(setup);
  const start = takeSnapshot(run);
  const [edit, bodies, view] = [createEdit(run), run.abilities.createBodies(run), createView(run)];
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
    step(h = timestep) {
      if (!(h > 0 && h < Number.POSITIVE_INFINITY)) throw new InputError("h", String(h), "give a time step above 0 s");
      step(run, h);
      run.isWhole = true; // single steps are shown whole, also by an `update` that follows
      run.blend = 1;
    },
    update: (seconds) => update(run, seconds),
    readPositions: (out) => readPositions(run, out),
    readVelocities(out) {
      checkSize(out, run.rig.state.v.length, "three a vertex");
      scatter(run, run.rig.state.v, out);
    },
    setWind(wind) {
      environment.wind = wind === undefined ? undefined : copyWind(wind);
    },
    setJet(jet) {
      environment.jet = jet === undefined ? undefined : run.abilities.copyJet(jet);
    },
    edit,
    bodies,
    view,
    reset: () => restoreSnapshot(run, start),
    snapshot: () => takeSnapshot(run),
    restore: (snapshot) => restoreSnapshot(run, snapshot),
    hash: () => hashState(run.rig.state, run.rig.revision),
    dispose: () => disposeOf(run, [simulation, edit, bodies, view]),
  });
  return simulation;
}

function update(run: Run, seconds: number): number {
  if (!(seconds >= 0)) throw new InputError("seconds", String(seconds), "give a time of 0 s or more");
  const { timestep } = run.setup;
  run.owed = Math.min(run.owed + seconds, (MAX_STEPS_PER_UPDATE + 0.5) * timestep);
  let taken = 0;
  while (run.owed >= timestep * (1 - 1e-9)) {
    run.owed = Math.max(0, run.owed - timestep);
    run.rig.previous.set(run.rig.state.x);
    step(run, timestep);
    run.isWhole = false;
    taken++;
  }
  run.blend = run.owed / timestep;
  return taken;
}

function readPositions(run: Run, out: Float32Array | Float64Array): void {
  const { rig, blend } = run;
  const { state, previous, revision } = rig;
  checkSize(out, state.x.length, "three a vertex");
  if (run.isWhole || blend === 1 || state.steps === 0) {
    scatter(run, state.x, out);
    return;
  }
  const { sceneIndex } = revision;
  for (let i = 0; i < sceneIndex.length; i++) {
    const o = 3 * sceneIndex[i];
    for (let c = 0; c < 3; c++) {
      const before = previous[3 * i + c];
      out[o + c] = before + blend * (state.x[3 * i + c] - before);
    }
  }
}

/** Writes vectors in the scene's order. */
function scatter({ rig }: Run, values: Float64Array, out: Float32Array | Float64Array): void {
  const { sceneIndex } = rig.revision;
  for (let i = 0; i < sceneIndex.length; i++) {
    const o = 3 * sceneIndex[i];
    out[o] = values[3 * i];
    out[o + 1] = values[3 * i + 1];
    out[o + 2] = values[3 * i + 2];
  }
}
