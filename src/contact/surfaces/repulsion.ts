import { lengthenArray } from "../../core/lengthen-array.ts";
import { type ContactList, LIMIT, SCALARS } from "./contact-list.ts";

/** How hard surfaces that are nearer than their thickness push each other apart. */
export interface RepulsionSpec {
  /** k of the spring that is pressed between them [N/m]. */
  readonly stiffness: number;
  /** Up to which speed they are pushed apart: the tenth of the lack in a step that is meant, or what the printed impulse gives. */
  readonly cap: "corrected" | "printed";
}

/**
 * Elastic repulsion   [Ertekin14, sec. 6, after Bridson02]: after contacts were stopped, those that lack d = τ − n·Σβx > 0 of their thickness τ
 * and part by less than a tenth of it in the step, v_n = n·Σβv < 0.1 d/h, are pushed by
 *
 *     J = min(2hkd/Σβ², q (0.1 d/h − v_n)/W),     v_i += β_i J n/m_i,     W = Σ β_i²/m_i
 *
 * q = 1 makes the cap exactly v_n' = 0.1 d/h. The impulse printed in the paper, m(0.1 d/Δt − v_N), is q = 2: from rest they part by 0.2 d/h. The
 * printed d has a sign wrong (x4 + w1 x1 − …) and depends on where the origin is; it is not offered. Σ β_i = 0, so no momentum is made.
 */
export interface Repulsion {
  /** Notes that contact number k lacks `lack[0]` of its thickness [m]; not positive where it does not. (A number that is handed to a call is allocated.) */
  note(k: number): void;
  readonly lack: Float64Array;
  /** Pushes the first `count` contacts apart, over a step of h seconds, one after the other; contact keeps to the speeds that they have then. */
  apply(contacts: ContactList, count: number, inverseMass: Float64Array, h: number, v: Float64Array): void;
}

/** The share of a lack that a step may make up for. */
const SHARE = 0.1;

export function createRepulsion({ stiffness, cap }: RepulsionSpec): Repulsion {
  let lacks = new Float64Array(256);
  const lack = new Float64Array(1);
  const q = cap === "printed" ? 2 : 1;
  return {
    lack,
    note(k) {
      if (k >= lacks.length) lacks = lengthenArray(lacks, 2 * k);
      lacks[k] = lack[0];
    },
    apply({ vertices, weights, normals, scalars }, count, inverseMass, h, v) {
      for (let k = 0; k < count; k++) {
        const d = lacks[k];
        if (!(d > 0)) continue;
        let W = 0;
        let squares = 0;
        let speed = 0;
        for (let e = 4 * k; e < 4 * k + 4; e++) {
          const i = vertices[e];
          const square = weights[e] * weights[e];
          squares += square;
          W += square * inverseMass[i];
          for (let c = 0; c < 3; c++) speed += normals[3 * k + c] * weights[e] * v[3 * i + c];
        }
        const missing = (SHARE * d) / h - speed;
        if (!(missing > 0 && W > 0)) continue;
        const J = Math.min((2 * h * stiffness * d) / squares, (q * missing) / W);
        for (let e = 4 * k; e < 4 * k + 4; e++) {
          const i = vertices[e];
          for (let c = 0; c < 3; c++) v[3 * i + c] += weights[e] * inverseMass[i] * J * normals[3 * k + c];
        }
        scalars[SCALARS * k + LIMIT] = Math.max(scalars[SCALARS * k + LIMIT], speed + J * W);
      }
    },
  };
}
