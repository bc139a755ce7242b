import type { Method, MethodInfo, MethodWords } from "./method.ts";

interface Words extends MethodWords {
  /** Of those of its options of which OPTIONS says something else, or nothing. */
  readonly options?: Readonly<Record<string, string>>;
}

/** What people read of each method: the key of its paper in docs/papers.bib, or none for common knowledge. */
const METHODS: Readonly<Record<string, Words>> = {
  auto: {
    title: "Auto",
    summary: "picks the method and its settings by mesh size, stiffness, step, contact and budget, never by the clock: a good start",
    paper: "",
    equations: "docs/findings.md, Auto",
    options: {
      kernels:
        "what computes: typescript (double precision), wasm (WebAssembly), or auto: wasm where it is to be had, however small the cloth",
    },
  },
  "implicit-euler": {
    title: "Implicit Euler",
    summary: "stable at any stiffness and step; one linear solve a step, first order, damps fast motion",
    paper: "Kim06",
    equations: "eq. 3–5",
  },
  "explicit-euler": {
    title: "Explicit Euler",
    summary: "the simplest method; gains energy at every time step, explodes when stiff",
    paper: "Ertekin14",
    equations: "sec. 5.2 with λ = 0",
  },
  "symplectic-euler": {
    title: "Symplectic Euler",
    summary: "velocity first, then position with the new velocity; no energy drift below its step limit",
    paper: "Kim06",
    equations: "eq. 2",
  },
  verlet: {
    title: "Velocity Verlet",
    summary: "second order and reversible; two force evaluations a step",
    paper: "Ertekin14",
    equations: "sec. 5.3",
  },
  rk4: {
    title: "Runge–Kutta 4",
    summary: "fourth order; four force evaluations a step, the accurate explicit reference",
    paper: "Ertekin14",
    equations: "sec. 5.3",
  },
  theta: {
    title: "θ-blend",
    summary: "from explicit to implicit Euler by one weight; second order at ½, damped above, unstable below",
    paper: "Ertekin14",
    equations: "sec. 5.2",
  },
  "implicit-midpoint": {
    title: "Implicit midpoint",
    summary: "second order, no numerical damping; one linear solve a step, which stiff cloth in fast turns can break",
    paper: "Ertekin14",
    equations: "sec. 5.3",
  },
  "gauss-seidel": {
    title: "Kim's scalable Gauss–Seidel",
    summary: "near-explicit cost, stable at any stiffness; more sweeps come closer to the implicit method",
    paper: "Kim06",
    equations: "eq. 6–9, Scalable-Method(η)",
    options: {
      sweeps: "η, how often each step goes over the cloth",
      order: "sweep by particle number, or colour by colour (can be split without changing the result)",
      tolerance: "above 0: sweep until ‖b − Av‖ ≤ tolerance·‖b‖ instead of η times; it is the implicit method then",
    },
  },
  "block-jacobi": {
    title: "Kang & Cho's block Jacobi",
    summary: "two sweeps a step, every particle on its own; transverse tension stays explicit",
    paper: "Kang02",
    equations: "eq. 11–25",
  },
  "scalar-jacobi": {
    title: "Kang's first method",
    summary: "scalar divisions instead of a solve; stable, but the cloth moves as through honey",
    paper: "Kim06",
    equations: "eq. 11",
  },
  "linear-edge": {
    title: "Linear edges, factored once",
    summary:
      "for stiff cloth in real time: the matrix is factored before the first step, so a step costs the same however stiff; with lbfgs and bdf2 it also moves like cloth",
    paper: "Choi13",
    equations: "eq. 3.3–3.17",
    options: { tolerance: "iterations end when the residual has fallen to this fraction of the first one" },
  },
  "linear-triangle": {
    title: "Linear triangles, factored once",
    summary: "for stiff cloth on any flat mesh in real time: warp, weft and shear of the fabric, the matrix factored before the first step",
    paper: "Choi13",
    equations: "eq. 4.1–4.18",
    options: {
      predictor: "where a triangle's axes will point: previous (as now), iar (they keep turning) or ivt (the corners fly on)",
      tolerance: "iterations end when the residual has fallen to this fraction of the first one",
    },
  },
  "two-level": {
    title: "Two levels",
    summary:
      "for cloth that swings: four substeps of a matrix that is factored once, with the true stiffness of the moment on coarse hats; a square metre stays within 2 cm of its true motion, whatever the mesh",
    paper: "",
    equations: "docs/methods.md, Two levels",
    options: {
      substeps: "solves a step, each over its part of it",
      hats: "coarse hats along the side of a square as large as a cloth: 9 for 4 substeps, 17 for 8; 0 for none, which follows slowly",
      theta: "weight of the end of a substep: ½ keeps all energy, vibration too, more damps it",
      turning: "how stiff springs stay on hats that turn far in a substep: less follows faster, more is steadier",
      fine: "what solves for all particles: the factor, or a cycle of multigrid, quicker and smaller on large cloth; auto takes it from 20,000 particles on",
      kernels:
        "what computes: typescript (double precision), wasm (WebAssembly, single precision where that is enough), or auto: wasm for cloths of 100 particles and more where it is to be had",
    },
  },
  desbrun: {
    title: "Desbrun's filter",
    summary: "a constant matrix, factored once; stable, but damps rotation and bending",
    paper: "Kim06",
    equations: "eq. 10",
    options: { tolerance: "accepted and ignored: the solve is direct" },
  },
  "choi-ko": {
    title: "Choi & Ko's implicit",
    summary: "implicit Euler with springs that do not push back when compressed",
    paper: "Kim06",
    equations: "eq. 5–7",
  },
  paid: {
    title: "Oh's PAID",
    summary: "implicit Euler that damps stretching but not turning; keeps more of the cloth's swing",
    paper: "Oh04",
    equations: "sec. 4–5",
  },
  bdf2: {
    title: "BDF2",
    summary: "second order and stable at any stiffness; far less damping than implicit Euler at the same cost",
    paper: "Oh04",
    equations: "sec. 6 (equations not printed there)",
  },
  "bdf2-paid": {
    title: "BDF2 with PAID",
    summary: "the liveliest of Oh's four methods; use tension rotated to keep it second order",
    paper: "Oh04",
    equations: "sec. 5–6",
  },
  rosenbrock: {
    title: "Rosenbrock 4",
    summary: "fourth order and stable at any stiffness in linear problems; four linear solves a step, accurate with jacobian exact alone",
    paper: "Ertekin14",
    equations: "sec. 5.3 (equations not printed there)",
  },
  "newton-euler": {
    title: "Newton Euler (reference)",
    summary: "implicit Euler converged by Newton's method: the trusted first-order reference",
    paper: "Ertekin14",
    equations: "sec. 5.2 with λ = 1, converged",
    options: {
      tolerance: "Newton ends when the residual has fallen to this fraction of the first one",
      maxIterations: "Newton gives up after this many iterations",
    },
  },
  "newton-midpoint": {
    title: "Newton midpoint (reference)",
    summary: "implicit midpoint converged by Newton's method: keeps momentum, bounded energy, second order",
    paper: "Ertekin14",
    equations: "sec. 5.3, converged",
    options: {
      tolerance: "Newton ends when the residual has fallen to this fraction of the first one",
      maxIterations: "Newton gives up after this many iterations",
    },
  },
  "triangle-implicit": {
    title: "Triangles, implicit",
    summary: "implicit Euler on triangles instead of springs: the fabric's own stretch and shear on any flat mesh",
    paper: "Choi13",
    equations: "eq. 4.4–4.6",
  },
};

