import { chooseBorderNodes } from "./decimation/border-nodes.ts";
import { type CoarseMesh, createCoarseMesh, FIXED, LONE, type RestCoordinates } from "./decimation/coarse-mesh.ts";
import { flipEdges } from "./decimation/flip-edges.ts";
import { chooseInnerNodes } from "./decimation/inner-nodes.ts";
import { createRemoval, removeVertex } from "./decimation/remove-vertex.ts";

/** A few functions on a surface, each 1 at a node and falling to 0 around it, that sum to 1 and make all linear functions of the rest shape. */
export interface Hats {
  readonly count: number;
  /** The hats of vertex i are entries `start[i]` … `start[i + 1]` − 1: none, or as many as sum to 1. */
  readonly start: Uint32Array;
  readonly hat: Uint32Array;
  /** Value of the hat at the vertex; beyond a border a little below 0 or above 1. */
  readonly weight: Float64Array;
  /** The vertex that each hat stands on. */
  readonly node: Uint32Array;
}

/** More vertices without triangle than this have no hats. */
const MOST_LONE = 32;
/** Rounds of removals, at most; those of 100,000 vertices are 30. */
const MOST_ROUNDS = 200;

/**
 * Hats on a coarse triangulation of any surface, nodes about `spacing` [m] apart. Vertices that are no nodes are taken out of the mesh one by one, by lengths
 * alone, and followed to the triangle that they end in [Liu21]. On a surface that is flat or developable at rest, linear functions of the
 * unrolled coordinates are exact.
 *
 * Liu and others collapse edges, least change first; here nodes are chosen before, as even as they can be, and holes are filled Delaunay.
 */
export function makeCoarseHats(vertexCount: number, triangles: Uint32Array, rest: RestCoordinates, spacing: number): Hats {
  const { mesh, adjacency } = createCoarseMesh(vertexCount, triangles, rest);
  const isNode = new Uint8Array(vertexCount);
  for (let i = 0; i < vertexCount; i++) if (mesh.kind[i] === FIXED) isNode[i] = 1;
  chooseBorderNodes(mesh, spacing, isNode);
  chooseInnerNodes(mesh, adjacency, rest, spacing, isNode);
  removeOthers(mesh, isNode);
  return collectHats(mesh);
}

/** Takes out all but the nodes, in rounds of vertices that are no neighbours, so that the mesh becomes coarser everywhere alike. */
function removeOthers(mesh: CoarseMesh, isNode: Uint8Array): void {
  const removal = createRemoval(mesh);
  const { ring } = removal;
  const waiting: number[] = [];
  for (let i = 0; i < mesh.vertexCount; i++) if (isNode[i] === 0 && mesh.kind[i] !== LONE) waiting.push(i);
  const touched = new Uint32Array(mesh.vertexCount);
  let hasFlipped = false;
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    let left = 0;
    const before = waiting.length;
    for (const v of waiting) {
      const count = touched[v] === round ? 0 : removeVertex(removal, v);
      if (count === 0) waiting[left++] = v;
      for (let k = 0; k < count; k++) touched[ring[k]] = round;
    }
    waiting.length = left;
    if (left < before) {
      hasFlipped = false;
      continue;
    }
    // those that could not go may go from better triangles
    if (hasFlipped) break;
    flipEdges(mesh, removal.placement);
    hasFlipped = true;
  }
}

/** Numbers the vertices that are left, and reads the weights of the others. */
function collectHats({ vertexCount, vertex, cornerAt, kind, firstPoint, nextPoint, weight }: CoarseMesh): Hats {
  const hatAt = new Int32Array(vertexCount).fill(-1);
  const node: number[] = [];
  const loneCount = kind.reduce((sum, k) => sum + (k === LONE ? 1 : 0), 0);
  for (let i = 0; i < vertexCount; i++) {
    if (kind[i] === LONE ? loneCount > MOST_LONE : cornerAt[i] < 0) continue;
    hatAt[i] = node.length;
    node.push(i);
  }
  const triangleOf = new Int32Array(vertexCount).fill(-1);
  for (let t = 0; t < firstPoint.length; t++) {
    for (let p = firstPoint[t]; p >= 0; p = nextPoint[p]) triangleOf[p] = t;
  }
  const start = new Uint32Array(vertexCount + 1);
  const hat = new Uint32Array(3 * vertexCount);
  const weights = new Float64Array(3 * vertexCount);
  let end = 0;
  for (let i = 0; i < vertexCount; i++) {
    if (hatAt[i] >= 0) {
      hat[end] = hatAt[i];
      weights[end++] = 1;
    } else if (triangleOf[i] >= 0) {
      for (let k = 0; k < 3; k++) {
        if (weight[3 * i + k] === 0) continue;
        hat[end] = hatAt[vertex[3 * triangleOf[i] + k]];
        weights[end++] = weight[3 * i + k];
      }
    }
    start[i + 1] = end;
  }
  return { count: node.length, start, hat: hat.slice(0, end), weight: weights.slice(0, end), node: Uint32Array.from(node) };
}
