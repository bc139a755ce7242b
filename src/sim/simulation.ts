import { NO_COLLISION } from "../contact/collide.ts";
import { type BodyTransform, createBodyMotion, POSE_SIZE, readTransform } from "../contact/shapes/body-motion.ts";
import type { BodySurface } from "../contact/shapes/collider.ts";
import { describeValue, InputError, NumericalError } from "../core/errors.ts";
import type { Profile } from "../core/profile.ts";
import { ADVANCE, COLLIDE, createStageClock, DRIVE, MEASURE, SOLVE } from "../core/profile.ts";
import type { Vec3 } from "../core/vec3.ts";
import type { ClothPart } from "../fabric/cloth.ts";
import type { Jet } from "../forces/jet.ts";
import { copyWind, type Wind } from "../forces/wind.ts";
import { renumberMatrix, type SymmetricMatrix } from "../linalg/symmetric-matrix.ts";
import type { VertexPair } from "../mesh/cut.ts";
import type { MethodOptions, SolveReport } from "../methods/method.ts";
import { STEP_ALONE } from "./abilities.ts";
import { advance, instability, isSound } from "./advance.ts";
import type { Ball, Flight } from "./ball.ts";
import { isDue } from "./drive.ts";
import type { GradualCuts } from "./gradual-cuts.ts";
import { hashCloth, hashState } from "./hash-state.ts";
import type { Inside } from "./inside.ts";
import type { Inspection, Inspector } from "./inspect-state.ts";
import type { Metrics } from "./measure.ts";
import { measureState } from "./measure.ts";
import { createRevision, type Edit, sameEdits } from "./revision.ts";
import { copyArrays, createRig, meetBodies, type Rig, type RigSetup } from "./rig.ts";
import type { SimulationSetup } from "./setup.ts";
import type { Snapshot } from "./snapshot.ts";
import { checkSnapshot, checkSnapshotSize, loadRig, SNAPSHOT_FORMAT, saveRig } from "./snapshot.ts";
import type { Tearing } from "./tearing.ts";
import { findBodies, teleportRig } from "./teleport.ts";

/**
 * A cloth in motion. Vertex numbers and arrays are in the scene's order throughout. A cut, by `cut`, by the scene or by cloth that tears, adds vertices behind
 * those that are there: `particleCount`, `triangles`, `uv` and `origin` are then others, and `revision` is one more.
 */
export interface Simulation {
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
  /** For a game loop: as many fixed steps as `seconds` ask for, at most MAX_CATCH_UP; returns how many. */
  update(seconds: number): number;
  /** Positions [m]; after `update`, between the last two steps as the time left over asks. */
  readPositions(out: Float32Array | Float64Array): void;
  readVelocities(out: Float32Array | Float64Array): void;
  /** Holds a vertex at a position from the next step on; call again to move it. */
  grab(vertex: number, position: Vec3): void;
  release(vertex: number): void;
  /** Pins a vertex where it is now, until `unpin`. */
  pin(vertex: number): void;
  /** Frees a vertex from its pin, one of the scene too; a vertex that is grabbed stays grabbed. */
  unpin(vertex: number): void;
  /** The vertices that are pinned now, by the scene or by `pin`, ascending. */
  pinnedVertices(): Uint32Array;
  setWind(wind: Wind | undefined): void;
  /** A jet of air, besides the wind; undefined ends it. */
  setJet(jet: Jet | undefined): void;
  /** The bodies of the scene, in its order; those made of meshes with their triangles, where the scene places them. */
  readonly colliders: readonly { readonly name: string; readonly kind: string; readonly surface?: BodySurface }[];
  /**
   * Takes a body, by its number or name, over from the scene: at the end of the next step it is where `transform` puts it, and stays
   * there. The cloth meets it on the way, and friction drags the cloth along.
   */
  moveCollider(collider: number | string, transform: BodyTransform): void;
  /** Throws a ball; one that is still there is gone. Undefined takes it away. */
  throwBall(ball: Ball | undefined): void;
  /** The ball that was thrown, where it is at the end of the last step. */
  readonly ball: Ball | undefined;
  /**
   * Puts a body or a figure, by its name, elsewhere at once, with all cloth that is attached to it, as if it had been there before: nothing
   * is dragged, and nothing is met on the way. `transform` comes on top of where it is; its script goes on from there.
   */
  teleport(name: string, transform: BodyTransform): void;
  /** Back to the start of the scene: cloth, bodies, wind, time. */
  reset(): void;
  /**
   * Where the bodies are, to go with `readPositions`: 12 numbers a collider, the rows of a rotation matrix and then an offset [m], which
   * move it from where the scene places it.
   */
  readPoses(out: Float32Array | Float64Array): void;
  /** Where the vertices of a body made of a mesh are [m], to go with `readPositions`; of an animated one, in its present form. */
  readSurface(collider: number | string, out: Float32Array | Float64Array): void;
  /**
   * Cuts along edges, pairs of vertices as they are numbered now. A vertex that comes apart keeps its number on one side. An edge on the
   * border changes nothing; a single edge inside comes open as soon as a cut reaches one of its ends.
   *
   * `gradually`: a large cloth is made ready for it beside the steps that follow, so that none of them takes long, and comes apart after a
   * number of them that depends on the cloth alone. What is asked for meanwhile is cut afterwards.
   */
  cut(edges: readonly VertexPair[], options?: CutOptions): void;
  /** Whether the cloth is being made ready for a gradual cut. */
  readonly isBeingCut: boolean;
  /** Removes every spring that joins one of these pairs of vertices; returns how many there were. */
  removeSprings(pairs: readonly VertexPair[]): number;
  measure(): Metrics;
  /**
   * Has anything passed through anything? Looks at the last step's end, also after `update`. It takes longer than `measure`, often as
   * long as a step.
   */
  inspect(): Inspection;
  /** What can be seen of it besides its surface. */
  readonly inside: Inside;
  /** The scalar system matrix of a method that factors one, for the scene's timestep, rows in the scene's order; else undefined. */
  matrix(): SymmetricMatrix | undefined;
  snapshot(): Snapshot;
  /** Continues bit for bit from a snapshot of the same cloth, cut or not; under another method, with that method's fresh history. */
  restore(snapshot: Snapshot): void;
  /** 32-bit hash of time, positions and velocities. */
  hash(): number;
}

