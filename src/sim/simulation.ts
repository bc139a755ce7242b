import { InputError } from "../core/errors.ts";
import { hashNumbers } from "../core/hash.ts";
import type { Profile } from "../core/profile.ts";
import { ADVANCE, COLLIDE, createStageClock, DRIVE, MEASURE, SOLVE } from "../core/profile.ts";
import { createProposal, createState } from "../core/state.ts";
import type { Vec3 } from "../core/vec3.ts";
import type { Cloth } from "../fabric/cloth.ts";
import { createForces } from "../forces/catalog.ts";
import { copyWind, type Environment, type Wind } from "../forces/wind.ts";
import type { Method, MethodOptions, Problem, SolveReport } from "../solvers/method.ts";
import { advance, instability, isSound } from "./advance.ts";
import type { Collide } from "./collide.ts";
import { collideWithNothing } from "./collide.ts";
import type { PinScript } from "./drive.ts";
import { createDrive } from "./drive.ts";
import type { Metrics } from "./measure.ts";
import { measureState } from "./measure.ts";
import type { Snapshot } from "./snapshot.ts";
import { checkSnapshot, SNAPSHOT_FORMAT } from "./snapshot.ts";

/** Everything a simulation is made from, in the particle order of the engine. */
export interface SimulationSetup {
  readonly cloth: Cloth;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** The scene's index of each particle; the engine may number them otherwise, and nobody outside sees it. */
  readonly sceneIndex: Uint32Array;
  readonly uv: Float32Array;
  readonly pins: readonly PinScript[];
  readonly environment: Environment;
  readonly method: Method;
  readonly options: MethodOptions;
  /** [s] */
  readonly timestep: number;
  readonly collide?: Collide;
}

/** A cloth in motion. Vertex numbers and arrays are in the scene's order throughout. */
export interface Simulation {
  readonly particleCount: number;
  /** Corners of each triangle. */
  readonly triangles: Uint32Array;
  /** Texture coordinates, two a vertex. */
  readonly uv: Float32Array;
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
  /** For a game loop: as many fixed steps as `seconds` ask for, at most MAX_CATCH_UP; returns how many. */
  update(seconds: number): number;
  /** Positions [m]; after `update`, between the last two steps as the time left over asks. */
  readPositions(out: Float32Array | Float64Array): void;
  readVelocities(out: Float32Array | Float64Array): void;
  /** Holds a vertex at a position from the next step on; call again to move it. */
  grab(vertex: number, position: Vec3): void;
  release(vertex: number): void;
  setWind(wind: Wind | undefined): void;
  measure(): Metrics;
  snapshot(): Snapshot;
  /** Continues bit for bit from a snapshot of the same cloth; under another method, with that method's fresh history. */
  restore(snapshot: Snapshot): void;
  /** 32-bit hash of time, positions and velocities. */
  hash(): number;
}

/** `update` never runs more steps than this at once: after a hidden tab the time that was missed is let go. */
export const MAX_CATCH_UP = 8;

