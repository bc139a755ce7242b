import { disposable } from "../core/disposable.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { createListeners } from "../core/listeners.ts";
import { readList, readObject, readVec3 } from "../core/read.ts";
import { checkUpdate, MAX_STEPS_PER_UPDATE } from "../core/update-options.ts";
import { SCENE_DEFAULTS } from "../scene/scene-defaults.ts";
import type { KeptCloth } from "./cloth-handle.ts";
import { readPoint } from "./cloth-handle.ts";
import type { KeptCollider } from "./collider-handle.ts";
import type { Host, HostNews } from "./host.ts";
import { pickCloth } from "./pick.ts";
import { SCENE_FIELDS, SETTING_FIELDS } from "./scene-fields.ts";
import { takeHold } from "./take-hold.ts";
import { createUnitWatch } from "./watch-units.ts";
import type { World, WorldClothInput, WorldColliderInput, WorldEvents } from "./world.ts";
import { createWorldKeep } from "./world-keep.ts";

/** The side of a world that its user holds: handles and arrays, which a host keeps up to date. */
export interface WorldFront {
  readonly world: World;
  readonly news: HostNews;
  /** Gives it a host, and what is there from the start. */
  open(host: Host, cloths: readonly WorldClothInput[], colliders: readonly WorldColliderInput[]): Promise<void>;
}

const START: WorldEvents["frame"] = { time: 0, displayTime: 0, attended: undefined };

const EVENTS: readonly (keyof WorldEvents)[] = ["beforeUpdate", "frame", "tear", "contact", "rest", "unstable", "error", "message"];

export function createWorldFront(first: number | undefined): WorldFront {
  const listeners = createListeners<WorldEvents>(EVENTS);
  const keep = createWorldKeep(theHost, listeners, showAgain);
  const watchUnits = createUnitWatch();
  let host: Host | undefined;
  let isDisposed = false;
  let isStepping = false;
  let timestep = first ?? SCENE_DEFAULTS.timestep;
  let shown: WorldEvents["frame"] = START;

  function theHost(): Host {
    if (host === undefined || isDisposed) throw new InputError("world", "a world that was disposed of", "create another");
    return host;
  }

  const news: HostNews = {
    arraysOf: (cloth) => keep.cloths.get(cloth)?.arrays,
    meshes: keep.show,
    frame({ time, displayTime, events, hasFailed }, places, attended) {
      shown = { time, displayTime, attended };
      if (!hasFailed) keep.failure = undefined;
      for (const [id, place] of places) keep.colliders.get(id)?.show(place);
      for (const event of events) keep.tell(event);
      listeners.tell("frame", shown);
    },
    message: (value) => listeners.tell("message", { value }),
    failed: (error) => listeners.tell("error", { error }),
  };

  function showAgain(): void {
    listeners.tell("frame", shown);
  }

  const world: World = disposable<Omit<World, typeof Symbol.dispose>>({
    get isWorker() {
      return theHost().isWorker;
    },
    get timestep() {
      return timestep;
    },
    get time() {
      return shown.time;
    },
    get displayTime() {
      return shown.displayTime;
    },
    get cloths() {
      return [...keep.cloths.values()].map(({ handle }) => handle);
    },
    get colliders() {
      return [...keep.colliders.values()].map(({ handle }) => handle);
    },
    get failure() {
      return keep.failure;
    },
    get notices() {
      return keep.notices;
    },
    update(seconds, options) {
      checkUpdate(seconds, options);
      const { onStep, maxSteps = MAX_STEPS_PER_UPDATE } = typeof options === "function" ? { onStep: options } : (options ?? {});
      const own = theHost();
      if (own.isWorker && onStep !== undefined) {
        throw new InputError("options.onStep", "a function", "a world in a worker cannot call it: tell poses before update");
      }
      watchUnits(seconds);
      listeners.tell("beforeUpdate", { seconds });
      if (isStepping) return;
      own.update(Math.max(0, seconds), maxSteps, onStep);
    },
    settle: () => theHost().settle(),
    async step(count = 1, options = {}) {
      if (isStepping) throw new InputError("step", "a call before the last has resolved", "await it");
      isStepping = true;
      try {
        const { takeSteps } = await import("./rooms/steps.ts");
        await takeSteps(theHost, keep, count, options);
      } finally {
        isStepping = false;
      }
    },
    async load(scene, options = {}) {
      readObject(scene, "scene", SCENE_FIELDS);
      const { keepState = false } = readObject(options, "options", ["keepState"]);
      for (const list of ["cloths", "colliders"] as const) readList(scene[list] ?? [], list);
      await keep.load(scene, keepState === true);
      timestep = scene.timestep ?? SCENE_DEFAULTS.timestep;
      if (keepState !== true) shown = START;
      await theHost().show();
    },
    async ask(question) {
      const answer = await theHost().ask(question);
      await theHost().show();
      return answer;
    },
    async addCloth(cloth) {
      const [id] = await keep.add([cloth], [], () => "cloth");
      return (keep.cloths.get(id) as KeptCloth).handle;
    },
    async addCollider(collider) {
      const [id] = await keep.add([], [collider], () => "collider");
      return (keep.colliders.get(id) as KeptCollider).handle;
    },
    async addColliders(inputs) {
      if (!Array.isArray(inputs)) throw new InputError("colliders", describeValue(inputs), "give a list of colliders");
      const ids = await keep.add([], inputs, (list, n) => `${list}[${n}]`);
      return ids.map((id) => (keep.colliders.get(id) as KeptCollider).handle);
    },
    async set(settings) {
      readObject(settings, "settings", SETTING_FIELDS);
      await keep.change([{ kind: "set-world", settings }]);
      timestep = settings.timestep ?? timestep;
    },
    pick(ray) {
      theHost();
      const { origin, direction } = readObject(ray, "ray", ["origin", "direction"]);
      const along = readVec3(direction, "ray.direction");
      if (along.every((c) => c === 0)) throw new InputError("ray.direction", describeValue(direction), "give a direction that is not zero");
      return pickCloth(world.cloths, readPoint(origin, "ray.origin"), along);
    },
    drag: (hit, options) => takeHold(theHost(), keep.cloths, hit, options),
    async reset() {
      keep.show(await theHost().reset());
      keep.failure = undefined;
      shown = START;
      listeners.tell("frame", shown);
    },
    on(event, listener) {
      const end = listeners.on(event, listener);
      if (event === "contact") theHost().watchContacts();
      return end;
    },
    dispose() {
      if (isDisposed) return;
      keep.removeAll();
      host?.dispose();
      isDisposed = true;
    },
  });

  return {
    world,
    news,
    async open(opened, cloths, colliders) {
      host = opened;
      await keep.add(cloths, colliders, (list, n) => `${list}[${n}]`);
    },
  };
}
