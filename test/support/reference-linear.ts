import { cross, dot, length, type Mat, solveFree, sum, times, unit, type Vec, zeros } from "./plain-algebra.ts";
import type { ReferenceState } from "./reference.ts";
import {
  dampingMatrix,
  externalForce,
  hingeForce,
  type Model,
  type NetworkScene,
  readModel,
  startState,
  stiffnessMatrix,
} from "./reference-model.ts";
import { triangleAxes } from "./reference-triangles.ts";

/** The linear models once more, dense: every element is a vector S = Σ w x that is pulled to a target   [Choi13, ch. 3–5]. */
interface Element {
  corners: number[];
  w: Vec;
  kappa: number;
  rest: number;
  /** No force while it is shorter than `rest`. */
  slack: boolean;
}

/** The elements of one spring, or of one triangle: u, v, ũ, ṽ. */
type Group = Element[];

/** Steps that a prediction goes back at most. */
const FAR = 6;

/** What the next step knows of the steps before, newest first: positions x⁻, x⁻⁻ …, and velocities v⁻, v⁻⁻ … */
interface Past {
  x: Vec[];
  v: Vec[];
  /** False before the first step. */
  moved: boolean;
  pairs: { s: Vec; y: Vec; step: number }[];
}

export type LinearState = ReferenceState & { past?: Past };

/** Where pins are at time t; they stand still where this is not given. */
export type PinMotion = (pin: number, t: number) => Vec;

/** Runs a scene with pins that move. */
export function runLinearReference(scene: NetworkScene, steps: number, motion?: PinMotion): LinearState {
  const model = readModel(scene);
  const h = scene.timestep;
  let state: LinearState = startState(scene, model);
  for (let n = 0; n < steps; n++) {
    const { x, v, past = startPast(state, h) } = state;
    const driven = [...v];
    if (motion !== undefined) {
      model.pinned.forEach((pinned, i) => {
        if (pinned) driven.splice(3 * i, 3, ...motion(i, (n + 1) * h).map((to, c) => (to - x[3 * i + c]) / h));
      });
    }
    state = linearStep(model, scene.solver, { x, v: driven, past }, n * h, h);
  }
  return state;
}

function startPast({ x, v }: ReferenceState, h: number): Past {
  const steps = Array.from({ length: FAR }, (_, n) => n + 1);
  return { x: steps.map((n) => sum(x, v, -n * h)), v: steps.map(() => v), moved: false, pairs: [] };
}