export interface CutOptions {
  readonly gradually?: boolean;
}

/** `update` never runs more steps than this at once: after a hidden tab the time that was missed is let go. */
export const MAX_CATCH_UP = 8;

/** So often a method proposes at most, until its proposal keeps to the contacts that are known. */
const MAX_PROPOSALS = 3;

export function createSimulationFromSetup(setup: SimulationSetup): Simulation {
  const { cloth, environment, method, options, timestep, cuts = [] } = setup;
  const collision = setup.collision ?? NO_COLLISION;
  const abilities = setup.abilities ?? STEP_ALONE;
  const { prepareCollide, createFlight, createInspector, createInside, editing } = abilities;
  environment.createJetTerm = abilities.jetTerm;
  const { colliders } = collision;
  const clock = createStageClock();
  /** The bodies of the scene, and behind them a place for the ball. */
  const bodies = createBodyMotion([...colliders.map(({ motion }) => motion), undefined]);
  const ballNumber = colliders.length;
  let rigSetup: RigSetup = {
    environment,
    method,
    options,
    clock,
    kernels: setup.kernels,
    collision: { ...collision, kernels: setup.searchKernels },
    bodies,
    prepareCollide,
  };
  const uncut = createRevision(cloth, setup.sceneIndex, setup.uv, setup.positions, setup.pins, setup.leashes, setup.tethers);
  const clothHash = hashCloth(uncut);
  const report: SolveReport = { iterations: 0, residual: 0, converged: true };
  let rig = createRig(uncut, rigSetup);
  for (let c = 0; c < rig.state.v.length; c++) {
    if (rig.drive.pins.held[Math.floor(c / 3)] === 0) rig.state.v[c] = setup.velocities[c];
  }
  let cutsMade = 0;
  let owed = 0;
  let blend = 1;
  /** Positions one step earlier do not count: the last step was a single one. */
  let isWhole = true;
  let inspector: Inspector | undefined;
  let tearing: Tearing | undefined;
  let inside: Inside | undefined;
  let flight: Flight | undefined;
  let gradualCuts: GradualCuts | undefined;
  const atStart = snapshot();

  function edit(change: Edit): void {
    adopt(editing.edit(rig, change, rigSetup));
  }

  function adopt(made: Rig): void {
    rig = made;
    environment.reactions = made.reactions;
  }

  /** What the cloth meets while this ball flies. */
  function among(ball: Flight | undefined): RigSetup {
    const met = ball === undefined ? colliders : [...colliders, ball.collider];
    return { ...rigSetup, collision: { ...rigSetup.collision, colliders: met } };
  }

  function prepareFlight(ball: Ball): Flight {
    const { friction, thickness } = collision;
    return createFlight(ball, { gravity: environment.gravity, colliders, bodies, friction, thickness });
  }

  function throwBall(ball: Ball | undefined): void {
    if (ball === undefined && flight === undefined) return;
    flight = ball === undefined ? undefined : prepareFlight(ball);
    rigSetup = among(flight);
    rig = meetBodies(rig, rigSetup);
    if (flight !== undefined) bodies.put(ballNumber, flight.pose);
  }

  function step(h: number): void {
    clock.start();
    if (flight?.aim(rig.state.time, h) === false) throwBall(undefined);
    if (flight !== undefined) bodies.move(ballNumber, flight.pose, rig.state.time);
    while (cutsMade < cuts.length && isDue(cuts[cutsMade].at, rig.state.time, h)) {
      edit({ kind: "cut", corners: cuts[cutsMade].corners });
      cutsMade++;
    }
    if (gradualCuts !== undefined) adopt(gradualCuts.advance(rig, rigSetup));
    const { state, next, drive, solver, collide, leashes, historyBefore } = rig;
    bodies.begin(state.time, h);
    drive.begin(state, h);
    clock.lap(DRIVE);
    collide.begin(state, h);
    clock.lap(COLLIDE);
    copyArrays(solver.history, historyBefore, solver.arrays);
    report.iterations = 0;
    report.residual = 0;
    report.converged = true;
    propose(h);
    drive.finish(next);
    collide.end(state, h);
    clock.lap(COLLIDE); // and the last look at the proposal
    leashes?.correct(next, drive.pins.held, h, collide.unstick);
    clock.lap(DRIVE);
    collide.correct(state, next, h);
    flight?.react(rig, h);
    clock.lap(COLLIDE);
    const sound = isSound(next, solver.arrays);
    clock.lap(MEASURE);
    if (!sound) {
      undo(h);
      throw instability(method.name, state, h);
    }
    advance(state, next, h);
    collide.keep(h);
    bodies.finish();
    flight?.arrive();
    clock.lap(ADVANCE);
    tear();
  }

  /** Cuts where the cloth is pulled harder than it bears. What is new of it moves from the next step on. */
  function tear(): void {
    const { cloth } = rig.revision;
    if (cloth.tearing === undefined) return;
    if (tearing?.cloth !== cloth) tearing = editing.createTearing(cloth, cloth.tearing);
    const corners = tearing.find(rig.state.x, rig.drive.pinned, rig.drive.grabbed);
    if (corners.length > 0) edit({ kind: "cut", corners });
  }

  /** Has the method propose, again where that does not keep to the contacts that are known. */
  function propose(h: number): void {
    const { state, next, solver, collide, historyBefore } = rig;
    try {
      solver.propose(state, h, next, report);
      clock.lap(SOLVE);
      for (let round = 1; round < MAX_PROPOSALS && collide.refine(state, next, h); round++) {
        clock.lap(COLLIDE);
        copyArrays(historyBefore, solver.history, solver.arrays);
        solver.propose(state, h, next, report, true);
        clock.lap(SOLVE);
      }
    } catch (error) {
      undo(h);
      throw error instanceof NumericalError ? new NumericalError(error.message, state.steps + 1, state.time + h) : error;
    }
  }

  /** Takes back what a step has done so far: it failed. */
  function undo(h: number): void {
    const { drive, state, solver, collide, historyBefore } = rig;
    collide.end(state, h);
    drive.undo(state);
    copyArrays(historyBefore, solver.history, solver.arrays);
    bodies.rest(state.time);
  }

  function snapshot(): Snapshot {
    if (isWhole) rig.previous.set(rig.state.x);
    return {
      format: SNAPSHOT_FORMAT,
      method: method.name,
      cloth: clothHash,
      cutsMade,
      owed,
      blend,
      wind: environment.wind,
      jet: environment.jet,
      ball: flight?.ball,
      pendingCuts: gradualCuts?.save(),
      bodies: bodies.save(),
      ...saveRig(rig),
    };
  }

  function restore(snapshot: Snapshot): void {
    checkSnapshot(snapshot, clothHash, cloth.particleCount, bodies.count);
    const thrown = snapshot.ball === undefined ? undefined : prepareFlight(snapshot.ball);
    const setup = thrown === undefined && flight === undefined ? rigSetup : among(thrown);
    let made = rig;
    if (!sameEdits(snapshot.edits, rig.revision.edits)) made = editing.replay(uncut, snapshot.edits, setup);
    else if (setup !== rigSetup) made = meetBodies(rig, setup);
    checkSnapshotSize(snapshot, made.state.x.length, cloth.particleCount);
    adopt(made);
    rigSetup = setup;
    flight = thrown;
    loadRig(snapshot, method.name, rig);
    gradualCuts = snapshot.pendingCuts && editing.createGradualCuts(timestep);
    if (snapshot.pendingCuts !== undefined) gradualCuts?.load(snapshot.pendingCuts, rig, rigSetup);
    isWhole = false;
    cutsMade = snapshot.cutsMade;
    owed = snapshot.owed;
    blend = snapshot.blend;
    environment.wind = snapshot.wind;
    environment.jet = snapshot.jet;
    bodies.load(snapshot.bodies, rig.state.time);
  }

  function findCollider(collider: number | string): number {
    const found = typeof collider === "string" ? colliders.findIndex(({ name }) => name === collider) : collider;
    if (Number.isInteger(found) && found >= 0 && found < colliders.length) return found;
    const names = colliders.map(({ name }) => JSON.stringify(name)).join(", ");
    throw new InputError(
      "collider",
      describeValue(collider),
      colliders.length === 0 ? "the scene has none" : `give one of ${names}, or its number from 0`,
    );
  }

  /** Poses that go with what `readPositions` gives. */
  function blendPoses(out: Float32Array | Float64Array): void {
    for (let c = 0; c < out.length; c++) {
      out[c] = blend === 1 ? bodies.end[c] : bodies.start[c] + blend * (bodies.end[c] - bodies.start[c]);
    }
  }

  function checkVertex(vertex: number): number {
    const { length } = rig.revision.engineIndex;
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= length) {
      throw new InputError("vertex", String(vertex), `give a whole number from 0 to ${length - 1}`);
    }
    return rig.revision.engineIndex[vertex];
  }

  function checkSize(out: Float32Array | Float64Array, length: number, each: string): void {
    if (out?.length !== length) {
      throw new InputError("out", `${out?.length} numbers`, `give an array of ${length}, ${each}`);
    }
  }

  function scatter(values: Float64Array, out: Float32Array | Float64Array): void {
    const { sceneIndex } = rig.revision;
    for (let i = 0; i < sceneIndex.length; i++) {
      const o = 3 * sceneIndex[i];
      out[o] = values[3 * i];
      out[o + 1] = values[3 * i + 1];
      out[o + 2] = values[3 * i + 2];
    }
  }

  return {
    get particleCount() {
      return rig.revision.cloth.particleCount;
    },
    get revision() {
      return rig.revision.cloth.revision;
    },
    get triangles() {
      return rig.revision.triangles;
    },
    get uv() {
      return rig.revision.uv;
    },
    get origin() {
      return rig.revision.origin;
    },
    cloths: cloth.parts,
    method: method.name,
    options,
    timestep,
    seed: environment.seed,
    get time() {
      return rig.state.time;
    },
    get steps() {
      return rig.state.steps;
    },
    get profile() {
      return clock.read();
    },
    report,
    step(h = timestep) {
      if (!(h > 0 && h < Number.POSITIVE_INFINITY)) throw new InputError("h", String(h), "give a time step above 0 s");
      step(h);
      isWhole = true; // single steps are shown whole, also by an `update` that follows
      blend = 1;
    },
    update(seconds) {
      if (!(seconds >= 0)) throw new InputError("seconds", String(seconds), "give a time of 0 s or more");
      owed = Math.min(owed + seconds, (MAX_CATCH_UP + 0.5) * timestep);
      let taken = 0;
      while (owed >= timestep * (1 - 1e-9)) {
        owed = Math.max(0, owed - timestep);
        rig.previous.set(rig.state.x);
        step(timestep);
        isWhole = false;
        taken++;
      }
      blend = owed / timestep;
      return taken;
    },
    readPositions(out) {
      checkSize(out, rig.state.x.length, "three a vertex");
      const { state, previous, revision } = rig;
      if (isWhole || blend === 1 || state.steps === 0) return scatter(state.x, out);
      const { sceneIndex } = revision;
      for (let i = 0; i < sceneIndex.length; i++) {
        const o = 3 * sceneIndex[i];
        for (let c = 0; c < 3; c++) {
          const before = previous[3 * i + c];
          out[o + c] = before + blend * (state.x[3 * i + c] - before);
        }
      }
    },
    readVelocities(out) {
      checkSize(out, rig.state.x.length, "three a vertex");
      scatter(rig.state.v, out);
    },
    grab(vertex, position) {
      const i = checkVertex(vertex);
      if (!position.every((c) => Number.isFinite(c))) {
        throw new InputError("position", String(position), "give three finite numbers [m]");
      }
      rig.drive.grab(i, position[0], position[1], position[2]);
    },
    release: (vertex) => rig.drive.release(checkVertex(vertex), rig.state.time),
    pin(vertex) {
      const i = checkVertex(vertex);
      const { x } = rig.state;
      rig.drive.pin(i, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
    },
    unpin: (vertex) => rig.drive.unpin(checkVertex(vertex)),
    pinnedVertices() {
      const { engineIndex } = rig.revision;
      const pinned: number[] = [];
      for (let vertex = 0; vertex < engineIndex.length; vertex++) {
        if (rig.drive.isPinned(engineIndex[vertex])) pinned.push(vertex);
      }
      return Uint32Array.from(pinned);
    },
    setJet(jet) {
      environment.jet = jet === undefined ? undefined : abilities.copyJet(jet);
    },
    setWind(wind) {
      environment.wind = wind === undefined ? undefined : copyWind(wind);
    },
    colliders: colliders.map(({ name, shape: { kind, surface } }) => ({
      name,
      kind,
      ...(surface === undefined ? {} : { surface }),
    })),
    moveCollider(collider, transform) {
      bodies.move(findCollider(collider), readTransform(transform, "transform"), rig.state.time);
    },
    throwBall,
    get ball() {
      return flight?.ball;
    },
    teleport(name, transform) {
      const pose = readTransform(transform, "transform");
      const moved = findBodies(colliders, name);
      for (const body of moved) bodies.carry(body, pose);
      teleportRig(rig, moved, pose);
    },
    reset: () => restore(atStart),
    readPoses(out) {
      checkSize(out, POSE_SIZE * colliders.length, `${POSE_SIZE} a collider`);
      blendPoses(out);
    },
    readSurface(collider, out) {
      const body = findCollider(collider);
      const { surface } = colliders[body].shape;
      if (surface === undefined) {
        throw new InputError("collider", describeValue(collider), "name one that is made of a mesh");
      }
      checkSize(out, surface.positions.length, "three a vertex");
      const poses = new Float64Array(POSE_SIZE * bodies.count);
      blendPoses(poses);
      const time = blend === 1 ? bodies.endTime : bodies.startTime + blend * (bodies.endTime - bodies.startTime);
      const placed = new Float64Array(surface.positions.length);
      abilities.placeSurface(surface, poses, body, time, placed);
      out.set(placed);
    },
    cut(edges, { gradually = false } = {}) {
      const change = editing.readCut(rig.revision, edges);
      if (change === undefined) return;
      if (!gradually) return edit(change);
      gradualCuts ??= editing.createGradualCuts(timestep);
      gradualCuts.ask(change.corners);
    },
    get isBeingCut() {
      return gradualCuts?.isPending ?? false;
    },
    removeSprings(pairs) {
      const { count } = rig.revision.cloth.springs;
      edit(editing.readRemoval(pairs, checkVertex));
      return count - rig.revision.cloth.springs.count;
    },
    matrix() {
      const { solver, revision } = rig;
      return solver.matrix === undefined ? undefined : renumberMatrix(solver.matrix(timestep), revision.sceneIndex);
    },
    measure: () => measureState(rig.revision.cloth, rig.forces, rig.state, report, rig.collide.contacts),
    inspect() {
      inspector ??= createInspector(uncut, setup.inspected ?? []);
      return inspector(rig.revision, rig.state.x, bodies.end, bodies.endTime);
    },
    get inside() {
      inside ??= createInside(rigSetup, setup.inspected ?? [], () => rig, bodies);
      return inside;
    },
    snapshot,
    restore,
    hash: () => hashState(rig.state, rig.revision),
  };
}
