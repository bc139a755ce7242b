import { groupByKey } from "../../core/group-by.ts";
import { nextCorner } from "../../mesh/next-corner.ts";
import type { CollisionMesh } from "../search/collision-mesh.ts";

/** How edges, vertices and triangles hang together, as lists one after the other. */
export interface EdgeTopology {
  /** Vertex v is an end of `vertexEdges[vertexEdgeStart[v]]` to `vertexEdges[vertexEdgeStart[v + 1] − 1]`. */
  readonly vertexEdgeStart: Uint32Array;
  readonly vertexEdges: Uint32Array;
  /** The same of the triangles at an edge, of which there may be any number. */
  readonly edgeTriangleStart: Uint32Array;
  readonly edgeTriangles: Uint32Array;
}

export function buildEdgeTopology({ vertexCount, triangles, edges }: CollisionMesh): EdgeTopology {
  const { start: vertexEdgeStart, members: vertexEdges } = groupByKey(edges, vertexCount, 2);
  const halfEdges = new Int32Array(triangles.length).fill(-1); // −1: from a vertex to itself
  for (let h = 0; h < triangles.length; h++) {
    const v = triangles[h];
    const w = triangles[nextCorner(h)];
    const isShorter = vertexEdgeStart[v + 1] - vertexEdgeStart[v] <= vertexEdgeStart[w + 1] - vertexEdgeStart[w];
    const from = isShorter ? v : w;
    for (let s = vertexEdgeStart[from]; s < vertexEdgeStart[from + 1]; s++) {
      const e = vertexEdges[s];
      if (edges[2 * e] + edges[2 * e + 1] - v !== w) continue;
      halfEdges[h] = e;
      break;
    }
  }
  const { start: edgeTriangleStart, members: edgeTriangles } = groupByKey(halfEdges, edges.length / 2, 3);
  return { vertexEdgeStart, vertexEdges, edgeTriangleStart, edgeTriangles };
}
