import type { World, WorldCollider, WorldColliderInput } from "../world/world.ts";

interface Wanted {
  readonly input: WorldColliderInput;
  resolve(collider: WorldCollider): void;
  reject(error: unknown): void;
}

const wantedIn = new WeakMap<World, Wanted[]>();

/** Adds a collider together with all others that components ask for in the same moment: the cloths are made ready for them once. */
export function addTogether(world: World, input: WorldColliderInput): Promise<WorldCollider> {
  return new Promise((resolve, reject) => {
    const list = wantedIn.get(world);
    if (list !== undefined) {
      list.push({ input, resolve, reject });
      return;
    }
    const all: Wanted[] = [{ input, resolve, reject }];
    wantedIn.set(world, all);
    queueMicrotask(() => {
      wantedIn.delete(world);
      void addAll(world, all);
    });
  });
}

async function addAll(world: World, all: readonly Wanted[]): Promise<void> {
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
