import { checkSquare } from "../../core/check-square.ts";
import { DIRECTION } from "../../core/direction.ts";
import { type Field, number, object, required, vector, withDefault } from "../../core/field.ts";
import { readNumber } from "../../core/read.ts";
import { refine } from "../../core/read-field.ts";
import { cos, sin } from "../../core/trig.ts";
import { add3, cross3, dot3, scale3, type Vec3 } from "../../core/vec3.ts";
import type { Shape } from "./collider.ts";

export interface BoxSpec {
  readonly kind: "box";
  readonly center: Vec3;
  /** Half the lengths along u, v and u × v [m]. */
  readonly halfSizes: Vec3;
  /** Directions of its edges, of length 1 and perpendicular. */
  readonly u: Vec3;
  readonly v: Vec3;
  /** Radius of its edges [m], inside the box. */
  readonly rounding: number;
}

/** A box as a scene writes it: turned by its axes, or by an angle about an axis. */
interface WrittenBox extends Omit<BoxSpec, "kind"> {
  readonly rotation?: Turn;
}

interface Turn {
  readonly axis: Vec3;
  /** [rad] */
  readonly angle: number;
}

const WRITTEN_BOX: Field<WrittenBox> = object(
  "Box",
  {
    center: required(vector("m")),
    halfSizes: required<Field<Vec3>>({ kind: "vector", above: 0, unit: "m" }),
    u: withDefault(DIRECTION, [1, 0, 0]),
    v: withDefault(DIRECTION, [0, 1, 0]),
    rotation: object<Turn>("Turn", { axis: required(DIRECTION), angle: required(number({ min: -1e5, max: 1e5, unit: "rad" })) }),
    rounding: withDefault(number({ min: 0, unit: "m" }), 0),
  },
  {
    apart: [
      ["rotation", "u", "rotation and axes", "give rotation, or u and v"],
      ["rotation", "v", "rotation and axes", "give rotation, or u and v"],
    ],
  },
);

export const BOX_FIELD: Field<Omit<BoxSpec, "kind">> = refine(WRITTEN_BOX, ({ rotation, ...box }, path) => {
  readNumber(box.rounding, `${path}.rounding`, { min: 0, max: Math.min(...box.halfSizes), unit: "m" });
  checkSquare(box.u, box.v, path);
  return rotation === undefined ? box : { ...box, u: turn([1, 0, 0], rotation), v: turn([0, 1, 0], rotation) };
});

/** A direction turned about an axis, by Rodrigues' formula. */
function turn(direction: Vec3, { axis, angle }: Turn): Vec3 {
  const along = scale3(axis, dot3(axis, direction) * (1 - cos(angle)));
  return add3(add3(scale3(direction, cos(angle)), scale3(cross3(axis, direction), sin(angle))), along);
}

/**
 * With p in the box's own axes and q = |p| − (half sizes − rounding), component by component:
 *
 *     outside  φ = |max(q, 0)| − rounding        inside  φ = max(q) − rounding, towards the nearest face
 */
export function createBox(spec: BoxSpec): Shape {
  const { center, halfSizes, u, v, rounding } = spec;
  const axes = Float64Array.of(...u, ...v, ...cross3(u, v));
  const inner = Float64Array.from(halfSizes, (half) => half - rounding);
  const q = new Float64Array(3);
  const sign = new Float64Array(3);
  return {
    kind: "box",
    steepness: 1,
    convex: true,
    measure(p, out) {
      const x = p[0] - center[0];
      const y = p[1] - center[1];
      const z = p[2] - center[2];
      let farthest = 0;
      let squared = 0;
      for (let a = 0; a < 3; a++) {
        const along = axes[3 * a] * x + axes[3 * a + 1] * y + axes[3 * a + 2] * z;
        sign[a] = along < 0 ? -1 : 1;
        q[a] = Math.abs(along) - inner[a];
        if (q[a] > q[farthest]) farthest = a;
        if (q[a] > 0) squared += q[a] * q[a];
      }
      const distance = Math.sqrt(squared);
      for (let a = 0; a < 3; a++) {
        // the normal in the box's axes
        if (distance > 0) q[a] = q[a] > 0 ? (sign[a] * q[a]) / distance : 0;
        else if (a !== farthest) q[a] = 0;
      }
      if (distance > 0) out[0] = distance - rounding;
      else {
        out[0] = q[farthest] - rounding;
        q[farthest] = sign[farthest];
      }
      for (let c = 0; c < 3; c++) out[1 + c] = q[0] * axes[c] + q[1] * axes[3 + c] + q[2] * axes[6 + c];
      out[4] = 1;
    },
    spec,
  };
}
