import { checkSquare } from "../../core/check-square.ts";
import { DIRECTION } from "../../core/direction.ts";
import { InputError } from "../../core/errors.ts";
import { either, type Field, list, number, object, required, row, vector, withDefault } from "../../core/field.ts";
import { readList, readNumber } from "../../core/read.ts";
import { readBy, refine } from "../../core/read-field.ts";
import { cross3, dot3, type Vec3 } from "../../core/vec3.ts";
import { FAR, LEVEL, marchToLevel, NEVER, type Shape, TAU } from "./collider.ts";

export interface HeightFieldSpec {
  readonly kind: "heightField";
  /** Where the first height stands [m]. */
  readonly origin: Vec3;
  /** Directions from column to column and from row to row, of length 1 and perpendicular. Heights go along v × u. */
  readonly u: Vec3;
  readonly v: Vec3;
  /** Distance between neighbouring heights along u and along v [m]. */
  readonly spacing: readonly [number, number];
  readonly columns: number;
  readonly rows: number;
  /** Heights over the plane [m], row by row. */
  readonly heights: Float64Array;
}

const SPACING: Field<number> = number({ above: 0, unit: "m" });

/** A height field as a scene writes it: a list of rows. */
interface WrittenHeights extends Pick<HeightFieldSpec, "origin" | "u" | "v"> {
  readonly spacing: number | readonly [number, number];
  readonly heights: readonly (readonly number[])[];
}

/** Rows of the same length, at least two by two. */
const HEIGHTS: Field<WrittenHeights["heights"]> = readBy(
  list(list(number({ unit: "m" }), "heights", { least: 2 }), "rows", { least: 2 }),
  (value, path) => {
    const rows = readList(value, path);
    const columns = rows.length > 0 ? readList(rows[0], `${path}[0]`).length : 0;
    if (rows.length < 2 || columns < 2) {
      throw new InputError(path, `${rows.length} rows of ${columns}`, "give at least 2 rows of 2 heights");
    }
    return rows.map((row, r) => readList(row, `${path}[${r}]`, columns).map((height, c) => readNumber(height, `${path}[${r}][${c}]`)));
  },
);

export const HEIGHT_FIELD: Field<Omit<HeightFieldSpec, "kind">> = refine(
  object<WrittenHeights>("HeightField", {
    origin: withDefault(vector("m"), [0, 0, 0]),
    u: withDefault(DIRECTION, [1, 0, 0]),
    v: withDefault(DIRECTION, [0, 0, 1]),
    spacing: required(either(SPACING, row(["u", SPACING], ["v", SPACING]))),
    heights: required(HEIGHTS),
  }),
  ({ heights, spacing, ...place }, path) => {
    checkSquare(place.u, place.v, path);
    return {
      ...place,
      spacing: typeof spacing === "number" ? [spacing, spacing] : spacing,
      columns: heights[0].length,
      rows: heights.length,
      heights: Float64Array.from(heights.flat()),
    };
  },
);

/**
 * The collision grid of [Ertekin14, sec. 6]: heights over a plane, bilinear in each cell, solid below. With (a, b, z) the coordinates
 * of p along u, v and up, φ = z − H(a, b) is the height over the field, not the distance; n ∝ (−H_a, −H_b, 1) and |∇φ| = √(1 + H_a² + H_b²).
 * Beside the grid there is nothing; a particle that comes in from the side below the surface is lifted gently, like one that starts inside.
 */
