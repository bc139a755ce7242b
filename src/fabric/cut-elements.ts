import type { Slices } from "../core/slices.ts";
import { facedEdge } from "../mesh/corners.ts";
import { nextCorner } from "../mesh/next-corner.ts";
import type { Hinges, Springs } from "./cloth.ts";
import { type CutSurface, findFacing, findLinks, findMiddle, findSpans, isInMiddle, isOpen, type Link } from "./cut-links.ts";

/** What a cut makes of an element: a part of the one at `source`, over other vertices. */
interface Part {
  readonly source: number;
  readonly vertices: readonly number[];
  readonly share: number;
}

/** Elements close to a cut that a slice looks at. */
const AT_ONCE = 1000;

/**
 * The springs after a cut, sorted by their ends as those before are. `near` marks the vertices close enough to it to notice; the springs
 * between others stay as they are. The parts of a spring have its rest length, and its stiffness and damping by their shares.
 */
export function* cutSprings(springs: Springs, surface: CutSurface, near: Uint8Array): Slices<Springs> {
  const { count, ends } = springs;
  const isGone = new Uint8Array(count);
  const parts: Part[] = [];
  let left = count;
  const close = findClose(ends, 2, near);
  for (let n = 0; n < close.length; n++) {
    if (n % AT_ONCE === AT_ONCE - 1) yield;
    const s = close[n];
    const links = linksOfSpring(surface, ends[2 * s], ends[2 * s + 1]);
    if (links === undefined) continue;
    isGone[s] = 1;
    left--;
    for (const { i, j, share } of links) {
      parts.push({ source: s, vertices: i < j ? [i, j] : [j, i], share });
    }
  }
  parts.sort((a, b) => a.vertices[0] - b.vertices[0] || a.vertices[1] - b.vertices[1] || a.source - b.source);
  const picked: Springs = {
    count: left + parts.length,
    ends: new Uint32Array(2 * (left + parts.length)),
    restLength: new Float64Array(left + parts.length),
    stiffness: new Float64Array(left + parts.length),
    kind: new Uint8Array(left + parts.length),
    asymmetric: new Uint8Array(left + parts.length),
    relativeDamping: new Float64Array(left + parts.length),
  };
  let n = 0;
  let from = 0;
  for (const { source, vertices, share } of parts) {
    const to = findPlace(ends, from, count, vertices, source);
    n = copyLeft(springs, from, to, isGone, picked, n);
    from = to;
    copySpring(springs, source, picked, n);
    picked.ends.set(vertices, 2 * n);
    picked.stiffness[n] *= share;
    picked.relativeDamping[n++] *= share;
  }
  copyLeft(springs, from, count, isGone, picked, n);
  return picked;
}

/** The elements of `size` vertices with one that is near, ascending. */
function findClose(vertices: Uint32Array, size: number, near: Uint8Array): Uint32Array {
  const close = new Uint32Array(vertices.length / size);
  let count = 0;
  for (let first = 0; first < vertices.length; first += size) {
    let isClose = 0;
    for (let c = first; c < first + size; c++) isClose |= near[vertices[c]];
    close[count] = first / size;
    count += isClose;
  }
  return close.slice(0, count);
}

/** The first spring from number `from` on that comes behind a part of `source` with these ends. */
function findPlace(ends: Uint32Array, from: number, count: number, [i, j]: readonly number[], source: number): number {
  let low = from;
  let high = count;
  while (low < high) {
    const s = (low + high) >> 1;
    const difference = ends[2 * s] - i || ends[2 * s + 1] - j || s - source;
    if (difference <= 0) low = s + 1;
    else high = s;
  }
  return low;
}

/** Copies the springs from number `from` to before `to` that are not gone behind the first n; returns how many there are then. */
function copyLeft(springs: Springs, from: number, to: number, isGone: Uint8Array, picked: Springs, n: number): number {
  let count = n;
  for (let s = from; s < to; s++) if (isGone[s] === 0) copySpring(springs, s, picked, count++);
  return count;
}

function copySpring(springs: Springs, s: number, picked: Springs, n: number): void {
  picked.ends[2 * n] = springs.ends[2 * s];
  picked.ends[2 * n + 1] = springs.ends[2 * s + 1];
  picked.restLength[n] = springs.restLength[s];
  picked.stiffness[n] = springs.stiffness[s];
  picked.kind[n] = springs.kind[s];
  picked.asymmetric[n] = springs.asymmetric[s];
  picked.relativeDamping[n] = springs.relativeDamping[s];
}