export function linearStep(model: Model, solver: NetworkScene["solver"], state: LinearState, t: number, h: number): LinearState {
  const { x, v, past = startPast(state, h) } = state;
  const { predictor = "ivt", order = 1, integrator, iterations = 1, shearTarget = "derived" } = solver;
  const weights = (solver.weights ?? []) as number[];
  const triangles = solver.method === "linear-triangle";
  const groups = triangles ? triangleGroups(model) : springGroups(model);
  const derived = triangles && shearTarget === "derived";
  const second = integrator === "bdf2" && past.moved;
  const midpoint = integrator === "midpoint";
  const reach = midpoint ? h / 2 : h;
  const s = second ? (2 / 3) * h : reach;
  const held = (c: number): boolean => model.pinned[Math.floor(c / 3)];
  const M = (c: number): number => model.mass[Math.floor(c / 3)];
  // where everything would be without Δv; a held particle is where it must be
  const hat = x.map((p, c) => (second && !held(c) ? p + (p - past.x[0][c]) / 3 + s * v[c] : p + reach * v[c]));
  const b0 = x.map((_, c) => (second ? (M(c) * (v[c] - past.v[0][c])) / 3 : 0));
  const C = dampingMatrix(model);
  const K = constantStiffness(model, groups);
  const A = K.map((row, p) => row.map((value, q) => (p === q ? M(p) : 0) + s * C[p][q] + s * s * value));
  const external = externalForce(model, x, v, t);
  const load = b0.map((b, c) => b + s * external[c]);

  /** b₀ + s (F*(y) + hinges + external − C w) − M d, 0 on held particles. */
  const residual = (targets: Vec[][], y: Vec, w: Vec, d: Vec): Vec => {
    const f = sum(sum(targetForce(groups, targets, y), hingeForce(model, y)), times(C, w), -1);
    return f.map((value, c) => (held(c) ? 0 : load[c] + s * value - M(c) * d[c]));
  };
  const still = x.map(() => 0);
  let dv = solveFree(A, residual(firstTargets(), hat, v, still), model.pinned);
  const lbfgs = solver.acceleration === "lbfgs";
  const energetic = (d: Vec): Vec => {
    const y = sum(hat, d, s);
    return residual(straightTargets(groups, y, derived && !lbfgs), y, sum(v, d), d);
  };
  let pairs = past.pairs.filter((pair) => pair.step === s);
  if (!lbfgs) {
    for (let n = 1; n < (iterations as number); n++) dv = sum(dv, solveFree(A, energetic(dv), model.pinned));
  } else if ((iterations as number) > 1) {
    const learn = (from: Vec, to: Vec): void => {
      const pair = { s: sum(to, from, -1), y: sum(energetic(from), energetic(to), -1), step: s };
      if (dot(pair.s, pair.y) > 0) pairs = [...pairs, pair].slice(-((solver.memory as number) ?? 8));
    };
    learn(still, dv);
    for (let n = 1; n < (iterations as number); n++) {
      const r = energetic(dv);
      const direction = quasiNewton(pairs, (b) => solveFree(A, b, model.pinned), r);
      const slope = dot(r, direction);
      let fraction = 1;
      while (potential(sum(dv, direction, fraction)) > potential(dv) - 1e-4 * fraction * slope) fraction /= 2;
      const next = sum(dv, direction, fraction);
      learn(dv, next);
      dv = next;
    }
  }
  const end = sum(v, dv, midpoint ? 2 : 1);
  return {
    x: midpoint ? sum(hat, end, s) : sum(hat, dv, s),
    v: end,
    past: { x: [x, ...past.x].slice(0, FAR), v: [v, ...past.v].slice(0, FAR), moved: true, pairs },
  };

  /** Φ(Δv) */
  function potential(d: Vec): number {
    const y = sum(hat, d, s);
    const w = sum(v, d);
    let energy = 0.5 * s * dot(w, times(C, w));
    d.forEach((value, c) => {
      energy += value * (0.5 * M(c) * value - load[c]);
    });
    for (const { kappa, rest, slack, ...element } of groups.flat()) {
      const stretch = length(vectorOf(element, y)) - rest;
      if (!slack || stretch > 0) energy += 0.5 * kappa * stretch * stretch;
    }
    return energy - 0.5 * dot(y, hingeForce(model, y));
  }

  function firstTargets(): Vec[][] {
    if (predictor === "previous") return straightTargets(groups, x, derived);
    if (predictor === "ivt") return straightTargets(groups, flownOn(), derived);
    const places = [x, ...earlierPositions()];
    const alphas = weights.length > 0 ? weights : order === 2 ? [2, -1] : [1];
    const turned = groups.map((group) =>
      group.map((element) => {
        const now = vectorOf(element, x);
        const r = length(now);
        // ω = Σ α_m ω^{n−m}   [Choi13, eq. 3.11]
        let angle = [0, 0, 0];
        alphas.forEach((alpha, m) => {
          angle = sum(angle, rotation(vectorOf(element, places[m + 1]), vectorOf(element, places[m])), alpha);
        });
        const reach = element.slack && r < element.rest ? r : element.rest;
        return rotate(unit(now), angle).map((value) => reach * value);
      }),
    );
    return derived ? turned.map(deriveShear) : turned;
  }

  /** 2x − x⁻ (in BDF2 the positions without Δv, for free particles), for order 2 and ½ (x − 2x⁻ + x⁻⁻). */
  function flownOn(): Vec {
    const [before, beforeThat] = earlierPositions();
    if (weights.length > 0) {
      // x* = Σ α_m x^{n−m}   [Choi13, eq. 3.16]
      const places = [x, ...earlierPositions()];
      return x.map((_, c) => weights.reduce((total, alpha, m) => total + alpha * places[m][c], 0));
    }
    return x.map((p, c) => {
      const first = held(c) ? 2 * p - before[c] : hat[c];
      return order === 2 ? first + (p - 2 * before[c] + beforeThat[c]) / 2 : first;
    });
  }

  /**
   * x⁻, x⁻⁻ …; in BDF2, whose steps are not x* = x + h v*, as the velocities at their ends tell: x − h v, x − h v − h v⁻ … The midpoint rule looks
   * half a step ahead, and so half steps back.
   */
  function earlierPositions(): Vec[] {
    if (integrator !== "bdf2" && !midpoint) return past.x;
    const places = [x, ...past.x];
    const velocities = [v, ...past.v];
    const share = reach / h;
    const found: Vec[] = [];
    for (let m = 0; m + 1 < places.length; m++) {
      const from = found[m - 1] ?? x;
      found.push(from.map((p, c) => p - (held(c) ? share * (places[m][c] - places[m + 1][c]) : reach * velocities[m][c])));
    }
    return found;
  }
}

