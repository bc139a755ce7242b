import type { BufferGeometry } from "three";

/** A stretch of corners of triangles, three each, that belong to one cloth. */
export interface Run {
  readonly cloth: number;
  readonly start: number;
  count: number;
}

/** The triangles by cloth, `cloths` being that of each vertex; those of a cloth mostly follow each other. */
export function findRuns(triangles: Uint32Array, cloths: Uint16Array): Run[] {
  const runs: Run[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const cloth = cloths[triangles[t]];
    const last = runs[runs.length - 1];
    if (last?.cloth === cloth) last.count += 3;
    else runs.push({ cloth, start: t, count: 3 });
  }
  return runs;
}

/** Two groups a run, for the materials of its two sides. */
export function addGroups(geometry: BufferGeometry, runs: readonly Run[]): void {
  for (const [k, { start, count }] of runs.entries()) {
    geometry.addGroup(start, count, 2 * k);
    geometry.addGroup(start, count, 2 * k + 1);
  }
}
