import { describeValue, InputError } from "../core/errors.ts";
import type { Range } from "../core/field.ts";
import { readVec3 } from "../core/read.ts";
import { cross3, dot3, length3, normalise3, type Vec3, type VectorInput } from "../core/vec3.ts";

/** Where a generated surface lies in space. */
export interface FrameOptions<Vector = VectorInput> {
  /** The first vertex of a grid, the centre of a disk [m]. Default (0, 0, 0). */
  readonly origin?: Vector;
  /** Direction of warp, of any length. Default (1, 0, 0). */
  readonly u?: Vector;
  /** Direction of weft, of any length, not parallel to `u`. Default (0, −1, 0): rows hang down. */
  readonly v?: Vector;
}

/** The same with defaults filled in and `u`, `v` of length 1. */
export type Frame = Required<FrameOptions<Vec3>>;

export const FRAME_DEFAULTS: Frame = { origin: [0, 0, 0], u: [1, 0, 0], v: [0, -1, 0] };

/** Of widths, heights and radii. */
export const LENGTHS: Range = { above: 0, unit: "m" };

/** Below this sine of the angle between `u` and `v` they count as parallel. */
const PARALLEL_SINE = 1e-6;

/**
 * Checks and normalises a frame. Directions that are not perpendicular are kept as they are: the surface then starts
 * sheared against its (always rectangular) material coordinates.
 */
export function resolveFrame(options: FrameOptions, path: string): Frame {
  const origin = readVec3(options.origin ?? FRAME_DEFAULTS.origin, `${path}.origin`);
  const u = readDirection(options.u ?? FRAME_DEFAULTS.u, `${path}.u`);
  const v = readDirection(options.v ?? FRAME_DEFAULTS.v, `${path}.v`);
  if (length3(cross3(u, v)) < PARALLEL_SINE) {
    throw new InputError(`${path}.v`, `${describeValue(v)}, parallel to u`, "give u and v different directions");
  }
  return { origin, u, v };
}

function readDirection(value: VectorInput, path: string): Vec3 {
  const [x, y, z] = readVec3(value, path);
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) throw new InputError(path, "a direction of length 0", "give a vector other than zero");
  const scaled: Vec3 = [x / largest, y / largest, z / largest];
  // A direction that already has length 1 keeps its bits.
  const squared = dot3([x, y, z], [x, y, z]);
  return squared === 1 ? [x, y, z] : normalise3(scaled);
}
