import { FORCES } from "../core/profile.ts";
import { createForces } from "../forces/catalog.ts";
import { computeAccelerations, computeSum } from "./acceleration.ts";
import type { Method } from "./method.ts";
import { BENDING, forceOptions } from "./options.ts";

/**
 * The classical Runge–Kutta method on (x, v)   [Ertekin14, sec. 5.3], with the forces of each stage at its own time.
 * Fourth order; stable for undamped modes with hω < 2√2. Held particles glide evenly through the
 * stages, so a pin that moves along a curve is followed to second order.
 */
export const rk4: Method = {
  name: "rk4",
  conserves: ["linear"],
  stepLimit: 2 * Math.SQRT2,
  springModel: "symmetric",
  options: [BENDING],
  create(problem, options) {
    const forces = createForces(problem.cloth, problem.environment, forceOptions(options));
    const size = 3 * problem.cloth.particleCount;
    const a = new Float64Array(size);
    const stageX = new Float64Array(size);
    const stageV = new Float64Array(size);
    const sumV = new Float64Array(size);
    const sumA = new Float64Array(size);
    return {
      history: [],
      propose({ from: { x, v, time }, h, next }) {
        computeAccelerations(problem, forces, x, v, time, a);
        sumV.set(v);
        sumA.set(a);
        computeSum(x, 0.5 * h, v, stageX);
        computeSum(v, 0.5 * h, a, stageV);

        computeAccelerations(problem, forces, stageX, stageV, time + 0.5 * h, a);
        computeSum(sumV, 2, stageV, sumV);
        computeSum(sumA, 2, a, sumA);
        computeSum(x, 0.5 * h, stageV, stageX);
        computeSum(v, 0.5 * h, a, stageV);

        computeAccelerations(problem, forces, stageX, stageV, time + 0.5 * h, a);
        computeSum(sumV, 2, stageV, sumV);
        computeSum(sumA, 2, a, sumA);
        computeSum(x, h, stageV, stageX);
        computeSum(v, h, a, stageV);

        computeAccelerations(problem, forces, stageX, stageV, time + h, a);
        computeSum(sumV, 1, stageV, sumV);
        computeSum(sumA, 1, a, sumA);
        problem.clock.lap(FORCES);

        computeSum(x, h / 6, sumV, next.x);
        computeSum(v, h / 6, sumA, next.v);
      },
    };
  },
};