/** What people read of an option in most methods that take it. */
const OPTIONS: Readonly<Record<string, string>> = {
  budget:
    "what a step may cost on a core of 2.5 GHz; where it would cost more, cloth in contact is proposed less often, then solved with fewer iterations; 0: 120",
  kernels:
    "what computes: typescript (double precision), wasm (WebAssembly, four times as fast, single precision where that is enough), or auto: wasm for cloths of 1,000 particles and more where it is to be had; conjugate gradients to less than 1e-5 are typescript's",
  preconditioner:
    "what speeds up conjugate gradients: blocks, the inverse diagonal ones; or multigrid besides, for large stiff cloth: fewer iterations, whatever the mesh, each dearer; auto: multigrid for cloth that is large and stiff enough and meets nothing",
  bending: "let the hinges of the cloth act",
  jacobian: "model of the springs' stiffness blocks in the system matrix",
  tolerance: "the linear solve ends at ‖b − Ay‖ ≤ tolerance·‖b‖",
  velocityTolerance:
    "the linear solve also ends when velocities are right to this (root mean square): a cloth at rest costs next to nothing",
  alpha: "where the smoothed jacobian begins, as a fraction of the rest length",
  jacobianSprings: "which springs enter the matrix: all, or type 1 (stretch and shear) only",
  maxIterations: "the linear solve gives up after this many iterations",
  warmStart: "the linear solve begins with this share of the last step's change of velocity: what ends early falls behind less",
  theta: "weight λ of the new time level: 0 explicit Euler, ½ second order, 1 implicit Euler",
  sweeps: "η, Jacobi sweeps a step; an odd number is unstable when stiff",
  order: "order of the prediction in time",
  damping: "consistent: damps velocity; printed: as the paper's equations 22–25 stand, resists acceleration only",
  predictor: "where a spring will point: previous (as now), ier (it keeps turning) or ivt (its ends fly on)",
  weights: "α₀, α₁ … of a prediction, in place of its order: of places now and before (ivt) or of turns (ier, iar)",
  iterations: "solves a step: 1 is the published method, more approach the fully implicit step",
  acceleration: "lbfgs: the iterations learn from one another, and ten of them move like the fully implicit step",
  integrator: "euler: first order, damps motion; bdf2: second order, keeps it alive; midpoint: the same in many short steps of one solve",
  memory: "steps that lbfgs remembers",
  ordering: "order of elimination in the factor; auto compares the fill that several of them predict",
  shearTarget:
    "targets of the shear axes: derived from those of u and v, or predicted on their own; lbfgs follows the energy, so own after its first iteration",
  momentum: "give free bodies back the linear and angular momentum that the approximation takes",
  tension: "old: the present tension keeps its direction, as published; rotated: it turns with the spring",
  shear: "how triangles resist shear: by the axes turned by ±45°, or by the angle between warp and weft",
};

const NONE: MethodWords = { title: "", summary: "", paper: "", equations: "" };

/** A method with what people read of it. */
export interface DescribedMethod extends Omit<Method, keyof MethodInfo>, MethodInfo {}

/** A method with its words and those of its options: its own where it brings some. */
export function describeMethod({ name, ...method }: Method): DescribedMethod {
  const { options, ...words } = METHODS[name] ?? { ...NONE, title: name };
  return {
    name,
    ...words,
    ...method,
    options: method.options.map(({ name, kind, ...rest }) => ({
      name,
      summary: options?.[name] ?? OPTIONS[name] ?? "",
      kind,
      unit: "",
      ...rest,
    })),
  };
}
