import { length, type Mat, solveFree, sum, times, type Vec } from "./plain-algebra.ts";
import { linearStep } from "./reference-linear.ts";
import {
  dampingMatrix,
  externalForce,
  type Model,
  type NetworkScene,
  readModel,
  springForce,
  startState,
  stiffnessMatrix,
} from "./reference-model.ts";
import { rosenbrockStep } from "./reference-rosenbrock.ts";
import { desbrunStep, gaussSeidelStep, jacobiStep, ohStep } from "./reference-semi-implicit.ts";
import { triangleImplicitStep } from "./reference-triangles.ts";
import { readTwoLevelOptions, twoLevelStep, type Watch } from "./reference-two-level.ts";

export type { NetworkCloth, NetworkScene } from "./reference-model.ts";

/**
 * The methods once more, for tests only: dense matrices, Gaussian elimination, plain lists, every formula written out the way
 * it is printed and nothing taken from src/. Slow on purpose; where the engine and this file disagree, one of them is wrong.
 */

/** Positions and velocities of all particles, packed x, y, z. */
export interface ReferenceState {
  x: Vec;
  v: Vec;
  /** The state one step earlier, where the method looks that far back. */
  before?: { x: Vec; v: Vec };
  /** What the method keeps an eye on. */
  watch?: Watch;
}

/** Runs a scene for so many steps. */
export function runReference(scene: NetworkScene, steps: number): ReferenceState {
  const model = readModel(scene);
  const h = scene.timestep;
  let state = startState(scene, model);
  for (let n = 0; n < steps; n++) state = step(model, scene.solver, state, n * h, h);
  return state;
}

function step(model: Model, solver: NetworkScene["solver"], state: ReferenceState, t: number, h: number): ReferenceState {
  const { x, v } = state;
  const C = dampingMatrix(model);
  const totalForce = (X: Vec, V: Vec, T: number): Vec => sum(sum(springForce(model, X), externalForce(model, X, V, T)), times(C, V), -1);
  const a = (X: Vec, V: Vec, T: number): Vec =>
    totalForce(X, V, T).map((f, c) => (model.pinned[Math.floor(c / 3)] ? 0 : f / model.mass[Math.floor(c / 3)]));
  switch (solver.method) {
    case "explicit-euler":
      return { x: sum(x, v, h), v: sum(v, a(x, v, t), h) };
    case "symplectic-euler": {
      const w = sum(v, a(x, v, t), h);
      return { x: sum(x, w, h), v: w };
    }
    case "verlet": {
      const half = sum(v, a(x, v, t), h / 2);
      const y = sum(x, half, h);
      return { x: y, v: sum(half, a(y, half, t + h), h / 2) };
    }
    case "rk4": {
      const k1 = { x: v, v: a(x, v, t) };
      const k2 = stage(k1, h / 2, t + h / 2);
      const k3 = stage(k2, h / 2, t + h / 2);
      const k4 = stage(k3, h, t + h);
      const blend = (p: Vec, q: Vec, r: Vec, s: Vec): Vec => p.map((_, c) => (p[c] + 2 * q[c] + 2 * r[c] + s[c]) / 6);
      return { x: sum(x, blend(k1.x, k2.x, k3.x, k4.x), h), v: sum(v, blend(k1.v, k2.v, k3.v, k4.v), h) };
    }
    case "rosenbrock":
      return rosenbrockStep(model, state, t, h);
    case "implicit-euler":
    case "choi-ko":
      return linearised(1);
    case "implicit-midpoint":
      return linearised(0.5);
    case "theta":
      return linearised((solver.theta as number) ?? 0.5);
    case "newton-euler":
      return converged(1);
    case "newton-midpoint":
      return converged(0.5);
    case "gauss-seidel":
      return gaussSeidelStep(model, solver, state, t, h);
    case "block-jacobi":
    case "scalar-jacobi":
      return jacobiStep(model, solver, state, t, h);
    case "desbrun":
      return desbrunStep(model, solver, state, t, h);
    case "paid":
    case "bdf2":
    case "bdf2-paid":
      return ohStep(model, solver, state, t, h);
    case "linear-edge":
    case "linear-triangle":
      return linearStep(model, solver, state, t, h);
    case "two-level":
      return twoLevelStep(model, readTwoLevelOptions(model, solver), state, t, h);
    case "triangle-implicit":
      return triangleImplicitStep(model, solver, state, t, h);
    default:
      throw new Error(`the reference has no method ${solver.method}`);
  }

  function stage(k: ReferenceState, dt: number, T: number): ReferenceState {
    const V = sum(v, k.v, dt);
    return { x: V, v: a(sum(x, k.x, dt), V, T) };
  }

  /** M + hλC + h²λ²K */
  function systemMatrix(K: Mat, lambda: number): Mat {
    return K.map((row, p) =>
      row.map((value, q) => {
        const mass = p === q ? model.mass[Math.floor(p / 3)] : 0;
        return mass + h * lambda * C[p][q] + h * h * lambda * lambda * value;
      }),
    );
  }

  function linearised(lambda: number): ReferenceState {
    const K = stiffnessMatrix(model, x, model.jacobian);
    const b = sum(totalForce(x, v, t), times(K, v), -h * lambda).map((value) => h * value);
    const dv = solveFree(systemMatrix(K, lambda), b, model.pinned);
    return { x: sum(x, sum(v, dv, lambda), h), v: sum(v, dv) };
  }

  /** Newton on r(Δv) = h F(x', v') − MΔv with v' = v + λΔv, x' = x + hλv'; wind and gravity stay those of the start. */
  function converged(lambda: number): ReferenceState {
    const external = externalForce(model, x, v, t);
    let dv = x.map(() => 0);
    const residual = (from: Vec): Vec => {
      const V = sum(v, from, lambda);
      const F = sum(sum(springForce(model, sum(x, V, h * lambda)), external), times(C, V), -1);
      return F.map((f, c) => (model.pinned[Math.floor(c / 3)] ? 0 : h * f - model.mass[Math.floor(c / 3)] * from[c]));
    };
    for (let n = 0; n < 200; n++) {
      const r = residual(dv);
      const K = stiffnessMatrix(model, sum(x, sum(v, dv, lambda), h * lambda), "law");
      const update = solveFree(systemMatrix(K, lambda), r, model.pinned);
      let fraction = 1;
      while (fraction > 1e-3 && length(residual(sum(dv, update, fraction))) > length(r)) fraction /= 2;
      dv = sum(dv, update, fraction);
      if (length(update) <= 1e-13 * (length(v) + length(dv))) break; // quadratic convergence: what is left is rounding
    }
    return { x: sum(x, sum(v, dv, lambda), h), v: sum(v, dv) };
  }
}
