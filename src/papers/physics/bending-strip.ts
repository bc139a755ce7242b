/** Weight per area of the strips is DENSITY · GRAVITY; their length is 1 m, so that G = σgL³/B is set by the rigidity B alone. */
export const GRAVITY = 9.81;
export const DENSITY = 0.1;
/** Stiff enough not to stretch (10⁻⁴), soft enough to be solved quickly [N/m]. */
export const MEMBRANE = 1e4;
export const ROWS = 3;

/** Flexural rigidity B [N·m] of the strip of 1 m for which σgL³/B is G. */
export function rigidityFor(G: number): number {
  return (DENSITY * GRAVITY) / G;
}

/** A narrow strip that bends and does not stretch, as a fabric on a grid; `damping` [1/s]. */
export function stripFabric(rigidity: number, damping: number): Record<string, unknown> {
  return {
    base: "cotton",
    density: DENSITY,
    bending: rigidity,
    damping,
    stretchWarp: MEMBRANE,
    stretchWeft: MEMBRANE,
    shear: MEMBRANE / 10,
  };
}

/**
 * Columns of a strip of `cells` free cells of which the first is clamped by two columns. Bending is felt over half a cell on either side
 * of a column, so the length of 1 m starts in the middle of the clamped cell.
 */
export function clampedLayout(cells: number): { spacing: number; columns: number; pins: number[] } {
  const columns = cells + 2;
  return { spacing: 1 / (cells + 0.5), columns, pins: clampedColumns(columns, [0, 1]) };
}

/** The vertices of these columns in all rows. */
export function clampedColumns(columns: number, which: readonly number[]): number[] {
  return Array.from({ length: ROWS }, (_, row) => which.map((column) => row * columns + column)).flat();
}
