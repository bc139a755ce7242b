import { InputError } from "../core/errors.ts";
import { readChoice, readInteger, readNumber } from "../core/read.ts";
import { cross3, dot3, length3, subtract3, type Vec3 } from "../core/vec3.ts";
import { type Frame, type FrameOptions, LENGTHS, resolveFrame } from "./frame.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "./limits.ts";
import type { Surface } from "./surface.ts";

export interface GridOptions extends FrameOptions {
  /** Vertices along `u`, at least 2. */
  readonly columns: number;
  /** Vertices along `v`, at least 2. */
  readonly rows: number;
  /** Length of a row, columns − 1 spacings [m]. */
  readonly width: number;
  /** Distance from the first row to the last [m]. Equilateral grids may leave it out: `equilateralHeight` then gives it. */
  readonly height?: number;
  /** Right triangles on a lattice (default), or rows shifted by half a spacing. */
  readonly triangles?: "right" | "equilateral";
}

/**
 * A rectangular piece of cloth. Vertex (column c, row r) has the index r · columns + c, and every triangle's normal
 * points along u × v.
 *
 *     "right"            a───b───f      "equilateral"     a───b───f        u →
 *                        │ ╲ │ ╱ │                         ╲ ╱ ╲ ╱ ╲       v ↓
 *                        d───e───g                          d───e───g
 *                        │ ╱ │ ╲ │                         ╱ ╲ ╱ ╲ ╱
 *                        h───i───j                        h───i───j
 *
 * "right": the diagonals alternate like a chessboard, so the mesh mirrors onto itself when it has an odd number of columns
 * (left–right) or of rows (top–bottom). `lattice` is set.
 *
 * "equilateral": odd rows are shifted by half a spacing along u, so the left and right borders are jagged and the piece
 * reaches half a spacing beyond `width`. All sides are equal only when `height` is `equilateralHeight(columns, rows, width)`
 * and u and v are perpendicular; another height stretches the triangles to isosceles ones.
 */
export function createGrid(options: GridOptions, path: string = "grid"): Surface {
  const triangles = readChoice(options.triangles ?? "right", `${path}.triangles`, ["right", "equilateral"]);
  const columns = readInteger(options.columns, `${path}.columns`, { min: 2, max: MAX_VERTICES / 2 });
  const rows = readInteger(options.rows, `${path}.rows`, { min: 2, max: MAX_VERTICES / 2 });
  if (columns * rows > MAX_VERTICES || 2 * (columns - 1) * (rows - 1) > MAX_TRIANGLES) {
    throw new InputError(`${path}.rows`, `${columns} × ${rows} vertices`, `use at most ${MAX_VERTICES} in all`);
  }
  const width = readNumber(options.width, `${path}.width`, LENGTHS);
  const equilateral = triangles === "equilateral";
  const fitting = equilateral && options.height === undefined;
  const height = fitting ? equilateralHeight(columns, rows, width) : readNumber(options.height, `${path}.height`, LENGTHS);
  const frame = resolveFrame(options, path);

  const spacingU = width / (columns - 1);
  const spacingV = height / (rows - 1);
  const material = new Float64Array(2 * columns * rows);
  for (let r = 0, i = 0; r < rows; r++) {
    const shift = equilateral && r % 2 === 1 ? 0.5 * spacingU : 0;
    for (let c = 0; c < columns; c++, i += 2) {
      material[i] = c * spacingU + shift;
      material[i + 1] = r * spacingV;
    }
  }
  const surface = {
    positions: placeInFrame(material, frame),
    triangles: cutCells(columns, rows, equilateral ? (_, r) => r % 2 === 1 : (c, r) => (c + r) % 2 === 0),
    material,
  };
  return equilateral ? surface : { ...surface, lattice: { columns, rows, spacingU, spacingV } };
}

/** Cells with less than this area by their longer side squared, or this small beside their distance from the origin, need a closer look [−]. */
const SOUND = 1e-6;

/** Whether a surface is a lattice of cells that are far from flat, also after rounding: `validateSurface` need not look at its triangles. */
export function hasSoundCells({ positions: x, lattice }: Surface): boolean {
  if (lattice === undefined) return false;
  const first: Vec3 = [x[0], x[1], x[2]];
  const below = 3 * lattice.columns;
  const u = subtract3([x[3], x[4], x[5]], first);
  const v = subtract3([x[below], x[below + 1], x[below + 2]], first);
  const area = length3(cross3(u, v));
  const far = x.reduce((largest, c) => Math.max(largest, Math.abs(c)), 0);
  return area > SOUND * Math.max(dot3(u, u), dot3(v, v)) && Math.sqrt(area) > SOUND * far;
}

/** The height [m] at which an equilateral grid of this width has triangles with three equal sides. */
export function equilateralHeight(columns: number, rows: number, width: number): number {
  return ((rows - 1) * width * Math.sqrt(3)) / (2 * (columns - 1));
}

/** Points origin + u·a + v·b for material coordinates (a, b), packed x, y, z. */
export function placeInFrame(material: Float64Array, frame: Frame): Float64Array {
  const { origin, u, v } = frame;
  const positions = new Float64Array((material.length / 2) * 3);
  for (let i = 0, p = 0; i < material.length; i += 2, p += 3) {
    const a = material[i];
    const b = material[i + 1];
    positions[p] = origin[0] + u[0] * a + v[0] * b;
    positions[p + 1] = origin[1] + u[1] * a + v[1] * b;
    positions[p + 2] = origin[2] + u[2] * a + v[2] * b;
  }
  return positions;
}

/** Two triangles a cell a b / d e (d below a), cut along a–e where `isFalling`, along b–d elsewhere. */
function cutCells(columns: number, rows: number, isFalling: (c: number, r: number) => boolean): Uint32Array {
  const triangles = new Uint32Array(6 * (columns - 1) * (rows - 1));
  let t = 0;
  for (let r = 0; r < rows - 1; r++) {
    for (let c = 0; c < columns - 1; c++) {
      const a = r * columns + c;
      const b = a + 1;
      const d = a + columns;
      const e = d + 1;
      triangles.set(isFalling(c, r) ? [a, b, e, a, e, d] : [a, b, d, b, e, d], t);
      t += 6;
    }
  }
  return triangles;
}
