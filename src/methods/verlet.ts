import { FORCES } from "../core/profile.ts";
import { createForces } from "../forces/catalog.ts";
import { computeAccelerations, computeSum } from "./acceleration.ts";
import type { Method } from "./method.ts";
import { BENDING, forceOptions } from "./options.ts";

/**
 * Velocity Verlet   [Ertekin14, sec. 5.3]: v½ = v + (h/2) a(x, v, t),  x* = x + h v½,  v* = v½ + (h/2) a(x*, v½, t + h).
 * Second order, time-reversible, stable for hω < 2.
 */
export const verlet: Method = {
  name: "verlet",
  conserves: ["linear", "angular"],
  stepLimit: 2,
  springModel: "symmetric",
  options: [BENDING],
  create(problem, options) {
    const forces = createForces(problem.cloth, problem.environment, forceOptions(options));
    const a = new Float64Array(3 * problem.cloth.particleCount);
    const half = new Float64Array(a.length);
    return {
      history: [],
      propose({ from: { x, v, time }, h, next }) {
        computeAccelerations(problem, forces, x, v, time, a);
        computeSum(v, 0.5 * h, a, half);
        computeSum(x, h, half, next.x);
        computeAccelerations(problem, forces, next.x, half, time + h, a);
        problem.clock.lap(FORCES);
        computeSum(half, 0.5 * h, a, next.v);
      },
    };
  },
};
