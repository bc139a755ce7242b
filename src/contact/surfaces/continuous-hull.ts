import { CONTACT_DISTANCE, CONTACT_NORMAL, CONTACT_SIZE, closestToTriangle } from "./closest-points.ts";

const ROUNDS_MOST = 16;

const corners = new Float64Array(9);
const found = new Float64Array(CONTACT_SIZE);
/** Up to three points that span the nearest point so far, and one that is coming in. */
const active = new Int32Array(4);
const kept = new Int32Array(3);

/**
 * Looks for a direction along which all `count` points (x, y, z each) lie beyond `clearance[0]` ≥ 0, and overwrites `normal` with it; `normal`
 * holds a first guess. It searches, as Gilbert, Johnson and Keerthi do, for the point of the convex hull nearest to the origin, and ends at the first direction that
 * will do. Nothing here is exact: the caller proves what was found.
 */
export function findSeparatingNormal(points: Float64Array, count: number, clearance: Float64Array, normal: Float64Array): boolean {
  let activeCount = 0;
  let nearest = Infinity;
  for (let round = 0; round < ROUNDS_MOST; round++) {
    const lowest = findLowest(points, count, clearance, normal);
    if (lowest < 0) return true;
    for (let i = 0; i < activeCount; i++) if (active[i] === lowest) return false;
    active[activeCount++] = lowest;

    // the nearest point of the new simplex lies on a face with the new point, or the origin is inside
    let best = Infinity;
    let keptCount = 0;
    const faces = activeCount < 4 ? 1 : 3;
    for (let face = 0; face < faces; face++) {
      loadFace(points, activeCount, face);
      closestToTriangle(corners, found);
      if (found[CONTACT_DISTANCE] >= best) continue;
      best = found[CONTACT_DISTANCE];
      for (let k = 0; k < 3; k++) normal[k] = found[CONTACT_NORMAL + k];
      keptCount = 0;
      for (let slot = 0; slot < 3 && slot < activeCount; slot++) {
        if (found[slot] !== 0) kept[keptCount++] = active[cornerOf(activeCount, face, slot)];
      }
    }
    if (!(best > clearance[0] && best < nearest)) return false;
    nearest = best;
    activeCount = keptCount;
    for (let i = 0; i < keptCount; i++) active[i] = kept[i];
  }
  return false;
}

/** The point that lies lowest along the normal, or −1 if all lie beyond the clearance. */
function findLowest(points: Float64Array, count: number, clearance: Float64Array, normal: Float64Array): number {
  let lowest = 0;
  let height = Infinity;
  for (let i = 0; i < count; i++) {
    const h = normal[0] * points[3 * i] + normal[1] * points[3 * i + 1] + normal[2] * points[3 * i + 2];
    if (h < height) {
      height = h;
      lowest = i;
    }
  }
  return height > clearance[0] ? -1 : lowest;
}

/** Which of the active points is a face's corner: faces of a tetrahedron leave one of the old points out. */
function cornerOf(activeCount: number, face: number, slot: number): number {
  if (activeCount === 4 && slot >= face) return slot + 1;
  return Math.min(slot, activeCount - 1);
}

function loadFace(points: Float64Array, activeCount: number, face: number): void {
  for (let slot = 0; slot < 3; slot++) {
    const point = 3 * active[cornerOf(activeCount, face, slot)];
    for (let k = 0; k < 3; k++) corners[3 * slot + k] = points[point + k];
  }
}
