import { type Field, list } from "../../core/field.ts";
import { refine } from "../../core/read-field.ts";
import { dot3, length3, subtract3, type Vec3 } from "../../core/vec3.ts";
import { CONE_UNION } from "../../kernels/layout/body-places.ts";
import { AHEAD, distance, MEASURED, type Shape } from "./collider.ts";
import { CONE_FIELD, CONE_SIZE, measureCone, packCone, type RoundedCone } from "./rounded-cone.ts";

/** A figure of rounded cones: limbs, trunk, head. */
export interface ConesSpec {
  readonly kind: "cones";
  readonly cones: readonly RoundedCone[];
  /** How far from a crease between two cones it is filled and smoothed [m]; 0 leaves it sharp. */
  readonly blend: number;
}

/** How far the creases are smoothed where nothing is said [m]. */
const BLEND = 0.01;

/** The cones; `blend` stands beside them in a scene. */
export const CONES_FIELD: Field<Omit<ConesSpec, "kind">> = refine(list(CONE_FIELD, "cones", { least: 1 }), (cones) => ({
  cones,
  blend: BLEND,
}));

/**
 * The union of cones, φ = min φ_k, with its creases rounded so that the normal does not jump there: of the distance so far d and the
 * next one e,
 *
 *     s = max(0, 1 − |d − e|/blend),   φ = min(d, e) − blend s²/4,   ∇φ = (1 − s/2) ∇(nearer) + (s/2) ∇(farther)
 *
 * The weights are a mean, so |∇φ| ≤ 1, and φ never promises more way than there is.
 *
 * The same φ is the least of all λd + (1 − λ)e − blend λ(1 − λ), 0 ≤ λ ≤ 1. Along a way d and e are convex functions, which stay above their
 * tangents; so φ stays above what the tangents of all cones make of it, and that, the least of straight lines, above its own chords.
 */
export function createConeBody({ cones, blend }: ConesSpec): Shape {
  const packed = new Float64Array(CONE_SIZE * cones.length);
  cones.forEach((cone, k) => {
    packCone(cone, packed, CONE_SIZE * k);
  });
  const balls = Float64Array.from(cones.flatMap(boundCone));
  const one = new Float64Array(MEASURED);

  /** Whether cone k is farther than `found`, what others say, by more than the blend: it then changes nothing. */
  function isTooFar(k: number, point: Float64Array, found: number): boolean {
    const x = point[0] - balls[4 * k];
    const y = point[1] - balls[4 * k + 1];
    const z = point[2] - balls[4 * k + 2];
    const reach = found + blend + balls[4 * k + 3];
    return reach > 0 ? x * x + y * y + z * z > reach * reach : true;
  }

  function blendNext(out: Float64Array): void {
    const nearer = one[0] < out[0];
    const apart = Math.abs(out[0] - one[0]);
    const s = apart < blend ? 1 - apart / blend : 0;
    const share = nearer ? 1 - 0.5 * s : 0.5 * s; // of the new cone
    out[0] = (nearer ? one[0] : out[0]) - 0.25 * blend * s * s;
    if (share === 1) for (let c = 1; c < 4; c++) out[c] = one[c];
    else if (share > 0) for (let c = 1; c < 4; c++) out[c] = (1 - share) * out[c] + share * one[c];
  }

  /** The sum of the gradients so far is ∇φ itself. */
  function finish(out: Float64Array): void {
    const slope = Math.sqrt(out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
    const inverse = slope > 0 ? 1 / slope : 0;
    for (let c = 1; c < 4; c++) out[c] *= inverse;
    if (inverse === 0) out[2] = 1;
    out[4] = slope;
  }

  return {
    kind: "cones",
    steepness: 1,
    convex: false,
    bound: boundCones(cones, blend),
    core: coreOf(cones, blend),
    packed: { form: CONE_UNION, numbers: packed, balls, blend },
    measure(point, out) {
      measureCone(packed, 0, point, out);
      for (let k = 1; k < cones.length; k++) {
        if (isTooFar(k, point, out[0])) continue;
        measureCone(packed, CONE_SIZE * k, point, one);
        blendNext(out);
      }
      finish(out);
    },
    measureAhead(point, to, out) {
      measureCone(packed, 0, point, out);
      setTangent(point, to, out);
      const way = distance(point, to); // a tangent falls no further
      for (let k = 1; k < cones.length; k++) {
        if (isTooFar(k, point, Math.max(out[0], out[AHEAD]) + way)) continue;
        measureCone(packed, CONE_SIZE * k, point, one);
        setTangent(point, to, one);
        const apart = Math.abs(out[AHEAD] - one[AHEAD]);
        const s = apart < blend ? 1 - apart / blend : 0;
        out[AHEAD] = Math.min(out[AHEAD], one[AHEAD]) - 0.25 * blend * s * s;
        blendNext(out);
      }
      finish(out);
    },
  };
}

/** What the tangent at a point, as it was measured, says of φ at `to`. */
function setTangent(point: Float64Array, to: Float64Array, measured: Float64Array): void {
  const along = measured[1] * (to[0] - point[0]) + measured[2] * (to[1] - point[1]) + measured[3] * (to[2] - point[2]);
  measured[AHEAD] = measured[0] + along;
}

/** A ball around a cone: its middle and radius, the latter a little larger than it must be. */
function boundCone({ from, to, radii }: RoundedCone): number[] {
  const [x, y, z] = subtract3(to, from);
  const radius = 0.5 * length3([x, y, z]) + Math.max(radii[0], radii[1]);
  return [from[0] + 0.5 * x, from[1] + 0.5 * y, from[2] + 0.5 * z, radius * (1 + 1e-9)];
}

/** The box of the balls at the ends; blending makes the body thicker by less than its width. */
function boundCones(cones: readonly RoundedCone[], blend: number): Float64Array {
  const bound = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (const { from, to, radii } of cones) {
    for (let c = 0; c < 3; c++) {
      bound[c] = Math.min(bound[c], from[c] - radii[0] - blend, to[c] - radii[1] - blend);
      bound[3 + c] = Math.max(bound[3 + c], from[c] + radii[0] + blend, to[c] + radii[1] + blend);
    }
  }
  return bound;
}

/** The capsule between the two balls whose middles are farthest apart, as thick as all of them need; blending makes the body thicker by less than its width. */
function coreOf(cones: readonly RoundedCone[], blend: number): Float64Array {
  const balls = cones.flatMap(({ from, to, radii }) => [
    { middle: from, radius: radii[0] },
    { middle: to, radius: radii[1] },
  ]);
  let [a, b] = [balls[0].middle, balls[0].middle];
  for (const { middle: p } of balls) {
    for (const { middle: q } of balls) if (length3(subtract3(p, q)) > length3(subtract3(a, b))) [a, b] = [p, q];
  }
  const radius = Math.max(...balls.map((ball) => distanceToSegment(ball.middle, a, b) + ball.radius));
  return Float64Array.of(...a, ...b, (radius + blend) * (1 + 1e-9));
}

function distanceToSegment(p: Vec3, a: Vec3, b: Vec3): number {
  const way = subtract3(b, a);
  const length = dot3(way, way);
  const t = length > 0 ? Math.min(1, Math.max(0, dot3(subtract3(p, a), way) / length)) : 0;
  return length3(subtract3(p, [a[0] + t * way[0], a[1] + t * way[1], a[2] + t * way[2]]));
}
