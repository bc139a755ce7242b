import { AXIS_ROUNDING as AXIS_ERROR } from "../../kernels/layout/contact-limits.ts";
import { BODY_GROUP, type CollisionMesh } from "./collision-mesh.ts";
import type { Ways } from "./meeting-pairs.ts";
import type { PairBuffer } from "./pair-list.ts";

/*
 * Bodies often have many triangles that are small against those of cloth. Most of what lies in the box of a slanted triangle is far from its plane, which neither boxes nor the
 * line between the middles of two elements tell. So a triangle of cloth and one of a body are also tested along the normal of the former, and what they own is not looked at where they
 * are apart along it.
 */

/** Sums of the products of differences with the normal, at one end of the step: the least and the largest of the body's triangle against that of cloth. */
const range = new Float64Array(2);
const normal = new Float64Array(3);
const extent = new Float64Array(1);
const sums = new Float64Array(5);

/** Drops the pairs of a triangle of cloth and one of a body that are farther apart than ways.apart along the normal of the former, all the while; returns the list. */
export function keepNearPlanes({ triangles, groups }: CollisionMesh, { starts, ends, apart }: Ways, pairs: PairBuffer): PairBuffer {
  const { data } = pairs;
  let kept = 0;
  for (let n = 0; n < 2 * pairs.count; n += 2) {
    const isFirst = groups[data[n]] !== BODY_GROUP;
    const isSecond = groups[data[n + 1]] !== BODY_GROUP;
    const own = 3 * data[isFirst ? n : n + 1];
    const other = 3 * data[isFirst ? n + 1 : n];
    if (isFirst !== isSecond && staysFromPlane(triangles, starts, ends, own, other, apart)) continue;
    data[2 * kept] = data[n];
    data[2 * kept++ + 1] = data[n + 1];
  }
  pairs.count = kept;
  return pairs;
}

/** Whether the corners of triangle `other` stay on one side of the plane of triangle `own` (three times their numbers). */
function staysFromPlane(
  triangles: Uint32Array,
  s: Float64Array,
  e: Float64Array,
  own: number,
  other: number,
  apart: Float64Array,
): boolean {
  const a = 3 * triangles[own];
  const b = 3 * triangles[own + 1];
  const c = 3 * triangles[own + 2];
  normal.fill(0);
  addNormal(s, a, b, c);
  addNormal(e, a, b, c);
  extent[0] = 0;
  measureRange(s, a, b, c, triangles, other);
  const least = range[0];
  const largest = range[1];
  measureRange(e, a, b, c, triangles, other);
  const beyond = Math.max(Math.min(least, range[0]), -Math.max(largest, range[1]));
  const reach = apart[0] + AXIS_ERROR * extent[0];
  const squared = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
  return beyond > 0 && beyond * beyond > reach * reach * squared;
}

function addNormal(x: Float64Array, a: number, b: number, c: number): void {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  normal[0] += uy * vz - uz * vy;
  normal[1] += uz * vx - ux * vz;
  normal[2] += ux * vy - uy * vx;
}

function measureRange(x: Float64Array, a: number, b: number, c: number, triangles: Uint32Array, other: number): void {
  project(x, b, a, 0);
  project(x, c, a, 1);
  for (let k = 0; k < 3; k++) project(x, 3 * triangles[other + k], a, 2 + k);
  range[0] = Math.min(sums[2], sums[3], sums[4]) - Math.max(0, sums[0], sums[1]);
  range[1] = Math.max(sums[2], sums[3], sums[4]) - Math.min(0, sums[0], sums[1]);
}

/** sums[k]: the way from a to i along the normal. (A number that a call returns may be allocated.) */
function project(x: Float64Array, i: number, a: number, k: number): void {
  const dx = x[i] - x[a];
  const dy = x[i + 1] - x[a + 1];
  const dz = x[i + 2] - x[a + 2];
  extent[0] = Math.max(extent[0], Math.abs(dx), Math.abs(dy), Math.abs(dz));
  sums[k] = dx * normal[0] + dy * normal[1] + dz * normal[2];
}
