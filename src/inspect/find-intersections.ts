import { trianglesIntersect } from "./triangle-triangle.ts";

/** The most strips on top of each other. */
const MOST_LEVELS = 32;

/** What `findIntersections` found. */
export interface Intersections {
  /** Number of pairs of triangles that intersect. */
  readonly count: number;
  /** Two triangles a pair, the lower number first; pairs in ascending order. */
  readonly pairs: Uint32Array;
}

/**
 * All pairs of triangles that intersect, by the rules of `trianglesIntersect`.
 *
 * `positions` is packed x, y, z [m] and finite; `triangles` has three vertices each, of cloth and of bodies alike. `groups`
 * has a number for each triangle: 0 is cloth, which is compared with everything, itself included; other numbers are bodies,
 * which are not compared with bodies. Without it everything is cloth. The search ends when `most` pairs are found.
 *
 * Candidates come from strips along the longest side of the scene, side by side and on top of each other, in each of which
 * triangles are swept from end to end. Positions fall into buckets by a monotone rule, so order among buckets is order among
 * positions, and nothing is missed.
 */
export function findIntersections(
  positions: Float64Array,
  triangles: Uint32Array,
  groups?: ArrayLike<number>,
  strict: boolean = false,
  most: number = Infinity,
): Intersections {
  const count = triangles.length / 3;
  const boxes = computeBoxes(positions, triangles);
  const [along, across, up] = axesByExtent(boxes);
  const sweep = bucketRanges(boxes, along, Math.min(65536, 4 * count));
  const row = bucketRanges(boxes, across, stripCount(boxes, across, 4 * Math.sqrt(count)));
  const level = bucketRanges(boxes, up, stripCount(boxes, up, MOST_LEVELS));
  const { start, members } = sortIntoStrips(sweep, row, level);

  const found: number[] = [];
  search: for (let s = 0; s + 1 < start.length; s++) {
    const end = start[s + 1];
    const r = Math.floor(s / level.bucketCount);
    const l = s % level.bucketCount;
    for (let i = start[s]; i < end; i++) {
      const a = members[i];
      const lastBucket = sweep.last[a];
      const beginsInRow = row.first[a] === r;
      const beginsInLevel = level.first[a] === l;
      const lowAlong = boxes[6 * a + along];
      const highAlong = boxes[6 * a + 3 + along];
      const lowAcross = boxes[6 * a + across];
      const highAcross = boxes[6 * a + 3 + across];
      const lowUp = boxes[6 * a + up];
      const highUp = boxes[6 * a + 3 + up];
      const isBody = groups !== undefined && groups[a] !== 0;
      for (let j = i + 1; j < end; j++) {
        const b = members[j];
        if (sweep.first[b] > lastBucket) break;
        if (boxes[6 * b + up] > highUp || boxes[6 * b + 3 + up] < lowUp) continue;
        if (boxes[6 * b + across] > highAcross || boxes[6 * b + 3 + across] < lowAcross) continue;
        if (boxes[6 * b + along] > highAlong || boxes[6 * b + 3 + along] < lowAlong) continue;
        // Of the strips that have both, the one where the later of them begins has the pair.
        if (!(beginsInRow || row.first[b] === r) || !(beginsInLevel || level.first[b] === l)) continue;
        if (isBody && groups !== undefined && groups[b] !== 0) continue;
        const t = 3 * a;
        const u = 3 * b;
        if (
          trianglesIntersect(
            positions,
            triangles[t],
            triangles[t + 1],
            triangles[t + 2],
            triangles[u],
            triangles[u + 1],
            triangles[u + 2],
            strict,
          )
        ) {
          found.push(Math.min(a, b) * count + Math.max(a, b));
          if (found.length >= most) break search;
        }
      }
    }
  }
  found.sort((p, q) => p - q);
  const pairs = new Uint32Array(2 * found.length);
  found.forEach((pair, i) => {
    pairs[2 * i] = Math.floor(pair / count);
    pairs[2 * i + 1] = pair % count;
  });
  return { count: found.length, pairs };
}

