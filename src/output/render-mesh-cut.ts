import { InputError } from "../core/errors.ts";
import { buildCorners } from "../mesh/corners.ts";
import type { RenderBinding } from "./render-mesh.ts";
import { checkMade } from "./render-mesh-input.ts";

/** Simulated triangles farther apart than so many sides are not asked whether a cut has come between them. */
const FARTHEST = 6;

/**
 * The binding after a cut of the simulated mesh, or after going back before one: always from the binding that `bindRenderMesh` made, with the
 * triangles and number of vertices as they are now. A cut keeps the triangles and moves some of their corners to new vertices, so each
 * render vertex stays with its triangle. Render triangles that reach over the cut are no longer drawn: the slit is as ragged as the render
 * mesh is fine. `subdivideSurface` follows a cut exactly instead.
 */
export function followCut(binding: RenderBinding, triangles: Uint32Array, simulatedCount: number): RenderBinding {
  checkMade(binding, "boundTo", "binding", "bindRenderMesh");
  const { render, boundTo, simulatedTriangles } = binding;
  if (triangles.length !== simulatedTriangles.length) {
    const got = `${triangles.length / 3} triangles where there were ${simulatedTriangles.length / 3}`;
    throw new InputError("triangles", got, "bind to the new mesh in its start pose (bindRenderMesh)");
  }
  const before = buildCorners(binding.simulatedCount, simulatedTriangles).opposite;
  const after = buildCorners(simulatedCount, triangles).opposite;
  const isWhole = (a: number, b: number): boolean => {
    const way = countSides(before, boundTo[a], boundTo[b], FARTHEST);
    return way > FARTHEST || countSides(after, boundTo[a], boundTo[b], way) <= way;
  };
  const kept: number[] = [];
  for (let h = 0; h < render.triangles.length; h += 3) {
    const [a, b, c] = render.triangles.subarray(h, h + 3);
    if (isWhole(a, b) && isWhole(b, c) && isWhole(c, a)) kept.push(a, b, c);
  }
  return {
    ...binding,
    triangles: kept.length === render.triangles.length ? render.triangles : Uint32Array.from(kept),
    simulatedCount,
    simulatedTriangles: triangles,
    simulatedNormals: new Float64Array(3 * simulatedCount),
  };
}

/** The least number of sides to cross on the way from triangle s to triangle t; limit + 1 if it is more than `limit`. */
function countSides(opposite: Int32Array, s: number, t: number, limit: number): number {
  if (s === t) return 0;
  const reached = [s];
  let from = 0;
  for (let sides = 1; sides <= limit; sides++) {
    const to = reached.length;
    for (; from < to; from++) {
      for (let h = 3 * reached[from]; h < 3 * reached[from] + 3; h++) {
        if (opposite[h] < 0) continue;
        const next = Math.floor(opposite[h] / 3);
        if (next === t) return sides;
        if (!reached.includes(next)) reached.push(next);
      }
    }
  }
  return limit + 1;
}
