import { createWorld } from "../world/create-world.ts";
import type { World, WorldOptions, WorldSettings } from "../world/world.ts";
import { isSame } from "./same-value.ts";

/**
 * A world for a component. React may render a component that waits for its world any number of times, and forget all of it each time; so worlds are made
 * outside of it, and a component that asks again for the same finds the one that was made before. It owns that world when it is committed; a world that no
 * component comes to own is disposed of.
 */
export interface PreparedWorld {
  readonly id: number;
  readonly root: object;
  /** The component that it was made for, where that is known. */
  readonly asker: object | undefined;
  readonly fixed: object;
  readonly world: Promise<World>;
  /** What it was made with, and set to since. */
  settings: WorldSettings;
  owner: object | undefined;
  /** Whether its owner is mounted. */
  isHeld: boolean;
  isDisposed: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** So long a world waits for its component [ms]. */
const PATIENCE = 5000;

/** Worlds that wait for a component, by the canvas that it is in. */
const waiting = new WeakMap<object, Set<PreparedWorld>>();
let count = 0;

/** The options that a world keeps for life. Functions are left out: they are taken when it is made, and may be others at each render. */
export function fixedOptions(options: WorldOptions): object {
  const { gravity, wind, collision, solver, loadMesh, methods, forces, shapes, ...fixed } = options;
  return fixed;
}

/** Those that may change, with what they are where nothing is given. */
export function settingsOf({ gravity = [0, -9.81, 0], wind = null, collision = {}, solver = {} }: WorldOptions): WorldSettings {
  return { gravity, wind, collision, solver };
}

/** A world of these options that nobody owns: one that waits, or a new one. React forgets who asks until it is mounted; from then on `asker` tells. */
export function prepareWorld(root: object, options: WorldOptions, asker?: object): PreparedWorld {
  const all = waiting.get(root) ?? new Set();
  waiting.set(root, all);
  const fixed = fixedOptions(options);
  for (const one of all) {
    if (one.asker !== asker || !isSame(one.fixed, fixed)) continue;
    expect(one);
    return one;
  }
  const prepared: PreparedWorld = {
    id: ++count,
    root,
    asker,
    fixed,
    world: createWorld(options),
    settings: settingsOf(options),
    owner: undefined,
    isHeld: false,
    isDisposed: false,
    timer: undefined,
  };
  all.add(prepared);
  prepared.world.then(
    () => expect(prepared),
    () => expect(prepared), // React throws the error where the component is
  );
  return prepared;
}

/** Waits for a component, for a while. */
function expect(prepared: PreparedWorld): void {
  clearTimeout(prepared.timer);
  if (prepared.owner !== undefined) return;
  prepared.timer = setTimeout(() => dispose(prepared), PATIENCE);
  (prepared.timer as { unref?(): void }).unref?.(); // a process need not wait for it
}

/** Whether a component may show this world. */
export function isFree(prepared: PreparedWorld, owner: object): boolean {
  return !prepared.isDisposed && (prepared.owner === undefined || prepared.owner === owner);
}

/** Makes a component the owner; false if another is, or the world is no more. */
export function holdWorld(prepared: PreparedWorld, owner: object): boolean {
  if (!isFree(prepared, owner)) return false;
  clearTimeout(prepared.timer);
  waiting.get(prepared.root)?.delete(prepared);
  prepared.owner = owner;
  prepared.isHeld = true;
  return true;
}

/** Disposes of it, unless its owner is back at once: strict mode mounts every component twice. */
export function releaseWorld(prepared: PreparedWorld, owner: object): void {
  if (prepared.owner !== owner) return;
  prepared.isHeld = false;
  queueMicrotask(() => {
    if (!prepared.isHeld) dispose(prepared);
  });
}

function dispose(prepared: PreparedWorld): void {
  if (prepared.isDisposed) return;
  prepared.isDisposed = true;
  waiting.get(prepared.root)?.delete(prepared);
  prepared.world.then(
    (world) => world.dispose(),
    () => {},
  );
}
