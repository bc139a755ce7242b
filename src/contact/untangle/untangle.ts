import type { KernelModule } from "../../kernels/module.ts";
import type { BroadPhase } from "../search/broad-phase.ts";
import type { CollisionMesh } from "../search/collision-mesh.ts";
import { computeContourGradient } from "./contour-gradient.ts";
import { createContours } from "./contours.ts";
import { type CrossingList, createCrossingList } from "./crossing-list.ts";
import { buildEdgeTopology } from "./edge-topology.ts";
import { createPassedPieces } from "./passed-pieces.ts";
import { createPieceMotions, type PieceMotions } from "./piece-motions.ts";
import { createSideSets } from "./side-sets.ts";

export interface UntanglingOptions {
  /** Whether triangles of one cloth are tested against each other; as the broad phase has it. */
  readonly self: boolean;
  /** How fast two pieces are drawn apart [m/s]. */
  readonly speed: number;
  /** Kernels in WebAssembly, for the same answers. */
  readonly kernels?: KernelModule | undefined;
}

/** Finds surfaces that pass through each other, and draws them apart. */
export interface Untangling {
  /** Makes what draws them apart; else the first crossings do. */
  prepare(): void;
  /**
   * Looks for edges that pass through triangles at x [m]; returns how many crossings there are. The broad phase must have been
   * updated with boxes that hold x, or with its triangles. What has the inverse mass [1/kg] 0 will not be moved.
   */
  find(x: Float64Array, broadPhase: BroadPhase, inverseMass: Float64Array): number;
  /**
   * 1 for each vertex that `addShift` moves or would move if it could: those of the crossings, of pieces that have passed through, and some
   * around them. Which side of each other two such features belong on cannot be told from where they are.
   */
  readonly tangledVertices: Uint8Array;
  /**
   * Adds the displacements [m] of a step of h [s] that draw the pieces found last apart, at most speed · h each. What has the inverse
   * mass [1/kg] 0 stays; where all that is moved is free, the sum of mass times displacement is 0. With `outward`, normals of bodies at
   * the vertices near them, of two pieces the one stays that would go towards a body.
   */
  addShift(inverseMass: Float64Array, h: number, shift: Float64Array, outward?: Float64Array): void;
  /** Adds for each vertex of a piece the direction in which it leaves what cannot move, such as a body. */
  addWaysOut(inverseMass: Float64Array, ways: Float64Array): void;
  /** Calls back with one vertex of either surface, for each crossing found last. */
  visitCrossings(visit: (a: number, b: number) => void): void;
  /** Takes from the velocities of the pieces the part that leads back to the other side: else gravity would in time undo every shift. */
  stopReturn(inverseMass: Float64Array, v: Float64Array): void;
}

/** Directions that agree less than this are no direction: the length of their sum over their number. */
const AGREEMENT = 0.1;
/** Gradients shorter than this, those of a nearly straight contour, count for less. */
const SHORT_GRADIENT = 0.1;

/**
 * Untangling. The crossings of edges with triangles hang together as contours, and along each of them two pieces of surface are moved
 * against each other, each as a whole, by their masses:
 *
 * 1. If the contour cuts off a piece of one of the surfaces, this piece has passed through the other surface and goes back to where
 *    the rest is [Baraff03], along the mean normal that the other surface has on the contour.
 * 2. If it leads from a border of one surface to a border of the other, the shortest way out is taken: to pull one of them back like
 *    that, as if the contour went straight on to the next border, or to pull them off each other along the contour as in 3.
 * 3. Else the pieces move so that the contour gets shorter [Volino06]: by the sum of the gradients of its crossings.
 * 4. Where that sum vanishes, and on contours that end where a surface meets itself, each crossing moves by its own gradient.
 */
export function createUntangling(
  mesh: CollisionMesh,
  options: UntanglingOptions,
  tangledVertices: Uint8Array = new Uint8Array(mesh.vertexCount),
): Untangling {
  const { triangles, edges } = mesh;
  const crossings = createCrossingList(mesh, options.self, options.kernels);
  const { pairs } = crossings;
  const motions = createPieceMotions(tangledVertices, options.speed);
  let draw: DrawApart | undefined;

  function prepare(): DrawApart {
    draw ??= createDrawing(mesh, crossings, motions);
    return draw;
  }

  return {
    tangledVertices,
    prepare: () => void prepare(),
    find(x, broadPhase, inverseMass) {
      motions.clear();
      if (crossings.find(x, broadPhase) === 0) return 0;
      prepare()(x, inverseMass);
      return pairs.count;
    },
    addShift: motions.addShift,
    visitCrossings(visit) {
      for (let k = 0; k < pairs.count; k++) visit(edges[2 * pairs.data[2 * k]], triangles[3 * pairs.data[2 * k + 1]]);
    },
    stopReturn: motions.stopReturn,
    addWaysOut: motions.addWaysOut,
  };
}

/** Moves the pieces on both sides of the contours of the crossings at x. */
type DrawApart = (x: Float64Array, inverseMass: Float64Array) => void;

