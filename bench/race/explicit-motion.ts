import { FRAME } from "./contestant.ts";
import { inverseMasses } from "./own-forces.ts";
import type { RaceCloth } from "./race-cloth.ts";

/** A motion that can be put aside and taken up again. */
export interface ExplicitMotion {
  readonly x: Float64Array;
  /** Half a step behind x. */
  readonly v: Float64Array;
  /** 1/60 s. */
  frame(): void;
}

/** Steps a frame at which h is 0.85 of the limit 2/ω, with ω² ≤ 16 k/m for a grid with both diagonals. */
export function explicitSteps({ stiffness, mass }: RaceCloth): number {
  return Math.ceil((FRAME * Math.sqrt((16 * stiffness) / mass)) / (0.85 * 2));
}

/**
 * The leapfrog, which is the midpoint rule with positions and velocities in turns:
 *     v(t + h/2) = v(t − h/2) + h (f(x(t))/m + g − c v(t)),   x(t + h) = x(t) + h v(t + h/2),
 * second order, with v(t) the mean of its neighbours. No system is solved, so nothing is left unconverged; the price are steps short enough for
 * the fastest spring. For sheets in the air without wind.
 */
export function createExplicitMotion(cloth: RaceCloth, steps: number): ExplicitMotion {
  const { ends, restLength, stiffness, gravity, damping } = cloth;
  const h = FRAME / steps;
  const x = cloth.positions.slice();
  const v = new Float64Array(x.length);
  const force = new Float64Array(x.length);
  const w = inverseMasses(cloth);
  const kept = (1 - 0.5 * damping * h) / (1 + 0.5 * damping * h);
  const gained = h / (1 + 0.5 * damping * h);
  /** From rest, the velocity half a step before the start is that of half a step of falling, turned round. */
  for (let i = 0; i < w.length; i++) if (w[i] > 0) v[3 * i + 1] = 0.5 * h * gravity;

  return {
    x,
    v,
    frame() {
      for (let n = 0; n < steps; n++) {
        force.fill(0);
        addSprings(ends, restLength, stiffness, x, force);
        for (let i = 0, c = 0; i < w.length; i++, c += 3) {
          if (w[i] === 0) continue;
          v[c] = kept * v[c] + gained * w[i] * force[c];
          v[c + 1] = kept * v[c + 1] + gained * (w[i] * force[c + 1] - gravity);
          v[c + 2] = kept * v[c + 2] + gained * w[i] * force[c + 2];
          x[c] += h * v[c];
          x[c + 1] += h * v[c + 1];
          x[c + 2] += h * v[c + 2];
        }
      }
    },
  };
}

function addSprings(ends: Uint32Array, restLength: Float64Array, k: number, x: Float64Array, force: Float64Array): void {
  for (let s = 0; s < restLength.length; s++) {
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    const dx = x[j] - x[i];
    const dy = x[j + 1] - x[i + 1];
    const dz = x[j + 2] - x[i + 2];
    const scale = k * (1 - restLength[s] / Math.sqrt(dx * dx + dy * dy + dz * dz));
    force[i] += scale * dx;
    force[i + 1] += scale * dy;
    force[i + 2] += scale * dz;
    force[j] -= scale * dx;
    force[j + 1] -= scale * dy;
    force[j + 2] -= scale * dz;
  }
}
