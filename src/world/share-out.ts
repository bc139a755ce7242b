import type { ClothEntry, SceneSettings } from "./change.ts";
import type { WorldClothInput } from "./world.ts";

/** What a cloth counts for whose vertices are not known before it is made. */
const AVERAGE = 1000;

/** About how many vertices a cloth has. What is wrong in it is told by who makes it. */
export function weightOf({ grid, disk, positions, mesh, network }: WorldClothInput): number {
  const listed = positions ?? (mesh as { readonly positions?: unknown } | undefined)?.positions ?? network?.positions;
  const { length = 0 } = (listed ?? {}) as { readonly length?: number };
  const count = (grid && grid.columns * grid.rows) ?? (disk && 3 * disk.rings * (disk.rings + 1) + 1) ?? length / 3;
  return count >= 1 && count < 1e9 ? count : AVERAGE;
}

/** Whether cloths of such a world can be shared out: they do not meet each other. */
export function areApart({ collision }: SceneSettings): boolean {
  return collision?.self !== true;
}

/**
 * The engine of each cloth, 0 for the own one: where it is, or where there is the least to do. The first are shared out as soon as that is worth it: when no
 * cloth weighs more than twice all others together.
 */
export function shareOut(
  cloths: readonly ClothEntry[],
  settings: SceneSettings,
  known: ReadonlyMap<number, number>,
  engines: number,
): Map<number, number> {
  const weights = cloths.map(({ input }) => weightOf(input));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const isBegun = cloths.some(({ id }) => known.get(id) ?? 0);
  const isShared = areApart(settings) && (isBegun || 3 * Math.max(...weights) <= 2 * total);
  const load = new Float64Array(isShared ? engines : 1);
  const owners = new Map<number, number>();
  for (const [n, { id }] of cloths.entries()) {
    const owner = known.get(id);
    if (owner === undefined) continue;
    owners.set(id, owner);
    load[owner] += weights[n];
  }
  for (const [n, { id }] of cloths.entries()) {
    if (owners.has(id)) continue;
    const owner = load.indexOf(Math.min(...load));
    owners.set(id, owner);
    load[owner] += weights[n];
  }
  return owners;
}
