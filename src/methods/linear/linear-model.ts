import { UnsupportedError } from "../../core/errors.ts";
import { FORCES } from "../../core/profile.ts";
import { finish, type Slices } from "../../core/slices.ts";
import { LARGEST_VALUE, type Proposal } from "../../core/state.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { addForces, createForces, type ForceOptions, findOtherTerms, type Membrane } from "../../forces/catalog.ts";
import { createConstantForces } from "../../forces/constant-forces.ts";
import { isIdleAt } from "../../forces/force-term.ts";
import type { Environment } from "../../forces/wind.ts";
import { attemptKernels } from "../../kernels/attempt-kernels.ts";
import { createDenseKernels } from "../../kernels/linear/dense-kernels.ts";
import { FACTOR, type LinearKernels, type LinearStep, RESULT, SECONDS, TIME } from "../../kernels/linear/linear-kernels.ts";
import { prepareWasmLinearKernels } from "../../kernels/linear/wasm-linear-kernels.ts";
import type { KernelModule } from "../../kernels/module.ts";
import type { KernelTriangles } from "../../kernels/triangles/kernel-triangles.ts";
import type { Ordering } from "../../linalg/ordering.ts";
import { createMotionHistory } from "../implicit/motion-history.ts";
import type { MethodOptions, OptionValue, Problem, Solver } from "../method.ts";
import { orderForFactor, prepareConstantSystem } from "./constant-system.ts";
import { createLbfgs } from "./lbfgs.ts";
import { createLinearIteration } from "./linear-iteration.ts";
import { createPlainLinearKernels, type LinearKernelsSetup } from "./plain-linear-kernels.ts";
import { readPrediction } from "./prediction.ts";

/** What stretches, made linear: every element is pulled to a target vector that stays fixed while the step is solved [Choi13]. */
export interface LinearMembrane {
  /** Targets along the elements at these positions. */
  computeTargets(directions: Float64Array): void;
  /** Targets turned on as the elements turned before, from their positions now and in the steps before, with a weight for each turn. */
  computeRotatedTargets(x: Float64Array, earlier: readonly Float64Array[], weights: readonly number[]): void;
  /** Adds the force [N] towards the targets at the positions `at`. */
  addForce(at: Float64Array, f: Float64Array): void;
}

/** One of the two linear models. */
export interface LinearModel {
  /** The forces of the triangles, where it is they and not the springs that are made linear. */
  readonly membraneTerms?: Membrane;
  createMembrane(cloth: Cloth): LinearMembrane;
  /** True when repeated steps take their targets as the first does; else they follow the gradient of the energy. */
  readonly repeatTargets: boolean;
  /** Triangles in WebAssembly (src/kernels/triangles/kernel-triangles.ts), and the cloth without what they stand for. */
  readonly planTriangles?: (cloth: Cloth, rank: Uint32Array, chunks: number, isKept: boolean) => KernelTriangles;
  readonly withoutStretch?: (cloth: Cloth) => Cloth;
}

function linearForces(membrane: Membrane | undefined, bending: boolean): ForceOptions {
  return { jacobian: "isotropic", triangleJacobian: "isotropic", membrane, bending };
}

/** Particles in the order of the factor: what a step gathers is then near in memory (39 → 30 ms a step at 99,856 particles). */
export function orderLinearModel(
  membrane: Membrane | undefined,
  cloth: Cloth,
  options: MethodOptions,
): { order: Uint32Array; name: string } {
  const anywhere: Environment = { gravity: new Float64Array(3), wind: undefined, seed: 0 };
  const forces = createForces(cloth, anywhere, linearForces(membrane, options.bending as boolean));
  const ordering = options.ordering as Ordering;
  return { order: orderForFactor(cloth, forces, ordering), name: ordering };
}

/** s of a step of h seconds whose history is long enough. */
function effectiveStep(h: number, integrator: OptionValue): number {
  if (integrator === "midpoint") return 0.5 * h;
  return integrator === "bdf2" ? (2 * h) / 3 : h;
}

/** Kernels in WebAssembly, where there are some and they compute all of it, else in TypeScript. */
function* prepareKernels(setup: LinearKernelsSetup, module: KernelModule | undefined, options: MethodOptions): Slices<LinearKernels> {
  const { turns, areTheirOwn } = readPrediction(options);
  const tasks = {
    memory: options.acceleration === "lbfgs" ? (options.memory as number) : 0,
    isRepeated: (options.iterations as number) > 1,
    turns,
  };
  const kernels = yield* attemptKernels(options.kernels === "wasm", function* () {
    if (turns && areTheirOwn) throw new UnsupportedError("kernels know the turns of order 1 and 2, and no weights of theirs");
    return module && (yield* prepareWasmLinearKernels(setup, module, tasks));
  });
  return kernels ?? createPlainLinearKernels(setup);
}

