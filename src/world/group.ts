import { POSE_SIZE } from "../core/body-motion.ts";
import type { VertexPair } from "../mesh/cut.ts";
import { compileNormals } from "../output/compile-normals.ts";
import { computeTangents } from "../output/tangents.ts";
import { createSimulation } from "../scene/create-simulation.ts";
import { given } from "../scene/given.ts";
import type { SceneInput } from "../scene/scene-input.ts";
import { createHands } from "../sim/hands.ts";
import { runOf, type Simulation } from "../sim/simulation.ts";
import { createTouchFinder, type TouchFinder } from "../sim/touches.ts";
import { type PartSource, setClock, transplant } from "../sim/transplant.ts";
import type { ClothEntry, Description } from "./change.ts";
import type { WorldClock } from "./clock.ts";
import type { ClothArrays, ClothMeshNews, EngineEvent, EngineOptions } from "./engine.ts";
import { isNearSleepers } from "./near-sleepers.ts";
import { type PartMesh, partMesh } from "./part-mesh.ts";
import { createRestWatch } from "./rest.ts";
import { numberPath } from "./retrace.ts";
import { nameOf, sceneColliders, skinnedColliders } from "./scene-bodies.ts";
import type { Told, ToldOfBody, ToldOfCloth } from "./told.ts";
import type { WorldSettings } from "./world.ts";

export interface GroupSetup {
  readonly description: Description;
  readonly cloths: readonly ClothEntry[];
  readonly options: EngineOptions;
}

/** Cloths of a world that are simulated together. */
export interface Group {
  /** The numbers of its cloths. */
  readonly ids: readonly number[];
  readonly simulation: Simulation;
  readonly isAsleep: boolean;
  /** Whether positions have changed in the last update. */
  readonly hasMoved: boolean;
  /** Whether it is what would be made of this setup. */
  isFor(setup: GroupSetup): boolean;
  /** Goes on with cloths and bodies as former groups have them, at the world's time; `told` is where bodies were put if there is none. */
  takeOver(former: readonly Group[], told: Iterable<ToldOfBody>, clock: WorldClock): void;
  tell(told: Told): void;
  set(settings: WorldSettings): void;
  update(seconds: number, maxSteps: number, clock: WorldClock, onStep?: (time: number) => void): void;
  /** What has happened, and the meshes of cloths that were cut, since they were last taken. */
  takeEvents(): EngineEvent[];
  takeMeshes(): ClothMeshNews[];
  meshes(): ClothMeshNews[];
  read(cloth: number, arrays: ClothArrays): void;
  /** The pose of a collider as shown, of its own frame. */
  readPose(collider: number, out: Float64Array): void;
  cut(cloth: number, edges: readonly VertexPair[]): void;
  reset(told: Iterable<ToldOfBody>): void;
  watchContacts(isWatched: boolean): void;
  dispose(): void;
}

