import { InputError } from "../core/errors.ts";
import type { Lattice } from "../mesh/surface.ts";
import { SHEAR, STRETCH } from "./cloth.ts";
import type { Fabric } from "./fabric.ts";
import type { SpringList } from "./spring-list.ts";

/**
 * A fabric as springs on a lattice of cells a (warp) × b (weft):
 *
 *     o───o───o     each diagonal of a cell   k_d = G (a² + b²) / (2ab)
 *     │ ╳ │ ╳ │     along the warp            k_u = Y_u b/a − G a/b
 *     o───o───o     along the weft            k_v = Y_v a/b − G b/a     (half of it on the border)
 *
 * Why: under the strain (ε_u, ε_v, γ) the two diagonals of a cell hold ½G/(ab) [(a²ε_u + b²ε_v)² + a²b²γ²], which is the
 * shear energy ½Gγ² of the cell's area and, for the stretch, ½G(a³/b)ε_u² that the structural springs are relieved of. So
 * the sheet has exactly Y_u, Y_v and G at any resolution. The cross term Gε_uε_v remains: central springs cannot shear
 * without it (Cauchy's relation), which makes a Poisson ratio of G/Y, a per cent or two for woven cloth.
 */
export function addLatticeFabricSprings(lattice: Lattice, fabric: Fabric, springs: SpringList, path: string = "fabric"): void {
  const { columns, rows, spacingU: a, spacingV: b } = lattice;
  const alongU = (fabric.stretchWarp * b) / a - (fabric.shear * a) / b;
  const alongV = (fabric.stretchWeft * a) / b - (fabric.shear * b) / a;
  if (alongU < 0 || alongV < 0) {
    const limit = Math.min((fabric.stretchWarp * b * b) / (a * a), (fabric.stretchWeft * a * a) / (b * b));
    throw new InputError(
      `${path}.shear`,
      `${fabric.shear} N/m on cells of ${short(a)} × ${short(b)} m`,
      `stay below ${short(limit)} N/m, or make the cells squarer`,
    );
  }
  const diagonal = (fabric.shear * (a * a + b * b)) / (2 * a * b);
  const diagonalLength = Math.sqrt(a * a + b * b);
  for (let r = 0; r < rows; r++) {
    const rowShare = r === 0 || r === rows - 1 ? 0.5 : 1;
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      const columnShare = c === 0 || c === columns - 1 ? 0.5 : 1;
      if (c + 1 < columns) springs.push(i, i + 1, a, alongU * rowShare, STRETCH);
      if (r + 1 < rows) springs.push(i, i + columns, b, alongV * columnShare, STRETCH);
      if (c + 1 < columns && r + 1 < rows && diagonal > 0) {
        springs.push(i, i + columns + 1, diagonalLength, diagonal, SHEAR);
        springs.push(i + 1, i + columns, diagonalLength, diagonal, SHEAR);
      }
    }
  }
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
