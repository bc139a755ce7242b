import type { ContactHandling } from "../../core/constraints.ts";
import type { StepContext } from "../../core/step-context.ts";
import type { Cloth } from "../../fabric/cloth.ts";

/**
 * The forces N by which bodies press on the particles that slide on them, for friction in the next step. A method that keeps sliders on their
 * bodies knows the impulses this takes (`Sliders.impulses`). The forces at the start of a step would say nothing: of stiff springs they
 * hold the rounding of the last step's curve, a hundred times the weight, and the impulses still hold some. It adds up to nothing, so each
 * particle shares N/m with its neighbours that slide on the same body, and the sum stays what it is.
 *
 * Computes N [N] of the first `count` sliders after a proposal, on the bodies `slidesOn`; 0 for all other particles. To the impulse
 * belongs the change of their velocities along the normals before the proposal, unless friction has stopped them since.
 */
export type LearnPressing = (step: StepContext, count: number, slidesOn: Int32Array, pressing: Float64Array) => void;

const ROUNDS = 4;

export function createPressing({ springs, mass, particleCount }: Cloth, { reportsImpulses }: ContactHandling): LearnPressing {
  const { ends } = springs;
  const neighbourCount = new Uint16Array(particleCount);
  for (let e = 0; e < 2 * springs.count; e++) neighbourCount[ends[e]]++;
  /** The body on which a particle slides and 1, or 0. */
  const slides = new Int32Array(particleCount);
  const flow = new Float64Array(particleCount);
  const pairs = new Uint32Array(springs.count);

  /** The springs between two sliders, into `pairs`. */
  function findPairs(): number {
    let count = 0;
    for (let s = 0; s < springs.count; s++) {
      const body = slides[ends[2 * s]];
      if (body !== 0 && body === slides[ends[2 * s + 1]]) pairs[count++] = s;
    }
    return count;
  }

  /** One exchange of speeds p between neighbours, mass by mass. */
  function share(pairCount: number, p: Float64Array, indices: Uint32Array, count: number): void {
    for (let k = 0; k < count; k++) flow[indices[k]] = 0;
    for (let n = 0; n < pairCount; n++) {
      const a = ends[2 * pairs[n]];
      const b = ends[2 * pairs[n] + 1];
      const weight = Math.min(mass[a], mass[b]) / (1 + Math.max(neighbourCount[a], neighbourCount[b]));
      const given = weight * (p[b] - p[a]);
      flow[a] += given;
      flow[b] -= given;
    }
    for (let k = 0; k < count; k++) p[indices[k]] += flow[indices[k]] / mass[indices[k]];
  }

  return ({ state, from: { v }, h, pins: { held, sliders } }, count, slidesOn, pressing) => {
    pressing.fill(0);
    if (count === 0 || sliders === undefined || !reportsImpulses) return;
    const { indices, normals, impulses } = sliders;
    const before = state.v;
    for (let k = 0; k < count; k++) {
      const i = indices[k];
      let speed = impulses[k] / mass[i];
      for (let c = 0; c < 3 && held[i] === 0; c++) speed += normals[3 * k + c] * (v[3 * i + c] - before[3 * i + c]);
      pressing[i] = speed;
      slides[i] = slidesOn[i] + 1;
    }
    const pairCount = findPairs();
    for (let round = 0; round < ROUNDS; round++) share(pairCount, pressing, indices, count);
    for (let k = 0; k < count; k++) {
      const i = indices[k];
      pressing[i] = (Math.max(0, pressing[i]) * mass[i]) / h;
      slides[i] = 0;
    }
  };
}
