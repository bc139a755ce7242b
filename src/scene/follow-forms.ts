import type { BodySurface, Collider } from "../contact/shapes/collider.ts";
import { CONTACT_DISTANCE, CONTACT_SIZE, closestToTriangle } from "../contact/surfaces/closest-points.ts";
import { POSE_SIZE } from "../core/body-motion.ts";
import { UnsupportedError } from "../core/errors.ts";
import { cross3, dot3, subtract3, type Vec3 } from "../core/vec3.ts";
import type { Attachment, FormPoint } from "../sim/anchors.ts";
import type { ColliderSpec } from "./fields/collider-field.ts";

/** Something that holds on to bodies. */
interface Holder {
  readonly vertex: number;
  readonly attachment?: Attachment | undefined;
  readonly backstop?: number;
}

/**
 * Lets what is attached to an animated mesh go with the mesh's form as well as with its pose: with the triangle that is nearest to it at
 * the start. `placeOf` is where a holder is then [m]. The skin of a figure needs none of this, it goes with its bones.
 */
export function followForms<H extends Holder>(
  holders: readonly H[],
  bodies: readonly Collider[],
  specs: readonly ColliderSpec[],
  placeOf: (holder: H) => Vec3,
): H[] {
  const forms = new Map<number, MovingForm>();
  return holders.map((holder) => {
    const [body] = holder.attachment?.bodies ?? [];
    const surface = body === undefined ? undefined : bodies[body].shape.surface;
    if (body === undefined || surface?.place === undefined || specs[body].skin !== undefined) return holder;
    if (holder.backstop !== undefined) {
      throw new UnsupportedError(`a backstop cannot go with "${bodies[body].name}", which is animated; leave it out`);
    }
    const form = forms.get(body) ?? createMovingForm(surface, body);
    forms.set(body, form);
    return { ...holder, attachment: { ...holder.attachment, form: form.follow(placeOf(holder)) } };
  });
}

interface MovingForm {
  follow(place: Vec3): FormPoint;
}

/** The vertices of a surface as they move within the coordinates of their body, computed once for each time that is asked for. */
function createMovingForm({ positions, triangles, place }: BodySurface, body: number): MovingForm {
  const still = new Float64Array(POSE_SIZE * (body + 1));
  for (let c = 0; c < 3; c++) still[POSE_SIZE * body + 4 * c] = 1;
  const vertices = positions.slice();
  let shown = Number.NaN;

  function show(time: number): void {
    if (time === shown) return;
    place?.(still, vertices, 0, time);
    shown = time;
  }

  const corner = (k: number): Vec3 => [vertices[3 * triangles[k]], vertices[3 * triangles[k] + 1], vertices[3 * triangles[k] + 2]];

  /** A corner of a triangle, its two edges from there and its normal, as long as twice its area. */
  function frameOf(k: number): readonly [Vec3, Vec3, Vec3, Vec3] {
    const a = corner(k);
    const [u, v] = [subtract3(corner(k + 1), a), subtract3(corner(k + 2), a)];
    return [a, u, v, cross3(u, v)];
  }

  return {
    follow(point) {
      show(0);
      const triangle = nearestTriangle(vertices, triangles, point);
      const [a, u, v, n] = frameOf(triangle);
      const squared = dot3(n, n);
      const d = subtract3(point, a);
      const [alpha, beta] = squared > 0 ? [dot3(cross3(d, v), n) / squared, dot3(cross3(u, d), n) / squared] : [0, 0];
      const height = squared > 0 ? dot3(d, n) / Math.sqrt(squared) : 0;
      return (time, out, at) => {
        show(time);
        const [a, u, v, n] = frameOf(triangle);
        const length = Math.sqrt(dot3(n, n));
        const gamma = length > 0 ? height / length : 0;
        for (let c = 0; c < 3; c++) out[at + c] = a[c] + alpha * u[c] + beta * v[c] + gamma * n[c];
      };
    },
  };
}

/** Where the corners begin of the triangle that is nearest to a point. */
function nearestTriangle(vertices: Float64Array, triangles: Uint32Array, point: Vec3): number {
  const offsets = new Float64Array(9);
  const closest = new Float64Array(CONTACT_SIZE);
  let found = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < triangles.length; k += 3) {
    for (let n = 0; n < 9; n++) offsets[n] = point[n % 3] - vertices[3 * triangles[k + Math.floor(n / 3)] + (n % 3)];
    closestToTriangle(offsets, closest);
    if (closest[CONTACT_DISTANCE] >= least) continue;
    least = closest[CONTACT_DISTANCE];
    found = k;
  }
  return found;
}
