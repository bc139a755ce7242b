import { disposable } from "../core/disposable.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { createListeners } from "../core/listeners.ts";
import { readInteger, readNumber, readObject, readVec3 } from "../core/read.ts";
import type { Change } from "./change.ts";
import { createKeptCloth, type KeptCloth, readPoint } from "./cloth-handle.ts";
import { createKeptCollider, type KeptCollider } from "./collider-handle.ts";
import type { ClothMeshNews, EngineEvent, UpdateReport } from "./engine.ts";
import type { Host, HostNews } from "./host.ts";
import { pickCloth } from "./pick.ts";
import { retrace } from "./retrace.ts";
import type { UpdateOptions, World, WorldClothInput, WorldCollider, WorldColliderInput, WorldEvents } from "./world.ts";
import { idOf, type WorldParts } from "./world-parts.ts";

/** The side of a world that its user holds: handles and arrays, which a host keeps up to date. */
export interface WorldFront {
  readonly world: World;
  readonly news: HostNews;
  /** Gives it a host, and what is there from the start. */
  open(host: Host, cloths: readonly WorldClothInput[], colliders: readonly WorldColliderInput[]): Promise<void>;
}

const EVENTS: readonly (keyof WorldEvents)[] = ["beforeUpdate", "frame", "tear", "contact", "rest", "unstable", "error"];

const MAX_STEPS = 8;

