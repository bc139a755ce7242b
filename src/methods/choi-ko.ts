import { HANDLES_CONTACT } from "../core/constraints.ts";
import { createThetaSolver } from "./implicit/theta-solver.ts";
import type { Method } from "./method.ts";
import { BENDING, KERNELS, MAX_ITERATIONS, PRECONDITIONER, TOLERANCE } from "./options.ts";

/** Its stiffness blocks. */
export const CHOI_MODEL = { jacobian: "choi" } as const;

/**
 * Choi & Ko's implicit method as [Kim06, sec. 2.3] compares with it: implicit Euler with asymmetric springs (eq. 6) and their
 * stiffness (eq. 7), type 2 springs clamped. (Choi & Ko themselves integrate with BDF2 and buckle their type 2 springs.)
 */
export const choiKo: Method = {
  name: "choi-ko",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "asymmetric",
  kernels: "springs",
  contact: HANDLES_CONTACT,
  takesCorrection: true,
  options: [TOLERANCE, MAX_ITERATIONS, BENDING, PRECONDITIONER, KERNELS],
  create: (problem, options) => createThetaSolver(problem, 1, { ...options, ...CHOI_MODEL }),
};