export function createHeightField(spec: HeightFieldSpec): Shape {
  const { origin, u, v, spacing, columns, rows, heights } = spec;
  const up = cross3(v, u);
  const [su, sv] = spacing;
  const width = (columns - 1) * su;
  const depth = (rows - 1) * sv;
  const steepness = steepestCell(spec);
  const point = new Float64Array(3);
  const measured = new Float64Array(5);
  const first = new Float64Array(3);
  const last = new Float64Array(3);

  function measure(p: Float64Array, out: Float64Array): void {
    const x = p[0] - origin[0];
    const y = p[1] - origin[1];
    const z = p[2] - origin[2];
    const a = u[0] * x + u[1] * y + u[2] * z;
    const b = v[0] * x + v[1] * y + v[2] * z;
    let slopeU = 0;
    let slopeV = 0;
    out[0] = FAR;
    if (a >= 0 && a <= width && b >= 0 && b <= depth) {
      const column = Math.min(Math.floor(a / su), columns - 2);
      const row = Math.min(Math.floor(b / sv), rows - 2);
      const s = a / su - column;
      const t = b / sv - row;
      const h = row * columns + column;
      const near = heights[h] + s * (heights[h + 1] - heights[h]);
      const far = heights[h + columns] + s * (heights[h + columns + 1] - heights[h + columns]);
      slopeU = ((1 - t) * (heights[h + 1] - heights[h]) + t * (heights[h + columns + 1] - heights[h + columns])) / su;
      slopeV = (far - near) / sv;
      out[0] = up[0] * x + up[1] * y + up[2] * z - (near + t * (far - near));
    }
    const slope = Math.sqrt(1 + slopeU * slopeU + slopeV * slopeV);
    for (let c = 0; c < 3; c++) out[1 + c] = (up[c] - slopeU * u[c] - slopeV * v[c]) / slope;
    out[4] = slope;
  }

  /** The part of the way over the grid, as fractions into out[0] and out[1]; empty where out[0] > out[1]. */
  function clip(from: Float64Array, to: Float64Array, out: Float64Array): void {
    out[0] = 0;
    out[1] = 1;
    for (let k = 0; k < 2; k++) {
      const axis = k === 0 ? u : v;
      const size = k === 0 ? width : depth;
      const start = axis[0] * (from[0] - origin[0]) + axis[1] * (from[1] - origin[1]) + axis[2] * (from[2] - origin[2]);
      const way = axis[0] * (to[0] - from[0]) + axis[1] * (to[1] - from[1]) + axis[2] * (to[2] - from[2]);
      if (way === 0) {
        if (start < 0 || start > size) out[0] = NEVER;
        continue;
      }
      const low = -start / way;
      const high = (size - start) / way;
      out[0] = Math.max(out[0], Math.min(low, high));
      out[1] = Math.min(out[1], Math.max(low, high));
    }
  }

  const shape: Shape = {
    kind: "heightField",
    steepness,
    convex: false,
    measure,
    enter(from, to, search) {
      clip(from, to, measured);
      const begin = measured[0] + INSET;
      const end = measured[1] - INSET;
      search[TAU] = NEVER;
      if (!(begin <= end)) return;
      for (let c = 0; c < 3; c++) {
        first[c] = measured[0] > 0 ? from[c] + begin * (to[c] - from[c]) : from[c];
        last[c] = measured[1] < 1 ? from[c] + end * (to[c] - from[c]) : to[c];
      }
      const whole = measured[1] < 1 ? end : 1;
      const start = measured[0] > 0 ? begin : 0;
      measure(first, measured);
      if (measured[0] <= search[LEVEL] && start > 0) return; // came in below the surface
      marchToLevel(shape, first, last, search, point, measured);
      if (search[TAU] <= 1) search[TAU] = start + search[TAU] * (whole - start);
    },
  };
  return shape;
}

/** Keeps the ends of a clipped way on the grid in spite of rounding. */
const INSET = 1e-9;

/** Bound of √(1 + |∇H|²): a cell is never steeper than its steepest edges together. */
function steepestCell({ spacing, columns, rows, heights }: HeightFieldSpec): number {
  let steepU = 0;
  let steepV = 0;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const h = r * columns + c;
      if (c + 1 < columns) steepU = Math.max(steepU, Math.abs(heights[h + 1] - heights[h]) / spacing[0]);
      if (r + 1 < rows) steepV = Math.max(steepV, Math.abs(heights[h + columns] - heights[h]) / spacing[1]);
    }
  }
  return Math.sqrt(dot3([1, steepU, steepV], [1, steepU, steepV]));
}
