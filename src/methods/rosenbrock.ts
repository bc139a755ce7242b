import { FORCES } from "../core/profile.ts";
import { addForces, createForces } from "../forces/catalog.ts";
import { computeBlockProduct } from "../linalg/block-matrix.ts";
import { createBlockPcg } from "../linalg/block-pcg.ts";
import { computeSum } from "./acceleration.ts";
import { createImplicitSystem } from "./implicit/implicit-system.ts";
import type { Method, MethodOptions, Problem, Solver } from "./method.ts";
import type { Preconditioning } from "./multigrid/preconditioning.ts";
import { forceOptions, LINEAR_SOLVE_OPTIONS, PRECONDITIONER, residualFloor } from "./options.ts";

/** Four stages of fourth order with Shampine's parameters [KapsRentrop79] [Shampine82, table 1]; the last stage is evaluated where the third is. */
const GAMMA = 0.5;
const POINTS = [[], [2], [48 / 25, 6 / 25]] as const;
const LAGS = [[], [-8], [372 / 25, 12 / 5], [-112 / 125, -54 / 125, -2 / 5]] as const;
const WEIGHTS = [19 / 9, 1 / 2, 25 / 108, 125 / 108] as const;

/**
 * Rosenbrock's method on y = (x, v), y' = f(y) = (v, F/m), with J = ∂f/∂y at the start   [Ertekin14, sec. 5.3, after Volino & Thalmann]:
 *
 *     (1/(γh) − J) g_i = f(y + Σ_j a_ij g_j) + Σ_j c_ij g_j/h,     y* = y + Σ_i b_i g_i
 *
 * With s = γh, the stage's velocity V and the lags q = Σ c_ij g_j/h, g_x = s(V + q_x + g_v) goes into the second half:
 *
 *     (M + sC + s²K) g_v = s (F + M q_v) − s²K (V + q_x)
 *
 * one matrix, assembled once, and four solves. F holds the damping −CV. As the assembled matrix is S = sC + s²K, the right-hand side is taken as
 * s (F' + C q_x + M q_v) − S (V + q_x), F' = F without its damping. Wind and gravity are those of the start of the step. Fourth order with the
 * jacobian `exact`, which it needs; γ = ½ keeps every undamped mode bounded, and leaves a third of those that are far too fast.
 */
export const rosenbrock: Method = {
  name: "rosenbrock",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  options: [...LINEAR_SOLVE_OPTIONS, PRECONDITIONER],
  create: (problem, options) => createRosenbrockSolver(problem, options),
};

export function createRosenbrockSolver(problem: Problem, options: MethodOptions, preconditioning?: Preconditioning): Solver {
  const { cloth, environment, pins, clock } = problem;
  const forces = createForces(cloth, environment, forceOptions(options));
  const { mass, particleCount } = cloth;
  const system = createImplicitSystem(cloth, forces); // sliders are left to the correction
  const pcg = createBlockPcg(particleCount, preconditioning?.improve);
  const size = 3 * particleCount;
  const create = (): Float64Array => new Float64Array(size);
  const gx = WEIGHTS.map(create);
  const gv = WEIGHTS.map(create);
  const [external, elastic, stageX, stageV, lagX, lagV, rate, b, product] = Array.from({ length: 9 }, create);
  const dot = new Float64Array(1);
  const tolerance = options.tolerance as number;
  const maxIterations = options.maxIterations as number;
  const floor = residualFloor(options, mass);

  return {
    history: [],
    propose({ from: { x, v, time }, h, next }, report) {
      const s = GAMMA * h;
      external.fill(0);
      addForces(forces.external, x, v, time, external);
      system.assemble(x, s, s * s);
      preconditioning?.prepare(s);
      report.iterations = 0;
      report.residual = 0;
      report.converged = true;
      for (let stage = 0; stage < WEIGHTS.length; stage++) {
        if (stage < POINTS.length) {
          const weights = POINTS[stage];
          stageX.set(x);
          stageV.set(v);
          for (let j = 0; j < weights.length; j++) {
            computeSum(stageX, weights[j], gx[j], stageX);
            computeSum(stageV, weights[j], gv[j], stageV);
          }
          elastic.fill(0);
          addForces(forces.elastic, stageX, stageV, time, elastic);
        }
        const lags = LAGS[stage];
        lagX.fill(0);
        lagV.fill(0);
        for (let j = 0; j < lags.length; j++) {
          computeSum(lagX, -lags[j] / h, gx[j], lagX);
          computeSum(lagV, lags[j] / h, gv[j], lagV);
        }
        computeSum(elastic, 1, external, b);
        addForces(forces.damping, x, lagX, time, b); // of −q_x: +C q_x
        computeSum(stageV, -1, lagX, rate);
        if (stage > 0) system.restore();
        computeBlockProduct(system.matrix, rate, product, dot);
        system.addMass();
        for (let c = 0; c < size; c++) b[c] = s * (b[c] + mass[Math.floor(c / 3)] * lagV[c]) - product[c];
        clock.lap(FORCES);
        const result = pcg.solve(system.matrix, b, pins.indices, pins.count, tolerance, maxIterations, gv[stage], floor);
        report.iterations += result.iterations;
        report.residual = Math.max(report.residual, result.residual);
        report.converged &&= result.converged;
        computeSum(rate, 1, gv[stage], gx[stage]);
        for (let c = 0; c < size; c++) gx[stage][c] *= s;
      }
      next.x.set(x);
      next.v.set(v);
      for (let stage = 0; stage < WEIGHTS.length; stage++) {
        computeSum(next.x, WEIGHTS[stage], gx[stage], next.x);
        computeSum(next.v, WEIGHTS[stage], gv[stage], next.v);
      }
      for (let k = 0; k < pins.count; k++) {
        for (let c = 3 * pins.indices[k]; c < 3 * pins.indices[k] + 3; c++) next.x[c] = x[c] + h * v[c];
      }
    },
  };
}
