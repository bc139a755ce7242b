import { type BodyMotion, POSE_SIZE, toBody } from "../core/body-motion.ts";

/** What a point goes with: up to a few bodies, by weights that sum to 1, as skin goes with bones. */
export interface Attachment {
  readonly bodies: readonly number[];
  readonly weights: readonly number[];
  /** Of a body that changes its form: where the point is within it. */
  readonly form?: FormPoint;
}

/** A point of a form at a time [s], in the coordinates of its body, into out[at..] [m]. */
export type FormPoint = (time: number, out: Float64Array, at: number) => void;

/** Points that go with bodies: Σ w_b (R_b p_b + t_b) with the poses at the end of the step. */
export interface Anchors {
  readonly count: number;
  /** Where anchor k is at the end of the step, into `out[3i..]` [m]. */
  place(k: number, out: Float64Array, i: number): void;
  /** The direction `directions[3k..]` that anchor k had at the start, as bodies turn it, into `out[3i..]`; of length 1. */
  turn(k: number, directions: Float64Array, out: Float64Array, i: number): void;
}

/** `start[3 vertex..]` is where each point is when its bodies are as they were at time 0, as `bodies` has them now. */
export function createAnchors(
  bodies: BodyMotion,
  points: readonly { readonly vertex: number; readonly attachment: Attachment }[],
  start: Float64Array,
): Anchors {
  const first = new Uint32Array(points.length + 1);
  const body = Uint32Array.from(points.flatMap(({ attachment }) => attachment.bodies));
  const weight = Float64Array.from(points.flatMap(({ attachment }) => attachment.weights));
  /** p_b, in the coordinates of the body. */
  const local = new Float64Array(3 * body.length);
  /** The rows of each body's rotation at time 0. */
  const origin = bodies.origin;
  const point = new Float64Array(3);
  for (let k = 0; k < points.length; k++) {
    first[k + 1] = first[k] + points[k].attachment.bodies.length;
    for (let e = first[k]; e < first[k + 1]; e++) {
      toBody(origin, POSE_SIZE * body[e], start, points[k].vertex, point);
      local.set(point, 3 * e);
    }
  }
  return {
    count: points.length,
    place(k, out, i) {
      const { end } = bodies;
      points[k].attachment.form?.(bodies.endTime, local, 3 * first[k]);
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let e = first[k]; e < first[k + 1]; e++) {
          const row = POSE_SIZE * body[e] + 3 * c;
          const turned = end[row] * local[3 * e] + end[row + 1] * local[3 * e + 1] + end[row + 2] * local[3 * e + 2];
          sum += weight[e] * (turned + end[POSE_SIZE * body[e] + 9 + c]);
        }
        out[3 * i + c] = sum;
      }
    },
    turn(k, directions, out, i) {
      const { end } = bodies;
      let squared = 0;
      for (let c = 0; c < 3; c++) out[3 * i + c] = 0;
      for (let e = first[k]; e < first[k + 1]; e++) {
        const pose = POSE_SIZE * body[e];
        for (let a = 0; a < 3; a++) {
          // Rᵀ of the start, then R of the end
          let own = 0;
          for (let b = 0; b < 3; b++) own += origin[pose + 3 * b + a] * directions[3 * k + b];
          for (let c = 0; c < 3; c++) out[3 * i + c] += weight[e] * end[pose + 3 * c + a] * own;
        }
      }
      for (let c = 0; c < 3; c++) squared += out[3 * i + c] * out[3 * i + c];
      const scale = squared > 0 ? 1 / Math.sqrt(squared) : 0;
      for (let c = 0; c < 3; c++) out[3 * i + c] *= scale;
    },
  };
}