/**
 * Choi's step with a constant matrix   [Choi13, ch. 3–6]. With the effective step s and the displacement D predicted without Δv,
 *
 *     Euler:      s = h,    D = h v,                     b₀ = 0
 *     BDF2:       s = ⅔h,   D = (x − x⁻)/3 + ⅔h v,       b₀ = M (v − v⁻)/3
 *     midpoint:   s = ½h,   D = ½h v,                    b₀ = 0                  to the middle of the step
 *
 *     (M + sC + s²K) Δv = b₀ + s (F*(x + D) + F_ext − C v),   v* = v + Δv,   x* = x + D + sΔv
 *
 * F* is the force towards the predicted targets, linear in x, so that F*(x + D) = F*(x) − K D, and K its constant stiffness with that
 * of the hinges. The matrix is factored once; the step is one solve. The midpoint rule goes on from the middle as far again: v* = v + 2Δv,
 * x* = x + h (v + Δv).
 *
 * That step is the first of an iteration Δv ← Δv + A⁻¹ r on the incremental potential
 *
 *     Φ(Δv) = ½ ΔvᵀMΔv − (b₀ + s F_ext)ᵀΔv + E(x + D + sΔv) + (s/2)(v + Δv)ᵀC(v + Δv),     r = −∇Φ,
 *
 * E being the true energy, and A ≥ ∇²Φ: each full step lowers Φ, and more iterations approach the fully implicit step. They do so
 * slowly where stiff cloth moves, for A has far too much inertia there; L-BFGS learns the difference from its last steps.
 *
 * Solved once, the midpoint rule is the leapfrog of a cloth with the mass A = M + ¼h²K, which no step is too long for, because K ≥ ∇²E. The inertia
 * too much falls with h: stiff cloth moves rightly by many short steps of one solve, sooner than by one step of many.
 */
