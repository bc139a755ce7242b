import { createRandom } from "../../core/random.ts";
import type { Surface } from "../../mesh/surface.ts";
import { buildTopology } from "../../mesh/topology.ts";

/** True for points (u, v) of a panel; every panel lies in the unit square, v pointing down. */
export type Outline = (u: number, v: number) => boolean;

/** How far a vertex inside is moved off its lattice point, in spacings. */
const JITTER = 0.25;

/**
 * A panel as an irregular triangle mesh of about `count` vertices: the points of a triangular lattice inside the outline, those of the
 * border moved out to the outline, the others a little. Numbered as a mesher that is given an outline does: once around the border, then inside, row by row.
 */
export function meshOutline(inside: Outline, count: number, seed: number = 1): Surface {
  let best = latticeMesh(inside, 1 / Math.sqrt(count));
  let low = 0.3 / Math.sqrt(count);
  let high = 1.5 / Math.sqrt(count);
  for (let round = 0; round < 40; round++) {
    const spacing = 0.5 * (low + high);
    const mesh = latticeMesh(inside, spacing);
    if (Math.abs(mesh.vertexCount - count) < Math.abs(best.vertexCount - count)) best = mesh;
    if (mesh.vertexCount > count) low = spacing;
    else high = spacing;
  }
  return borderFirst(jitter(fitBorder(best, inside), seed));
}

interface LatticeMesh {
  readonly spacing: number;
  readonly vertexCount: number;
  /** (u, v) by twos. */
  readonly points: number[];
  readonly triangles: number[];
}

/** The triangles of the lattice whose three corners are inside, and the vertices they use, row by row. */
function latticeMesh(inside: Outline, spacing: number): LatticeMesh {
  const columns = Math.floor(1 / spacing) + 2;
  const height = spacing * Math.sqrt(0.75);
  const rows = Math.floor(1 / height) + 2;
  const place = (c: number, r: number): [number, number] => [(c + (r % 2 === 0 ? 0 : 0.5) - 0.25) * spacing, (r + 0.25) * height];
  const corners: [number, number][][] = [];
  for (let r = 0; r + 1 < rows; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      const [a, b, d, e]: [number, number][] = [
        [c, r],
        [c + 1, r],
        [c, r + 1],
        [c + 1, r + 1],
      ];
      corners.push(
        ...(r % 2 === 0
          ? [
              [a, b, d],
              [b, e, d],
            ]
          : [
              [a, b, e],
              [a, e, d],
            ]),
      );
    }
  }
  const kept = corners.filter((triangle) => triangle.every(([c, r]) => inside(...place(c, r))));
  const used = [...new Set(kept.flat().map(([c, r]) => r * columns + c))].sort((a, b) => a - b);
  const index = new Map(used.map((key, i) => [key, i]));
  return {
    spacing,
    vertexCount: used.length,
    points: used.flatMap((key) => place(key % columns, Math.floor(key / columns))),
    triangles: kept.flat().map(([c, r]) => index.get(r * columns + c) ?? 0),
  };
}

/** How far a vertex of the border is moved at most, in spacings; the lattice leaves up to a spacing free. */
const REACH = 0.9;

/** The same mesh, the vertices of its border moved away from their neighbours until they are on the outline. */
function fitBorder(mesh: LatticeMesh, inside: Outline): LatticeMesh {
  const { spacing, vertexCount, points, triangles } = mesh;
  const { edges, boundaryEdges } = buildTopology(vertexCount, Uint32Array.from(triangles));
  const away = new Float64Array(2 * vertexCount);
  for (let e = 0; e < edges.length; e += 2) {
    for (const [i, j] of [
      [edges[e], edges[e + 1]],
      [edges[e + 1], edges[e]],
    ]) {
      away[2 * i] += points[2 * i] - points[2 * j];
      away[2 * i + 1] += points[2 * i + 1] - points[2 * j + 1];
    }
  }
  const moved = [...points];
  for (const i of new Set(Array.from(boundaryEdges).flatMap((e) => [edges[2 * e], edges[2 * e + 1]]))) {
    const [u, v] = [away[2 * i], away[2 * i + 1]];
    const length = Math.sqrt(u * u + v * v);
    if (length === 0) continue;
    let [near, far] = [0, REACH * spacing];
    for (let halving = 0; halving < 12; halving++) {
      const middle = (near + far) / 2;
      if (inside(points[2 * i] + (middle * u) / length, points[2 * i + 1] + (middle * v) / length)) near = middle;
      else far = middle;
    }
    moved[2 * i] += (near * u) / length;
    moved[2 * i + 1] += (near * v) / length;
  }
  return { ...mesh, points: moved };
}

function jitter({ spacing, vertexCount, points, triangles }: LatticeMesh, seed: number): LatticeMesh {
  const { edges, boundaryEdges } = buildTopology(vertexCount, Uint32Array.from(triangles));
  const border = new Set(Array.from(boundaryEdges).flatMap((e) => [edges[2 * e], edges[2 * e + 1]]));
  const random = createRandom(seed);
  const moved = points.map((value, c) => {
    const shift = (2 * random() - 1) * JITTER * spacing;
    return border.has(c >> 1) ? value : value + shift;
  });
  return { spacing, vertexCount, points: moved, triangles };
}

/** The same mesh, its border numbered first, in the order in which one walks around it. */
function borderFirst({ vertexCount, points, triangles }: LatticeMesh): Surface {
  const { edges, boundaryEdges } = buildTopology(vertexCount, Uint32Array.from(triangles));
  const along: number[][] = Array.from({ length: vertexCount }, () => []);
  for (const e of boundaryEdges) {
    along[edges[2 * e]].push(edges[2 * e + 1]);
    along[edges[2 * e + 1]].push(edges[2 * e]);
  }
  const number = new Int32Array(vertexCount).fill(-1);
  let next = 0;
  for (let start = 0; start < vertexCount; start++) {
    for (let i: number | undefined = along[start].length > 0 ? start : undefined; i !== undefined && number[i] < 0; ) {
      number[i] = next++;
      i = along[i].find((j) => number[j] < 0);
    }
  }
  for (let i = 0; i < vertexCount; i++) if (number[i] < 0) number[i] = next++;
  const material = new Float64Array(2 * vertexCount);
  const positions = new Float64Array(3 * vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    material[2 * number[i]] = points[2 * i];
    material[2 * number[i] + 1] = points[2 * i + 1];
    positions[3 * number[i]] = points[2 * i];
    positions[3 * number[i] + 2] = points[2 * i + 1];
  }
  return { positions, triangles: Uint32Array.from(triangles, (i) => number[i]), material };
}
