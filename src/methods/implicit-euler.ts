import { implicitEulerBy } from "./implicit/implicit-euler-by.ts";
import { PLAIN_STEP } from "./implicit/theta-solver.ts";

/**
 * Backward Euler linearised once a step   [Kim06, eq. 5] [Oh04, eq. 3]: (M + hC + h²K) Δv = h (F − hKv),  v* = v + Δv,
 * x* = x + h v*. It is the θ-blend at λ = 1. With asymmetric springs and jacobian `choi` it is Choi & Ko's method.
 */
export const implicitEuler = implicitEulerBy(PLAIN_STEP);