/** What is needed once there are crossings. */
function createDrawing(mesh: CollisionMesh, crossings: CrossingList, motions: PieceMotions): DrawApart {
  const { triangles, edges } = mesh;
  const topology = buildEdgeTopology(mesh);
  const { pairs, normals } = crossings;
  const contours = createContours(topology);
  const pieces = createPassedPieces(mesh, topology, crossings, contours);
  const sets = createSideSets(mesh, topology);
  /** On which side of the other surface the piece of each side lies that has passed through, 1 or −1; 0 where none has. */
  const passed = [0, 0];
  const sum = new Float64Array(3);
  const gradient = new Float64Array(3);

  function addCrossing(k: number, side: number): void {
    const e = 2 * pairs.data[2 * k];
    const t = 3 * pairs.data[2 * k + 1];
    sets.add(edges[e], side);
    sets.add(edges[e + 1], side);
    for (let c = t; c < t + 3; c++) sets.add(triangles[c], 1 - side);
  }

  function addPiece(side: number): void {
    for (let i = 0; i < pieces.count; i++) sets.add(pieces.vertices[i], side);
  }

  /** Whether nothing of a surface that contour n crosses can move. */
  function isHeld(n: number, side: number, inverseMass: Float64Array): boolean {
    const { start, members, sides } = contours;
    for (let s = start[n]; s < start[n + 1]; s++) {
      const k = members[s];
      const e = 2 * pairs.data[2 * k];
      const t = 3 * pairs.data[2 * k + 1];
      const isEdge = sides[k] === side;
      if (isEdge && (inverseMass[edges[e]] > 0 || inverseMass[edges[e + 1]] > 0)) return false;
      for (let c = t; !isEdge && c < t + 3; c++) if (inverseMass[triangles[c]] > 0) return false;
    }
    return true;
  }

  /**
   * Finds what contour n cuts off from each of its surfaces; adds it to the sets, and to `passed` on which side it is. A surface that is
   * held is only asked where the other knows nothing: the two may not agree on their directions.
   */
  function findPassed(x: Float64Array, n: number, inverseMass: Float64Array): boolean {
    passed.fill(0);
    for (let held = 0; held < 2 && passed[0] === 0 && passed[1] === 0; held++) {
      for (let side = 0; side < 2; side++) {
        if (isHeld(n, side, inverseMass) !== (held === 1)) continue;
        passed[side] = pieces.find(x, n, side);
        if (passed[side] !== 0) addPiece(side);
      }
    }
    if (passed[0] !== 0 || passed[1] !== 0) return true;
    let shortest = pieces.measureReach(x, n);
    let best = -1;
    for (let side = 0; side < 2 && shortest > 0; side++) {
      if (pieces.findExtended(x, n, side) === 0 || pieces.depth >= shortest) continue;
      shortest = pieces.depth;
      best = side;
    }
    if (best < 0) return false;
    passed[best] = pieces.findExtended(x, n, best);
    addPiece(best);
    return true;
  }

  /** Sums how the edges of contour n want to move, counted for side 0: back through the triangles, or down the gradient. */
  function sumDirections(x: Float64Array, n: number, byGradient: boolean): boolean {
    const { start, members, sides } = contours;
    sum.fill(0);
    let count = 0;
    for (let s = start[n]; s < start[n + 1]; s++) {
      const k = members[s];
      const t = 3 * pairs.data[2 * k + 1];
      let weight = sides[k] === 0 ? 1 : -1;
      if (byGradient) computeContourGradient(x, mesh, topology, normals, pairs.data[2 * k], t / 3, gradient);
      else {
        weight *= -passed[sides[k]];
        for (let c = 0; c < 3; c++) gradient[c] = normals[t + c];
      }
      count += Math.abs(weight) * lengthOf(gradient);
      for (let c = 0; c < 3; c++) sum[c] += weight * gradient[c];
    }
    const length = lengthOf(sum);
    if (!(length > AGREEMENT * count)) return false;
    scaleBy(sum, 1 / length);
    return true;
  }

  function addContour(x: Float64Array, n: number, inverseMass: Float64Array): void {
    const { start, members, sides, twisted } = contours;
    if (twisted[n] === 0) {
      sets.clear();
      const cutOff = findPassed(x, n, inverseMass);
      for (let s = start[n]; s < start[n + 1]; s++) addCrossing(members[s], sides[members[s]]);
      if ((cutOff && sumDirections(x, n, false)) || sumDirections(x, n, true)) {
        for (let side = 0; side < 2; side++) if (passed[side] === 0) sets.widen(side, sets.sizes[1 - side]);
        motions.add(sets, sum);
        return;
      }
    }
    for (let s = start[n]; s < start[n + 1]; s++) {
      const k = members[s];
      sets.clear();
      addCrossing(k, 0);
      computeContourGradient(x, mesh, topology, normals, pairs.data[2 * k], pairs.data[2 * k + 1], gradient);
      const length = lengthOf(gradient);
      scaleBy(gradient, 1 / Math.sqrt(length * length + SHORT_GRADIENT * SHORT_GRADIENT));
      motions.add(sets, gradient);
    }
  }

  return (x, inverseMass) => {
    contours.join(pairs);
    for (let n = 0; n < contours.count; n++) addContour(x, n, inverseMass);
  };
}

function lengthOf(d: Float64Array): number {
  return Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

function scaleBy(d: Float64Array, scale: number): void {
  d[0] *= scale;
  d[1] *= scale;
  d[2] *= scale;
}
