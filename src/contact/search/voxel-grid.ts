import { boxesMeet, type ElementBoxes } from "./bounding-boxes.ts";
import { BODY_GROUP, type CollisionMesh } from "./collision-mesh.ts";
import { addPair, type PairBuffer, reservePairs } from "./pair-list.ts";

/** Side of a cell over the mean longest side of an edge's box. Of 1, 1.5 and 2, the middle one was the fastest by a tenth. */
const CELL_FACTOR = 1.5;

/** A triangle in more cells than this is compared with all others instead. */
const MOST_CELLS = 1024;

/** Cells are numbered from −2³⁰ to 2³⁰ along each axis; triangles beyond are in the last one. */
const LAST_CELL = 1073741824;

/**
 * Space cut into cubes [Oh04, sec. 6]: triangles that may meet share a cell. Cells are found by a hash of their three numbers; the
 * triangles of cells with the same hash share a bucket, each triangle once.
 */
export interface VoxelGrid {
  /** The triangles of bucket b are `items[start[b]]` to `items[start[b + 1] − 1]`, ascending. */
  readonly start: Int32Array;
  items: Int32Array;
  /** The lowest cell of each triangle, packed by threes. */
  readonly lowCells: Int32Array;
  readonly highCells: Int32Array;
  /** Triangles in too many cells, ascending; the first `wideCount` count. 1 in `isWide` for each of them. */
  readonly wide: Int32Array;
  readonly isWide: Uint8Array;
  wideCount: number;
  /** The triangle that last came into each bucket, plus 1. */
  readonly latest: Int32Array;
}

export function createVoxelGrid(mesh: CollisionMesh): VoxelGrid {
  const triangleCount = mesh.triangles.length / 3;
  let bucketCount = 16;
  while (bucketCount < 2 * triangleCount) bucketCount *= 2;
  return {
    start: new Int32Array(bucketCount + 1),
    items: new Int32Array(4 * triangleCount),
    lowCells: new Int32Array(3 * triangleCount),
    highCells: new Int32Array(3 * triangleCount),
    wide: new Int32Array(triangleCount),
    isWide: new Uint8Array(triangleCount),
    wideCount: 0,
    latest: new Int32Array(bucketCount),
  };
}

/** Puts every triangle into the buckets of the cells that its box meets. */
export function fillVoxelGrid(grid: VoxelGrid, boxes: ElementBoxes): void {
  computeCells(grid, boxes.triangles, 1 / (CELL_FACTOR * meanSide(boxes.edges)));
  const { start } = grid;
  const bucketCount = start.length - 1;
  start.fill(0);
  passItems(grid, false);
  let sum = 0;
  for (let b = 0; b < bucketCount; b++) {
    sum += start[b];
    start[b] = sum;
  }
  start[bucketCount] = sum;
  if (sum > grid.items.length) grid.items = new Int32Array(Math.max(sum, 2 * grid.items.length));
  passItems(grid, true);
}

/** The mean of the longest sides of boxes, without those over four times the mean of all [m]. */
function meanSide(boxes: Float64Array): number {
  return meanSideUpTo(boxes, 4 * meanSideUpTo(boxes, Number.POSITIVE_INFINITY));
}

function meanSideUpTo(boxes: Float64Array, longest: number): number {
  let sum = 0;
  let count = 0;
  for (let o = 0; o < boxes.length; o += 6) {
    const side = Math.max(boxes[o + 3] - boxes[o], boxes[o + 4] - boxes[o + 1], boxes[o + 5] - boxes[o + 2]);
    if (!(side <= longest)) continue;
    sum += side;
    count++;
  }
  return sum / count;
}

/**
 * The number of a cell never decreases with the coordinate, so boxes that meet have a cell in common in spite of rounding. Without a
 * usable side all space is one cell.
 */
function computeCells(grid: VoxelGrid, triangleBoxes: Float64Array, cellsPerMetre: number): void {
  const { lowCells, highCells, wide, isWide } = grid;
  const scale = cellsPerMetre > 0 && cellsPerMetre < Number.POSITIVE_INFINITY ? cellsPerMetre : 0;
  let wideCount = 0;
  for (let t = 0; t < isWide.length; t++) {
    let cells = 1;
    for (let c = 0; c < 3; c++) {
      const low = Math.floor(scale * triangleBoxes[6 * t + c]);
      const high = Math.floor(scale * triangleBoxes[6 * t + 3 + c]);
      const lowCell = Math.max(-LAST_CELL, Math.min(LAST_CELL, low));
      const highCell = Math.max(-LAST_CELL, Math.min(LAST_CELL, high));
      lowCells[3 * t + c] = lowCell;
      highCells[3 * t + c] = highCell;
      cells *= highCell - lowCell + 1;
    }
    isWide[t] = cells <= MOST_CELLS ? 0 : 1;
    if (isWide[t] === 1) wide[wideCount++] = t;
  }
  grid.wideCount = wideCount;
}