export function* prepareLinearModelSolver(
  problem: Problem,
  model: LinearModel,
  options: MethodOptions,
): Slices<Solver & Required<Pick<Solver, "matrix">>> {
  const { cloth, environment, pins, clock } = problem;
  const { particleCount } = cloth;
  const bending = options.bending as boolean;
  const forceOptions = linearForces(model.membraneTerms, bending);
  const isRequired = options.kernels === "wasm";
  const forces = createForces(cloth, environment, forceOptions);
  const others = findOtherTerms(forces);
  const hasOthers = others.elastic.length + others.damping.length > 0;
  const system = yield* prepareConstantSystem(cloth, forces, pins, problem.sceneIndex, {
    ordering: options.ordering as Ordering,
    springs: model.membraneTerms === undefined,
    createDense: (structure) =>
      attemptKernels(isRequired, function* () {
        yield;
        return problem.kernels && createDenseKernels(structure, problem.kernels);
      }),
  });
  yield;
  const isAccelerated = options.acceleration === "lbfgs";
  const setup: LinearKernelsSetup = {
    cloth,
    environment,
    pins,
    model,
    forces,
    forceOptions,
    bending,
    repeatsTargets: model.repeatTargets && !isAccelerated,
    system,
  };
  const { turns, weights, steps } = readPrediction(options);
  const iterations = options.iterations as number;
  const kernels = yield* prepareKernels(setup, problem.kernels, options);
  yield;
  const { numbers } = kernels;
  let { mass } = cloth;
  const size = 3 * particleCount;
  const lbfgs = isAccelerated ? createLbfgs(kernels, options.memory as number) : undefined;
  const order = options.order as 1 | 2;
  const isBdf2 = options.integrator === "bdf2";
  const isMidpoint = options.integrator === "midpoint";
  const history = createMotionHistory(particleCount, pins, isBdf2, kernels, steps);
  /** The effective step [s] of the last step, if only forces that never change acted in it. */
  let steadySeconds = Number.NaN;
  const tolerance = options.tolerance as number;
  const predicted = kernels.createArray();
  const directions = kernels.createArray();
  const earlier = Array.from({ length: turns ? weights.length : 0 }, () => new Float64Array(size));
  const momentum = kernels.createArray(); // b₀
  const force = kernels.createArray();
  const constantForce = kernels.createArray();
  const constant = createConstantForces(forces.external, environment, constantForce);
  const iteration = createLinearIteration(kernels, iterations, tolerance, lbfgs);

  /** The right-hand side of the first step, with the predicted targets; true where it is r(0) itself. */
  function computeFirstResidual(step: LinearStep, h: number): boolean {
    if (options.predictor === "previous") kernels.computeFirstResidual(step, step.x, iteration.residual);
    else if (turns) {
      history.computeEarlier(step.x, h, earlier);
      kernels.computeRotatedResidual(step, earlier, weights, iteration.residual);
    } else if (weights.length > 0) {
      history.computeWeighted(step.x, h, weights, directions);
      kernels.computeFirstResidual(step, directions, iteration.residual);
    } else if (history.arePredicted(step.x, h, order, predicted)) {
      kernels.computeFirstResidual(step, predicted, iteration.residual);
      return !model.repeatTargets; // which are not those of the energy
    } else {
      history.computePositions(step.x, h, order, predicted, directions);
      kernels.computeFirstResidual(step, directions, iteration.residual);
    }
    return false;
  }

  /** From the middle of the step to its end: v* = v + 2Δv,   x* = x + D + s v*. */
  function moveFromMidpoint(step: LinearStep, s: number, next: Proposal): void {
    numbers[FACTOR] = 1;
    kernels.computeSum(iteration.deltaV, iteration.deltaV, iteration.deltaV);
    kernels.move(step, iteration.deltaV, next.v, next.x);
    numbers[FACTOR] = s;
    kernels.computeArraySum(next.v, step.predicted, next.x);
  }

  /** Other forces than springs and hinges may depend on the springs, and would change the matrix: then the solver is created anew. */
  function follow(changed: Cloth, removedSprings: Uint32Array): void {
    mass = changed.mass;
    constant.take(createForces(changed, environment, forceOptions).external);
    steadySeconds = Number.NaN;
    kernels.follow(changed);
    system.removeSprings(removedSprings);
  }

  return {
    arrays: kernels,
    history: [...history.arrays, system.base, ...(lbfgs?.history ?? [])],
    ownHistory: lbfgs?.ownHistory ?? [],
    propose({ from: { x, v, time }, h, next }, report) {
      kernels.call();
      const reach = isMidpoint ? 0.5 * h : h;
      const s = history.begin(x, v, reach, predicted, momentum, mass);
      if (constant.refresh()) steadySeconds = Number.NaN;
      const external = constant.others;
      const isIdle = !isBdf2 && external.every(isIdleAt, time);
      const isSteady = isIdle && steadySeconds === s;
      if (!isSteady) {
        force.set(constantForce);
        addForces(external, x, v, time, force);
      }
      steadySeconds = Number.NaN;
      numbers[TIME] = time;
      numbers[SECONDS] = s;
      system.prepare(s, pins);
      const step: LinearStep = { x, v, predicted, momentum, force, isSteady };
      kernels.begin(step);
      steadySeconds = isIdle ? s : Number.NaN;
      const startsAtZero = computeFirstResidual(step, reach);
      clock.lap(FORCES);
      iteration.solve(step, startsAtZero, report);
      if (isMidpoint) moveFromMidpoint(step, s, next);
      else {
        kernels.move(step, iteration.deltaV, next.v, next.x);
        next.isSound = numbers[RESULT] <= LARGEST_VALUE;
      }
      history.finish(x, v, reach, next.v);
    },
    ...(!hasOthers && { follow }),
    *warm(h) {
      yield* system.prepareInSlices(effectiveStep(h, options.integrator), pins);
      yield;
      if (kernels.takeMatrix !== undefined) yield* kernels.takeMatrix();
    },
    matrix: (h) => system.matrix(effectiveStep(h, options.integrator)),
  };
}

export function createLinearModelSolver(...of: Parameters<typeof prepareLinearModelSolver>): Solver & Required<Pick<Solver, "matrix">> {
  return finish(prepareLinearModelSolver(...of));
}

// Notes on the midpoint rule solved once, the race's swinging sheet (k = 10⁴ N/m), distance to the motion converged in time [cm]: with 16, 24, 33, 48 steps a frame 10.2, 6.7, 4.9, 3.3, the same
// from 32 × 32 to 316 × 316, for A⁻¹ spreads an acceleration over ½h √(3k/σ) of cloth,
// σ its mass a square metre: 10 cm with 33 steps, whatever the mesh is. At borders that is felt most, and falls with h, not h². Tried to need fewer steps:
//   two plain solves a step, 32 × 32: 16 steps 6.0 (one solve in 32 steps: 5.1); conjugate gradients with A⁻¹, 3 to 6 steps of 4 to 6 products: 5.2 to 12 without order, and lost beyond
//   beginning at the last Δv, or with targets turned on by it or by its smooth part: lost; as is T A⁻¹ T + n B⁻¹ nᵀ, and A with 0.83 of the stiffness, which waves in the sheet would allow
//   L-BFGS pairs from the places of two steps, which cost nothing: 32 × 32, 24 steps 6.8 → 5.9; 80 × 80 6.7 → 6.8
