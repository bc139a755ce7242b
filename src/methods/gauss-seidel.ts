import { InputError } from "../core/errors.ts";
import { finish, type Slices } from "../core/slices.ts";
import { RESULT } from "../kernels/layout/block-numbers.ts";
import { type BlockRows, sweepBlockRows } from "../linalg/block-sweep.ts";
import { colourGraph } from "../mesh/colouring.ts";
import { invertPermutation } from "../mesh/invert-permutation.ts";
import { type KernelSweep, prepareSweepSolver, relativeResidual, type Sweep, type SweepTables } from "./implicit/sweep-solver.ts";
import { isWithinReach } from "./kernel-solve.ts";
import type { Method, MethodOptions, OptionRule, Problem, Solver } from "./method.ts";
import { ALPHA, BENDING, forceOptions, JACOBIAN, JACOBIAN_SPRINGS, KERNELS, MAX_ITERATIONS } from "./options.ts";

const SWEEPS: OptionRule = {
  name: "sweeps",
  kind: "integer",
  default: 4,
  min: 1,
  max: 10000,
  logarithmic: true,
};

const ORDER: OptionRule = {
  name: "order",
  kind: "choice",
  default: "index",
  choices: ["index", "coloured"],
};

const TOLERANCE: OptionRule = {
  name: "tolerance",
  kind: "number",
  default: 0,
  min: 0,
  max: 0.5,
};

/**
 * Kim's scalable method [Kim06, eq. 8]: block Gauss–Seidel on the implicit system, in place, η sweeps from the current velocity,
 *
 *     v*_i ← A_ii⁻¹ (M v_i + hF_i + Σ_j B_ij v*_j),   B_ij = h²K_ij + h c_s I,   A_ii = (m_i + hc) I + Σ_j B_ij
 *
 * with asymmetric type 1 springs (eq. 6) and the smoothed Jacobian (eq. 9). η = 1 costs little more than an explicit step, and
 * η → ∞ is the implicit step. The result depends on the order of the particles: the scene's own, or colour by colour.
 */
export const gaussSeidel: Method = {
  name: "gauss-seidel",
  conserves: [],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "asymmetric",
  kernels: "blocks",
  options: [SWEEPS, { ...JACOBIAN, default: "smoothed" }, ALPHA, JACOBIAN_SPRINGS, ORDER, TOLERANCE, MAX_ITERATIONS, BENDING, KERNELS],
  create: (problem, options) => finish(prepareGaussSeidel(problem, options)),
  prepare: prepareGaussSeidel,
};

function* prepareGaussSeidel(problem: Problem, options: MethodOptions): Slices<Solver> {
  const tolerance = options.tolerance as number;
  const sweeps = tolerance > 0 ? (options.maxIterations as number) : (options.sweeps as number);
  const sweep = (tables: SweepTables): Sweep => {
    const order = sweepOrder(options.order as string, problem.sceneIndex, tables.rows);
    const product = new Float64Array(tables.b.length);
    return ({ matrix, rows, inverse, b, held }, v, report) => {
      for (let n = 0; n < sweeps; n++) {
        sweepBlockRows(matrix, rows, inverse, b, held, order, 0, order.length, v, v);
        report.iterations++;
        if (tolerance === 0) continue;
        report.residual = relativeResidual(tables, v, product);
        if (report.residual <= tolerance) return;
      }
      report.converged = tolerance === 0;
    };
  };
  const kernelSweep: KernelSweep = {
    order: invertPermutation(problem.sceneIndex),
    knowsSliders: tolerance === 0,
    isRequired: options.kernels === "wasm",
    relax(blocks, report) {
      if (tolerance === 0) {
        blocks.sweep(sweeps);
        report.iterations = sweeps;
        return;
      }
      for (let n = 0; n < sweeps; n++) {
        blocks.sweep(1);
        report.iterations++;
        blocks.computeResidual();
        report.residual = blocks.numbers[RESULT];
        if (report.residual <= tolerance) return;
      }
      report.converged = false;
    },
  };
  const hasKernels = options.order === "index" && (tolerance === 0 || isWithinReach(options));
  if (options.order !== "index" && options.kernels === "wasm") {
    const advice = 'WebAssembly sweeps by index: give "index", or "kernels": "auto" or "typescript"';
    throw new InputError("order", JSON.stringify(options.order), advice);
  }
  return yield* prepareSweepSolver(problem, forceOptions(options), false, sweep, hasKernels ? kernelSweep : undefined);
}

/** Rows in the order of the scene's particle numbers, or sorted by colour. */
function sweepOrder(order: string, sceneIndex: Uint32Array, rows: BlockRows): Uint32Array {
  if (order === "coloured") return colourGraph({ start: rows.start, neighbours: rows.neighbour }).order;
  return invertPermutation(sceneIndex);
}