/**
 * Counts the items of each bucket in `start`, or places them, from the ends of the buckets backwards, so that `start` becomes what its name
 * says and the items ascend. `latest` keeps a triangle from entering a bucket twice through two cells.
 */
function passItems(grid: VoxelGrid, isPlacing: boolean): void {
  const { start, items, lowCells, highCells, isWide, latest } = grid;
  const mask = latest.length - 1;
  latest.fill(0);
  for (let t = isWide.length - 1; t >= 0; t--) {
    if (isWide[t] === 1) continue;
    for (let i = lowCells[3 * t]; i <= highCells[3 * t]; i++) {
      for (let j = lowCells[3 * t + 1]; j <= highCells[3 * t + 1]; j++) {
        for (let k = lowCells[3 * t + 2]; k <= highCells[3 * t + 2]; k++) {
          const bucket = hashCell(i, j, k) & mask;
          if (latest[bucket] === t + 1) continue;
          latest[bucket] = t + 1;
          if (isPlacing) items[--start[bucket]] = t;
          else start[bucket]++;
        }
      }
    }
  }
}

function hashCell(i: number, j: number, k: number): number {
  const h = Math.imul(i, 0x8da6b343) ^ Math.imul(j, 0xd8163841) ^ Math.imul(k, 0xcb1ab31f);
  return h ^ (h >>> 15);
}

/**
 * Adds every pair of triangles whose boxes meet, each once: in the bucket of the lowest cell that the two have in common. Pairs of
 * two bodies are left out, and without `self` those of one cloth.
 */
export function addVoxelPairs(grid: VoxelGrid, groups: Uint32Array, boxes: Float64Array, self: boolean, out: PairBuffer): void {
  const { start, items, lowCells, latest } = grid;
  const mask = latest.length - 1;
  let { data, count } = out;
  for (let bucket = 0; bucket <= mask; bucket++) {
    const first = count;
    const end = start[bucket + 1];
    for (let s = start[bucket]; s < end; s++) {
      if (2 * (count + end - s) > data.length) {
        out.count = count;
        data = reservePairs(out, count + end - s);
      }
      const a = items[s];
      const alone = groups[a] === BODY_GROUP || !self ? groups[a] : -1;
      const x0 = boxes[6 * a];
      const y0 = boxes[6 * a + 1];
      const z0 = boxes[6 * a + 2];
      const x1 = boxes[6 * a + 3];
      const y1 = boxes[6 * a + 4];
      const z1 = boxes[6 * a + 5];
      for (let r = s + 1; r < end; r++) {
        const b = items[r];
        const o = 6 * b;
        const apartX = Math.max(x0 - boxes[o + 3], boxes[o] - x1);
        const apartY = Math.max(y0 - boxes[o + 4], boxes[o + 1] - y1);
        const apartZ = Math.max(z0 - boxes[o + 5], boxes[o + 2] - z1);
        // Written, then kept or not: a branch would be unpredictable.
        data[2 * count] = a;
        data[2 * count + 1] = b;
        count = (count + (+(groups[b] !== alone) & +(Math.max(apartX, apartY, apartZ) <= 0))) | 0;
      }
    }
    if (count > first) count = keepLowest(lowCells, mask, bucket, data, first, count);
  }
  out.count = count;
  addWidePairs(grid, groups, boxes, self, out);
}

/** Of the pairs from `first` on, keeps those whose lowest common cell is in this bucket; returns where they end. */
function keepLowest(lowCells: Int32Array, mask: number, bucket: number, data: Uint32Array, first: number, count: number): number {
  let kept = first;
  for (let n = first; n < count; n++) {
    const a = data[2 * n] | 0;
    const b = data[2 * n + 1] | 0;
    const i = Math.max(lowCells[3 * a], lowCells[3 * b]);
    const j = Math.max(lowCells[3 * a + 1], lowCells[3 * b + 1]);
    const k = Math.max(lowCells[3 * a + 2], lowCells[3 * b + 2]);
    data[2 * kept] = a;
    data[2 * kept + 1] = b;
    kept = (kept + +((hashCell(i, j, k) & mask) === bucket)) | 0;
  }
  return kept;
}

function addWidePairs(grid: VoxelGrid, groups: Uint32Array, boxes: Float64Array, self: boolean, out: PairBuffer): void {
  const { wide, isWide, wideCount } = grid;
  for (let w = 0; w < wideCount; w++) {
    const a = wide[w];
    const alone = groups[a] === BODY_GROUP || !self;
    for (let b = 0; b < isWide.length; b++) {
      if (isWide[b] === 1 && b <= a) continue;
      if (!boxesMeet(boxes, a, boxes, b)) continue;
      if (alone && groups[b] === groups[a]) continue;
      addPair(out, a, b);
    }
  }
}
