import { FORCES } from "../core/profile.ts";
import { createForces } from "../forces/catalog.ts";
import { computeAccelerations, computeSum } from "./acceleration.ts";
import type { Method } from "./method.ts";
import { BENDING, forceOptions } from "./options.ts";

/**
 * Forward Euler: x* = x + h v,  v* = v + h a(x, v, t). The θ-blend's λ = 0   [Ertekin14, sec. 5.2].
 * Without damping it is unstable for every h: a mode grows by |1 + ihω| > 1 a step.
 */
export const explicitEuler: Method = {
  name: "explicit-euler",
  conserves: ["linear"],
  stepLimit: 0,
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
        computeSum(x, h, v, next.x);
        computeSum(v, h, a, next.v);
      },
    };
  },
};
