import { type ContactHandling, LEAVES_CONTACT } from "../../core/constraints.ts";
import { FORCES } from "../../core/profile.ts";
import type { Departure } from "../../core/step-context.ts";
import { addForces, createForces, sumEnergy } from "../../forces/catalog.ts";
import { createBlockPcg } from "../../linalg/block-pcg.ts";
import { clearNormals } from "../../linalg/clear-normals.ts";
import type { MethodOptions, OptionRule, Problem, Solver } from "../method.ts";
import type { Preconditioning } from "../multigrid/preconditioning.ts";
import { BENDING, PRECONDITIONER } from "../options.ts";
import { createImplicitSystem } from "./implicit-system.ts";

export const NEWTON_OPTIONS: readonly OptionRule[] = [
  {
    name: "tolerance",
    kind: "number",
    default: 1e-10,
    min: 1e-15,
    max: 0.5,
    logarithmic: true,
  },
  {
    name: "maxIterations",
    kind: "integer",
    default: 1000,
    min: 1,
    max: 100000,
  },
  BENDING,
  PRECONDITIONER,
];

/** Friction is left to the correction: its derivative would have to be in Newton's matrix. */
export const NEWTON_CONTACT: ContactHandling = { ...LEAVES_CONTACT, keepsSliders: true, reportsImpulses: true };

/** How far each linear solve is taken: Newton then gains four digits an iteration. */
const INNER_TOLERANCE = 1e-4;
const INNER_ITERATIONS = 10000;
/** A step ends unconverged after so many linear iterations times particles, about a second of them, or this many iterations. */
const MOST_WORK = 3e6;
const LEAST_ITERATIONS = 800;
/** An update below this fraction of the velocity is rounding error. */
const SMALLEST_UPDATE = 1e-14;
/** Below this fraction of the first residual, one that does not even halve any more has met its rounding error. */
const ROUNDING_RESIDUAL = 1e-9;
/** A step is halved at most this often before the residual counts as falling no further. */
const HALVINGS = 12;

/**
 * The fully converged implicit step, evaluated at the point λ of the way through it:
 *
 *     r(Δv) = h F(x + hλ(v + λΔv), v + λΔv) − MΔv = 0,   v* = v + Δv,   x* = x + h (v + λΔv)
 *
 * λ = 1 is backward Euler, λ = ½ the implicit midpoint rule. Newton's matrix is M + hλC + h²λ²K with the true derivative K of
 * the spring law; where that is not positive definite, its positive semi-definite part serves for the one direction.
 * r is minus the gradient of  Φ(Δv) = ½ΔvᵀMΔv + E(x')/λ² − h f_extᵀΔv + (h/2λ) v'ᵀCv'  with x', v' the evaluation point, so a
 * step that lowers neither ‖r‖ nor Φ is halved.
 */
