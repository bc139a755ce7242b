import { UnsupportedError } from "../core/errors.ts";
import { addForces, createForces, findOtherTerms } from "../forces/catalog.ts";
import { createLinearModelSolver } from "./linear/linear-model.ts";
import { LINEAR_MODEL_OPTIONS, ORDERING } from "./linear/linear-options.ts";
import { createMomentumCorrection } from "./linear/momentum-correction.ts";
import { EDGE_MODEL } from "./linear-edge.ts";
import type { Method, MethodOptions, OptionRule } from "./method.ts";
import { BENDING, TOLERANCE } from "./options.ts";

const MOMENTUM: OptionRule = {
  name: "momentum",
  kind: "boolean",
  default: false,
};

/** One step of the linear edge model with the previous direction is Desbrun's   [Choi13, sec. 3.2]. */
const ONE_STEP: MethodOptions = {
  ...Object.fromEntries(LINEAR_MODEL_OPTIONS.map((option) => [option.name, option.default])),
  predictor: "previous",
};

/**
 * Desbrun's filter [Kim06, eq. 10]: every spring's stiffness block is k I, so the matrix M + hC + h²Lap(k) is one constant scalar
 * matrix for x, y and z, factored once; the right-hand side h (F − h Lap(k) v) has the true spring force F. It resists any relative motion,
 * turning included: a spring that rotates loses its angular momentum like exp(−2kht/m). The correction restores it for free bodies.
 */
export const desbrun: Method = {
  name: "desbrun",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  options: [MOMENTUM, TOLERANCE, ORDERING, BENDING],
  create(problem, options) {
    const { cloth, pins } = problem;
    const solver = createLinearModelSolver(problem, EDGE_MODEL, { ...ONE_STEP, ...options });
    if (!options.momentum) return solver;
    const { mass, viscousDamping } = cloth;
    const forces = createForces(cloth, problem.environment, { bending: options.bending as boolean });
    const others = findOtherTerms(forces);
    for (const { name } of [...others.elastic, ...others.damping]) {
      throw new UnsupportedError(
        `"momentum" of desbrun knows springs and hinges only, and the force "${name}" may change the momentum: set it to false`,
      );
    }
    const correction = createMomentumCorrection(
      cloth,
      forces.elastic.map((term) => term.pairs),
    );
    const external = new Float64Array(3 * cloth.particleCount);
    const impulse = new Float64Array(3 * cloth.particleCount);
    const uncorrected = new Float64Array(3 * cloth.particleCount);
    return {
      history: solver.history,
      matrix: solver.matrix,
      propose(step, report) {
        solver.propose(step, report);
        const { h, next } = step;
        const { x, v, time } = step.from;
        external.fill(0);
        addForces(forces.external, x, v, time, external);
        // q_i = m Δv − h (f_ext − c v*): what the internal forces gave
        for (let i = 0; i < mass.length; i++) {
          for (let c = 3 * i; c < 3 * i + 3; c++) {
            impulse[c] = mass[i] * (next.v[c] - v[c]) - h * (external[c] - viscousDamping[i] * next.v[c]);
          }
        }
        uncorrected.set(next.v);
        correction.apply(x, impulse, pins.held, next.v);
        for (let c = 0; c < next.x.length; c++) next.x[c] += h * (next.v[c] - uncorrected[c]);
      },
    };
  },
};
