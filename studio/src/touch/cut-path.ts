import { computeScreen, depthOfTriangle, type PickView } from "./pick.ts";
import { createScreenGrid, type ScreenGrid } from "./screen-grid.ts";

/** Where a stroke crosses an edge of the cloth that is seen there. */
export interface Crossing {
  /** The ends of the edge, the smaller number first. */
  readonly edge: readonly [number, number];
  /** Along the stroke: the number of its segment, and the share of it; along the edge the share from the first end. */
  readonly along: number;
  readonly share: number;
}

/** How much nearer than an edge another triangle must be to hide it, in normalised depth. */
const HIDDEN = 1e-6;

/**
 * The edges that a stroke over the canvas crosses, in the order in which it does, x and y of its points [CSS px]. Of several layers only the
 * foremost is crossed, what the eye sees. `screen` is scratch as in `pickVertex`.
 */
export function findCrossings(
  positions: Float32Array,
  triangles: Uint32Array,
  view: PickView,
  stroke: readonly (readonly [number, number])[],
  screen: Float32Array,
): Crossing[] {
  if (stroke.length < 2) return [];
  computeScreen(positions, view, screen);
  const grid = createScreenGrid(triangles, screen, stroke);
  const crossings: Crossing[] = [];
  for (let n = 0; n + 1 < stroke.length; n++) {
    const [px, py] = stroke[n];
    const [qx, qy] = stroke[n + 1];
    const dx = qx - px;
    const dy = qy - py;
    const near = grid.near(Math.min(px, qx), Math.min(py, qy), Math.max(px, qx), Math.max(py, qy));
    for (const [a, b] of listEdges(triangles, near)) {
      const ax = screen[3 * a] - px;
      const ay = screen[3 * a + 1] - py;
      const ex = screen[3 * b] - screen[3 * a];
      const ey = screen[3 * b + 1] - screen[3 * a + 1];
      const turn = dx * ey - dy * ex;
      const along = (ax * ey - ay * ex) / turn;
      const share = (ax * dy - ay * dx) / turn;
      if (!(along >= 0 && along < 1 && share >= 0 && share <= 1)) continue;
      const depth = screen[3 * a + 2] + share * (screen[3 * b + 2] - screen[3 * a + 2]);
      if (isHidden(triangles, grid, screen, a, b, px + along * dx, py + along * dy, depth)) continue;
      crossings.push({ edge: [a, b], along: n + along, share });
    }
  }
  return crossings.sort((one, other) => one.along - other.along);
}

/** The edges of some triangles, each once, the smaller vertex first. */
function listEdges(triangles: Uint32Array, rows: Iterable<number>): Iterable<[number, number]> {
  const edges = new Map<number, [number, number]>();
  for (const t of rows) {
    for (let k = 0; k < 3; k++) {
      const one = triangles[t + k];
      const other = triangles[t + ((k + 1) % 3)];
      edges.set(keyOf(one, other), one < other ? [one, other] : [other, one]);
    }
  }
  return edges.values();
}

/** Whether a triangle that does not have both ends of the edge covers the point in front of it. */
function isHidden(
  triangles: Uint32Array,
  grid: ScreenGrid,
  screen: Float32Array,
  a: number,
  b: number,
  x: number,
  y: number,
  depth: number,
): boolean {
  for (const t of grid.near(x, y, x, y)) {
    if (!(depthOfTriangle(triangles, t, screen, x, y) < depth - HIDDEN)) continue;
    const own = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (!(own.includes(a) && own.includes(b))) return true;
  }
  return false;
}

/**
 * The edges to cut along for a stroke with these crossings. A cut runs along edges, so each crossing moves to the nearer end of its edge;
 * two that follow each other lie on one triangle, so their ends are the same vertex or neighbours, and the path hangs together. Where the
 * stroke leaves the cloth, or passes to another layer, the path ends and another begins.
 */
export function cutPath(crossings: readonly Crossing[], triangles: Uint32Array): [number, number][] {
  const neighbours = joinedBy(triangles, crossings);
  const edges = new Map<number, [number, number]>();
  let path: number[] = [];
  for (const { edge, share } of crossings) {
    const vertex = edge[share < 0.5 ? 0 : 1];
    const last = path.at(-1);
    if (vertex === last) continue;
    if (last === undefined || !neighbours(last, vertex)) {
      path = [vertex];
    } else if (path.at(-2) === vertex) {
      path.pop();
      edges.delete(keyOf(last, vertex)); // there and back is no cut
    } else {
      path.push(vertex);
      edges.set(keyOf(last, vertex), [last, vertex]);
    }
  }
  return [...edges.values()];
}

/** One number for two vertices in either order. */
function keyOf(a: number, b: number): number {
  return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
}

/** Whether two vertices share an edge of a triangle that the stroke crosses. */
function joinedBy(triangles: Uint32Array, crossings: readonly Crossing[]): (a: number, b: number) => boolean {
  const crossed = new Set(crossings.map(({ edge: [a, b] }) => keyOf(a, b)));
  const ends = new Set(crossings.flatMap(({ edge }) => edge));
  const joined = new Set<number>();
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (!(ends.has(p) || ends.has(q))) continue; // an edge has one of any two corners
    const sides = [keyOf(p, q), keyOf(q, r), keyOf(r, p)];
    if (sides.some((side) => crossed.has(side))) for (const side of sides) joined.add(side);
  }
  return (a, b) => joined.has(keyOf(a, b));
}
