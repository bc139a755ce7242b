import type { Lattice } from "../mesh/surface.ts";
import { type Hinges, NO_HINGES } from "./cloth.ts";

/**
 * The bending elements of a lattice of cells a × b as a plate of rigidity B = `modulus` [N·m] without cross contraction: per
 * area ½ B (κ_u² + κ_v² + 2κ_uv²), by the classical differences of a plate, each written as a hinge R = Σ α x, E = ½ λ |R|²:
 *
 *     i─k─j    along u: R = ½(x_i + x_j) − x_k = ½ a² κ_u,   λ = 4 B b/a³ (half on a border row); along v alike
 *
 *     i───k    twist of a cell: R = ½(x_i + x_j) − ½(x_k + x_l) = ½ ab κ_uv,   λ = 8 B/(ab)
 *     │   │
 *     l───j
 *
 * Why not the hinges of the triangles, as raw networks have them (`bendModulus`): with alternating diagonals the hinge over an
 * edge along v measures the curvature of only one of the two rows it joins, now this and now that. On a given cylinder that
 * adds up to B exactly, but a sheet in equilibrium bends where it is not measured and shows a rigidity of about 0.7 B.
 */
export function buildLatticeHinges(lattice: Lattice, modulus: number): Hinges {
  if (modulus === 0) return NO_HINGES;
  const { columns, rows, spacingU: a, spacingV: b } = lattice;
  const count = (columns - 2) * rows + columns * (rows - 2) + (columns - 1) * (rows - 1);
  const vertices = new Uint32Array(4 * count);
  const weights = new Float64Array(4 * count);
  const stiffness = new Float64Array(count);
  let q = 0;
  function push(i: number, j: number, k: number, l: number, wk: number, wl: number, lambda: number): void {
    vertices.set([i, j, k, l], 4 * q);
    weights.set([0.5, 0.5, wk, wl], 4 * q);
    stiffness[q++] = lambda;
  }
  const alongU = (4 * modulus * b) / (a * a * a);
  const alongV = (4 * modulus * a) / (b * b * b);
  const twist = (8 * modulus) / (a * b);
  for (let r = 0; r < rows; r++) {
    const rowShare = r === 0 || r === rows - 1 ? 0.5 : 1;
    const besideRow = r + 1 < rows ? columns : -columns; // a neighbour of all three that takes no part
    for (let c = 0; c < columns; c++) {
      const k = r * columns + c;
      const columnShare = c === 0 || c === columns - 1 ? 0.5 : 1;
      const besideColumn = c + 1 < columns ? 1 : -1;
      if (c > 0 && c + 1 < columns) push(k - 1, k + 1, k, k + besideRow, -1, 0, rowShare * alongU);
      if (r > 0 && r + 1 < rows) push(k - columns, k + columns, k, k + besideColumn, -1, 0, columnShare * alongV);
      if (c + 1 < columns && r + 1 < rows) push(k, k + columns + 1, k + 1, k + columns, -0.5, -0.5, twist);
    }
  }
  return { count, vertices, weights, stiffness };
}