export function createNewtonSolver(problem: Problem, lambda: number, options: MethodOptions, preconditioning?: Preconditioning): Solver {
  const { cloth, environment, pins, clock } = problem;
  const { mass } = cloth;
  const bending = options.bending as boolean;
  const forces = createForces(cloth, environment, { jacobian: "tangent", bending });
  const exact = createImplicitSystem(cloth, forces, pins);
  const clamped = createImplicitSystem(cloth, createForces(cloth, environment, { jacobian: "tangent-clamped", bending }), pins);
  const pcg = createBlockPcg(cloth.particleCount, preconditioning?.improve);
  const size = 3 * cloth.particleCount;
  const external = new Float64Array(size);
  const deltaV = new Float64Array(size);
  const trial = new Float64Array(size);
  const residual = new Float64Array(size);
  const b = new Float64Array(size);
  const update = new Float64Array(size);
  const pointX = new Float64Array(size);
  const pointV = new Float64Array(size);
  const dampingForce = new Float64Array(size);
  const tolerance = options.tolerance as number;
  const maxIterations = options.maxIterations as number;
  const most = Math.max(LEAST_ITERATIONS, Math.floor(MOST_WORK / cloth.particleCount));

  /** Moves the evaluation point to Δv = `change` and returns ‖r‖ there, r in `residual`. */
  function evaluate({ x, v, time }: Departure, h: number, change: Float64Array): number {
    for (let c = 0; c < size; c++) {
      pointV[c] = v[c] + lambda * change[c];
      pointX[c] = x[c] + h * lambda * pointV[c];
    }
    residual.set(external);
    addForces(forces.elastic, pointX, pointV, time, residual);
    addForces(forces.damping, pointX, pointV, time, residual);
    for (let i = 0; i < mass.length; i++) {
      const free = pins.held[i] === 0 ? 1 : 0;
      for (let c = 3 * i; c < 3 * i + 3; c++) residual[c] = free * (h * residual[c] - mass[i] * change[c]);
    }
    if (pins.sliders !== undefined) clearNormals(pins.sliders, residual, pins.sliders.impulses); // what pushes them is not left to them
    let squared = 0;
    for (let c = 0; c < size; c++) squared += residual[c] * residual[c];
    return Math.sqrt(squared);
  }

  /** Φ at the evaluation point of the last `evaluate`. */
  function potential(h: number, from: Float64Array, time: number): number {
    dampingForce.fill(0);
    addForces(forces.damping, pointX, pointV, time, dampingForce);
    let phi = sumEnergy(forces.elastic, pointX) / (lambda * lambda);
    for (let i = 0; i < mass.length; i++) {
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        phi += from[c] * (0.5 * mass[i] * from[c] - h * external[c]) - ((0.5 * h) / lambda) * pointV[c] * dampingForce[c];
      }
    }
    return phi;
  }

  /** Newton's direction from the current residual into `update`; returns the linear iterations it took, of so many that are left. */
  function solveDirection(h: number, left: number): number {
    exact.assemble(pointX, h * lambda, h * h * lambda * lambda);
    exact.addMass();
    b.set(residual);
    const inner = Math.min(INNER_ITERATIONS, left);
    const result = pcg.solve(exact.matrix, b, pins.indices, pins.count, INNER_TOLERANCE, inner, update, 0, true);
    if (!result.indefinite) return result.iterations;
    const wasted = result.iterations;
    clamped.assemble(pointX, h * lambda, h * h * lambda * lambda);
    clamped.addMass();
    b.set(residual);
    pcg.solve(clamped.matrix, b, pins.indices, pins.count, INNER_TOLERANCE, inner, update);
    return wasted + result.iterations;
  }

  return {
    history: [],
    propose({ from, h, next }, report) {
      const { x, v, time } = from;
      external.fill(0);
      addForces(forces.external, x, v, time, external);
      deltaV.fill(0);
      preconditioning?.prepare(h * lambda);
      let norm = evaluate(from, h, deltaV);
      clock.lap(FORCES);
      const first = norm;
      if (!(first < Number.POSITIVE_INFINITY)) deltaV.set(residual); // lost already: let it be seen
      report.iterations = 0;
      report.converged = norm === 0;
      for (let n = 0; n < maxIterations && report.iterations < most && !report.converged && norm < Number.POSITIVE_INFINITY; n++) {
        report.iterations += solveDirection(h, most - report.iterations);
        const phi = potential(h, deltaV, time);
        const updateSize = largest(update);
        let fraction = 1;
        let newNorm = norm;
        let accepted = false;
        for (let halving = 0; halving <= HALVINGS && !accepted; halving++) {
          for (let c = 0; c < size; c++) trial[c] = deltaV[c] + fraction * update[c];
          newNorm = evaluate(from, h, trial);
          accepted = newNorm < norm || potential(h, trial, time) < phi - 1e-10 * Math.abs(phi);
          fraction *= 0.5;
        }
        const stalled = newNorm > 0.5 * norm && norm <= ROUNDING_RESIDUAL * first;
        if (accepted) {
          deltaV.set(trial);
          norm = newNorm;
        }
        report.converged =
          !accepted || stalled || norm <= tolerance * first || updateSize <= SMALLEST_UPDATE * Math.max(largest(v), largest(deltaV));
      }
      report.residual = first === 0 ? 0 : norm / first;
      for (let c = 0; c < size; c++) {
        next.v[c] = v[c] + deltaV[c];
        next.x[c] = x[c] + h * (v[c] + lambda * deltaV[c]);
      }
    },
  };
}

function largest(values: Float64Array): number {
  let max = 0;
  for (let c = 0; c < values.length; c++) max = Math.max(max, Math.abs(values[c]));
  return max;
}
