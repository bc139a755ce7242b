import { createWorld } from "../../src/world/create-world.ts";
import type { World, WorldCloth, WorldOptions } from "../../src/world/world.ts";

/** A sheet of a square metre in the plane y = 1, 8 by 8 vertices; row 0 lies at z = 0. */
export const GRID = { columns: 8, rows: 8, width: 1, height: 1, origin: [-0.5, 1, 0], v: [0, 0, 1] } as const;

/** Both kinds of world, for tests of what they share. */
export const KINDS: readonly { readonly kind: string; readonly options: WorldOptions }[] = [
  { kind: "in this thread", options: {} },
  { kind: "in a worker", options: { worker: true } },
];

export async function withWorld<T>(options: WorldOptions, use: (world: World) => Promise<T>): Promise<T> {
  const world = await createWorld(options);
  try {
    return await use(world);
  } finally {
    world.dispose();
  }
}

/** So many frames of a sixtieth, each shown before the next. */
export async function play(world: World, frames: number, beforeFrame?: (frame: number) => unknown): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    await beforeFrame?.(frame);
    world.update(1 / 60);
    await world.settle();
  }
}

export function vertexOf({ positions }: WorldCloth, vertex: number): [number, number, number] {
  return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
}
