import { type Field, number, object, required, row, vector } from "../../core/field.ts";
import { cross3, length3, normalise3, subtract3, type Vec3 } from "../../core/vec3.ts";
import { NO_DIRECTION, type Shape } from "./collider.ts";

/** Two balls and all that lies between them. */
export interface RoundedCone {
  /** The centres of the balls [m]. */
  readonly from: Vec3;
  readonly to: Vec3;
  /** Radii at `from` and at `to` [m]. */
  readonly radii: readonly [number, number];
}

export interface ConeSpec extends RoundedCone {
  readonly kind: "cone";
}

/** The same radius at both ends. */
export interface CapsuleSpec {
  readonly kind: "capsule";
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

const RADIUS: Field<number> = number({ above: 0, unit: "m" });

export const CAPSULE_FIELD: Field<Omit<CapsuleSpec, "kind">> = object("Capsule", {
  from: required(vector("m")),
  to: required(vector("m")),
  radius: required(RADIUS),
});

export const CONE_FIELD: Field<RoundedCone> = object("Cone", {
  from: required(vector("m")),
  to: required(vector("m")),
  radii: required(row(["from", RADIUS], ["to", RADIUS])),
});

/** Numbers that a packed cone takes: a, axis, side, length, radii at a and b, sin and cos of the half opening. */
export const CONE_SIZE = 14;

/**
 * Packs a cone for `measureCone`. A ball that lies inside the other one makes no cone, nor do two whose middles have no direction between
 * them: it becomes the larger ball, of length 0.
 */
export function packCone({ from, to, radii }: RoundedCone, cones: Float64Array, offset: number): void {
  const between = subtract3(to, from);
  const length = length3(between);
  const inside = length <= Math.max(Math.abs(radii[0] - radii[1]), NO_DIRECTION);
  const a = inside && radii[1] > radii[0] ? to : from;
  const axis: Vec3 = length > NO_DIRECTION ? normalise3(between) : [0, 1, 0];
  const sine = inside ? 0 : (radii[0] - radii[1]) / length;
  const r = Math.max(radii[0], radii[1]);
  cones.set(
    [...a, ...axis, ...someSide(axis), inside ? 0 : length, inside ? r : radii[0], inside ? r : radii[1], sine, Math.sqrt(1 - sine * sine)],
    offset,
  );
}

/** A direction across the axis, for points on it. */
function someSide(axis: Vec3): Vec3 {
  return normalise3(cross3(axis, Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
}

/**
 * Distance and normal of the packed cone at `offset`, in the half-plane through the axis and the point:
 *
 *            p        t along the axis from a, y away from it; the side of the cone
 *       ___ /n        touches both balls at the same normal n = (sin α, cos α), sin α = (r_a − r_b)/length
 *     /  a ‾‾‾‾b \
 *     \____----‾‾/    φ = |p − a| − r_a where the point lies behind the touching circle of a, |p − b| − r_b beyond that of b,
 *                     t sin α + y cos α − r_a between
 */
export function measureCone(cones: Float64Array, offset: number, p: Float64Array, out: Float64Array): void {
  const x = p[0] - cones[offset];
  const y = p[1] - cones[offset + 1];
  const z = p[2] - cones[offset + 2];
  const ax = cones[offset + 3];
  const ay = cones[offset + 4];
  const az = cones[offset + 5];
  const length = cones[offset + 9];
  const sine = cones[offset + 12];
  const cosine = cones[offset + 13];
  const t = x * ax + y * ay + z * az;
  let ux = x - t * ax;
  let uy = y - t * ay;
  let uz = z - t * az;
  const size = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (size > NO_DIRECTION) {
    const inverse = 1 / size;
    ux *= inverse;
    uy *= inverse;
    uz *= inverse;
  } else {
    ux = cones[offset + 6];
    uy = cones[offset + 7];
    uz = cones[offset + 8];
  }
  const side = t * cosine - size * sine;
  let along: number; // the normal in the half-plane
  let away: number;
  if (side <= 0 || side >= length * cosine) {
    const s = side <= 0 ? t : t - length;
    const r = Math.sqrt(s * s + size * size);
    out[0] = r - cones[offset + (side <= 0 ? 10 : 11)];
    const inverse = r > NO_DIRECTION ? 1 / r : 0;
    along = s * inverse;
    away = r > NO_DIRECTION ? size * inverse : 1;
  } else {
    out[0] = t * sine + size * cosine - cones[offset + 10];
    along = sine;
    away = cosine;
  }
  out[1] = along * ax + away * ux;
  out[2] = along * ay + away * uy;
  out[3] = along * az + away * uz;
  out[4] = 1;
}

/** A cone or a capsule alone, packed. */
export function packOne(spec: ConeSpec | CapsuleSpec): Float64Array {
  const numbers = new Float64Array(CONE_SIZE);
  packCone(spec.kind === "capsule" ? { ...spec, radii: [spec.radius, spec.radius] } : spec, numbers, 0);
  return numbers;
}

export function createRoundedCone(spec: ConeSpec | CapsuleSpec): Shape {
  const numbers = packOne(spec);
  return {
    kind: spec.kind,
    steepness: 1,
    convex: true,
    core: Float64Array.of(...spec.from, ...spec.to, Math.max(numbers[10], numbers[11])),
    measure: (point, out) => measureCone(numbers, 0, point, out),
    spec,
  };
}
