/**
 * Models of a spring's stiffness block K = ∂f_ij/∂x_ij, chosen independently of the force law. Each is a I + b u uᵀ:
 *
 * | model     | a (across)              | b (along minus across) | source                              |
 * |-----------|-------------------------|------------------------|-------------------------------------|
 * | exact     | k (1 − L/r)             | k − a                  | [Kim06, eq. 1] [Oh04, eq. 4]        |
 * | clamped   | max(0, exact a)         | k − a                  | its positive semi-definite part     |
 * | choi      | clamped; 0 if type 1 and r ≤ L                   | | [Kim06, eq. 7]                      |
 * | smoothed  | as choi, but type 1 fades as k f u uᵀ over α < r/L < 1 | [Kim06, eq. 9] corrected   |
 * | projected | 0                       | k                      | [Kang02, eq. 11]                    |
 * | isotropic | k                       | 0                      | Desbrun, in [Kim06, sec. 4.1]       |
 *
 * Corrections: eq. 9's middle branch prints k L/|x|²·xxᵀ, which has the unit of k·length; k f u uᵀ is continuous with the
 * branch above it, and that branch includes r = L (printed strict, a sheet at rest would have no stiffness at all).
 * Type 2 springs are clamped in `choi` and `smoothed`: the exact block of a compressed one is indefinite.
 */
export const JACOBIAN_MODELS = ["exact", "clamped", "choi", "smoothed", "projected", "isotropic"] as const;

/** `tangent` is the true derivative of the law in use (for Newton), `tangent-clamped` its positive semi-definite part. */
export type JacobianModel = (typeof JACOBIAN_MODELS)[number] | "tangent" | "tangent-clamped";

export interface SpringJacobianOptions {
  readonly jacobian: JacobianModel;
  /** Where `smoothed` begins to fade in, as a fraction of the rest length [−] [Kim06, eq. 9: 0.8]. */
  readonly alpha: number;
  /** `stretch` leaves the weak type-2 springs out of the matrix (their force stays) [Kim06, sec. 3]. */
  readonly jacobianSprings: "all" | "stretch";
}

export const SPRING_JACOBIAN_DEFAULTS: SpringJacobianOptions = {
  jacobian: "clamped",
  alpha: 0.8,
  jacobianSprings: "all",
};
