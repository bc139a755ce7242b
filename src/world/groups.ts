import { InputError } from "../core/errors.ts";
import type { Run } from "../sim/run.ts";
import type { Attendant } from "./attend.ts";
import type { ClothEntry, Description } from "./change.ts";
import type { WorldClock } from "./clock.ts";
import type { ClothMeshNews, EngineOptions } from "./engine.ts";
import { createGroup, type Group, type GroupOptions, type GroupSetup, type Transplant } from "./group.ts";
import { ENGINE_ROOMS } from "./rooms.ts";
import type { Told } from "./told.ts";
import type { ToldMemory } from "./told-memory.ts";

/** The groups of a world's cloths. */
export interface Groups {
  readonly list: readonly Group[];
  /** Those of whose cloths any is seen. */
  readonly seen: readonly Group[];
  of(cloth: number): Group;
  /** Gives what is to be waited for, if anything. */
  tell(told: Told, concerned?: readonly Group[]): Promise<void> | undefined;
  /** Writes where colliders are as shown at this time [s], by their numbers. */
  readPlaces(out: ReadonlyMap<number, Float64Array>, time: number): void;
  /** Whether some group stands still since a step has failed. */
  readonly haveFailed: boolean;
  /**
   * Makes the groups of a description: those that are the same go on, the others take over when the function that comes back is called, which gives their
   * meshes. All begin anew unless state is kept.
   */
  prepare(next: Description, keepState: boolean): Promise<() => readonly ClothMeshNews[]>;
  /** From now on events tell of contacts. */
  watchContacts(): void;
  dispose(): void;
}

/**
 * Is called when all groups are made, before any takes over: whoever else has a part in the change agrees to it, or the call is rejected, and nothing
 * changes. What comes back puts the bodies of a run where they are in the first group of all.
 */
export type Agree = () => Promise<((run: Run) => void) | undefined>;

export function createGroups(options: EngineOptions, attendant: Attendant | undefined, told: ToldMemory, clock: WorldClock): Groups {
  const groupOptions: GroupOptions =
    attendant === undefined ? options : { ...options, stepped: (simulation) => attendant.stepped?.(simulation) };
  let list: readonly Group[] = [];
  let seen: readonly Group[] = [];
  let isWatched = false;
  /** The code by which groups come back that were not seen. */
  let hiding: Awaited<ReturnType<typeof ENGINE_ROOMS.detail>> | undefined;

  /** Looks which groups are seen. Those that were not come back. */
  function look(): void {
    const before = seen;
    seen = list.filter(({ ids }) => ids.some((id) => !told.hidden.has(id)));
    for (const group of seen) if (!before.includes(group)) hiding?.arrive(group, told);
  }

  async function loadHiding(): Promise<void> {
    hiding = await ENGINE_ROOMS.detail();
    look();
  }

  function takeOver(
    made: readonly Group[],
    fresh: ReadonlySet<Group>,
    by: Transplant | undefined,
    put: ((run: Run) => void) | undefined,
  ): void {
    const former = by?.catchUp(list, seen, told, clock) ?? list;
    for (const group of fresh) {
      if (by === undefined) group.start(told.bodies.values(), clock, put);
      else group.takeOver(former, clock, by, put);
    }
    list = made;
    seen = made;
    look();
    for (const group of former) if (!made.includes(group)) group.dispose();
    for (const group of fresh) {
      if (isWatched) group.watchContacts();
      for (const one of told.hands.values()) group.tell(one);
    }
  }

  return {
    get list() {
      return list;
    },
    get seen() {
      return seen;
    },
    tell(one, concerned = "cloth" in one ? list : seen) {
      for (const group of concerned) group.tell(one);
      if (one.kind !== "hide" && one.kind !== "show") return undefined;
      if (one.kind === "hide" || hiding !== undefined) look();
      return hiding === undefined ? loadHiding() : undefined;
    },
    readPlaces(out, time) {
      const group = seen.find(({ hasMoved }) => hasMoved) ?? seen[0];
      if (group !== undefined) group.bodies.readPlaces(out);
      else if (list.length > 0) hiding?.readPlaces(list[0], out, told, time);
    },
    of(cloth) {
      const found = list.find(({ ids }) => ids.includes(cloth));
      if (found === undefined) throw new InputError("cloth", `number ${cloth}`, "it was removed from its world: add another");
      return found;
    },
    get haveFailed() {
      return seen.some(({ run }) => run.failure !== undefined);
    },
    async prepare(next, keepState) {
      const made: Group[] = [];
      const fresh = new Set<Group>();
      const areKept = list.length > 0 && keepState;
      const by = areKept ? await ENGINE_ROOMS.transplant() : undefined;
      let put: ((run: Run) => void) | undefined;
      try {
        for (const cloths of arrangeGroups(next, options.together)) {
          const setup: GroupSetup = { description: next, cloths, options: groupOptions };
          const same = by && list.find((group) => by.isSameSetup(group.setup, setup));
          const group = same ?? (await createGroup(setup, keepState ? list : []));
          if (same === undefined) fresh.add(group);
          made.push(group);
        }
        put = await options.agree?.();
      } catch (error) {
        for (const group of fresh) group.dispose();
        throw error;
      }
      return () => {
        const isOther = fresh.size > 0 || made.length < list.length;
        takeOver(made, fresh, by, put);
        if (isOther) attendant?.begin?.(simulationsOf(list), areKept);
        return [...fresh].flatMap((group) => group.meshes());
      };
    },
    watchContacts() {
      isWatched = true;
      for (const group of list) group.watchContacts();
    },
    dispose() {
      for (const group of list) group.dispose();
      list = [];
      seen = [];
    },
  };
}

/** What an attendant sees of groups. */
export function simulationsOf(groups: readonly Group[]): NonNullable<Group["simulation"]>[] {
  return groups.flatMap(({ simulation }) => simulation ?? []);
}

/** Where there is no cloth yet, settings and colliders are tried with one of four vertices: what is wrong is told when it is given. */
export async function checkAlone(description: Description, options: EngineOptions): Promise<void> {
  const cloths = [{ id: 0, input: { grid: { columns: 2, rows: 2, width: 1, height: 1 } } }];
  (await createGroup({ description, cloths, options })).dispose();
}

/** Cloths that can meet share a simulation; others have their own, and so their own method, cuts and sleep, unless all are to be together. */
function arrangeGroups({ settings, cloths }: Description, together: boolean): (readonly ClothEntry[])[] {
  if (together || settings.collision?.self === true) return cloths.length > 0 ? [cloths] : [];
  return cloths.map((cloth) => [cloth]);
}
