import { FORCES } from "../core/profile.ts";
import { LARGEST_VALUE } from "../core/state.ts";
import { createForces } from "../forces/catalog.ts";
import { computeAccelerations } from "./acceleration.ts";
import type { Method } from "./method.ts";
import { BENDING, forceOptions } from "./options.ts";

/**
 * Symplectic Euler: v* = v + h a(x, v, t),  x* = x + h v*   [Kim06, eq. 2] (and what [Ertekin14, sec. 5.1] prints as explicit
 * Euler). Stable for undamped modes with hω < 2; keeps linear and angular momentum, energy bounded.
 */
export const symplecticEuler: Method = {
  name: "symplectic-euler",
  conserves: ["linear", "angular"],
  stepLimit: 2,
  springModel: "symmetric",
  options: [BENDING],
  create(problem, options) {
    const forces = createForces(problem.cloth, problem.environment, forceOptions(options));
    const a = new Float64Array(3 * problem.cloth.particleCount);
    return {
      history: [],
      propose({ from: { x, v, time }, h, next }) {
        computeAccelerations(problem, forces, x, v, time, a);
        problem.clock.lap(FORCES);
        let largest = 0;
        for (let c = 0; c < a.length; c++) {
          next.v[c] = v[c] + h * a[c];
          next.x[c] = x[c] + h * next.v[c];
          largest = Math.max(largest, Math.abs(next.v[c]), Math.abs(next.x[c]));
        }
        next.isSound = largest <= LARGEST_VALUE;
      },
    };
  },
};
