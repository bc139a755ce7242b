import type { World, WorldCollider, WorldColliderInput } from "../world/world.ts";

interface Wanted {
  readonly input: WorldColliderInput;
  /** Whether its component is still there: strict mode takes every first one away at once. */
  isWanted(): boolean;
  resolve(collider: WorldCollider): void;
  reject(error: unknown): void;
}

const wantedIn = new WeakMap<World, Wanted[]>();
const removals = new WeakMap<World, Promise<unknown>>();

/** Adds a collider together with all others that components ask for in the same moment: the cloths are made ready for them once. */
export function addTogether(world: World, input: WorldColliderInput, isWanted: () => boolean): Promise<WorldCollider> {
  return new Promise((resolve, reject) => {
    const list = wantedIn.get(world) ?? [];
    list.push({ input, isWanted, resolve, reject });
    if (list.length > 1) return;
    wantedIn.set(world, list);
    queueMicrotask(() => {
      wantedIn.delete(world);
      void addAll(world, list);
    });
  });
}

/** Those that are added afterwards may have its name. */
export function removeCollider(world: World, collider: WorldCollider): void {
  if (collider.isRemoved) return;
  const removal = collider.remove().catch(() => {}); // its world was disposed of meanwhile
  removals.set(world, Promise.all([removals.get(world), removal]));
}

async function addAll(world: World, list: readonly Wanted[]): Promise<void> {
  await removals.get(world);
  removals.delete(world);
  const all = list.filter(({ isWanted }) => isWanted());
  try {
    const colliders = await world.addColliders(all.map(({ input }) => input));
    all.forEach(({ resolve }, n) => {
      resolve(colliders[n]);
    });
  } catch {
    // one of them is wrong, and none was added: each hears of itself
    for (const { input, resolve, reject } of all) await world.addCollider(input).then(resolve, reject);
  }
}
