import { orient3d } from "./orientation.ts";
import { columnAt, createColumns, facingOnLine, type TriangleColumns } from "./triangle-columns.ts";

/** A stack of sheets as it was at the start. */
export interface Layers {
  /** The axis along which they were stacked: 0, 1 or 2. */
  readonly axis: number;
  /** Triangles of all sheets, the lowest sheet's first. */
  readonly triangles: Uint32Array;
  /** For each triangle the place of its sheet in the stack, 0 at the bottom. */
  readonly layer: Uint32Array;
  /** For each sheet, whether its triangles' normals pointed up the axis (1) or down (−1). */
  readonly facing: Int8Array;
}

/** Describes a stack from its positions at the start; `sheets` are lists of triangles, the lowest sheet first. */
export function describeLayers(start: Float64Array, sheets: readonly Uint32Array[], axis: number = 1): Layers {
  const triangles = new Uint32Array(sheets.reduce((sum, sheet) => sum + sheet.length, 0));
  const layer = new Uint32Array(triangles.length / 3);
  const facing = new Int8Array(sheets.length);
  let offset = 0;
  sheets.forEach((sheet, k) => {
    triangles.set(sheet, offset);
    layer.fill(k, offset / 3, (offset + sheet.length) / 3);
    let area = 0;
    for (let t = 0; t < sheet.length; t += 3) area += projectedArea(start, sheet, t, axis);
    facing[k] = area < 0 ? -1 : 1;
    offset += sheet.length;
  });
  return { axis, triangles, layer, facing };
}

/**
 * The number of vertices at which sheets of a stack have swapped places; 0 if the stack kept its order.
 *
 * A line along the axis is drawn through every vertex, and the next sheets that it meets on either side are looked at. Upper
 * faces are those that looked up at the start; where a sheet has been folded over, its upper face looks down. Between two
 * sheets in order, the upper face of the lower one looks at the lower face of the upper one. Edges folded over or under bring
 * upper faces together, or lower ones. A swap is where the lower face of the lower sheet looks at the upper face of the upper
 * sheet. Vertices on the crest of a fold, which show both faces, are left out.
 *
 * Sheets rolled into each other several times can look like this too: `findIntersections` is the judge of whether anything
 * passed through.
 */
export function layersKeptOrder(positions: Float64Array, layers: Layers): number {
  const { axis, triangles, layer } = layers;
  const columns = createColumns(positions, triangles, axis);
  const vertexCount = positions.length / 3;
  const sheetOf = new Int32Array(vertexCount).fill(-1);
  const seenUpper = new Uint8Array(vertexCount); // whether a triangle about the vertex shows its upper face up the axis,
  const seenLower = new Uint8Array(vertexCount); // or its lower face
  for (let t = 0; 3 * t < triangles.length; t++) {
    const seen = upperFaceUp(positions, layers, t) > 0 ? seenUpper : seenLower;
    for (let k = 0; k < 3; k++) {
      sheetOf[triangles[3 * t + k]] = layer[t];
      seen[triangles[3 * t + k]] = 1;
    }
  }
  const next = new Int32Array(2);
  let violations = 0;
  for (let i = 0; i < vertexCount; i++) {
    if (seenUpper[i] === seenLower[i]) continue;
    const up = seenUpper[i] === 1 ? 1 : -1;
    findNextTriangles(positions, layers, columns, i, next);
    const [above, below] = next;
    if (above >= 0 && swapped(sheetOf[i], up, layer[above], -upperFaceUp(positions, layers, above))) violations++;
    else if (below >= 0 && swapped(sheetOf[i], -up, layer[below], upperFaceUp(positions, layers, below))) violations++;
  }
  return violations;
}

/** Two sheets look at each other with these faces, positive for the upper one. Is the lower sheet on top? */
function swapped(sheetA: number, faceA: number, sheetB: number, faceB: number): boolean {
  return sheetA < sheetB ? faceA < 0 && faceB > 0 : sheetA > sheetB && faceA > 0 && faceB < 0;
}

/** The triangles that a line through vertex p meets first, up and down the axis; −1 where it meets none. */
function findNextTriangles(x: Float64Array, layers: Layers, columns: TriangleColumns, p: number, next: Int32Array): void {
  const { triangles } = layers;
  const { axis, u, v, start, members } = columns;
  next.fill(-1);
  const column = columnAt(columns, x[3 * p + u], x[3 * p + v]);
  if (column < 0) return;
  let nearestAbove = Infinity;
  let nearestBelow = Infinity;
  for (let m = start[column]; m < start[column + 1]; m++) {
    const t = members[m];
    const a = triangles[3 * t];
    const b = triangles[3 * t + 1];
    const c = triangles[3 * t + 2];
    if (a === p || b === p || c === p) continue;
    const facing = facingOnLine(x, a, b, c, p, u, v);
    if (facing === 0) continue;
    const height = -orient3d(x, a, b, c, p) * facing; // how far the triangle is above p, times twice its projected area
    const distance = Math.abs(height / projectedArea(x, triangles, 3 * t, axis));
    if (height > 0 && distance < nearestAbove) {
      nearestAbove = distance;
      next[0] = t;
    } else if (height < 0 && distance < nearestBelow) {
      nearestBelow = distance;
      next[1] = t;
    }
  }
}

/** Positive if triangle t shows its upper face up the axis, negative if its lower one. */
function upperFaceUp(x: Float64Array, layers: Layers, t: number): number {
  return projectedArea(x, layers.triangles, 3 * t, layers.axis) * layers.facing[layers.layer[t]];
}

/** Twice the area of the triangle whose corners begin at place t, as seen along the axis [m²]. */
function projectedArea(x: Float64Array, triangles: Uint32Array, t: number, axis: number): number {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const a = 3 * triangles[t];
  const b = 3 * triangles[t + 1];
  const c = 3 * triangles[t + 2];
  return (x[b + u] - x[a + u]) * (x[c + v] - x[a + v]) - (x[b + v] - x[a + v]) * (x[c + u] - x[a + u]);
}