/** Six numbers a triangle: the least x, y, z, then the greatest. */
function computeBoxes(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const a = positions[3 * triangles[t] + axis];
      const b = positions[3 * triangles[t + 1] + axis];
      const c = positions[3 * triangles[t + 2] + axis];
      boxes[2 * t + axis] = Math.min(a, b, c);
      boxes[2 * t + 3 + axis] = Math.max(a, b, c);
    }
  }
  return boxes;
}

/** Where all boxes begin and end on one axis. */
function extentOf(boxes: Float64Array, axis: number): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (let i = axis; i < boxes.length; i += 6) {
    low = Math.min(low, boxes[i]);
    high = Math.max(high, boxes[i + 3]);
  }
  return { low, high };
}

/** The three axes, the one with the greatest extent first. */
function axesByExtent(boxes: Float64Array): number[] {
  const length = [0, 1, 2].map((axis) => extentOf(boxes, axis).high - extentOf(boxes, axis).low);
  return [0, 1, 2].sort((i, j) => length[j] - length[i] || i - j);
}

/** As many strips as make one twice as wide as a triangle; few big triangles among small ones must not fill too many. */
function stripCount(boxes: Float64Array, axis: number, most: number): number {
  const count = boxes.length / 6;
  let width = 0;
  for (let i = axis; i < boxes.length; i += 6) width += boxes[i + 3] - boxes[i];
  const { low, high } = extentOf(boxes, axis);
  const wanted = width > 0 ? ((high - low) * count) / (2 * width) : 1;
  return Math.max(1, Math.floor(Math.min(wanted, most)));
}

/** For each box the first and the last of the buckets that it reaches into along one axis. */
interface BucketRanges {
  readonly bucketCount: number;
  readonly first: Uint32Array;
  readonly last: Uint32Array;
}

function bucketRanges(boxes: Float64Array, axis: number, bucketCount: number): BucketRanges {
  const count = boxes.length / 6;
  const { low, high } = extentOf(boxes, axis);
  const scale = high > low ? bucketCount / (high - low) : 0;
  const first = new Uint32Array(count);
  const last = new Uint32Array(count);
  for (let t = 0; t < count; t++) {
    first[t] = Math.min(bucketCount - 1, (boxes[6 * t + axis] - low) * scale);
    last[t] = Math.min(bucketCount - 1, (boxes[6 * t + 3 + axis] - low) * scale);
  }
  return { bucketCount, first, last };
}

/** The triangles of each strip, row by row and level by level, each strip in the order of the sweep: two counting sorts. */
function sortIntoStrips(sweep: BucketRanges, row: BucketRanges, level: BucketRanges): { start: Uint32Array; members: Uint32Array } {
  const count = sweep.first.length;
  const place = new Uint32Array(sweep.bucketCount + 1);
  for (let t = 0; t < count; t++) place[sweep.first[t] + 1]++;
  for (let b = 0; b < sweep.bucketCount; b++) place[b + 1] += place[b];
  const order = new Uint32Array(count);
  for (let t = 0; t < count; t++) order[place[sweep.first[t]]++] = t;

  const strips = row.bucketCount * level.bucketCount;
  const start = new Uint32Array(strips + 1);
  for (let t = 0; t < count; t++) {
    for (let r = row.first[t]; r <= row.last[t]; r++) {
      for (let l = level.first[t]; l <= level.last[t]; l++) start[r * level.bucketCount + l + 1]++;
    }
  }
  for (let s = 0; s < strips; s++) start[s + 1] += start[s];
  const next = start.slice(0, strips);
  const members = new Uint32Array(start[strips]);
  for (const t of order) {
    for (let r = row.first[t]; r <= row.last[t]; r++) {
      for (let l = level.first[t]; l <= level.last[t]; l++) members[next[r * level.bucketCount + l]++] = t;
    }
  }
  return { start, members };
}
