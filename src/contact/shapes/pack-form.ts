import { cross3, dot3 } from "../../core/vec3.ts";
import type { PackedForm } from "../../kernels/bodies/body-store.ts";
import { BOX, CONE, PLANE, SPHERE } from "../../kernels/layout/body-places.ts";
import type { BoxSpec } from "./box.ts";
import type { Shape } from "./collider.ts";
import type { PlaneSpec } from "./plane.ts";
import { type CapsuleSpec, type ConeSpec, packOne } from "./rounded-cone.ts";
import type { SphereSpec } from "./sphere.ts";

type PlainSpec = PlaneSpec | SphereSpec | CapsuleSpec | ConeSpec | BoxSpec;

/** The numbers with which kernels measure a body; undefined where they do not know its form. */
export function packForm({ spec, packed }: Shape): PackedForm | undefined {
  return spec === undefined ? packed : packPlain(spec as PlainSpec);
}

function packPlain(spec: PlainSpec): PackedForm {
  switch (spec.kind) {
    case "plane":
      return { form: PLANE, numbers: Float64Array.of(...spec.normal, dot3(spec.normal, spec.point)) };
    case "sphere":
      return { form: SPHERE, numbers: Float64Array.of(...spec.center, spec.radius) };
    case "box": {
      const { center, halfSizes, u, v, rounding } = spec;
      const inner = halfSizes.map((half) => half - rounding);
      return { form: BOX, numbers: Float64Array.of(...center, ...u, ...v, ...cross3(u, v), ...inner, rounding) };
    }
    default:
      return { form: CONE, numbers: packOne(spec) };
  }
}
