import { FORCES } from "../core/profile.ts";
import type { Cloth } from "../fabric/cloth.ts";
import { addForces, createForces, type Forces } from "../forces/catalog.ts";
import { addHingeForces } from "../forces/hinges.ts";
import type { Ordering } from "../linalg/ordering.ts";
import { createConstantSystem } from "./constant-system.ts";
import { createLbfgs, type Lbfgs } from "./lbfgs.ts";
import type { MethodOptions, Problem, Solver } from "./method.ts";
import { createMotionHistory } from "./motion-history.ts";

/** What stretches, made linear: every element is pulled to a target vector that stays fixed while the step is solved [Choi13]. */
export interface LinearMembrane {
  /** Targets along the elements at these positions. */
  computeTargets(directions: Float64Array): void;
  /** Targets turned on as the elements turned last, from their positions now, one step and two steps ago. */
  computeRotatedTargets(x: Float64Array, previousX: Float64Array, beforeX: Float64Array, order: 1 | 2): void;
  /** Adds the force [N] towards the targets at the positions `at`. */
  addForce(at: Float64Array, f: Float64Array): void;
}

/** One of the two linear models. */
export interface LinearModel {
  readonly membrane: "springs" | "triangles";
  createMembrane(cloth: Cloth): LinearMembrane;
  /** True when repeated steps take their targets as the first does; else they follow the gradient of the energy. */
  readonly repeatTargets: boolean;
}

/** An update below this fraction of the largest velocity is rounding error. */
const SMALLEST_UPDATE = 1e-14;
/** Armijo's condition: a step must lower the potential by this share of what its slope promises. */
const SUFFICIENT = 1e-4;
/** A step is halved at most this often before the potential counts as falling no further. */
const HALVINGS = 12;
/** A change of the potential below this fraction of it is rounding error; then the residual decides. */
const LEVEL = 1e-12;

/**
 * Choi's step with a constant matrix   [Choi13, ch. 3–6]. With the effective step s and the displacement D predicted without Δv,
 *
 *     Euler:  s = h,    D = h v,                     b₀ = 0
 *     BDF2:   s = ⅔h,   D = (x − x⁻)/3 + ⅔h v,       b₀ = M (v − v⁻)/3
 *
 *     (M + sC + s²K) Δv = b₀ + s (F*(x + D) + F_ext − C v),   v* = v + Δv,   x* = x + D + sΔv
 *
 * F* is the force towards the predicted targets, linear in x, so that F*(x + D) = F*(x) − K D, and K its constant stiffness with that
 * of the hinges. The matrix is factored once; the step is one solve.
 *
 * That step is the first of an iteration Δv ← Δv + A⁻¹ r on the incremental potential
 *
 *     Φ(Δv) = ½ ΔvᵀMΔv − (b₀ + s F_ext)ᵀΔv + E(x + D + sΔv) + (s/2)(v + Δv)ᵀC(v + Δv),     r = −∇Φ,
 *
 * E being the true energy, and A ≥ ∇²Φ: each full step lowers Φ, and more iterations approach the fully implicit step. They do so
 * slowly where stiff cloth moves, for A has far too much inertia there; L-BFGS learns the difference from its last steps.
 */
