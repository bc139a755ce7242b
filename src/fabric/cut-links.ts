import type { Corners } from "../mesh/corners.ts";
import { cornerOf } from "../mesh/corners.ts";
import { nextCorner } from "../mesh/next-corner.ts";
import { type RestShape, restDistance } from "./rest-shape.ts";

/** A vertex counts as the middle of two others within this part of their distance at rest. */
const IN_A_ROW = 1e-6;

/** A mesh before and after a cut: the same corners, some on copies of their vertices. */
export interface CutSurface {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
  /** Of the mesh before. */
  readonly corners: Corners;
  /** Weight of each triangle where something is shared: its rest area [m²]. */
  readonly weight: Float64Array;
  readonly rest: RestShape;
}

/** What is left between the copies `i` and `j` of two vertices, as a share of what was there. */
export interface Link {
  readonly i: number;
  readonly j: number;
  share: number;
}

/** What is left between copies of two vertices by way of the copy `m` of a third. */
export interface Span extends Link {
  readonly m: number;
}

/** True when the two sides of the edge that corner h faces have come apart. */
export function isOpen({ before, after, corners }: CutSurface, h: number): boolean {
  const across = corners.opposite[h];
  if (across < 0) return false;
  for (let end = nextCorner(h); end !== h; end = nextCorner(end)) {
    if (after[end] !== after[cornerOf(before, Math.floor(across / 3), before[end])]) return true;
  }
  return false;
}

/** The corners h of i and j that face the same edge, as h of i. */
export function findFacing({ before, corners }: CutSurface, i: number, j: number): number[] {
  const { start, corners: cornersOf, opposite } = corners;
  const found: number[] = [];
  for (let k = start[i]; k < start[i + 1]; k++) {
    const across = opposite[cornersOf[k]];
    if (across >= 0 && before[across] === j) found.push(cornersOf[k]);
  }
  return found;
}

/**
 * What the cut leaves of the nearness of i and j; undefined where they were not near. Near are
 *
 *     the ends of an edge: copies stay near where they are ends of an edge, each by the share of the triangles at it;
 *     vertices across an edge from each other: they stay near unless that edge has come open.
 */
export function findLinks(surface: CutSurface, i: number, j: number): Link[] | undefined {
  const { before, after, corners, weight } = surface;
  const { start, corners: cornersOf, opposite } = corners;
  const links: Link[] = [];
  let total = 0;
  for (let k = start[i]; k < start[i + 1]; k++) {
    const h = cornersOf[k];
    for (let end = nextCorner(h); end !== h; end = nextCorner(end)) {
      if (before[end] !== j) continue;
      total += weight[Math.floor(h / 3)];
      addLink(links, after[h], after[end], weight[Math.floor(h / 3)]);
    }
  }
  if (links.length === 0) {
    for (const h of findFacing(surface, i, j)) {
      const both = weight[Math.floor(h / 3)] + weight[Math.floor(opposite[h] / 3)];
      total += both;
      if (!isOpen(surface, h)) addLink(links, after[h], after[opposite[h]], both);
    }
  }
  if (total === 0) return undefined;
  for (const link of links) link.share /= total;
  return links;
}

function addLink(links: Link[], i: number, j: number, share: number): void {
  const known = links.find((link) => link.i === i && link.j === j);
  if (known === undefined) links.push({ i, j, share });
  else known.share += share;
}

/**
 * What the cut leaves between i and j by way of m, which was near both. Along a copy of m runs the smaller part of the two links
 * that end there, so each side of a cut along i–m–j carries its part, and a cut across it leaves nothing.
 */
export function findSpans(surface: CutSurface, i: number, m: number, j: number): Span[] {
  const first = findLinks(surface, i, m) ?? [];
  const second = findLinks(surface, j, m) ?? [];
  const spans: Span[] = [];
  for (const a of first) {
    for (const b of second) {
      if (a.j !== b.j) continue;
      const more = Math.max(shareAt(first, a.j), shareAt(second, a.j));
      spans.push({ i: a.i, m: a.j, j: b.i, share: (a.share * b.share) / more });
    }
  }
  return spans;
}

function shareAt(links: readonly Link[], m: number): number {
  return links.reduce((sum, link) => (link.j === m ? sum + link.share : sum), 0);
}

/** The vertex near both i and j that lies nearest to their middle at rest, the lower one of two as near; undefined without any. */
export function findMiddle(surface: CutSurface, i: number, j: number): number | undefined {
  const candidates = listNear(surface, j);
  let middle: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const m of listNear(surface, i)) {
    if (!candidates.includes(m)) continue;
    const distance = distanceToMiddle(surface.rest, i, j, m);
    if (distance < least || (distance === least && m < (middle as number))) {
      least = distance;
      middle = m;
    }
  }
  return middle;
}

/** Some more than once. */
function listNear({ before, corners }: CutSurface, i: number): number[] {
  const { start, corners: cornersOf, opposite } = corners;
  const near: number[] = [];
  for (let k = start[i]; k < start[i + 1]; k++) {
    const h = cornersOf[k];
    const next = nextCorner(h);
    near.push(before[next], before[nextCorner(next)]);
    if (opposite[h] >= 0) near.push(before[opposite[h]]);
  }
  return near;
}

/** True when m lies in the middle of i and j at rest, to rounding: then i, m, j are three in a row. */
export function isInMiddle(rest: RestShape, i: number, j: number, m: number): boolean {
  const length = restDistance(rest, i, j);
  return length > 0 && distanceToMiddle(rest, i, j, m) <= IN_A_ROW * IN_A_ROW * length * length;
}

/** Squared [m²]. */
function distanceToMiddle({ dimension, coordinates: x }: RestShape, i: number, j: number, m: number): number {
  let squared = 0;
  for (let c = 0; c < dimension; c++) {
    const d = x[dimension * m + c] - 0.5 * (x[dimension * i + c] + x[dimension * j + c]);
    squared += d * d;
  }
  return squared;
}