function springGroups(model: Model): Group[] {
  return model.springs.map(({ i, j, L, k, slack }) => [{ corners: [i, j], w: [-1, 1], kappa: k, rest: L, slack }]);
}

function triangleGroups(model: Model): Group[] {
  return triangleAxes(model).map((axes) => axes.map((axis) => ({ ...axis, rest: 1, slack: false })));
}

function vectorOf({ corners, w }: Pick<Element, "corners" | "w">, x: Vec): Vec {
  return [0, 1, 2].map((c) => corners.reduce((S, corner, a) => S + w[a] * x[3 * corner + c], 0));
}

/** Targets along the elements at y. */
function straightTargets(groups: Group[], y: Vec, derived: boolean): Vec[][] {
  return groups.map((group) => {
    const targets = group.map((element) => {
      const S = vectorOf(element, y);
      const r = length(S);
      if (element.slack && r <= element.rest) return S;
      return S.map((value) => (value * element.rest) / r);
    });
    return derived ? deriveShear(targets) : targets;
  });
}

/** The bisectors of u and v   [Choi13, eq. 4.13–4.14]. */
function deriveShear([u, v]: Vec[]): Vec[] {
  return [u, v, unit(sum(u, v)), unit(sum(u, v, -1))];
}

function targetForce(groups: Group[], targets: Vec[][], y: Vec): Vec {
  const f = y.map(() => 0);
  groups.forEach((group, g) => {
    group.forEach((element, e) => {
      const pull = sum(vectorOf(element, y), targets[g][e], -1);
      element.corners.forEach((corner, a) => {
        for (let c = 0; c < 3; c++) f[3 * corner + c] -= element.kappa * element.w[a] * pull[c];
      });
    });
  });
  return f;
}

/** Σ κ w w' I, and the hinges. */
function constantStiffness(model: Model, groups: Group[]): Mat {
  const K = stiffnessMatrix(
    { ...model, springs: [] },
    zeros(3 * model.n).map(() => 0),
    "isotropic",
  );
  for (const { corners, w, kappa } of groups.flat()) {
    corners.forEach((i, a) => {
      corners.forEach((j, b) => {
        for (let c = 0; c < 3; c++) K[3 * i + c][3 * j + c] += kappa * w[a] * w[b];
      });
    });
  }
  return K;
}

/** The rotation vector by the smaller angle from a to b; none where they are parallel. */
function rotation(a: Vec, b: Vec): Vec {
  const axis = cross(a, b);
  const sine = length(axis);
  return sine > 0 ? axis.map((value) => (value / sine) * Math.atan2(sine, dot(a, b))) : [0, 0, 0];
}

/** Rodrigues' formula with the matrix written out. */
function rotate(u: Vec, turn: Vec): Vec {
  const angle = length(turn);
  if (angle === 0) return u;
  const [x, y, z] = turn.map((value) => value / angle);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const R = [
    [c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
    [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
    [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)],
  ];
  return times(R, u);
}

/** H b with H = (I − ρ s yᵀ) H⁻ (I − ρ y sᵀ) + ρ s sᵀ, the newest pair outermost, applied as it is written. */
function quasiNewton(pairs: Past["pairs"], inverse: (b: Vec) => Vec, b: Vec): Vec {
  if (pairs.length === 0) return inverse(b);
  const { s, y } = pairs[pairs.length - 1];
  const rho = 1 / dot(s, y);
  const inner = quasiNewton(pairs.slice(0, -1), inverse, sum(b, y, -rho * dot(s, b)));
  return sum(inner, s, rho * (dot(s, b) - dot(y, inner)));
}
