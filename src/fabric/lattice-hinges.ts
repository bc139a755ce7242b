import type { Lattice } from "../mesh/surface.ts";
import type { Hinges } from "./cloth.ts";
import { buildHinges } from "./hinge.ts";
import type { RestShape } from "./rest-shape.ts";

/**
 * The hinges of a lattice with alternating diagonals, such that the sheet is an isotropic plate of rigidity B = `modulus`
 * [N·m] in every direction.
 *
 * On cells a × b the plain hinges hold, per area and in terms of the curvatures of a smooth surface,
 *
 *     edges along v (bent by κ_u):  ½ B κ_u²         edges along u:  ½ B κ_v²
 *     diagonals (bent by the twist): ½ B t κ_uv²,    t = (a² + b²)²/(ab)²
 *
 * The alternation makes the first two exact, because the vertices opposite an edge mirror each other. The plate without cross
 * contraction is ½ B (κ_u² + κ_v² + 2κ_uv²), so t should be 2; but it is 4 on squares, which makes a sheet rolled along its
 * diagonal 1.5 times too stiff, and more on long cells. So the diagonals' λ is taken 2/t times: exact in bending and twist.
 *
 * Raw networks (`bendModulus`) keep the plain hinge.
 */
export function buildLatticeHinges(
  lattice: Lattice,
  vertices: Uint32Array,
  rest: RestShape,
  modulus: number,
  path: string = "hinges",
): Hinges {
  const hinges = buildHinges(vertices, rest, modulus, path);
  const { columns, spacingU: a, spacingV: b } = lattice;
  const diagonal = a * a + b * b;
  const share = (2 * a * a * b * b) / (diagonal * diagonal);
  for (let h = 0; h < hinges.count; h++) {
    const k = vertices[4 * h + 2];
    const l = vertices[4 * h + 3];
    const sameColumn = k % columns === l % columns;
    const sameRow = Math.floor(k / columns) === Math.floor(l / columns);
    if (!sameColumn && !sameRow) hinges.stiffness[h] *= share;
  }
  return hinges;
}
