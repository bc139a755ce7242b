import { nextCorner } from "../../mesh/next-corner.ts";

/** Lips part by this share of their thickness each, at most by the other share of the way to the middle of their triangles. */
const OF_THICKNESS = 0.25;
const OF_WAY = 0.02;

/** Marks the particles that a cut has made and those they are copies of; `origin` is the particle of before of each, of which there were `count`. */
export function findLips(origin: Uint32Array, count: number): Uint8Array {
  const isLip = new Uint8Array(origin.length);
  for (let i = count; i < origin.length; i++) {
    isLip[i] = 1;
    isLip[origin[i]] = 1;
  }
  return isLip;
}

/**
 * Moves the lips of a fresh cut a little apart, each towards its own triangles. They lie in the same place, and contact between surfaces
 * would hold them there for ever: two features without a distance have no normal.
 *
 * `isLip` marks them; those that are `held` stay. Returns the longest way [m].
 */
export function partLips(triangles: Uint32Array, isLip: Uint8Array, held: Uint8Array, thickness: Float64Array, x: Float64Array): number {
  let longest = 0;
  const way = new Float64Array(3 * isLip.length); // the sum over the middles of facing edges
  const corners = new Uint32Array(isLip.length);
  for (let h = 0; h < triangles.length; h++) {
    const i = triangles[h];
    if (isLip[i] === 0) continue;
    const j = triangles[nextCorner(h)];
    const k = triangles[nextCorner(nextCorner(h))];
    for (let c = 0; c < 3; c++) way[3 * i + c] += 0.5 * (x[3 * j + c] + x[3 * k + c]) - x[3 * i + c];
    corners[i]++;
  }
  for (let i = 0; i < isLip.length; i++) {
    if (corners[i] === 0 || held[i] !== 0) continue;
    const [dx, dy, dz] = way.subarray(3 * i, 3 * i + 3);
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz) / corners[i];
    if (length === 0) continue;
    const share = Math.min(OF_WAY, (OF_THICKNESS * thickness[i]) / length) / corners[i];
    for (let c = 0; c < 3; c++) x[3 * i + c] += share * way[3 * i + c];
    longest = Math.max(longest, share * corners[i] * length);
  }
  return longest;
}