/** undefined for a spring of which the mesh knows nothing. */
function linksOfSpring(surface: CutSurface, i: number, j: number): readonly Link[] | undefined {
  const m = findMiddle(surface, i, j);
  // three in a row of a lattice may also lie across an edge from each other; but the spring runs through the middle one
  const links = m !== undefined && isInMiddle(surface.rest, i, j, m) ? undefined : findLinks(surface, i, j);
  return links ?? (m === undefined ? undefined : findSpans(surface, i, m, j));
}

/** The hinges after a cut, parts where their whole was. */
export function* cutHinges(hinges: Hinges, surface: CutSurface, near: Uint8Array): Slices<Hinges> {
  const { count } = hinges;
  const changed: number[] = [];
  const parts: Part[] = [];
  const close = findClose(hinges.vertices, 4, near);
  for (let n = 0; n < close.length; n++) {
    if (n % AT_ONCE === AT_ONCE - 1) yield;
    const q = close[n];
    const found = partsOfHinge(surface, hinges, q);
    if (found === undefined) continue;
    changed.push(q);
    for (const [i, j, k, l, share] of found) parts.push({ source: q, vertices: [i, j, k, l], share });
  }
  const left = count - changed.length + parts.length;
  const picked: Hinges = {
    count: left,
    vertices: new Uint32Array(4 * left),
    weights: new Float64Array(4 * left),
    stiffness: new Float64Array(left),
  };
  let n = 0;
  let from = 0;
  let next = 0;
  for (const q of changed) {
    copyHinges(hinges, from, q, picked, n);
    n += q - from;
    from = q + 1;
    for (; next < parts.length && parts[next].source === q; next++, n++) {
      copyHinges(hinges, q, q + 1, picked, n);
      picked.vertices.set(parts[next].vertices, 4 * n);
      picked.stiffness[n] *= parts[next].share;
    }
  }
  copyHinges(hinges, from, count, picked, n);
  return picked;
}

function copyHinges(hinges: Hinges, from: number, to: number, picked: Hinges, n: number): void {
  picked.vertices.set(hinges.vertices.subarray(4 * from, 4 * to), 4 * n);
  picked.weights.set(hinges.weights.subarray(4 * from, 4 * to), 4 * n);
  picked.stiffness.set(hinges.stiffness.subarray(from, to), n);
}

/** i, j, k, l and the share of each part; undefined for a hinge of which the mesh knows nothing. */
function partsOfHinge(surface: CutSurface, { vertices, weights }: Hinges, q: number): number[][] | undefined {
  const i = vertices[4 * q];
  const j = vertices[4 * q + 1];
  const k = vertices[4 * q + 2];
  const l = vertices[4 * q + 3];
  const isOverK = weights[4 * q + 3] === 0;
  if (isOverK || weights[4 * q + 2] === 0) {
    const [m, idle] = isOverK ? [k, l] : [l, k];
    if (findLinks(surface, i, m) === undefined || findLinks(surface, j, m) === undefined) return undefined;
    return findSpans(surface, i, m, j).map((span) => {
      const beside = findIdle(surface, m, span.m, idle, [span.i, span.j]);
      return isOverK ? [span.i, span.j, span.m, beside, span.share] : [span.i, span.j, beside, span.m, span.share];
    });
  }
  // about the edge k–l, or about i–j: the twist of a lattice cell lies on either of its diagonals
  return partsAboutEdge(surface, i, j, k, l) ?? partsAboutEdge(surface, k, l, i, j)?.map(([a, b, c, d, n]) => [c, d, a, b, n]);
}

/** The hinge of i and j about the edge k–l. */
function partsAboutEdge(surface: CutSurface, i: number, j: number, k: number, l: number): number[][] | undefined {
  const { before, after, corners } = surface;
  for (const h of findFacing(surface, i, j)) {
    if (!facedEdge(before, h).every((end) => end === k || end === l)) continue;
    if (isOpen(surface, h)) return [];
    const first = nextCorner(h);
    const [atK, atL] = before[first] === k ? [first, nextCorner(first)] : [nextCorner(first), first];
    return [[after[h], after[corners.opposite[h]], after[atK], after[atL], 1]];
  }
  return undefined;
}

/** A neighbour of the copy of m that takes no part in a hinge over three vertices: a copy of `idle` where it has one. */
function findIdle(surface: CutSurface, m: number, copy: number, idle: number, taken: readonly number[]): number {
  const { before, after, corners } = surface;
  let found = idle;
  for (let k = corners.start[m + 1] - 1; k >= corners.start[m]; k--) {
    const h = corners.corners[k];
    if (after[h] !== copy) continue;
    for (let end = nextCorner(h); end !== h; end = nextCorner(end)) {
      if (before[end] === idle) return after[end];
      if (!taken.includes(after[end])) found = after[end];
    }
  }
  return found;
}
