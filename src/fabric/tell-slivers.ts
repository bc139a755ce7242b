import type { Surface } from "../mesh/surface.ts";
import type { Topology } from "../mesh/topology.ts";
import { computeRestAreas, type RestShape, restDistance, restShape } from "./rest-shape.ts";
import { isShortEdge, THINNEST } from "./slivers.ts";

/** Tells where a surface has slivers, whose springs and hinges are held as those of sound triangles (slivers.ts): how many, and which is the worst. Nothing where there are none. */
export function tellSlivers(surface: Surface, topology: Topology): string[] {
  const rest = restShape(surface);
  const areas = new Float64Array(surface.triangles.length / 3);
  computeRestAreas(surface.triangles, rest, areas);
  return [...tellShortEdges(topology, areas, rest), ...tellFlatTriangles(surface.triangles, areas, rest)];
}

function tellShortEdges({ edges, triangleEdges }: Topology, areas: Float64Array, rest: RestShape): string[] {
  const area = new Float64Array(edges.length / 2);
  for (let h = 0; h < triangleEdges.length; h++) area[triangleEdges[h]] += areas[Math.floor(h / 3)];
  const lengths = area.map((_, e) => restDistance(rest, edges[2 * e], edges[2 * e + 1]));
  let count = 0;
  let worst = -1;
  for (let e = 0; e < area.length; e++) {
    if (!isShortEdge(area[e], lengths[e])) continue;
    count++;
    if (worst < 0 || lengths[e] < lengths[worst]) worst = e;
  }
  if (count === 0) return [];
  const median = lengths.slice().sort()[lengths.length >> 1];
  const [i, j] = edges.subarray(2 * worst);
  const length = lengths[worst];
  return [
    `${count} of ${area.length} edges are less than 1/${THINNEST} of the height of their triangles, and count as sound in their springs; ` +
      `the shortest, between vertices ${i} and ${j}, has ${length.toPrecision(2)} m, ${(length / median).toPrecision(2)} of the median`,
  ];
}

function tellFlatTriangles(triangles: Uint32Array, areas: Float64Array, rest: RestShape): string[] {
  let count = 0;
  let worst = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let t = 0; t < areas.length; t++) {
    const [a, b, c] = triangles.subarray(3 * t);
    const side = Math.max(restDistance(rest, a, b), restDistance(rest, b, c), restDistance(rest, c, a));
    const height = (2 * areas[t]) / side;
    if (THINNEST * height >= side) continue;
    count++;
    if (height >= least) continue;
    least = height;
    worst = t;
  }
  if (count === 0) return [];
  const [a, b, c] = triangles.subarray(3 * worst);
  return [
    `${count} of ${areas.length} triangles are thinner than 1/${THINNEST} of their longest side, and count as sound where they would not bend; ` +
      `the thinnest, of vertices ${a}, ${b} and ${c}, is ${least.toPrecision(2)} m high`,
  ];
}
