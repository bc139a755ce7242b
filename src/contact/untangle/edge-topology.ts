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
  const edgeCount = edges.length / 2;
  const vertexEdgeStart = new Uint32Array(vertexCount + 1);
  for (let h = 0; h < edges.length; h++) vertexEdgeStart[edges[h] + 1]++;
  for (let v = 0; v < vertexCount; v++) vertexEdgeStart[v + 1] += vertexEdgeStart[v];
  const vertexCursor = vertexEdgeStart.slice(0, vertexCount);
  const vertexEdges = new Uint32Array(edges.length);
  for (let h = 0; h < edges.length; h++) vertexEdges[vertexCursor[edges[h]]++] = h >> 1;

  const halfEdges = new Int32Array(triangles.length).fill(-1); // −1: from a vertex to itself
  for (let h = 0; h < triangles.length; h++) {
    const v = triangles[h];
    const w = triangles[h % 3 === 2 ? h - 2 : h + 1];
    const isShorter = vertexEdgeStart[v + 1] - vertexEdgeStart[v] <= vertexEdgeStart[w + 1] - vertexEdgeStart[w];
    const from = isShorter ? v : w;
    for (let s = vertexEdgeStart[from]; s < vertexEdgeStart[from + 1]; s++) {
      const e = vertexEdges[s];
      if (edges[2 * e] + edges[2 * e + 1] - v !== w) continue;
      halfEdges[h] = e;
      break;
    }
  }
  const edgeTriangleStart = new Uint32Array(edgeCount + 1);
  for (let h = 0; h < halfEdges.length; h++) if (halfEdges[h] >= 0) edgeTriangleStart[halfEdges[h] + 1]++;
  for (let e = 0; e < edgeCount; e++) edgeTriangleStart[e + 1] += edgeTriangleStart[e];
  const edgeCursor = edgeTriangleStart.slice(0, edgeCount);
  const edgeTriangles = new Uint32Array(edgeTriangleStart[edgeCount]);
  for (let h = 0; h < halfEdges.length; h++) {
    if (halfEdges[h] >= 0) edgeTriangles[edgeCursor[halfEdges[h]]++] = Math.floor(h / 3);
  }
  return { vertexEdgeStart, vertexEdges, edgeTriangleStart, edgeTriangles };
}