export function createSimulationFromSetup(setup: SimulationSetup): Simulation {
  const { cloth, sceneIndex, environment, method, options, timestep } = setup;
  const collide = setup.collide ?? collideWithNothing;
  const { particleCount } = cloth;
  const state = createState(setup.positions.slice(), setup.velocities.slice());
  const next = createProposal(particleCount);
  const previous = setup.positions.slice();
  const drive = createDrive(setup.positions, setup.pins);
  for (let k = 0; k < drive.pins.count; k++) state.v.fill(0, 3 * drive.pins.indices[k], 3 * drive.pins.indices[k] + 3);
  const clock = createStageClock();
  const problem: Problem = { cloth, environment, pins: drive.pins, sceneIndex, clock };
  const solver = method.create(problem, options);
  const startHistory = solver.history.map((array) => array.slice());
  const historyBefore = solver.history.map((array) => array.slice());
  const forces = createForces(cloth, environment, { bending: options.bending !== false });
  const report: SolveReport = { iterations: 0, residual: 0, converged: true };
  const engineIndex = new Uint32Array(particleCount);
  for (let i = 0; i < particleCount; i++) engineIndex[sceneIndex[i]] = i;
  const timeWord = new Float64Array(1);
  const clothHash = hashNumbers([cloth.mass, cloth.springs.restLength, cloth.springs.stiffness]);
  let owed = 0;
  let blend = 1;

  function step(h: number): void {
    clock.start();
    drive.begin(state, h);
    clock.lap(DRIVE);
    report.iterations = 0;
    report.residual = 0;
    report.converged = true;
    copyArrays(solver.history, historyBefore);
    solver.propose(state, h, next, report);
    drive.finish(next);
    clock.lap(SOLVE);
    collide(state, next, h);
    clock.lap(COLLIDE);
    const sound = isSound(next);
    clock.lap(MEASURE);
    if (!sound) {
      drive.undo(state);
      copyArrays(historyBefore, solver.history);
      throw instability(method.name, state, h);
    }
    advance(state, next, h, previous);
    clock.lap(ADVANCE);
  }

  function checkVertex(vertex: number): number {
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= particleCount) {
      throw new InputError("vertex", String(vertex), `give a whole number from 0 to ${particleCount - 1}`);
    }
    return engineIndex[vertex];
  }

  function checkSize(out: Float32Array | Float64Array): void {
    if (out?.length === 3 * particleCount) return;
    throw new InputError("out", `${out?.length} numbers`, `give an array of ${3 * particleCount}, three a vertex`);
  }

  function scatter(values: Float64Array, out: Float32Array | Float64Array): void {
    for (let i = 0; i < particleCount; i++) {
      const o = 3 * sceneIndex[i];
      out[o] = values[3 * i];
      out[o + 1] = values[3 * i + 1];
      out[o + 2] = values[3 * i + 2];
    }
  }

  return {
    particleCount,
    triangles: cloth.triangles.map((i) => sceneIndex[i]),
    uv: setup.uv,
    method: method.name,
    options,
    timestep,
    seed: environment.seed,
    get time() {
      return state.time;
    },
    get steps() {
      return state.steps;
    },
    get profile() {
      return clock.read();
    },
    report,
    step(h = timestep) {
      if (!(h > 0 && h < Number.POSITIVE_INFINITY)) throw new InputError("h", String(h), "give a time step above 0 s");
      step(h);
      previous.set(state.x); // single steps are shown whole, also by an `update` that follows
      blend = 1;
    },
    update(seconds) {
      if (!(seconds >= 0)) throw new InputError("seconds", String(seconds), "give a time of 0 s or more");
      owed = Math.min(owed + seconds, (MAX_CATCH_UP + 0.5) * timestep);
      let taken = 0;
      while (owed >= timestep * (1 - 1e-9)) {
        owed = Math.max(0, owed - timestep);
        step(timestep);
        taken++;
      }
      blend = owed / timestep;
      return taken;
    },
    readPositions(out) {
      checkSize(out);
      if (blend === 1 || state.steps === 0) return scatter(state.x, out);
      for (let i = 0; i < particleCount; i++) {
        const o = 3 * sceneIndex[i];
        for (let c = 0; c < 3; c++) {
          const before = previous[3 * i + c];
          out[o + c] = before + blend * (state.x[3 * i + c] - before);
        }
      }
    },
    readVelocities(out) {
      checkSize(out);
      scatter(state.v, out);
    },
    grab(vertex, position) {
      const i = checkVertex(vertex);
      if (!position.every((c) => Number.isFinite(c))) {
        throw new InputError("position", String(position), "give three finite numbers [m]");
      }
      drive.grab(i, position[0], position[1], position[2]);
    },
    release: (vertex) => drive.release(checkVertex(vertex), state.time),
    setWind(wind) {
      environment.wind = wind === undefined ? undefined : copyWind(wind);
    },
    measure: () => measureState(cloth, forces, state, report),
    snapshot: () => ({
      format: SNAPSHOT_FORMAT,
      method: method.name,
      revision: cloth.revision,
      cloth: clothHash,
      time: state.time,
      timeCarry: state.timeCarry,
      steps: state.steps,
      owed,
      blend,
      positions: state.x.slice(),
      velocities: state.v.slice(),
      previous: previous.slice(),
      history: solver.history.map((array) => array.slice()),
      drive: drive.save(),
      wind: environment.wind,
    }),
    restore(snapshot) {
      checkSnapshot(snapshot, cloth.revision, clothHash, state.x.length);
      state.x.set(snapshot.positions);
      state.v.set(snapshot.velocities);
      state.time = snapshot.time;
      state.timeCarry = snapshot.timeCarry;
      state.steps = snapshot.steps;
      previous.set(snapshot.previous);
      owed = snapshot.owed;
      blend = snapshot.blend;
      environment.wind = snapshot.wind;
      drive.load(snapshot.drive);
      copyArrays(snapshot.method === method.name ? snapshot.history : startHistory, solver.history);
    },
    hash() {
      timeWord[0] = state.time;
      return hashNumbers([timeWord, state.x, state.v]);
    },
  };
}

function copyArrays(from: readonly Float64Array[], to: readonly Float64Array[]): void {
  for (let k = 0; k < to.length; k++) to[k].set(from[k]);
}
