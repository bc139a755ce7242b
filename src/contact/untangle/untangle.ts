import type { KernelModule } from "../../kernels/module.ts";
import type { BroadPhase } from "../search/broad-phase.ts";
import type { CollisionMesh } from "../search/collision-mesh.ts";
import { addPair, createPairBuffer } from "../search/pair-list.ts";
import { computeContourGradient } from "./contour-gradient.ts";
import { createContours } from "./contours.ts";
import { createCrossingList } from "./crossing-list.ts";
import { buildEdgeTopology } from "./edge-topology.ts";
import { createPassedPieces } from "./passed-pieces.ts";

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
  /**
   * Looks for edges that pass through triangles at x [m]; returns how many crossings there are. The broad phase must have been
   * updated with boxes that hold x, or with its triangles. What has the inverse mass [1/kg] 0 will not be moved.
   */
  find(x: Float64Array, broadPhase: BroadPhase, inverseMass: Float64Array): number;
  /**
   * 1 for each vertex that `addShift` moves or would move if it could: those of the crossings, of what has passed through, and some
   * around them. Which side of each other two such features belong on cannot be told from where they are.
   */
  readonly tangledVertices: Uint8Array;
  /**
   * Adds the displacements [m] of a step of h [s] that draw the pieces found last apart, at most speed · h each. What has the inverse
   * mass [1/kg] 0 stays; where all that is moved is free, the sum of mass times displacement is 0.
   */
  addShift(inverseMass: Float64Array, h: number, shift: Float64Array): void;
  /** Takes from the velocities of what is drawn apart all that leads back to the other side: else gravity would in time undo every shift. */
  stopReturn(inverseMass: Float64Array, v: Float64Array): void;
}

