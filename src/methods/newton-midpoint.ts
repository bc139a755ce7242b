import { createNewtonSolver, NEWTON_CONTACT, NEWTON_OPTIONS } from "./implicit/newton.ts";
import type { Method } from "./method.ts";

/**
 * Volino's implicit midpoint solved to the end   [Ertekin14, sec. 5.3]: M(v* − v) = h F((x + x*)/2, (v + v*)/2). Keeps linear and
 * angular momentum exactly, reversible, energy bounded.
 */
export const newtonMidpoint: Method = {
  name: "newton-midpoint",
  conserves: ["linear", "angular"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  contact: NEWTON_CONTACT,
  options: NEWTON_OPTIONS,
  create: (problem, options) => createNewtonSolver(problem, 0.5, options),
};
