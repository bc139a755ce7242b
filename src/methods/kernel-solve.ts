import { InputError } from "../core/errors.ts";
import type { BlockKernels } from "../kernels/blocks/block-kernels.ts";
import { LEAST_TOLERANCE } from "../kernels/blocks/block-limits.ts";
import { CONVERGED, ITERATIONS, MAX_ITERATIONS, RESIDUAL, RESIDUAL_FLOOR, STAGNATED, TOLERANCE } from "../kernels/layout/block-numbers.ts";
import type { MethodOptions, Problem, SolveReport } from "./method.ts";
import { residualFloor } from "./options.ts";

/** What methods with conjugate gradients ask of the kernels with blocks (BlockKernelsSetup). */
export const SOLVED = {
  /** Beyond so much Σ h²k/m of a particle, which no fabric has, squares of single precision come near their end. */
  stiffest: 1e14,
  /** Two units of the last place: keeps inverse blocks positive definite, however stiff. */
  blockFloor: 1.2e-7,
  isSolved: true,
} as const;

/** Whether single precision reaches the tolerance; where the scene insists on it, it must. */
export function isWithinReach({ tolerance, kernels }: MethodOptions): boolean {
  if ((tolerance as number) >= LEAST_TOLERANCE) return true;
  if (kernels !== "wasm") return false;
  const advice = `single precision ends at ${LEAST_TOLERANCE}: give that or more, or "kernels": "auto" or "typescript"`;
  throw new InputError("tolerance", String(tolerance), advice);
}

/** Why a method with blocks leaves its kernels (Solver.leavesKernels). */
export function whyPlain({ kernels }: Problem, blocks: { suits(h: number): boolean } | undefined, h: number): string | undefined {
  if (kernels === undefined || blocks?.suits(h)) return undefined;
  return blocks === undefined ? "kernels do not compute all of its forces" : "springs are too stiff for single precision";
}

/** Conjugate gradients by the method's options, and their report. */
export function createKernelSolve(options: MethodOptions, mass: Float64Array): (kernels: BlockKernels, report: SolveReport) => void {
  const tolerance = options.tolerance as number;
  const floor = residualFloor(options, mass);
  const maxIterations = options.maxIterations as number;
  return ({ numbers, solve }, report) => {
    numbers[TOLERANCE] = tolerance;
    numbers[RESIDUAL_FLOOR] = floor;
    numbers[MAX_ITERATIONS] = maxIterations;
    solve();
    report.iterations = numbers[ITERATIONS];
    report.residual = numbers[RESIDUAL];
    report.converged = numbers[CONVERGED] !== 0;
    report.stagnated = numbers[STAGNATED] !== 0;
  };
}
