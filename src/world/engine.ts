import { PLACE_SIZE } from "../core/body-place.ts";
import { InputError, type NumericalError } from "../core/errors.ts";
import { readVec3 } from "../core/read.ts";
import { readField } from "../core/read-field.ts";
import type { VertexPair } from "../mesh/cut.ts";
import type { Extensions } from "../scene/extensions.ts";
import { WIND } from "../scene/fields/wind-field.ts";
import type { MeshLoader } from "../scene/mesh-loader.ts";
import { createAttachments } from "./attachments.ts";
import { applyChanges, type Change, type ClothEntry, type Description } from "./change.ts";
import { createClock } from "./clock.ts";
import { createGroup, type Group, type GroupSetup } from "./group.ts";
import type { PartMesh } from "./part-mesh.ts";
import { ENGINE_ROOMS } from "./rooms.ts";
import type { Point, Told } from "./told.ts";
import { createToldMemory } from "./told-memory.ts";
import type { WorldSettings } from "./world.ts";

/** How an engine is made: what a worker cannot be sent comes by modules' addresses there. */
export interface EngineOptions extends Extensions {
  readonly loadMesh: MeshLoader;
  readonly threads?: number | undefined;
  readonly sleep: boolean;
}

/** The mesh of a cloth, new or changed. */
export interface ClothMeshNews extends Omit<PartMesh, "vertices">, ClothArrays {
  readonly id: number;
  readonly name: string;
}

/** What an update has brought. */
export interface UpdateReport {
  readonly time: number;
  readonly displayTime: number;
  readonly steps: number;
  /** Cloths whose positions have changed, and those with another mesh than before. */
  readonly moved: readonly number[];
  readonly meshes: readonly ClothMeshNews[];
  readonly events: readonly EngineEvent[];
}

export type EngineEvent =
  | { readonly kind: "tear"; readonly cloth: number }
  | { readonly kind: "rest"; readonly cloth: number }
  | { readonly kind: "wake"; readonly cloth: number }
  | { readonly kind: "contact"; readonly cloth: number; readonly collider: number; readonly isTouching: boolean }
  | { readonly kind: "unstable"; readonly cloths: readonly number[]; readonly error: NumericalError };

/** Where positions, normals and, if asked for, tangents go. */
export interface ClothArrays {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly tangents: Float32Array | undefined;
}

/**
 * What a world runs on, in the page's thread or in a worker: the groups of cloths that meet each other, each with a simulation of its own. A
 * change builds those groups anew that it touches, and puts the state of their cloths into them; one that is wrong changes nothing.
 */
export interface Engine {
  /** The meshes of cloths that are new or have changed. */
  change(changes: readonly Change[]): Promise<readonly ClothMeshNews[]>;
  /** Hands, pins and poses, in the order in which they are told. */
  tell(told: Told): void;
  update(seconds: number, maxSteps: number, onStep?: (time: number) => void): UpdateReport;
  /** Vertices of a cloth, and whether it has tangents. */
  describe(cloth: number): { readonly vertexCount: number; readonly withTangents: boolean };
  read(cloth: number, arrays: ClothArrays): void;
  /** Where the own frames of all colliders, or the bones of skins, are as shown: matrices of 16 numbers, by the colliders' numbers. */
  places(): ReadonlyMap<number, Float64Array>;
  /** Whether the code of cuts is there; it is loaded before the first of them. */
  readonly canCut: boolean;
  loadCuts(): Promise<void>;
  cut(cloth: number, edges: readonly VertexPair[]): readonly ClothMeshNews[];
  cutAlong(cloth: number, path: readonly Point[], reach?: number): { edges: number; meshes: readonly ClothMeshNews[] };
  reset(): Promise<readonly ClothMeshNews[]>;
  /** From now on events tell of contacts. */
  watchContacts(): void;
  dispose(): void;
}

