/** Working memory for polygons of up to `x.length` corners. */
export interface PolygonScratch {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly next: Uint16Array;
  readonly previous: Uint16Array;
  readonly isEar: Uint8Array;
  /** 1 where the outline turns strictly left; only other corners can stand in the way of an ear. */
  readonly isConvex: Uint8Array;
}

/** "folded": the outline crosses itself when seen along its normal. */
export type PolygonFault = "flat" | "folded";

/** Twice the least area of a triangle, as a share of the polygon's extent squared; flatter corners are never cut off. */
const LEAST_CROSS = 1e-11;

export function createPolygonScratch(maxCorners: number): PolygonScratch {
  return {
    x: new Float64Array(maxCorners),
    y: new Float64Array(maxCorners),
    next: new Uint16Array(maxCorners),
    previous: new Uint16Array(maxCorners),
    isEar: new Uint8Array(maxCorners),
    isConvex: new Uint8Array(maxCorners),
  };
}

/**
 * Cuts one polygon of n corners (indices into packed `positions`) into n − 2 triangles of its own turning sense,
 * written to `triangles` from offset `at`. A fan from the first corner where that works, as it does for convex polygons;
 * otherwise ears are cut off in the polygon's plane, shortest cut first. An outline may visit a vertex twice, as one that goes around a
 * hole by a bridge does: triangles that all turn the outline's way cover what it encloses once. At most of order n² steps whatever the shape. Returns
 * what is wrong when there is no such cut, else undefined.
 */
export function triangulatePolygon(
  corners: Uint32Array,
  positions: Float64Array,
  scratch: PolygonScratch,
  triangles: Uint32Array,
  at: number,
): PolygonFault | undefined {
  const count = corners.length;
  if (!projectToPlane(corners, positions, scratch)) return "flat";
  if (fanWorks(count, scratch)) {
    for (let n = 1; n < count - 1; n++, at += 3) {
      triangles[at] = corners[0];
      triangles[at + 1] = corners[n];
      triangles[at + 2] = corners[n + 1];
    }
    return undefined;
  }
  return clipEars(corners, scratch, triangles, at) ? undefined : "folded";
}

/**
 * Writes the corners into `scratch.x`, `scratch.y`: scaled to extent 1 and dropped along the largest component of the normal
 * [Newell], so that the polygon turns counter-clockwise. False when it encloses no area.
 */
function projectToPlane(corners: Uint32Array, positions: Float64Array, scratch: PolygonScratch): boolean {
  const count = corners.length;
  const o = 3 * corners[0];
  let extent = 0;
  for (let n = 1; n < count; n++) {
    for (let axis = 0; axis < 3; axis++) {
      const reach = Math.abs(positions[3 * corners[n] + axis] - positions[o + axis]);
      if (reach > extent) extent = reach;
    }
  }
  if (!(extent > 0 && Number.isFinite(extent))) return false;

  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let n = 1; n < count - 1; n++) {
    const a = 3 * corners[n];
    const b = 3 * corners[n + 1];
    const ax = (positions[a] - positions[o]) / extent;
    const ay = (positions[a + 1] - positions[o + 1]) / extent;
    const az = (positions[a + 2] - positions[o + 2]) / extent;
    const bx = (positions[b] - positions[o]) / extent;
    const by = (positions[b + 1] - positions[o + 1]) / extent;
    const bz = (positions[b + 2] - positions[o + 2]) / extent;
    nx += ay * bz - az * by;
    ny += az * bx - ax * bz;
    nz += ax * by - ay * bx;
  }
  const sizeX = Math.abs(nx);
  const sizeY = Math.abs(ny);
  const sizeZ = Math.abs(nz);
  const dropped = sizeX >= sizeY && sizeX >= sizeZ ? 0 : sizeY >= sizeZ ? 1 : 2;
  const along = dropped === 0 ? nx : dropped === 1 ? ny : nz;
  if (!(Math.abs(along) > LEAST_CROSS)) return false;
  const axisX = (dropped + (along > 0 ? 1 : 2)) % 3;
  const axisY = (dropped + (along > 0 ? 2 : 1)) % 3;
  for (let n = 0; n < count; n++) {
    scratch.x[n] = (positions[3 * corners[n] + axisX] - positions[o + axisX]) / extent;
    scratch.y[n] = (positions[3 * corners[n] + axisY] - positions[o + axisY]) / extent;
  }
  return true;
}

