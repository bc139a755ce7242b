import { ROUNDING } from "../search/rounding.ts";
import { CONTACT_DISTANCE, CONTACT_NORMAL, CONTACT_SIZE, CONTACT_TIME, closestToEdges, closestToTriangle } from "./closest-points.ts";
import { findSeparatingNormal } from "./continuous-hull.ts";
import { type Clock, type Differences, findReach, staysApart } from "./continuous-proof.ts";

/*
 * The continuous test: do a point and a triangle, or two edges, meet while each vertex moves on a straight line from xs to xe?
 *
 * The test walks along the time. At each stop it takes the direction between the closest points as the normal of a plane, and goes as far as
 * this plane keeps the features apart; or further, to where they would about meet, with a plane that turns on the way.
 * The walk ends at t = 1: no hit. Or where no plane leads on: a hit, and not before that time. Either is proven by the
 * planes (continuous-proof.ts); the rest of the search need not be exact, it only decides how many planes it takes. Sliding along each
 * other takes one; towards a hit the steps shrink as in Newton's method.
 */

/** A walk whose planes lead on by less than this fraction of the step has arrived. */
const TIME_STEP_LEAST = 1e-12;
/** More planes than this are not tried: "hit" at the time reached so far, which is safe. */
const PLANES_MOST = 300;
/** After this many planes, others that suit a whole stride of time are looked for as well. */
const PLANES_EASY = 8;
/** Closer than this, in units of the box, the side on which the features lie is not known. */
const SIDE_UNKNOWN = 1e-14;
/** The share of the way to the expected meeting that the first turning plane leaves. */
const CAUTION_FIRST = 0.1;

// Numbers handed between the functions below go through arrays: as arguments they would be allocated.
const start = new Float64Array(12);
const end = new Float64Array(12);
const box = new Float64Array(3);
const scales = new Float64Array(2);
const differences: Differences = { start, end, box, scales };
const clock: Clock = new Float64Array(3);
const points = new Float64Array(24);
const clearance = new Float64Array(1);
const approach = new Float64Array(1);
const closest = new Float64Array(CONTACT_SIZE);
const plane = new Float64Array(3);
const turned = new Float64Array(3);

/** Places in `kept`: features keep this share of their distance at the start, or of this distance [m] where it is less. */
export const KEPT_SHARE = 0;
export const KEPT_OF = 1;

/**
 * Whether point `p` and triangle `a b c` come within `minDistance` ≥ 0 [m] in the step, or, where `kept` is given, closer than the part of
 * their distance that it says. If so, `out` (CONTACT_SIZE) receives the
 * weights, normal and distance at a time that is never after the first such time. No hit is missed, and features
 * that start so close are one at time 0. A false alarm needs features that pass each other very closely: at 1e-12 of their size if they
 * slide or meet for a moment, at up to 1e-4 of it if they turn around each other all the while.
 */
export function testPointTriangle(
  xs: Float64Array,
  xe: Float64Array,
  p: number,
  a: number,
  b: number,
  c: number,
  minDistance: number,
  out: Float64Array,
  kept?: Float64Array,
): boolean {
  scales[0] = minDistance;
  if (kept !== undefined) scales[0] = kept[KEPT_SHARE] * kept[KEPT_OF];
  const apart = scales[0] * (1 + ROUNDING);
  for (let k = 0; k < 3; k++) {
    const ps = xs[3 * p + k];
    const pe = xe[3 * p + k];
    const a0 = ps - xs[3 * a + k];
    const b0 = ps - xs[3 * b + k];
    const c0 = ps - xs[3 * c + k];
    const a1 = pe - xe[3 * a + k];
    const b1 = pe - xe[3 * b + k];
    const c1 = pe - xe[3 * c + k];
    const lowest = Math.min(a0, b0, c0, a1, b1, c1);
    const highest = Math.max(a0, b0, c0, a1, b1, c1);
    if (lowest > apart || highest < -apart) return false;
    box[k] = Math.max(-lowest, highest);
    start[k] = a0;
    start[3 + k] = b0;
    start[6 + k] = c0;
    end[k] = a1;
    end[3 + k] = b1;
    end[6 + k] = c1;
  }
  return walk(9, out, kept);
}

/** The same for edges `a0 a1` and `b0 b1`. */
export function testEdgeEdge(
  xs: Float64Array,
  xe: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  minDistance: number,
  out: Float64Array,
  kept?: Float64Array,
): boolean {
  scales[0] = minDistance;
  if (kept !== undefined) scales[0] = kept[KEPT_SHARE] * kept[KEPT_OF];
  const apart = scales[0] * (1 + ROUNDING);
  for (let k = 0; k < 3; k++) {
    const s00 = xs[3 * b0 + k] - xs[3 * a0 + k];
    const s01 = xs[3 * b0 + k] - xs[3 * a1 + k];
    const s10 = xs[3 * b1 + k] - xs[3 * a0 + k];
    const s11 = xs[3 * b1 + k] - xs[3 * a1 + k];
    const e00 = xe[3 * b0 + k] - xe[3 * a0 + k];
    const e01 = xe[3 * b0 + k] - xe[3 * a1 + k];
    const e10 = xe[3 * b1 + k] - xe[3 * a0 + k];
    const e11 = xe[3 * b1 + k] - xe[3 * a1 + k];
    const lowest = Math.min(s00, s01, s10, s11, e00, e01, e10, e11);
    const highest = Math.max(s00, s01, s10, s11, e00, e01, e10, e11);
    if (lowest > apart || highest < -apart) return false;
    box[k] = Math.max(-lowest, highest);
    start[k] = s00;
    start[3 + k] = s01;
    start[6 + k] = s10;
    start[9 + k] = s11;
    end[k] = e00;
    end[3 + k] = e01;
    end[6 + k] = e10;
    end[9 + k] = e11;
  }
  return walk(12, out, kept);
}