export function createEngine(settings: Description["settings"], options: EngineOptions): Engine {
  let description: Description = { settings, cloths: [], colliders: [] };
  let groups: readonly Group[] = [];
  const clock = createClock(settings.timestep ?? 1 / 60);
  const told = createToldMemory();
  const places = new Map<number, Float64Array>();
  const attachments = createAttachments();
  let isWatched = false;
  let cuts: Awaited<ReturnType<typeof ENGINE_ROOMS.cuts>> | undefined;

  function theCuts(): NonNullable<typeof cuts> {
    if (cuts === undefined) throw new Error("the code of cuts is not there");
    return cuts;
  }

  function groupOf(cloth: number): Group {
    const found = groups.find(({ ids }) => ids.includes(cloth));
    if (found === undefined) throw new InputError("cloth", `number ${cloth}`, "it was removed from its world: add another");
    return found;
  }

  /** The groups of a description: those that are the same go on, the others are made, and take over when the function is called. */
  async function prepareGroups(next: Description): Promise<() => readonly ClothMeshNews[]> {
    const made: Group[] = [];
    const fresh = new Set<Group>();
    try {
      for (const cloths of arrangeGroups(next)) {
        const setup: GroupSetup = { description: next, cloths, options };
        const same = groups.find((group) => group.isFor(setup));
        const group = same ?? (await createGroup(setup));
        if (same === undefined) fresh.add(group);
        made.push(group);
      }
    } catch (error) {
      for (const group of fresh) group.dispose();
      throw error;
    }
    const carry = groups.length > 0 && fresh.size > 0 ? (await ENGINE_ROOMS.transplant()).transplant : undefined;
    return () => {
      const former = groups;
      for (const group of fresh) {
        if (carry === undefined) group.start(told.bodies.values(), clock);
        else group.takeOver(former, clock, carry);
      }
      groups = made;
      for (const group of former) if (!made.includes(group)) group.dispose();
      for (const group of fresh) {
        if (isWatched) group.watchContacts();
        for (const one of told.hands.values()) group.tell(one);
      }
      return [...fresh].flatMap((group) => group.meshes());
    };
  }

  function forget(collider: number): void {
    told.forgetBody(collider);
    places.delete(collider);
  }

  return {
    async change(changes) {
      const next = applyChanges(description, changes);
      checkSettings(next.settings);
      const isOther = next.colliders !== description.colliders || next.settings !== description.settings || changes.length === 0;
      if (next.cloths.length === 0 && isOther) await checkAlone(next, options);
      const takeOver = await prepareGroups(next);
      description = next;
      for (const change of changes) {
        if (change.kind === "remove-collider") forget(change.id);
        if (change.kind === "remove-cloth") attachments.forget(change.id);
      }
      const meshes = takeOver();
      for (const change of changes) {
        if (change.kind === "set-world") for (const group of groups) group.set(change.settings);
      }
      return meshes;
    },
    tell(one) {
      told.note(one);
      attachments.note(one, ({ cloth, collider, bone }) => groups.find(({ ids }) => ids.includes(cloth))?.poseOf(collider, bone));
      for (const group of groups) group.tell(one);
    },
    update(seconds, maxSteps, onStep) {
      const events: EngineEvent[] = [];
      const moved: number[] = [];
      const meshes: ClothMeshNews[] = [];
      for (const group of groups) {
        group.update(seconds, maxSteps, clock, onStep);
        events.push(...group.takeEvents());
        meshes.push(...group.takeMeshes());
        if (group.hasMoved) moved.push(...group.ids);
      }
      const steps = clock.advance(seconds, maxSteps);
      if (moved.length === 0) for (let k = steps - 1; k >= 0; k--) onStep?.(clock.time - k * clock.timestep); // no group has called it
      return { time: clock.time, displayTime: clock.displayTime, steps, moved, meshes, events };
    },
    describe: (cloth) => groupOf(cloth).describe(cloth),
    read: (cloth, arrays) => groupOf(cloth).read(cloth, arrays),
    places() {
      const group = groups.find(({ hasMoved }) => hasMoved) ?? groups[0];
      if (group === undefined) return NO_PLACES;
      for (const { id, input } of description.colliders) {
        if (!places.has(id)) places.set(id, new Float64Array(PLACE_SIZE * (input.skin?.boneCount ?? 1)));
      }
      group.readPlaces(places);
      return places;
    },
    get canCut() {
      return cuts !== undefined;
    },
    async loadCuts() {
      cuts ??= await ENGINE_ROOMS.cuts();
    },
    cut(cloth, edges) {
      const group = groupOf(cloth);
      group.cut(cloth, edges, theCuts().EDITING);
      return group.takeMeshes();
    },
    cutAlong(cloth, path, reach) {
      const group = groupOf(cloth);
      const { positions, triangles } = group.meshes()[group.ids.indexOf(cloth)];
      const edges = theCuts().findEdgesAlong(positions, triangles, path, reach);
      if (edges.length > 0) group.cut(cloth, edges, theCuts().EDITING);
      return { edges: edges.length, meshes: group.takeMeshes() };
    },
    async reset() {
      const { restoreSnapshot } = await ENGINE_ROOMS.reset();
      clock.reset();
      told.forgetHands();
      for (const group of groups) group.reset(told.bodies.values(), group.ids.flatMap(attachments.of), restoreSnapshot);
      return groups.flatMap((group) => group.meshes());
    },
    watchContacts() {
      isWatched = true;
      for (const group of groups) group.watchContacts();
    },
    dispose() {
      for (const group of groups) group.dispose();
      groups = [];
    },
  };
}

/** Where there is no cloth nobody looks where bodies are. */
const NO_PLACES: ReadonlyMap<number, Float64Array> = new Map();

/** Where there is no cloth yet, settings and colliders are tried with one of four vertices: what is wrong is told when it is given. */
async function checkAlone(description: Description, options: EngineOptions): Promise<void> {
  const cloths = [{ id: 0, input: { grid: { columns: 2, rows: 2, width: 1, height: 1 } } }];
  (await createGroup({ description, cloths, options })).dispose();
}

/** Cloths that can meet share a simulation; others have their own, and so their own method, cuts and sleep. */
function arrangeGroups({ settings, cloths }: Description): (readonly ClothEntry[])[] {
  if (settings.collision?.self === true) return cloths.length > 0 ? [cloths] : [];
  return cloths.map((cloth) => [cloth]);
}

/** What needs no new simulation is checked here; the rest with the scenes of the groups. */
function checkSettings({ gravity, wind }: WorldSettings): void {
  if (gravity !== undefined) readVec3(gravity, "gravity", { unit: "m/s²" });
  if (wind !== undefined && wind !== null) readField(wind, "wind", WIND);
}
