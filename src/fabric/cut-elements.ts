import { facedEdge } from "../mesh/corners.ts";
import { nextCorner } from "../mesh/topology.ts";
import type { Hinges, Springs } from "./cloth.ts";
import {
  type CutSurface,
  findFacing,
  findLinks,
  findMiddle,
  findSpans,
  isInMiddle,
  isOpen,
  type Link,
} from "./cut-links.ts";

/**
 * The springs after a cut. `near` marks the vertices close enough to it to notice; the springs between others stay as they are.
 * The parts of a spring have its rest length, and its stiffness and damping by their shares.
 */
export function cutSprings(springs: Springs, surface: CutSurface, near: Uint8Array): Springs {
  const { count, ends } = springs;
  const source: number[] = [];
  const newEnds: number[] = [];
  const share: number[] = [];
  for (let s = 0; s < count; s++) {
    const i = ends[2 * s];
    const j = ends[2 * s + 1];
    const links = near[i] | near[j] ? linksOfSpring(surface, i, j) : undefined;
    if (links === undefined) {
      source.push(s);
      newEnds.push(i, j);
      share.push(1);
    } else {
      for (const link of links) {
        source.push(s);
        newEnds.push(link.i, link.j);
        share.push(link.share);
      }
    }
  }
  return pickSprings(springs, source, newEnds, share);
}

/** Springs made from those at `source`: each with its own ends and its share of stiffness and damping. */
function pickSprings(
  springs: Springs,
  source: readonly number[],
  ends: readonly number[],
  share: readonly number[],
): Springs {
  const count = source.length;
  const picked = {
    count,
    ends: Uint32Array.from(ends),
    restLength: new Float64Array(count),
    stiffness: new Float64Array(count),
    kind: new Uint8Array(count),
    asymmetric: new Uint8Array(count),
    relativeDamping: new Float64Array(count),
  };
  for (let n = 0; n < count; n++) {
    const s = source[n];
    picked.restLength[n] = springs.restLength[s];
    picked.stiffness[n] = springs.stiffness[s] * share[n];
    picked.kind[n] = springs.kind[s];
    picked.asymmetric[n] = springs.asymmetric[s];
    picked.relativeDamping[n] = springs.relativeDamping[s] * share[n];
  }
  return picked;
}

/** undefined for a spring of which the mesh knows nothing. */
function linksOfSpring(surface: CutSurface, i: number, j: number): readonly Link[] | undefined {
  const m = findMiddle(surface, i, j);
  // three in a row of a lattice may also lie across an edge from each other; but the spring runs through the middle one
  const links = m !== undefined && isInMiddle(surface.rest, i, j, m) ? undefined : findLinks(surface, i, j);
  return links ?? (m === undefined ? undefined : findSpans(surface, i, m, j));
}

/** The hinges after a cut. */
export function cutHinges(hinges: Hinges, surface: CutSurface, near: Uint8Array): Hinges {
  const { count, vertices, weights, stiffness } = hinges;
  const source: number[] = [];
  const newVertices: number[] = [];
  const share: number[] = [];
  for (let q = 0; q < count; q++) {
    const h = 4 * q;
    const isNear = near[vertices[h]] | near[vertices[h + 1]] | near[vertices[h + 2]] | near[vertices[h + 3]];
    const parts = isNear ? partsOfHinge(surface, vertices.subarray(h, h + 4), weights.subarray(h, h + 4)) : undefined;
    if (parts === undefined) {
      source.push(q);
      newVertices.push(vertices[h], vertices[h + 1], vertices[h + 2], vertices[h + 3]);
      share.push(1);
    } else {
      for (const [i, j, k, l, part] of parts) {
        source.push(q);
        newVertices.push(i, j, k, l);
        share.push(part);
      }
    }
  }
  const newWeights = new Float64Array(4 * source.length);
  const newStiffness = new Float64Array(source.length);
  for (let n = 0; n < source.length; n++) {
    for (let c = 0; c < 4; c++) newWeights[4 * n + c] = weights[4 * source[n] + c];
    newStiffness[n] = stiffness[source[n]] * share[n];
  }
  return {
    count: source.length,
    vertices: Uint32Array.from(newVertices),
    weights: newWeights,
    stiffness: newStiffness,
  };
}

/** i, j, k, l and the share of each part; undefined for a hinge of which the mesh knows nothing. */
function partsOfHinge(surface: CutSurface, four: Uint32Array, alpha: Float64Array): number[][] | undefined {
  const [i, j, k, l] = four;
  if (alpha[2] === 0 || alpha[3] === 0) {
    const [m, idle] = alpha[3] === 0 ? [k, l] : [l, k];
    if (findLinks(surface, i, m) === undefined || findLinks(surface, j, m) === undefined) return undefined;
    return findSpans(surface, i, m, j).map((span) => {
      const beside = findIdle(surface, m, span.m, idle, [span.i, span.j]);
      return alpha[3] === 0
        ? [span.i, span.j, span.m, beside, span.share]
        : [span.i, span.j, beside, span.m, span.share];
    });
  }
  // about the edge k–l, or about i–j: the twist of a lattice cell lies on either of its diagonals
  return (
    partsAboutEdge(surface, i, j, k, l) ??
    partsAboutEdge(surface, k, l, i, j)?.map(([a, b, c, d, n]) => [c, d, a, b, n])
  );
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
