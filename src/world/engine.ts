import { PLACE_SIZE } from "../core/body-place.ts";
import { InputError, type NumericalError } from "../core/errors.ts";
import type { Extensions } from "../scene/extensions.ts";
import { loadPlainStep } from "../scene/load-method.ts";
import type { MeshLoader } from "../scene/mesh-loader.ts";
import { SCENE_DEFAULTS } from "../scene/scene-defaults.ts";
import { readClock } from "../sim/set-clock.ts";
import { createAttachments } from "./attachments.ts";
import type { Attend, Parcel } from "./attend.ts";
import { type Addition, addTo, type Change, type Description, isAddition, type SceneSettings } from "./change.ts";
import { createClock, type WorldClock } from "./clock.ts";
import type { Group } from "./group.ts";
import type { Cuts, GroupCuts } from "./group-cuts.ts";
import { type Agree, checkAlone, createGroups, type Groups, simulationsOf } from "./groups.ts";
import { ENGINE_ROOMS } from "./rooms.ts";
import { readSurroundings, type Surroundings } from "./surroundings.ts";
import type { Told } from "./told.ts";
import { createToldMemory } from "./told-memory.ts";
import type { PartMesh } from "./whole-mesh.ts";

/** How an engine is made: what a worker cannot be sent comes by modules' addresses there. */
export interface EngineOptions extends Extensions {
  readonly loadMesh: MeshLoader;
  readonly threads?: number | undefined;
  readonly sleep: boolean;
  /** All cloths are in one simulation. */
  readonly together: boolean;
  /** Makes the attendant; `tell` has the page told what it says. */
  readonly attend?: Attend | undefined;
  readonly tell?: ((message: Parcel) => void) | undefined;
  /** Of an engine that is one of a crew (crew.ts). */
  readonly agree?: Agree | undefined;
}

/** What a world is made of at first, or from now on. */
export interface EngineScene {
  readonly settings: SceneSettings;
  readonly additions: readonly Addition[];
  /** Cloths that have the numbers of others go on from where these are. */
  readonly keepState: boolean;
}

/** The mesh of a cloth, new or changed. */
export interface ClothMeshNews extends Omit<PartMesh, "vertices">, ClothArrays {
  readonly id: number;
  readonly name: string;
  /** What was mended or passed over in the scene of its group; cloths and bodies go by their numbers (see retrace.ts). */
  readonly notices: readonly string[];
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
  /** Whether some cloth stands still since a step has failed. */
  readonly hasFailed: boolean;
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
  /** Another scene in place of all that is there; one that is wrong changes nothing. */
  load(scene: EngineScene): Promise<readonly ClothMeshNews[]>;
  /** Cutting, once its code was loaded: before the first cut. */
  readonly cuts: Cuts | undefined;
  loadCuts(): Promise<Cuts>;
  /** Takes whole steps, until one fails; returns how many. The next report tells what they have brought. */
  step(count: number): number;
  /** What the attendant says to a question. */
  ask(question: unknown): Promise<Parcel | undefined>;
  /** What the attendant adds to a frame. */
  show(): Parcel | undefined;
  /** Hands, pins and poses, in the order in which they are told. Gives what is to be waited for, if anything. */
  tell(told: Told): Promise<void> | undefined;
  update(seconds: number, maxSteps: number, onStep?: (time: number) => void): UpdateReport;
  /** Vertices of a cloth, and whether it has tangents. */
  describe(cloth: number): { readonly vertexCount: number; readonly withTangents: boolean };
  read(cloth: number, arrays: ClothArrays): void;
  /** Where the own frames of all colliders, or the bones of skins, are as shown: matrices of 16 numbers, by the colliders' numbers. */
  places(): ReadonlyMap<number, Float64Array>;
  reset(): Promise<readonly ClothMeshNews[]>;
  /** From now on events tell of contacts. */
  watchContacts(): void;
  dispose(): void;
}

/** An engine with groups of its own; one of a crew (crew.ts) is told the time. */
export interface OwnEngine extends Engine {
  readonly clock: WorldClock;
  readonly groups: Groups;
  readonly cuts: GroupCuts | undefined;
  loadCuts(): Promise<GroupCuts>;
}

