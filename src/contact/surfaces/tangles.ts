import type { KernelModule } from "../../kernels/module.ts";
import type { BroadPhase } from "../search/broad-phase.ts";
import type { CollisionMesh } from "../search/collision-mesh.ts";
import { crossesAtLips } from "../untangle/crossing-list.ts";
import { createUntangling, type Untangling } from "../untangle/untangle.ts";
import type { ContactPairs } from "./contact-pairs.ts";
import { REACH } from "./near-contacts.ts";

/**
 * What is known of surfaces that have passed through each other. A step that starts without intersections ends without, so a search is needed
 * only where that may not hold:
 *
 *     clear    ── suspect ───► suspect    the start, a snapshot, or a step in which pins or bodies forced features together
 *     clear    ── followCut ─► cut        the lips of a cut have been parted, nothing else has moved
 *     cut      ── begin ─────► clear      no edge of a lip crosses a triangle
 *                         └──► suspect    some do, and at once as there:
 *     suspect  ── begin ─────► clear      no crossings are found
 *                         └──► suspect    some are, and drawn apart: `crossingCount`
 */
export interface Tangles {
  /** At the start of a step, of which the pairs are known: looks for crossings where there may be some. */
  begin(xs: Float64Array, pairs: ContactPairs, inverseMass: Float64Array): void;
  suspect(): void;
  /** A cut after a step that left no tangle: `lips` are the vertices that have moved since. */
  followCut(lips: Uint8Array): void;
  /** Makes what untangling needs; else the first step that does makes it. */
  prepare(): void;
  /** Adds what draws crossings apart in a step [m], and takes the velocity that leads them back. */
  addShift(inverseMass: Float64Array, h: number, shift: Float64Array, outward?: Float64Array): void;
  visitCrossings(visit: (a: number, b: number) => void): void;
  addWaysOut(inverseMass: Float64Array, ways: Float64Array): void;
  stopReturn(inverseMass: Float64Array, v: Float64Array): void;
  readonly isSuspect: boolean;
  /** Edges that passed through triangles at the start of the last step. */
  readonly crossingCount: number;
  /** 1 for each vertex of a tangle: two such features do not know their sides. */
  readonly vertices: Uint8Array;
}

/** Surfaces that have passed through each other are drawn apart so fast [m/s]. */
const UNTANGLING_SPEED = 0.5;

export function createTangles(
  mesh: CollisionMesh,
  broadPhase: BroadPhase,
  greatestGap: number,
  { self, kernels }: { readonly self: boolean; readonly kernels?: KernelModule | undefined },
): Tangles {
  const vertices = new Uint8Array(mesh.vertexCount);
  let untangling: Untangling | undefined;
  let isSuspect = true;
  let cutLips: Uint8Array | undefined;
  let crossingCount = 0;

  function prepare(): Untangling {
    untangling ??= createUntangling(mesh, { self, speed: UNTANGLING_SPEED, kernels }, vertices);
    return untangling;
  }

  return {
    vertices,
    begin(xs, pairs, inverseMass) {
      if (cutLips !== undefined) isSuspect = crossesAtLips(mesh, cutLips, pairs.list, xs);
      cutLips = undefined;
      if (isSuspect) {
        broadPhase.updateTriangles(xs, REACH * greatestGap);
        pairs.restart();
        crossingCount = prepare().find(xs, broadPhase, inverseMass);
      }
      isSuspect = crossingCount > 0;
    },
    suspect() {
      isSuspect = true;
      cutLips = undefined;
    },
    followCut(lips) {
      cutLips = new Uint8Array(mesh.vertexCount);
      cutLips.set(lips);
    },
    prepare: () => prepare().prepare(),
    addShift(inverseMass, h, shift, outward) {
      if (crossingCount > 0) untangling?.addShift(inverseMass, h, shift, outward);
    },
    addWaysOut(inverseMass, ways) {
      if (crossingCount > 0) untangling?.addWaysOut(inverseMass, ways);
    },
    visitCrossings(visit) {
      if (crossingCount > 0) untangling?.visitCrossings(visit);
    },
    stopReturn(inverseMass, v) {
      if (crossingCount > 0) untangling?.stopReturn(inverseMass, v);
    },
    get isSuspect() {
      return isSuspect;
    },
    get crossingCount() {
      return crossingCount;
    },
  };
}