/** Walks along the time over the differences; `length` is 9 for point–triangle, 12 for edge–edge. */
function walk(length: number, out: Float64Array, kept: Float64Array | undefined): boolean {
  const size = Math.max(box[0], box[1], box[2]);
  scales[1] = 1 / size;
  clock[0] = 0;
  let planes = 0;
  let caution = CAUTION_FIRST;
  let stride = 1;
  computeClosest(length, 0);
  if (kept !== undefined) scales[0] = kept[KEPT_SHARE] * Math.min(kept[KEPT_OF], closest[CONTACT_DISTANCE] * size);
  for (;;) {
    const time = clock[0];
    if (planes > 0) computeClosest(length, 0);
    for (let k = 0; k < 3; k++) plane[k] = closest[CONTACT_NORMAL + k];
    if (planes >= PLANES_MOST || !findReach(differences, length, plane, clock)) break;
    planes++;
    keepNormal(plane, out);
    let reach = clock[2];
    let slow = false;
    if (reach < 1) {
      // a plane that turns, almost to the expected meeting
      computeApproach(length);
      const gap = closest[CONTACT_DISTANCE] * size - scales[0];
      const meeting = approach[0] < 0 ? time - gap / approach[0] : 2;
      let stretch = meeting > 1 ? 1 - time : (1 - caution) * (meeting - time);
      let tries = 0;
      for (; stretch > 2 * (reach - time); stretch *= 0.5) {
        tries++;
        clock[1] = Math.min(1, time + stretch);
        computeClosest(length, 1);
        turnPlane();
        if (!staysApart(differences, length, plane, turned, clock)) continue;
        reach = clock[1];
        keepNormal(turned, out);
        break;
      }
      planes += tries;
      caution = tries > 1 ? CAUTION_FIRST : caution * caution;
      slow = reach - time < 0.25 * (Math.min(meeting, 1) - time);
    }
    if (slow && planes > PLANES_EASY) {
      // a fixed plane for a stride of time
      for (stride = Math.min(4 * stride, 1 - time); stride > 2 * (reach - time); stride *= 0.25) {
        planes++;
        clock[1] = time + stride;
        if (!findPlane(length) || !findReach(differences, length, plane, clock) || clock[2] <= reach) continue;
        reach = clock[2];
        keepNormal(plane, out);
        break;
      }
    }
    if (reach === 1) return false;
    clock[0] = reach;
    if (reach - time < TIME_STEP_LEAST) break;
  }
  computeClosest(length, 0);
  if (planes === 0) orientStart(length, out);
  for (let k = 0; k < 4; k++) out[k] = closest[k];
  out[CONTACT_DISTANCE] = closest[CONTACT_DISTANCE] * size;
  out[CONTACT_TIME] = clock[0];
  return true;
}

function keepNormal(normal: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 3; k++) out[CONTACT_NORMAL + k] = normal[k];
}

/** A plane with the differences at both ends of a stretch of time on one side, hence those between as well. */
function findPlane(length: number): boolean {
  for (let hand = 0; hand < 2; hand++) {
    const late = clock[hand] * scales[1];
    const early = scales[1] - late;
    for (let k = 0; k < length; k++) points[hand * length + k] = early * start[k] + late * end[k];
  }
  clearance[0] = scales[0] * scales[1];
  return findSeparatingNormal(points, (2 * length) / 3, clearance, plane);
}

/** The closest points at `clock[hand]`, in units of the box so that no square overflows. */
function computeClosest(length: number, hand: number): void {
  const late = clock[hand] * scales[1];
  const early = scales[1] - late;
  for (let k = 0; k < length; k++) points[k] = early * start[k] + late * end[k];
  if (length === 9) {
    closestToTriangle(points, closest);
    return;
  }
  for (let k = 0; k < 3; k++) {
    const s = points[k];
    points[3 + k] = s - points[3 + k];
    points[6 + k] -= s;
  }
  closestToEdges(points, closest);
}

/** The other plane's normal, from the closest points, on the side of the first: they may have changed sides without meeting. */
function turnPlane(): void {
  let along = 0;
  for (let k = 0; k < 3; k++) along += plane[k] * closest[CONTACT_NORMAL + k];
  const sign = along < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) turned[k] = sign * closest[CONTACT_NORMAL + k];
}

/** n·Σβv of the closest points, v over the whole step, into `approach`. */
function computeApproach(length: number): void {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const v0 = end[k] - start[k];
    const v1 = end[3 + k] - start[3 + k];
    const v2 = end[6 + k] - start[6 + k];
    const v = length === 9 ? -closest[0] * v0 - closest[1] * v1 - closest[2] * v2 : v0 - closest[1] * (v1 - v0) + closest[3] * (v2 - v0);
    sum += v * closest[CONTACT_NORMAL + k];
  }
  approach[0] = sum;
}

/** A hit at the start: features that touch, up to rounding, have no side, so the normal is turned against their motion. */
function orientStart(length: number, out: Float64Array): void {
  computeApproach(length);
  const sign = approach[0] > 0 && closest[CONTACT_DISTANCE] < SIDE_UNKNOWN ? -1 : 1;
  for (let k = CONTACT_NORMAL; k < CONTACT_NORMAL + 3; k++) out[k] = sign * closest[k];
}