export function createEngine(settings: SceneSettings, options: EngineOptions): OwnEngine {
  let description: Description = { settings, cloths: [], colliders: [] };
  const attendant = options.attend?.((message) => options.tell?.(message));
  const clock = createClock(settings.timestep ?? SCENE_DEFAULTS.timestep);
  const told = createToldMemory();
  const groups = createGroups(options, attendant, told, clock);
  const places = new Map<number, Float64Array>();
  const attachments = createAttachments();
  let cuts: GroupCuts | undefined;
  /** Whom it concerns what is told: all groups, but within `onStep` the one that is about to take the step. */
  let concerned: readonly Group[] | undefined;

  /** The time of a simulation that is alone is the world's, to the last bit, also where an attendant has set it. */
  function followTime(): void {
    if (options.together && groups.list.length > 0) clock.set(readClock(groups.list[0].run));
  }

  /** Makes another description the world's, and tells what is around cloths there; the function that comes back has its groups take over, and gives their meshes. */
  async function prepare(next: Description, keepState: boolean, isOther: boolean): Promise<[Surroundings, () => readonly ClothMeshNews[]]> {
    const surroundings = await readSettings(next.settings, options.together);
    if (next.cloths.length === 0 && isOther) await checkAlone(next, options);
    const takeOver = await groups.prepare(next, keepState);
    for (const { id } of description.colliders) {
      if (next.colliders.some((collider) => collider.id === id)) continue;
      told.forgetBody(id);
      places.delete(id);
    }
    for (const { id } of description.cloths) if (!next.cloths.some((cloth) => cloth.id === id)) attachments.forget(id);
    description = next;
    followTime();
    return [surroundings, takeOver];
  }

  return {
    clock,
    groups,
    get cuts() {
      return cuts;
    },
    async loadCuts() {
      await loadPlainStep(); // kernels may not take the steps of cloth that has been cut
      const { createGroupCuts } = await ENGINE_ROOMS.cuts();
      cuts ??= createGroupCuts(groups);
      return cuts;
    },
    async change(changes) {
      const next = changes.every(isAddition)
        ? addTo(description, changes)
        : (await ENGINE_ROOMS.transplant()).applyChanges(description, changes);
      const isOther = next.colliders !== description.colliders || next.settings !== description.settings || changes.length === 0;
      const [surroundings, takeOver] = await prepare(next, true, isOther);
      if (clock.timestep !== timestepOf(next)) clock.set(clock, timestepOf(next));
      const meshes = takeOver();
      if (changes.some(({ kind }) => kind === "set-world")) for (const group of groups.list) group.set(surroundings);
      return meshes;
    },
    async load({ settings, additions, keepState }) {
      const next = addTo({ settings, cloths: [], colliders: [] }, additions);
      const [, takeOver] = await prepare(next, keepState, true);
      if (keepState) clock.set(clock, timestepOf(next));
      else {
        told.forgetHands();
        clock.reset(timestepOf(next));
      }
      return takeOver();
    },
    step(count) {
      let taken = 0;
      while (taken < count && !groups.haveFailed) {
        for (const group of groups.seen) group.step(clock);
        if (groups.haveFailed) break;
        clock.step();
        taken++;
      }
      followTime();
      return taken;
    },
    async ask(question) {
      if (attendant?.answer === undefined) throw new InputError("ask", "a world without attendant", "give createWorld one, attend");
      const answer = await attendant.answer(question);
      for (const group of groups.list) group.touch();
      followTime();
      return answer;
    },
    show: () => attendant?.show?.(),
    tell(one) {
      told.note(one);
      attachments.note(one, ({ cloth, collider, bone }) => groups.list.find(({ ids }) => ids.includes(cloth))?.poseOf(collider, bone));
      return groups.tell(one, concerned);
    },
    update(seconds, maxSteps, onStep) {
      const events: EngineEvent[] = [];
      const moved: number[] = [];
      const meshes: ClothMeshNews[] = [];
      const silent: Group[] = [];
      const start = clock.time;
      const call = (count: number): void => onStep?.(start + count * clock.timestep);
      let steps: number;
      try {
        for (const group of groups.seen) {
          let count = 0;
          concerned = [group];
          group.update(seconds, maxSteps, clock, () => call(++count));
          if (count === 0) silent.push(group);
          events.push(...group.takeEvents());
          meshes.push(...group.takeMeshes());
          if (group.hasMoved) for (const id of group.ids) if (!told.hidden.has(id)) moved.push(id);
        }
        steps = clock.advance(seconds, maxSteps);
        concerned = silent; // those that have slept are told afterwards
        if (silent.length > 0 || moved.length === 0) for (let k = 1; k <= steps; k++) call(k);
      } finally {
        concerned = undefined;
      }
      followTime();
      return { time: clock.time, displayTime: clock.displayTime, steps, moved, meshes, events, hasFailed: groups.haveFailed };
    },
    describe: (cloth) => groups.of(cloth).describe(cloth),
    read: (cloth, arrays) => groups.of(cloth).read(cloth, arrays),
    places() {
      if (groups.list.length === 0) return NO_PLACES;
      for (const { id, input } of description.colliders) {
        if (!places.has(id)) places.set(id, new Float64Array(PLACE_SIZE * (input.skin?.boneCount ?? 1)));
      }
      groups.readPlaces(places, clock.displayTime);
      return places;
    },
    async reset() {
      const by = await ENGINE_ROOMS.reset();
      const surroundings = await readSurroundings(description.settings);
      clock.reset();
      told.forgetHands();
      for (const group of groups.list) {
        group.reset(surroundings, told.bodies.values(), group.ids.flatMap(attachments.of), by);
      }
      attendant?.begin?.(simulationsOf(groups.list), false);
      return groups.list.flatMap((group) => group.meshes());
    },
    watchContacts: groups.watchContacts,
    dispose: groups.dispose,
  };
}

/** Where there is no cloth nobody looks where bodies are. */
const NO_PLACES: ReadonlyMap<number, Float64Array> = new Map();

function timestepOf({ settings }: Description): number {
  return settings.timestep ?? SCENE_DEFAULTS.timestep;
}

/** What needs no new simulation is checked here; the rest with the scenes of the groups. */
async function readSettings(settings: SceneSettings, together: boolean): Promise<Surroundings> {
  const { events = [] } = settings;
  if (events.length > 0 && !together) {
    throw new InputError("events", `${events.length} of them`, "give the world together: true, for they speak of all cloths of a scene");
  }
  return readSurroundings(settings);
}