function fanWorks(count: number, scratch: PolygonScratch): boolean {
  for (let n = 1; n < count - 1; n++) {
    if (!(cross(scratch, 0, n, n + 1) > LEAST_CROSS)) return false;
  }
  return true;
}

function clipEars(corners: Uint32Array, scratch: PolygonScratch, triangles: Uint32Array, at: number): boolean {
  const { next, previous, isEar, x, y } = scratch;
  const count = corners.length;
  for (let n = 0; n < count; n++) {
    next[n] = n + 1 === count ? 0 : n + 1;
    previous[n] = n === 0 ? count - 1 : n - 1;
  }
  for (let n = 0; n < count; n++) updateConvex(scratch, n);
  for (let n = 0; n < count; n++) isEar[n] = testEar(corners, scratch, n) ? 1 : 0;

  let anchor = 0;
  for (let left = count; left > 3; left--) {
    let ear = -1;
    let shortest = Number.POSITIVE_INFINITY;
    for (let step = 0, n = anchor; step < left; step++, n = next[n]) {
      if (isEar[n] === 0) continue;
      const dx = x[next[n]] - x[previous[n]];
      const dy = y[next[n]] - y[previous[n]];
      if (dx * dx + dy * dy < shortest) {
        shortest = dx * dx + dy * dy;
        ear = n;
      }
    }
    if (ear < 0) return false;
    const before = previous[ear];
    const after = next[ear];
    triangles[at++] = corners[before];
    triangles[at++] = corners[ear];
    triangles[at++] = corners[after];
    next[before] = after;
    previous[after] = before;
    updateConvex(scratch, before);
    updateConvex(scratch, after);
    // Only the two neighbours can gain or lose their ear [O'Rourke, Computational Geometry in C, 1.4].
    isEar[before] = testEar(corners, scratch, before) ? 1 : 0;
    isEar[after] = testEar(corners, scratch, after) ? 1 : 0;
    anchor = after;
  }
  if (!(cross(scratch, previous[anchor], anchor, next[anchor]) > LEAST_CROSS)) return false;
  triangles[at] = corners[previous[anchor]];
  triangles[at + 1] = corners[anchor];
  triangles[at + 2] = corners[next[anchor]];
  return true;
}

function updateConvex(scratch: PolygonScratch, n: number): void {
  scratch.isConvex[n] = cross(scratch, scratch.previous[n], n, scratch.next[n]) > LEAST_CROSS ? 1 : 0;
}

/** A corner is an ear when it is convex and no reflex or straight corner at another vertex lies in or on its triangle. */
function testEar(corners: Uint32Array, scratch: PolygonScratch, tip: number): boolean {
  const { next, previous, isConvex, x, y } = scratch;
  if (isConvex[tip] === 0) return false;
  const a = previous[tip];
  const b = next[tip];
  const left = Math.min(x[a], x[tip], x[b]) - LEAST_CROSS;
  const right = Math.max(x[a], x[tip], x[b]) + LEAST_CROSS;
  const bottom = Math.min(y[a], y[tip], y[b]) - LEAST_CROSS;
  const top = Math.max(y[a], y[tip], y[b]) + LEAST_CROSS;
  for (let n = next[b]; n !== a; n = next[n]) {
    if (isConvex[n] === 1 || x[n] < left || x[n] > right || y[n] < bottom || y[n] > top) continue;
    const outside =
      cross(scratch, a, tip, n) < -LEAST_CROSS || cross(scratch, tip, b, n) < -LEAST_CROSS || cross(scratch, b, a, n) < -LEAST_CROSS;
    if (outside) continue;
    if (corners[n] !== corners[a] && corners[n] !== corners[tip] && corners[n] !== corners[b]) return false;
  }
  return true;
}

/** Twice the signed area of the triangle a, b, c in the plane. */
function cross({ x, y }: PolygonScratch, a: number, b: number, c: number): number {
  return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
}
