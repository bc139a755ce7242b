import type { ElementBoxes } from "../../src/contact/search/bounding-boxes.ts";
import { BODY_GROUP, type CollisionMesh, createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createRandom } from "../../src/core/random.ts";
import { createGrid } from "../../src/mesh/grid.ts";

/** A mesh and one step of it. */
export interface Case {
  readonly mesh: CollisionMesh;
  readonly xs: Float64Array;
  readonly xe: Float64Array;
  readonly margin: number;
}

/** Triangles between random vertices, some of them twice or with a corner twice, in up to three groups. */
export function soup(seed: number, scale: number, speed: number, margin: number): Case {
  const random = createRandom(seed);
  const vertexCount = 3 + Math.floor(40 * random());
  const triangleCount = Math.floor(60 * random());
  const corners = Array.from({ length: 3 * triangleCount }, () => Math.floor(vertexCount * random()));
  const triangles = Uint32Array.from(corners, (v, h) => (h >= 9 && random() < 0.05 ? corners[h - 9] : v));
  const groups = Uint32Array.from({ length: triangleCount }, () => BODY_GROUP + Math.floor(3 * random()));
  const clustered = random() < 0.5; // some triangles small against the whole, or all of them across it
  const xs = Float64Array.from({ length: 3 * vertexCount }, () => {
    const place = Math.floor(4 * random()) + (clustered ? 0.2 : 3) * random();
    return scale * (random() < 0.1 ? 0 : place);
  });
  const xe = xs.map((x) => (random() < 0.3 ? x : x + scale * speed * (random() - 0.5)));
  return { mesh: createCollisionMesh(vertexCount, triangles, groups), xs, xe, margin: scale * margin };
}

/** A sheet that is folded into layers, with noise, beside a body of the same kind. */
export function foldedSheet(seed: number, scale: number, speed: number, margin: number): Case {
  const random = createRandom(seed);
  const side = 3 + Math.floor(9 * random());
  const one = createGrid({ columns: side, rows: side, width: 1, height: 1 });
  const count = side * side;
  const bodyTriangles = one.triangles.map((v) => v + count);
  const triangles = Uint32Array.of(...one.triangles, ...bodyTriangles);
  const groups = Uint32Array.from({ length: triangles.length / 3 }, (_, t) => (3 * t < one.triangles.length ? 1 : 0));
  const xs = new Float64Array(6 * count);
  for (let i = 0; i < 2 * count; i++) {
    const [u, v] = [(i % side) / (side - 1), Math.floor((i % count) / side) / (side - 1)];
    const layer = Math.floor(3 * u);
    const along = layer % 2 === 0 ? 3 * u - layer : 1 + layer - 3 * u;
    const x = [along, 0.02 * layer, v].map((c) => c + 0.01 * (random() - 0.5));
    xs.set(i < count ? x : [x[2] + 0.3, x[0] - 0.5, x[1]], 3 * i);
  }
  const xe = xs.map((x) => x + speed * 0.1 * (random() - 0.5));
  const mesh = createCollisionMesh(2 * count, triangles, groups);
  return { mesh, xs: xs.map((x) => scale * x), xe: xe.map((x) => scale * x), margin: scale * margin * 0.1 };
}

export function boxMeet(boxesA: Float64Array, a: number, boxesB: Float64Array, b: number): boolean {
  for (let c = 0; c < 3; c++) {
    if (!(boxesA[6 * a + c] <= boxesB[6 * b + 3 + c] && boxesB[6 * b + c] <= boxesA[6 * a + 3 + c])) return false;
  }
  return true;
}

/** Every pair by trying them all, packed by twos in ascending order. */
export function bruteForce(mesh: CollisionMesh, boxes: ElementBoxes, self: boolean): { points: number[]; edges: number[] } {
  const { triangles, edges, groups } = mesh;
  const allowed = (a: number, b: number): boolean => a !== b || (self && a !== BODY_GROUP);
  const firstTriangle = (...vertices: number[]): number => {
    for (let t = 0; t < groups.length; t++) {
      const corners = triangles.subarray(3 * t, 3 * t + 3);
      if (vertices.every((v) => corners.includes(v))) return t;
    }
    return -1;
  };
  const points: number[] = [];
  for (let v = 0; v < mesh.vertexCount; v++) {
    const owner = firstTriangle(v);
    for (let t = 0; owner >= 0 && t < groups.length; t++) {
      if (v === triangles[3 * t] || v === triangles[3 * t + 1] || v === triangles[3 * t + 2]) continue;
      if (allowed(groups[owner], groups[t]) && boxMeet(boxes.points, v, boxes.triangles, t)) points.push(v, t);
    }
  }
  const found: number[] = [];
  const edgeGroups = Array.from({ length: edges.length / 2 }, (_, e) => groups[firstTriangle(edges[2 * e], edges[2 * e + 1])]);
  for (let e = 0; e < edgeGroups.length; e++) {
    for (let f = e + 1; f < edgeGroups.length; f++) {
      if (edges[2 * e] === edges[2 * f] || edges[2 * e] === edges[2 * f + 1]) continue;
      if (edges[2 * e + 1] === edges[2 * f] || edges[2 * e + 1] === edges[2 * f + 1]) continue;
      if (allowed(edgeGroups[e], edgeGroups[f]) && boxMeet(boxes.edges, e, boxes.edges, f)) found.push(e, f);
    }
  }
  return { points, edges: found };
}
