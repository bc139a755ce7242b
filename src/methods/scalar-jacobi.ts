import { finish } from "../core/slices.ts";
import { JACOBI_SWEEPS, prepareJacobiSolver } from "./block-jacobi.ts";
import type { Method } from "./method.ts";
import { BENDING } from "./options.ts";

/**
 * Kang's first method, as [Kim06, eq. 11] states it: stiffness blocks k I and two Jacobi sweeps from v* = v,
 *
 *     v*_i ← [m_i v_i + hF_i + h² Σ_j k_ij v*_j] / (m_i + h² Σ_j k_ij)
 *
 * Unconditionally stable for an even number of sweeps, and slow: a falling sheet accelerates by g (1 − (d/(1 + d))²) only, d = h²Σk/m.
 */
export const scalarJacobi: Method = {
  name: "scalar-jacobi",
  conserves: [],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  options: [JACOBI_SWEEPS, BENDING],
  create: (problem, options) => finish(prepareJacobiSolver(problem, { ...options, jacobian: "isotropic" })),
};