export function createWorldFront(timestep: number): WorldFront {
  const cloths = new Map<number, KeptCloth>();
  const colliders = new Map<number, KeptCollider>();
  const listeners = createListeners<WorldEvents>(EVENTS);
  let host: Host | undefined;
  let isDisposed = false;
  let numbers = 0;
  let hands = 0;
  let shown: Pick<UpdateReport, "time" | "displayTime"> = { time: 0, displayTime: 0 };
  let failure: WorldEvents["unstable"]["error"] | undefined;

  function theHost(): Host {
    if (host === undefined || isDisposed) throw new InputError("world", "a world that was disposed of", "create another");
    return host;
  }

  const parts: WorldParts = {
    get host() {
      return theHost();
    },
    change,
    async show(meshes) {
      showMeshes(await meshes);
    },
    colliderOf(collider) {
      const kept = colliders.get(idOf.get(collider) ?? -1);
      if (kept === undefined || kept.handle !== collider) {
        throw new InputError("collider", describeValue(collider), "give one that addCollider of this world gave, and that is still there");
      }
      return kept;
    },
  };

  function showMeshes(meshes: readonly ClothMeshNews[]): void {
    for (const mesh of meshes) cloths.get(mesh.id)?.adopt(mesh);
  }

  /** Errors name what was given by its place in the list of these changes. */
  async function change(changes: readonly Change[], paths?: ReadonlyMap<number, string>): Promise<void> {
    let meshes: readonly ClothMeshNews[];
    try {
      meshes = await theHost().change(changes);
    } catch (error) {
      throw retrace(error, paths ?? new Map(changes.flatMap((one) => ("id" in one ? [[one.id, one.kind.split("-")[1]]] : []))));
    }
    for (const one of changes) {
      if (one.kind === "add-cloth") {
        const mesh = meshes.find(({ id }) => id === one.id);
        if (mesh !== undefined) cloths.set(one.id, createKeptCloth(one.id, mesh, parts));
      } else if (one.kind === "add-collider") {
        colliders.set(one.id, createKeptCollider(one.id, one.input, parts));
      } else if (one.kind === "remove-cloth") {
        cloths.get(one.id)?.remove();
        cloths.delete(one.id);
      } else if (one.kind === "remove-collider") {
        colliders.get(one.id)?.remove();
        colliders.delete(one.id);
      }
    }
    failure = undefined;
    showMeshes(meshes.filter(({ id }) => !changes.some((one) => one.kind === "add-cloth" && one.id === id)));
    listeners.tell("frame", shown);
  }

  function addition(kind: "add-cloth" | "add-collider", input: object, path: string): Change & { readonly id: number } {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      throw new InputError(path, describeValue(input), "give an object { … }");
    }
    const id = ++numbers;
    const named = { name: `${kind === "add-cloth" ? "cloth" : "collider"} ${id}`, ...input };
    if (kind === "add-collider") checkName(named as WorldColliderInput, path);
    return { kind, id, input: named };
  }

  function checkName({ name }: WorldColliderInput, path: string): void {
    for (const { handle } of colliders.values()) {
      if (handle.name === name)
        throw new InputError(`${path}.name`, JSON.stringify(name), "another collider has that name: give one of its own");
    }
  }

  async function addColliders(inputs: readonly WorldColliderInput[], paths: readonly string[]): Promise<readonly WorldCollider[]> {
    const changes = inputs.map((input, n) => addition("add-collider", input, paths[n]));
    await change(changes, new Map(changes.map(({ id }, n) => [id, paths[n]])));
    return changes.map(({ id }) => (colliders.get(id) as KeptCollider).handle);
  }

  function tellEvent(event: EngineEvent): void {
    const clothOf = (id: number) => cloths.get(id)?.handle;
    if (event.kind === "unstable") {
      failure = event.error;
      const lost = event.cloths.flatMap((id) => clothOf(id) ?? []);
      return listeners.tell("unstable", { cloths: lost, error: event.error });
    }
    const kept = cloths.get(event.cloth);
    if (kept === undefined) return;
    const cloth = kept.handle;
    if (event.kind === "wake") kept.isAsleep = false;
    else if (event.kind === "rest") {
      kept.isAsleep = true;
      listeners.tell("rest", { cloth });
    } else if (event.kind === "tear") listeners.tell("tear", { cloth });
    else if (event.kind === "contact") {
      const collider = colliders.get(event.collider)?.handle;
      if (collider !== undefined) listeners.tell("contact", { cloth, collider, isTouching: event.isTouching });
    }
  }

  const news: HostNews = {
    arraysOf: (cloth) => cloths.get(cloth)?.arrays,
    meshes: showMeshes,
    frame(report, poses) {
      shown = report;
      for (const [id, pose] of poses) colliders.get(id)?.pose.set(pose);
      for (const event of report.events) tellEvent(event);
      listeners.tell("frame", shown);
    },
    failed: (error) => listeners.tell("error", { error }),
  };

  const world: World = disposable<Omit<World, typeof Symbol.dispose>>({
    get isWorker() {
      return host?.isWorker ?? false;
    },
    timestep,
    get time() {
      return shown.time;
    },
    get displayTime() {
      return shown.displayTime;
    },
    get cloths() {
      return [...cloths.values()].map(({ handle }) => handle);
    },
    get colliders() {
      return [...colliders.values()].map(({ handle }) => handle);
    },
    get failure() {
      return failure;
    },
    update(seconds, options) {
      const { onStep, maxSteps } = readUpdate(seconds, options);
      const own = theHost();
      listeners.tell("beforeUpdate", { seconds });
      if (own.isWorker && onStep !== undefined) {
        throw new InputError("options.onStep", "a function", "a world in a worker cannot call it: tell poses before update");
      }
      own.update(Math.max(0, seconds), maxSteps, onStep);
    },
    async settle() {
      await theHost().settle();
    },
    async addCloth(cloth) {
      const one = addition("add-cloth", cloth, "cloth");
      await change([one]);
      return (cloths.get(one.id) as KeptCloth).handle;
    },
    async addCollider(collider) {
      return (await addColliders([collider], ["collider"]))[0];
    },
    async addColliders(inputs) {
      if (!Array.isArray(inputs)) throw new InputError("colliders", describeValue(inputs), "give a list of colliders");
      return addColliders(
        inputs,
        inputs.map((_, n) => `colliders[${n}]`),
      );
    },
    async set(settings) {
      readObject(settings, "settings", ["gravity", "wind", "collision", "solver"]);
      await change([{ kind: "set-world", settings }]);
    },
    pick(ray) {
      const { origin, direction } = readObject(ray, "ray", ["origin", "direction"]);
      const along = readVec3(direction, "ray.direction");
      if (along.every((c) => c === 0)) throw new InputError("ray.direction", describeValue(direction), "give a direction that is not zero");
      return pickCloth(world.cloths, readPoint(origin, "ray.origin"), along);
    },
    drag(hit, options = {}) {
      const kept = cloths.get(idOf.get(hit?.cloth ?? {}) ?? -1);
      if (kept === undefined) throw new InputError("hit", describeValue(hit), "give what pick of this world gave");
      const { frequency = 8, maxStrain = 0.2 } = readObject(options, "options", ["frequency", "maxStrain"]);
      const hand = ++hands;
      const own = theHost();
      own.tell({
        kind: "take",
        cloth: kept.id,
        hand,
        vertex: hit.vertex,
        point: readPoint(hit.point, "hit.point"),
        frequency: readNumber(frequency, "options.frequency", { above: 0, max: 1000, unit: "1/s" }),
        maxStrain: readNumber(maxStrain, "options.maxStrain", { min: 0, max: 100 }),
      });
      return {
        cloth: kept.handle,
        vertex: hit.vertex,
        moveTo: (point) => own.tell({ kind: "aim", cloth: kept.id, hand, point: readPoint(point, "point") }),
        release: () => own.tell({ kind: "drop", cloth: kept.id, hand }),
      };
    },
    async reset() {
      showMeshes(await theHost().reset());
      failure = undefined;
      shown = { time: 0, displayTime: 0 };
      listeners.tell("frame", shown);
    },
    on(event, listener) {
      const end = listeners.on(event, listener);
      if (event === "contact") theHost().watchContacts();
      return end;
    },
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      for (const kept of [...cloths.values(), ...colliders.values()]) kept.remove();
      host?.dispose();
    },
  });

  return {
    world,
    news,
    async open(opened, firstCloths, firstColliders) {
      host = opened;
      const bodies = firstColliders.map((input, n) => addition("add-collider", input, `colliders[${n}]`));
      const sheets = firstCloths.map((input, n) => addition("add-cloth", input, `cloths[${n}]`));
      if (bodies.length + sheets.length === 0) return;
      const paths = new Map([
        ...bodies.map(({ id }, n) => [id, `colliders[${n}]`] as const),
        ...sheets.map(({ id }, n) => [id, `cloths[${n}]`] as const),
      ]);
      await change([...bodies, ...sheets], paths);
    },
  };
}

function readUpdate(
  seconds: number,
  options: UpdateOptions | ((time: number) => void) | undefined,
): { maxSteps: number; onStep: UpdateOptions["onStep"] } {
  if (typeof seconds !== "number" || Number.isNaN(seconds)) {
    throw new InputError("seconds", describeValue(seconds), "give the time since the last frame [s]");
  }
  if (options === undefined) return { maxSteps: MAX_STEPS, onStep: undefined };
  if (typeof options === "function") return { maxSteps: MAX_STEPS, onStep: options };
  const { maxSteps = MAX_STEPS, onStep } = readObject(options, "options", ["maxSteps", "onStep"]);
  if (onStep !== undefined && typeof onStep !== "function") {
    throw new InputError("options.onStep", describeValue(onStep), "give a function of the time [s]");
  }
  return { maxSteps: readInteger(maxSteps, "options.maxSteps", { min: 1 }), onStep: onStep as UpdateOptions["onStep"] };
}
