import { createNewtonSolver, NEWTON_CONTACT, NEWTON_OPTIONS } from "./implicit/newton.ts";
import type { Method } from "./method.ts";

/** Backward Euler solved to the end: M(v* − v) = h F(x + hv*, v*). What the linearised and approximate steps aim at. */
export const newtonEuler: Method = {
  name: "newton-euler",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  contact: NEWTON_CONTACT,
  options: NEWTON_OPTIONS,
  create: (problem, options) => createNewtonSolver(problem, 1, options),
};
