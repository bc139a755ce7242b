import type { NetworkCloth } from "../support/reference.ts";

type SpringRow = NetworkCloth["network"]["springs"][number];

export interface SampleSheetOptions {
  readonly columns: number;
  readonly rows: number;
  /** [m]; a power of two keeps the rest shape free of rounding. */
  readonly spacing: number;
  /** Structural springs, and triangles along u and v [N/m]; the diagonals, and the triangles' shear axes, get half. */
  readonly stiffness: number;
  /** μ of the hinges [N·m] */
  readonly bendModulus?: number;
  /** Mass of particle i [kg]. */
  readonly mass: (i: number) => number;
  readonly velocity?: (i: number) => number[];
}

/** A flat sheet in the x–z plane, at rest, given as a network: structural and shear springs, triangles, hinges. */
export function sampleSheet(options: SampleSheetOptions): NetworkCloth["network"] {
  const { columns, rows, spacing, stiffness, bendModulus, mass, velocity } = options;
  const positions: number[][] = [];
  const springs: SpringRow[] = [];
  const triangles: number[][] = [];
  const diagonal = Math.sqrt(2 * spacing * spacing);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      const right = c + 1 < columns;
      const below = r + 1 < rows;
      positions.push([c * spacing, 0, r * spacing]);
      if (right) springs.push([i, i + 1, spacing, stiffness, "stretch"]);
      if (below) springs.push([i, i + columns, spacing, stiffness, "stretch"]);
      if (right && below) {
        springs.push([i, i + columns + 1, diagonal, stiffness / 2, "shear"]);
        springs.push([i + 1, i + columns, diagonal, stiffness / 2, "shear"]);
        triangles.push([i, i + 1, i + columns + 1], [i, i + columns + 1, i + columns]);
      }
    }
  }
  return {
    positions,
    masses: positions.map((_, i) => mass(i)),
    springs,
    triangles,
    material: positions.map(([x, , z]) => [x, z]),
    triangleStiffness: { u: stiffness, v: stiffness, shearU: stiffness / 2, shearV: stiffness / 2 },
    ...(bendModulus === undefined ? {} : { bendModulus }),
    ...(velocity === undefined ? {} : { velocities: positions.map((_, i) => velocity(i)) }),
  };
}
