import type { Topology } from "../mesh/topology.ts";
import { BEND, STRETCH } from "./cloth.ts";
import { type Fabric, meanStiffness, offAxisStiffness } from "./fabric.ts";
import type { RawSpringStiffness } from "./lattice-springs.ts";
import { computeRestAreas, type RestShape, restDistance } from "./rest-shape.ts";
import type { SpringList } from "./spring-list.ts";

/**
 * A fabric as springs on the edges of any triangle mesh [VanGelder98]:
 *
 *     k = Y (A₁ + A₂) / l²        A₁, A₂ the rest areas at the edge, l its length
 *
 * so that each triangle holds ½ A Σ Y ε² over its three edges. Y is the stiffness of a strip cut along the edge where the
 * grain is known (flat rest shape), else its mean over all directions.
 *
 * This is an approximation. Three springs a triangle cannot have a stiff grain and a soft shear at once unless edges follow
 * the grain: on equilateral triangles with Y the same everywhere a strip has stiffness Y, but the shear modulus is ⅜Y and
 * the Poisson ratio ⅓. Lattices use addLatticeFabricSprings, which is exact; the triangle model is right on every mesh.
 */
export function addEdgeFabricSprings(
  topology: Pick<Topology, "edges" | "triangleEdges">,
  triangles: Uint32Array,
  rest: RestShape,
  fabric: Fabric,
  springs: SpringList,
): void {
  const { edges, triangleEdges } = topology;
  const areas = new Float64Array(triangles.length / 3);
  computeRestAreas(triangles, rest, areas);
  const edgeArea = new Float64Array(edges.length / 2);
  for (let h = 0; h < triangleEdges.length; h++) edgeArea[triangleEdges[h]] += areas[Math.floor(h / 3)];

  const x = rest.coordinates;
  const mean = meanStiffness(fabric);
  for (let e = 0; e < edgeArea.length; e++) {
    const i = edges[2 * e];
    const j = edges[2 * e + 1];
    const length = restDistance(rest, i, j);
    const modulus = rest.dimension === 2 ? offAxisStiffness(fabric, x[2 * j] - x[2 * i], x[2 * j + 1] - x[2 * i + 1]) : mean;
    springs.push(i, j, length, (modulus * edgeArea[e]) / (length * length), STRETCH);
  }
}

/**
 * The papers' raw springs on a triangle mesh [Oh04, Fig. 1]: `stretch` on every edge, `bend` between the two vertices
 * opposite an interior edge. Rest lengths are distances in the rest shape.
 */
export function addEdgeRawSprings(
  topology: Pick<Topology, "edges" | "hinges">,
  stiffness: RawSpringStiffness,
  rest: RestShape,
  springs: SpringList,
): void {
  const { edges, hinges } = topology;
  const { stretch, bend = 0 } = stiffness;
  if (stretch !== 0) {
    for (let e = 0; e < edges.length; e += 2) {
      springs.push(edges[e], edges[e + 1], restDistance(rest, edges[e], edges[e + 1]), stretch, STRETCH);
    }
  }
  if (bend !== 0) {
    for (let h = 0; h < hinges.length; h += 4) {
      springs.push(hinges[h], hinges[h + 1], restDistance(rest, hinges[h], hinges[h + 1]), bend, BEND);
    }
  }
}
