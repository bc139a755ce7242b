import { FORCES } from "../core/profile.ts";
import { addForces, createForces } from "../forces/catalog.ts";
import { computeBlockProduct } from "../linalg/block-matrix.ts";
import { createConstantSystem } from "./constant-system.ts";
import type { Method, OptionInfo } from "./method.ts";
import { createMomentumCorrection } from "./momentum-correction.ts";
import { BENDING, TOLERANCE } from "./options.ts";

const MOMENTUM: OptionInfo = {
  name: "momentum",
  summary: "give free bodies back the linear and angular momentum that the approximation takes",
  kind: "boolean",
  unit: "",
  default: false,
};

/**
 * Desbrun's filter [Kim06, eq. 10]: every spring's stiffness block is k I, so the matrix M + hC + h²Lap(k) is one constant scalar
 * matrix for x, y and z, factored once; the right-hand side h (F − h Lap(k) v) has the true spring force F. It resists any relative motion,
 * turning included: a spring that rotates loses its angular momentum like exp(−2kht/m). The correction restores it for free bodies.
 */
export const desbrun: Method = {
  name: "desbrun",
  title: "Desbrun's filter",
  summary: "a constant matrix, factored once; stable, but damps rotation and bending",
  paper: "Kim06",
  equations: "eq. 10",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  options: [MOMENTUM, { ...TOLERANCE, summary: "accepted and ignored: the solve is direct" }, BENDING],
  create(problem, options) {
    const { cloth, pins, clock } = problem;
    const { mass, viscousDamping } = cloth;
    const bending = options.bending as boolean;
    const forces = createForces(cloth, problem.environment, { jacobian: "isotropic", bending });
    const system = createConstantSystem(cloth, forces);
    const correction = options.momentum
      ? createMomentumCorrection(
          cloth,
          forces.elastic.map((term) => term.pairs),
        )
      : undefined;
    const size = 3 * cloth.particleCount;
    const external = new Float64Array(size);
    const b = new Float64Array(size);
    const product = new Float64Array(size);
    const dot = new Float64Array(1);
    const deltaV = new Float64Array(size);
    return {
      history: [],
      propose({ x, v, time }, h, next) {
        external.fill(0);
        addForces(forces.external, x, v, time, external);
        b.set(external);
        addForces(forces.elastic, x, v, time, b);
        system.prepare(h, pins);
        clock.lap(FORCES);
        // h (F − hKv) = h F' + (M − A) v with F' free of damping, as in the θ-blend
        computeBlockProduct(system.matrix, v, product, dot);
        for (let i = 0; i < mass.length; i++) {
          for (let c = 3 * i; c < 3 * i + 3; c++) b[c] = h * b[c] + mass[i] * v[c] - product[c];
        }
        system.solve(b, deltaV);
        for (let c = 0; c < size; c++) next.v[c] = v[c] + deltaV[c];
        if (correction !== undefined) {
          // q_i = m Δv − h (f_ext − c v*): what the internal forces gave
          for (let i = 0; i < mass.length; i++) {
            for (let c = 3 * i; c < 3 * i + 3; c++) {
              product[c] = mass[i] * deltaV[c] - h * (external[c] - viscousDamping[i] * next.v[c]);
            }
          }
          correction.apply(x, product, pins.held, next.v);
        }
        for (let c = 0; c < size; c++) next.x[c] = x[c] + h * next.v[c];
      },
    };
  },
};
