import { VERSION } from "../core/version.ts";
import { addTo, type ClothEntry, type Description, type SceneSettings } from "./change.ts";
import type { CrewOptions } from "./crew.ts";
import type { EngineOptions, OwnEngine } from "./engine.ts";
import { createHelper, type Helper } from "./helper.ts";
import { openWorker, type WorkerPort } from "./open-worker.ts";
import { shareOut } from "./share-out.ts";
import { createToldMemory, type ToldMemory } from "./told-memory.ts";

/** Who has which cloths of a world. */
export interface CrewMembers {
  /** What the world is made of, and where its cloths are: the number of an engine, 0 for the own one. */
  readonly description: Description;
  readonly owners: ReadonlyMap<number, number>;
  settle(next: Description, owners: ReadonlyMap<number, number>): void;
  readonly told: ToldMemory;
  readonly helpers: readonly Helper[];
  /** The helpers that have cloths. */
  readonly busy: readonly Helper[];
  /** Whether cloths are, or are about to be, in more than one thread. */
  readonly areShared: boolean;
  /** The helper that has a cloth; undefined where the own engine has it. */
  helperOf(cloth: number): Helper | undefined;
  /** Where cloths are to be from now on; helpers that are missing are started. */
  place(cloths: readonly ClothEntry[], settings: SceneSettings, known: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, number>>;
  watchContacts(): void;
  dispose(reason: Error): void;
  /** Helpers end with this object, when that is collected. */
  endWith(owner: object): void;
}

/** About what a helper takes [bytes], which V8 knows nothing of: as much is held that is never touched, so that worlds which are dropped are collected in time. */
const HELPER_WEIGHT = 32e6;

/** A world that is dropped takes its helpers along. */
const dropped = new FinalizationRegistry<WorkerPort[]>((ports) => {
  for (const port of ports) port.terminate();
});

export function createCrewMembers(settings: SceneSettings, own: OwnEngine, options: EngineOptions, how: CrewOptions): CrewMembers {
  const ports: WorkerPort[] = [];
  const weights: ArrayBuffer[] = [];
  const helpers: Helper[] = [];
  const told = createToldMemory();
  let description: Description = addTo({ settings, cloths: [], colliders: [] }, []);
  let owners: ReadonlyMap<number, number> = new Map();
  let busy: readonly Helper[] = [];
  let engines = Math.min(options.threads ?? 1, MOST_ENGINES);
  let areShared = false;
  let isWatched = false;
  let ended: Error | undefined;

  async function startHelper(): Promise<Helper> {
    const port = openWorker(await how.source());
    ports.push(port);
    weights.push(new ArrayBuffer(HELPER_WEIGHT));
    const helper = createHelper(port, own.clock);
    const { sleep } = options;
    const { modules } = how;
    const open = { kind: "open", version: VERSION, settings: description.settings, threads: 1, sleep, together: false, modules } as const;
    await helper.ask({ ...open, isShared: true, source: undefined });
    if (isWatched) helper.watchContacts();
    return helper;
  }

  /** Where threads are not to be had the own engine does all. */
  async function startHelpers(count: number): Promise<void> {
    try {
      while (helpers.length < count) helpers.push(await startHelper());
    } catch {
      engines = helpers.length + 1;
      if (ports.length > helpers.length) ports.pop()?.terminate();
    }
    if (ended !== undefined) for (const helper of helpers) helper.dispose(ended);
  }

  return {
    get description() {
      return description;
    },
    get owners() {
      return owners;
    },
    settle(next, nextOwners) {
      for (const { id } of description.colliders) if (!next.colliders.some((one) => one.id === id)) told.forgetBody(id);
      description = next;
      owners = nextOwners;
      const used = new Set(owners.values());
      busy = helpers.filter((_, n) => used.has(n + 1));
    },
    told,
    helpers,
    get busy() {
      return busy;
    },
    get areShared() {
      return areShared;
    },
    helperOf: (cloth) => helpers[(owners.get(cloth) ?? 0) - 1],
    async place(cloths, settings, known) {
      await startHelpers(lastOf(shareOut(cloths, settings, known, engines)));
      const placed = shareOut(cloths, settings, known, engines); // of those that there are
      areShared = lastOf(placed) > 0;
      return placed;
    },
    watchContacts() {
      isWatched = true;
      for (const helper of helpers) helper.watchContacts();
    },
    dispose(reason) {
      ended = reason;
      for (const helper of helpers) helper.dispose(reason);
    },
    endWith(owner) {
      dropped.register(owner, ports);
    },
  };
}

/** The highest number of an engine that has cloths. */
function lastOf(owners: ReadonlyMap<number, number>): number {
  return Math.max(0, ...owners.values());
}

/** More threads than any machine's. */
const MOST_ENGINES = 32;