/** A surface that is not cut in two takes so many rings of neighbours along, and more until it is as large as what it meets. */
const RINGS = 2;
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
  const { triangles, edges, vertexCount } = mesh;
  const topology = buildEdgeTopology(mesh);
  const { vertexEdgeStart, vertexEdges } = topology;
  const crossings = createCrossingList(mesh, options.self, options.kernels);
  const { pairs, normals } = crossings;
  const contours = createContours(topology);
  const pieces = createPassedPieces(mesh, topology, crossings, contours);
  /** How many motions a vertex takes part in. */
  const shares = new Uint32Array(vertexCount);
  /** The vertices and their sides, 0 or 1, motion by motion; side 0 moves by `directions`, side 1 against it. */
  const moved = createPairBuffer();
  let ends = new Uint32Array(16);
  let directions = new Float64Array(3 * 16);
  let motionCount = 0;
  const sets = [new Uint32Array(vertexCount), new Uint32Array(vertexCount)];
  const sizes = [0, 0];
  const marks = [new Float64Array(vertexCount), new Float64Array(vertexCount)];
  let round = 0;
  const passed = [0, 0];
  const masses = [0, 0];
  /** The mean velocity of each side along the direction [m/s], not yet times its length. */
  const speeds = [0, 0];
  const sum = new Float64Array(3);
  const gradient = new Float64Array(3);

  function clearSets(): void {
    round++;
    sizes.fill(0);
  }

  function addToSet(v: number, side: number): void {
    if (marks[side][v] === round) return;
    marks[side][v] = round;
    sets[side][sizes[side]++] = v;
  }

  function addCrossing(k: number, side: number): void {
    const e = 2 * pairs.data[2 * k];
    const t = 3 * pairs.data[2 * k + 1];
    addToSet(edges[e], side);
    addToSet(edges[e + 1], side);
    for (let c = t; c < t + 3; c++) addToSet(triangles[c], 1 - side);
  }

  /** Takes neighbours along, ring by ring, but nothing of the other side. */
  function widen(side: number, size: number): void {
    const set = sets[side];
    let ringStart = 0;
    for (let ring = 0; ringStart < sizes[side] && (ring < RINGS || sizes[side] < size); ring++) {
      const ringEnd = sizes[side];
      for (let n = ringStart; n < ringEnd; n++) {
        const v = set[n];
        for (let s = vertexEdgeStart[v]; s < vertexEdgeStart[v + 1]; s++) {
          const e = 2 * vertexEdges[s];
          const w = edges[e] === v ? edges[e + 1] : edges[e];
          if (marks[1 - side][w] !== round) addToSet(w, side);
        }
      }
      ringStart = ringEnd;
    }
  }

  /** Moves the two sets along d, by its length of the way that the speed allows. */
  function addMotion(d: Float64Array): void {
    for (let side = 0; side < 2; side++) {
      for (let n = 0; n < sizes[side]; n++) {
        const v = sets[side][n];
        shares[v]++;
        tangledVertices[v] = 1;
        addPair(moved, v, side);
      }
    }
    if (motionCount === ends.length) {
      const [olderEnds, olderDirections] = [ends, directions];
      ends = new Uint32Array(2 * motionCount);
      ends.set(olderEnds);
      directions = new Float64Array(6 * motionCount);
      directions.set(olderDirections);
    }
    directions.set(d, 3 * motionCount);
    ends[motionCount++] = moved.count;
  }

  function addPiece(side: number): void {
    for (let i = 0; i < pieces.count; i++) addToSet(pieces.vertices[i], side);
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
   * held is only asked where the other knows nothing: the two may not agree on who is to go where.
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
      clearSets();
      const cutOff = findPassed(x, n, inverseMass);
      for (let s = start[n]; s < start[n + 1]; s++) addCrossing(members[s], sides[members[s]]);
      if ((cutOff && sumDirections(x, n, false)) || sumDirections(x, n, true)) {
        for (let side = 0; side < 2; side++) if (passed[side] === 0) widen(side, sizes[1 - side]);
        addMotion(sum);
        return;
      }
    }
    for (let s = start[n]; s < start[n + 1]; s++) {
      const k = members[s];
      clearSets();
      addCrossing(k, 0);
      computeContourGradient(x, mesh, topology, normals, pairs.data[2 * k], pairs.data[2 * k + 1], gradient);
      const length = lengthOf(gradient);
      scaleBy(gradient, 1 / Math.sqrt(length * length + SHORT_GRADIENT * SHORT_GRADIENT));
      addMotion(gradient);
    }
  }

  return {
    tangledVertices,
    find(x, broadPhase, inverseMass) {
      if (motionCount > 0) {
        tangledVertices.fill(0);
        shares.fill(0);
      }
      moved.count = 0;
      motionCount = 0;
      if (crossings.find(x, broadPhase) === 0) return 0;
      contours.join(pairs);
      for (let n = 0; n < contours.count; n++) addContour(x, n, inverseMass);
      return pairs.count;
    },
    addShift(inverseMass, h, shift) {
      for (let m = 0, begin = 0; m < motionCount; begin = ends[m++]) {
        let most = 1;
        masses.fill(0);
        for (let i = begin; i < ends[m]; i++) {
          const v = moved.data[2 * i];
          most = Math.max(most, shares[v]);
          if (inverseMass[v] > 0) masses[moved.data[2 * i + 1]] += 1 / inverseMass[v];
        }
        // What cannot move leaves the whole way to the other side.
        const whole = (options.speed * h) / most;
        const first = masses[0] === 0 ? 0 : masses[1] === 0 ? 1 : masses[1] / (masses[0] + masses[1]);
        for (let i = begin; i < ends[m]; i++) {
          const v = moved.data[2 * i];
          if (inverseMass[v] === 0) continue;
          const way = moved.data[2 * i + 1] === 0 ? whole * first : whole * (first - 1);
          for (let c = 0; c < 3; c++) shift[3 * v + c] += way * directions[3 * m + c];
        }
      }
    },
    stopReturn(inverseMass, v) {
      for (let m = 0, begin = 0; m < motionCount; begin = ends[m++]) {
        const d = 3 * m;
        sizes.fill(0);
        speeds.fill(0);
        for (let i = begin; i < ends[m]; i++) {
          const p = 3 * moved.data[2 * i];
          const side = moved.data[2 * i + 1];
          sizes[side]++;
          for (let c = 0; c < 3; c++) speeds[side] += directions[d + c] * v[p + c];
        }
        for (let side = 0; side < 2; side++) speeds[side] /= Math.max(1, sizes[side]);
        const squared = directions[d] * directions[d] + directions[d + 1] * directions[d + 1] + directions[d + 2] * directions[d + 2];
        for (let i = begin; i < ends[m] && squared > 0; i++) {
          const p = 3 * moved.data[2 * i];
          if (inverseMass[moved.data[2 * i]] === 0) continue;
          const side = moved.data[2 * i + 1];
          let along = -speeds[1 - side];
          for (let c = 0; c < 3; c++) along += directions[d + c] * v[p + c];
          if (side === 0 ? along >= 0 : along <= 0) continue;
          for (let c = 0; c < 3; c++) v[p + c] -= (along / squared) * directions[d + c];
        }
      }
    },
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