export function createLinearModelSolver(
  problem: Problem,
  model: LinearModel,
  options: MethodOptions,
): Solver & Required<Pick<Solver, "matrix">> {
  const { environment, pins, clock } = problem;
  let { cloth } = problem;
  const { particleCount } = cloth;
  const bending = options.bending as boolean;
  const forceOptions = {
    jacobian: "isotropic",
    triangleJacobian: "isotropic",
    membrane: model.membrane,
    bending,
  } as const;
  let forces: Forces = createForces(cloth, environment, forceOptions);
  let membrane = model.createMembrane(cloth);
  const system = createConstantSystem(cloth, forces, pins, problem.sceneIndex, {
    ordering: options.ordering as Ordering,
    springs: model.membrane === "springs",
  });
  const size = 3 * particleCount;
  const history = createMotionHistory(particleCount, pins, options.integrator === "bdf2");
  const lbfgs = options.acceleration === "lbfgs" ? createLbfgs(particleCount, options.memory as number) : undefined;
  const predictor = options.predictor as string;
  const order = options.order as 1 | 2;
  const iterations = options.iterations as number;
  const tolerance = options.tolerance as number;
  const predicted = new Float64Array(size);
  const directions = new Float64Array(size);
  const previousX = new Float64Array(size);
  const beforeX = new Float64Array(size);
  const impulse = new Float64Array(size); // b₀ + s F_ext
  const point = new Float64Array(size);
  const pointV = new Float64Array(size);
  const damping = new Float64Array(size);
  const residual = new Float64Array(size);
  const trialResidual = new Float64Array(size);
  const deltaV = new Float64Array(size);
  const trial = new Float64Array(size);
  const direction = new Float64Array(size);
  const potential = new Float64Array(1);
  const applyInverse = (b: Float64Array, y: Float64Array): void => system.solve(b, y);

  /** The right-hand side of the first step, with the predicted targets. */
  function computeFirstResidual(x: Float64Array, v: Float64Array, time: number, h: number, s: number): void {
    if (predictor === "previous") membrane.computeTargets(x);
    else if (predictor === "ivt") {
      history.computePositions(x, h, order, predicted, directions);
      membrane.computeTargets(directions);
    } else {
      history.computeEarlier(x, h, previousX, beforeX);
      membrane.computeRotatedTargets(x, previousX, beforeX, order);
    }
    residual.fill(0);
    membrane.addForce(predicted, residual);
    if (bending) addHingeForces(cloth.hinges, predicted, residual);
    addForces(forces.damping, x, v, time, residual);
    addImpulse(s, residual);
  }

  /** r(Δv) into `out` and Φ into `potential`. */
  function evaluate(v: Float64Array, time: number, s: number, from: Float64Array, out: Float64Array): void {
    for (let c = 0; c < size; c++) {
      point[c] = predicted[c] + s * from[c];
      pointV[c] = v[c] + from[c];
    }
    out.fill(0);
    damping.fill(0);
    potential[0] = 0;
    if (model.repeatTargets && lbfgs === undefined) {
      membrane.computeTargets(point);
      membrane.addForce(point, out);
      if (bending) addHingeForces(cloth.hinges, point, out);
    } else addForces(forces.elastic, point, pointV, time, out, potential);
    addForces(forces.damping, point, pointV, time, damping);
    const { mass } = cloth;
    let phi = potential[0];
    for (let i = 0; i < particleCount; i++) {
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        phi += from[c] * (0.5 * mass[i] * from[c] - impulse[c]) - 0.5 * s * pointV[c] * damping[c];
        out[c] += damping[c];
      }
    }
    addImpulse(s, out);
    for (let i = 0; i < particleCount; i++) {
      for (let c = 3 * i; c < 3 * i + 3; c++) out[c] -= mass[i] * from[c];
    }
    potential[0] = phi;
  }

  /** f ← b₀ + s (f + F_ext), and 0 on held particles. */
  function addImpulse(s: number, f: Float64Array): void {
    for (let i = 0; i < particleCount; i++) {
      const free = pins.held[i] === 0;
      for (let c = 3 * i; c < 3 * i + 3; c++) f[c] = free ? s * f[c] + impulse[c] : 0;
    }
  }

  /** Δv ← Δv + A⁻¹ r until `iterations` are done or r is small enough. Returns how many were. */
  function iteratePlainly(v: Float64Array, time: number, s: number, first: number): number {
    let done = 1;
    evaluate(v, time, s, deltaV, residual);
    while (done < iterations && norm(residual) > tolerance * first) {
      system.solve(residual, direction);
      for (let c = 0; c < size; c++) deltaV[c] += direction[c];
      done++;
      evaluate(v, time, s, deltaV, residual);
      if (largest(direction) <= SMALLEST_UPDATE * (largest(v) + largest(deltaV))) break;
    }
    return done;
  }

  /** The same with L-BFGS directions and Armijo backtracking, from the first step on. */
  function iterateAccelerated(memory: Lbfgs, v: Float64Array, time: number, s: number, first: number): number {
    let done = 1;
    memory.begin(s);
    trial.fill(0);
    evaluate(v, time, s, trial, trialResidual);
    evaluate(v, time, s, deltaV, residual);
    memory.remember(deltaV, trialResidual, residual);
    let phi = potential[0];
    let remaining = norm(residual);
    while (done < iterations && remaining > tolerance * first) {
      memory.computeDirection(residual, pins.held, applyInverse, direction);
      done++;
      const slope = dot(residual, direction);
      let fraction = 1;
      let accepted = false;
      for (let halving = 0; halving <= HALVINGS && !accepted; halving++) {
        for (let c = 0; c < size; c++) trial[c] = deltaV[c] + fraction * direction[c];
        evaluate(v, time, s, trial, trialResidual);
        const level = Math.abs(potential[0] - phi) <= LEVEL * Math.abs(phi) && norm(trialResidual) < remaining;
        accepted = level || potential[0] <= phi - SUFFICIENT * fraction * slope;
        if (!accepted) fraction *= 0.5;
      }
      if (!accepted) break;
      for (let c = 0; c < size; c++) direction[c] = trial[c] - deltaV[c];
      memory.remember(direction, residual, trialResidual);
      deltaV.set(trial);
      residual.set(trialResidual);
      phi = potential[0];
      remaining = norm(residual);
      if (largest(direction) <= SMALLEST_UPDATE * (largest(v) + largest(deltaV))) break;
    }
    return done;
  }

  return {
    history: [...history.arrays, system.base, ...(lbfgs?.history ?? [])],
    propose({ x, v, time }, h, next, report) {
      const s = history.begin(x, v, h, predicted, impulse, cloth.mass);
      damping.fill(0);
      addForces(forces.external, x, v, time, damping);
      for (let c = 0; c < size; c++) impulse[c] += s * damping[c];
      system.prepare(s, pins);
      computeFirstResidual(x, v, time, h, s);
      clock.lap(FORCES);
      const first = norm(residual);
      system.solve(residual, deltaV);
      report.iterations = 1;
      if (iterations > 1) {
        report.iterations =
          lbfgs === undefined ? iteratePlainly(v, time, s, first) : iterateAccelerated(lbfgs, v, time, s, first);
        report.residual = first > 0 ? norm(residual) / first : 0;
        report.converged = report.residual <= tolerance;
      }
      for (let c = 0; c < size; c++) {
        next.v[c] = v[c] + deltaV[c];
        next.x[c] = predicted[c] + s * deltaV[c];
      }
      history.finish(x, v, h, next.v);
    },
    follow(changed, removedSprings) {
      cloth = changed;
      forces = createForces(cloth, environment, forceOptions);
      membrane = model.createMembrane(cloth);
      system.removeSprings(removedSprings);
    },
    matrix: (h) => system.matrix(options.integrator === "bdf2" ? (2 * h) / 3 : h),
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += a[c] * b[c];
  return sum;
}

function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}

function largest(values: Float64Array): number {
  let max = 0;
  for (let c = 0; c < values.length; c++) max = Math.max(max, Math.abs(values[c]));
  return max;
}
