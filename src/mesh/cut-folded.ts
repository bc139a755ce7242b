import { cross3, dot3, length3, subtract3, type Vec3 } from "../core/vec3.ts";

/**
 * Cuts a polygon that no plane shows as a simple outline: a quad along the diagonal about which it is bent less, the shorter one where that
 * is equal; one of more corners as a fan from its first. Triangles that would have a corner twice are left out. They are written to
 * `triangles` from offset `at`; returns where they end.
 */
export function cutFolded(corners: Uint32Array, positions: Float64Array, triangles: Uint32Array, at: number): number {
  const count = corners.length;
  const first = count === 4 && isOtherBetter(corners, positions) ? 1 : 0;
  let end = at;
  for (let n = 1; n < count - 1; n++) {
    const a = corners[first];
    const b = corners[(first + n) % count];
    const c = corners[(first + n + 1) % count];
    if (a === b || b === c || c === a) continue;
    triangles[end++] = a;
    triangles[end++] = b;
    triangles[end++] = c;
  }
  return end;
}

/** Whether a quad is better cut from its second corner to its fourth than from its first to its third. */
function isOtherBetter([a, b, c, d]: Uint32Array, positions: Float64Array): boolean {
  const one = agreement(a, b, c, d, positions);
  const other = agreement(b, c, d, a, positions);
  return other > one || (other === one && length3(side(b, d, positions)) < length3(side(a, c, positions)));
}

/** The cosine between the triangles a, b, c and a, c, d; −2 where one of them has no area. */
function agreement(a: number, b: number, c: number, d: number, positions: Float64Array): number {
  const diagonal = side(a, c, positions);
  const p = cross3(side(a, b, positions), diagonal);
  const q = cross3(diagonal, side(a, d, positions));
  const size = length3(p) * length3(q);
  return size > 0 && size < Number.POSITIVE_INFINITY ? dot3(p, q) / size : -2;
}

function side(from: number, to: number, positions: Float64Array): Vec3 {
  return subtract3(placeOf(to, positions), placeOf(from, positions));
}

function placeOf(vertex: number, positions: Float64Array): Vec3 {
  return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
}
