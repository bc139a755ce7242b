import type { Topology } from "../mesh/topology.ts";
import { STRETCH } from "./cloth.ts";
import type { Fabric } from "./fabric.ts";
import { computeRestAreas, type RestShape, restDistance } from "./rest-shape.ts";
import { isShortEdge } from "./slivers.ts";
import type { SpringList } from "./spring-list.ts";

/**
 * A fabric as springs on the edges of any triangle mesh [VanGelder98]:
 *
 *     k = Y (A₁ + A₂) / l²        A₁, A₂ the rest areas at the edge, l its length
 *
 * so that each triangle holds ½ A Σ Y ε² over its three edges. Y is the stiffness of a strip cut along the edge where the
 * grain is known (flat rest shape), else its mean over all directions. At the short edge of a sliver k is Y (slivers.ts).
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
    const k = isShortEdge(edgeArea[e], length) ? modulus : (modulus * edgeArea[e]) / (length * length);
    springs.push(i, j, length, k, STRETCH);
  }
}

/**
 * Stiffness of a strip cut at an angle to the warp, without cross contraction [N/m]:
 *
 *     1/Y(θ) = cos⁴θ/Y_u + sin⁴θ/Y_v + cos²θ sin²θ/G
 *
 * `along` and `across` are the strip's direction in (u, v), of any length.
 */
export function offAxisStiffness(fabric: Fabric, along: number, across: number): number {
  const square = along * along + across * across;
  const c2 = (along * along) / square;
  const s2 = (across * across) / square;
  const bias = c2 * s2;
  if (bias > 0 && fabric.shear === 0) return 0;
  const compliance = (c2 * c2) / fabric.stretchWarp + (s2 * s2) / fabric.stretchWeft;
  return 1 / (bias > 0 ? compliance + bias / fabric.shear : compliance);
}

/**
 * Stiffness of the fabric where its grain is not known [N/m]: the off-axis compliance averaged over all directions,
 * 1/Y = ⅜/Y_u + ⅜/Y_v + ⅛/G.
 */
export function meanStiffness(fabric: Fabric): number {
  if (fabric.shear === 0) return 0;
  return 8 / (3 / fabric.stretchWarp + 3 / fabric.stretchWeft + 1 / fabric.shear);
}