export async function createGroup(setup: GroupSetup): Promise<Group> {
  const { description, cloths, options } = setup;
  const { colliders } = description;
  const { loadMesh, threads, methods, forces, shapes } = options;
  const simulation = await createSimulation(sceneOf(setup), {
    loadMesh,
    furtherBodies: (first) => skinnedColliders(colliders, first),
    ...given({ threads, methods, forces, shapes }),
  }).catch((error) => {
    const plain = colliders.filter(({ input }) => input.skin === undefined);
    throw numberPath(error, { cloths: cloths.map(({ id }) => id), colliders: plain.map(({ id }) => id) });
  });
  const run = runOf(simulation);
  const ids = cloths.map(({ id }) => id);
  const computeNormals = await Promise.all(cloths.map(() => compileNormals()));
  const bodyNumbers = new Map(colliders.map((entry) => [entry.id, run.collision.colliders.findIndex(({ name }) => name === nameOf(entry))]));
  const bones = new Map(colliders.map(({ id, input }) => [id, input.skin?.boneCount ?? 0]));
  const moves = run.collision.colliders.some(({ motion }) => motion !== undefined) || run.setup.pins.some(({ motion }) => motion !== undefined);
  const hands = createHands(run);
  const rest = createRestWatch(simulation);
  let meshes: readonly PartMesh[] = cloths.map((_, part) => partMesh(simulation, part));
  let triangles = simulation.triangles;
  let isNews = false;
  let scratch = new Float32Array(0);
  let isAsleep = false;
  let hasMoved = true;
  let hasTorn = false;
  let events: EngineEvent[] = [];
  let findTouches: TouchFinder | undefined;
  let touches = new Uint8Array(0);
  let touchesNow = new Uint8Array(0);
  simulation.on("tear", () => {
    hasTorn = true;
  });
  simulation.on("unstable", (error) => {
    events.push({ kind: "unstable", cloths: ids, error });
  });

  function partOf(cloth: number): number {
    return ids.indexOf(cloth);
  }

  function vertexOf(part: number, vertex: number): number {
    return meshes[part].vertices?.[vertex] ?? vertex;
  }

  function wake(): void {
    rest.disturb();
    isAsleep = false;
  }

  /** After a cut: other meshes. Cloths that were not cut have the same ones, in other arrays. */
  function lookForCuts(): void {
    if (triangles === simulation.triangles) return;
    triangles = simulation.triangles;
    meshes = cloths.map((_, part) => partMesh(simulation, part));
    isNews = true;
    if (!hasTorn) return;
    hasTorn = false;
    for (const cloth of ids) events.push({ kind: "tear", cloth });
  }

  function lookForTouches(): void {
    if (findTouches === undefined) return;
    findTouches(touchesNow);
    const count = run.collision.colliders.length;
    for (const [collider, body] of bodyNumbers) {
      for (const [part, cloth] of ids.entries()) {
        const at = part * count + body;
        if (body < 0 || touches[at] === touchesNow[at]) continue;
        touches[at] = touchesNow[at];
        events.push({ kind: "contact", cloth, collider, isTouching: touches[at] !== 0 });
      }
    }
  }

  function tellCloth(told: ToldOfCloth): void {
    const part = partOf(told.cloth);
    if (part < 0) return;
    wake();
    const { edit } = simulation;
    if (told.kind === "grab") edit.grab(vertexOf(part, told.vertex), told.point);
    else if (told.kind === "release") edit.release(vertexOf(part, told.vertex));
    else if (told.kind === "pin") for (const vertex of told.vertices) edit.pin(vertexOf(part, vertex));
    else if (told.kind === "unpin") for (const vertex of told.vertices) edit.unpin(vertexOf(part, vertex));
    else if (told.kind === "take") hands.take(told.hand, vertexOf(part, told.vertex), told.point, told);
    else if (told.kind === "aim") hands.aim(told.hand, told.point);
    else if (told.kind === "drop") hands.drop(told.hand);
    else {
      const body = bodyNumbers.get(told.collider) ?? -1;
      const to = told.bone === undefined ? body : body - (bones.get(told.collider) ?? 0) + told.bone;
      edit.attach(told.vertices.map((vertex) => vertexOf(part, vertex)), to);
    }
  }

  /** Where a body is told to be at the end of the next update; at once, where the cloth sleeps and nothing is met on the way. */
  function tellBody({ kind, collider, poses }: ToldOfBody, isAtOnce: boolean): void {
    const last = bodyNumbers.get(collider) ?? -1;
    if (last < 0) return;
    const first = kind === "bones" ? last - (bones.get(collider) ?? 0) : last;
    for (let b = 0; POSE_SIZE * b < poses.length; b++) {
      const own = poses.subarray(POSE_SIZE * b, POSE_SIZE * (b + 1));
      const pose = kind === "place" ? simulation.bodies.toRelative(first + b, own) : own;
      if (isAtOnce || isAsleep) run.bodies.put(first + b, pose);
      else run.bodies.move(first + b, pose, run.rig.state.time, run.rig.state.time + run.owed);
    }
    if (isAsleep && isNearSleepers(run, last)) wake();
  }

  function meshNews(): ClothMeshNews[] {
    return cloths.map(({ id, input }, part) => {
      const { vertexCount, triangles: corners, uv, origin } = meshes[part];
      const arrays = {
        positions: new Float32Array(3 * vertexCount),
        normals: new Float32Array(3 * vertexCount),
        tangents: input.withTangents === true ? new Float32Array(4 * vertexCount) : undefined,
      };
      read(part, arrays);
      return { id, name: simulation.cloths[part].name, vertexCount, triangles: corners, uv, origin, ...arrays };
    });
  }

  function read(part: number, { positions, normals, tangents }: ClothArrays): void {
    const { vertices, triangles: corners, uv } = meshes[part];
    if (vertices === undefined) simulation.readPositions(positions);
    else {
      if (scratch.length !== 3 * simulation.particleCount) scratch = new Float32Array(3 * simulation.particleCount);
      simulation.readPositions(scratch);
      for (let i = 0; i < vertices.length; i++) for (let c = 0; c < 3; c++) positions[3 * i + c] = scratch[3 * vertices[i] + c];
    }
    computeNormals[part](positions, corners, normals);
    if (tangents !== undefined) computeTangents(positions, normals, uv, corners, tangents);
  }

  function fallAsleep(): void {
    isAsleep = true;
    for (const cloth of ids) events.push({ kind: "rest", cloth });
  }

  /** What moves by itself never sleeps. */
  function maySleep(): boolean {
    return options.sleep && !moves && hands.count === 0 && simulation.failure === undefined && run.setup.environment.wind?.gusts === undefined;
  }

  return {
    ids,
    simulation,
    get isAsleep() {
      return isAsleep;
    },
    get hasMoved() {
      return hasMoved;
    },
    isFor: (other) => isSameSetup(setup, other),
    takeOver(former, told, clock) {
      const sourceOf = (id: number): Group | undefined => former.find((one) => one.ids.includes(id));
      const parts = ids.map((id): PartSource | undefined => {
        const source = sourceOf(id);
        return source && { run: runOf(source.simulation), part: source.ids.indexOf(id) };
      });
      const before = former[0] && runOf(former[0].simulation);
      if (before === undefined) for (const one of told) tellBody(one, true);
      else transplant(run, parts, before);
      setClock(run, clock);
      lookForCuts();
      isNews = false;
    },
    tell(told) {
      if ("cloth" in told) tellCloth(told);
      else tellBody(told, false);
    },
    set({ gravity, wind }) {
      if (gravity !== undefined) simulation.setGravity(gravity);
      if (wind !== undefined) simulation.setWind(wind === null ? undefined : wind);
      wake();
    },
    update(seconds, maxSteps, clock, onStep) {
      hasMoved = false;
      if (isAsleep || simulation.failure !== undefined) return;
      const pull = (time: number): void => {
        onStep?.(time);
        if (hands.count > 0) hands.pull(simulation.timestep);
      };
      simulation.update(seconds, { maxSteps, onStep: pull });
      hasMoved = seconds > 0;
      lookForCuts();
      lookForTouches();
      if (maySleep() && rest.isAtRest()) fallAsleep();
    },
    takeEvents() {
      const taken = events;
      events = [];
      return taken;
    },
    takeMeshes() {
      if (!isNews) return [];
      isNews = false;
      return meshNews();
    },
    meshes: meshNews,
    read: (cloth, arrays) => read(partOf(cloth), arrays),
    readPose(collider, out) {
      const body = bodyNumbers.get(collider) ?? -1;
      if (body >= 0) simulation.bodies.readPlace(body, out);
    },
    cut(cloth, edges) {
      const part = partOf(cloth);
      simulation.edit.cut(edges.map(([i, j]) => [vertexOf(part, i), vertexOf(part, j)]));
      wake();
      lookForCuts();
    },
    reset(told) {
      simulation.reset();
      wake();
      for (const one of told) tellBody(one, true);
      lookForCuts();
      isNews = false;
    },
    watchContacts(isWatched) {
      const size = ids.length * run.collision.colliders.length;
      if (isWatched && findTouches === undefined) {
        touches = new Uint8Array(size);
        touchesNow = new Uint8Array(size);
      }
      findTouches = isWatched ? (findTouches ?? createTouchFinder(run)) : undefined;
    },
    dispose: () => simulation.dispose(),
  };
}

/** The scene that a group is a simulation of. */
function sceneOf({ description: { settings, colliders }, cloths }: GroupSetup): SceneInput {
  const { gravity, wind, collision, solver, timestep, seed, figures } = settings;
  return {
    drape: 1,
    cloths: cloths.map(({ input: { withTangents: _, ...input } }) => input),
    colliders: sceneColliders(colliders),
    ...given({ gravity, wind: wind ?? undefined, collision, solver, timestep, seed, figures }),
  };
}

/** Whether two setups make the same simulation: gravity and wind can be changed in one. */
function isSameSetup(a: GroupSetup, b: GroupSetup): boolean {
  const { settings: one, colliders } = a.description;
  const { settings: other } = b.description;
  return (
    a.cloths.length === b.cloths.length &&
    a.cloths.every((entry, n) => entry === b.cloths[n]) &&
    colliders === b.description.colliders &&
    one.collision === other.collision &&
    one.solver === other.solver
  );
}
