import { finish, type Slices } from "../core/slices.ts";
import { sweepBlockRows } from "../linalg/block-sweep.ts";
import { prepareSweepSolver, type Sweep, type SweepTables } from "./implicit/sweep-solver.ts";
import type { Method, MethodOptions, OptionRule, Problem, Solver } from "./method.ts";
import { ALPHA, BENDING, forceOptions, JACOBIAN, JACOBIAN_SPRINGS, KERNELS } from "./options.ts";

export const JACOBI_SWEEPS: OptionRule = {
  name: "sweeps",
  kind: "integer",
  default: 2,
  min: 1,
  max: 10000,
  logarithmic: true,
};

const DAMPING: OptionRule = {
  name: "damping",
  kind: "choice",
  default: "consistent",
  choices: ["consistent", "printed"],
};

/** η Jacobi sweeps from v* = v over the implicit system with the given stiffness blocks. */
export function* prepareJacobiSolver(problem: Problem, options: MethodOptions): Slices<Solver> {
  const sweeps = options.sweeps as number;
  const order = Uint32Array.from({ length: problem.cloth.particleCount }, (_, i) => i);
  const sweep = (tables: SweepTables): Sweep => {
    const old = new Float64Array(tables.b.length);
    return ({ matrix, rows, inverse, b, held }, v, report) => {
      for (let n = 0; n < sweeps; n++) {
        old.set(v);
        sweepBlockRows(matrix, rows, inverse, b, held, order, 0, order.length, old, v);
      }
      report.iterations = sweeps;
    };
  };
  return yield* prepareSweepSolver(problem, forceOptions(options), options.damping === "printed", sweep, {
    order,
    knowsSliders: true,
    isRequired: options.kernels === "wasm",
    relax(blocks, report) {
      blocks.sweepJacobi(sweeps);
      report.iterations = sweeps;
    },
  });
}

/**
 * Kang & Cho's method (Kang's second) [Kang02, eq. 16–20]: Jacobi in 3×3 blocks with the projected Jacobian J = k u uᵀ (eq. 11),
 *
 *     Δv⁽⁰⁾ = p_i = W_i⁻¹ h f̃_i,   Δv_i⁽ᵏ⁺¹⁾ = p_i + W_i⁻¹ Σ_j (h²J_ij + h c_s I) Δv_j⁽ᵏ⁾
 *
 * with W_i = (m_i + hc) I + Σ_j (h²J_ij + h c_s I) and f̃_i = F_i + h Σ_j J_ij (v_j − v_i). Δv⁽ᵏ⁾ is what k + 1 sweeps from v* = v
 * give, so the paper's one update (k = 1, eq. 20) is two sweeps here and in [Kim06].
 */
export const blockJacobi: Method = {
  name: "block-jacobi",
  conserves: [],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  kernels: "blocks",
  options: [JACOBI_SWEEPS, DAMPING, { ...JACOBIAN, default: "projected" }, ALPHA, JACOBIAN_SPRINGS, BENDING, KERNELS],
  create: (problem, options) => finish(prepareJacobiSolver(problem, options)),
  prepare: prepareJacobiSolver,
};
