import { HANDLES_CONTACT } from "../../core/constraints.ts";
import { InputError } from "../../core/errors.ts";
import { FORCES } from "../../core/profile.ts";
import { finish, type Slices } from "../../core/slices.ts";
import type { StepContext } from "../../core/step-context.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { addForces, createForces, type Forces, type Membrane } from "../../forces/catalog.ts";
import type { RowFillerPlan } from "../../kernels/blocks/row-filler.ts";
import { computeBlockProduct } from "../../linalg/block-matrix.ts";
import { createBlockPcg } from "../../linalg/block-pcg.ts";
import { prepareBlockStep } from "../block-step.ts";
import { createKernelSolve, isWithinReach, SOLVED } from "../kernel-solve.ts";
import type { Method, MethodOptions, OptionInfo, Problem, SolveReport, Solver } from "../method.ts";
import { forceOptions, KERNELS, LINEAR_SOLVE_OPTIONS, residualFloor } from "../options.ts";
import { createImplicitSystem } from "./implicit-system.ts";

const THETA: OptionInfo = {
  name: "theta",
  summary: "weight λ of the new time level: 0 explicit Euler, ½ second order, 1 implicit Euler",
  kind: "number",
  unit: "",
  default: 0.5,
  min: 0,
  max: 1,
};

/** Triangles in the place of springs; for the kernels, what is left of the cloth without them, and how they enter the matrix. */
export interface ThetaTriangles {
  readonly membrane: Membrane;
  readonly kernels: { readonly cloth: Cloth; readonly rows: RowFillerPlan };
}

/**
 * The blend Y* = Y + h [(1 − λ) f(Y) + λ f(Y*)]   [Ertekin14, sec. 5.2], linearised once at the start of the step:
 *
 *     (M + hλC + h²λ²K) Δv = h (F − hλ K v),   v* = v + Δv,   x* = x + h (v + λΔv)
 *
 * F holds the damping −Cv. With S = hλC + h²λ²K the right-hand side is h F' − S v/λ, F' = F without its damping: one product with
 * the assembled matrix. λ = 1 is the implicit Euler step of [Kim06, eq. 5].
 * At λ = 1 it takes Baraff's correction y, Δx = h(v + Δv) + y   [BaraffWitkin98, eq. 17–18] [Ertekin14, sec. 6]: h (F − hKv − Ky) on the right, which is
 * hF' − S(v + y/h) + Cy, and x* = x + h v* + y. That is TypeScript's.
 *
 * The linear system is solved by filtered conjugate gradients; wind and gravity are those of the start of the step. Kernels in WebAssembly take
 * the step unless the tolerance is below what single precision can do.
 */
export function* prepareThetaSolver(problem: Problem, theta: number, options: MethodOptions, triangles?: ThetaTriangles): Slices<Solver> {
  const { mass } = problem.cloth;
  const forces = createForces(problem.cloth, problem.environment, forceOptions(options, triangles?.membrane));
  const blockStep =
    theta > 0 && isWithinReach(options)
      ? yield* prepareBlockStep(
          { ...problem, ...triangles?.kernels },
          {
            forces,
            forceOptions: forceOptions(options),
            order: Uint32Array.from(mass.keys()),
            theta,
            resistAcceleration: false,
            ...SOLVED,
            knowsSliders: true,
            ...triangles?.kernels,
            isRequired: options.kernels === "wasm",
            solve: createKernelSolve(options, mass),
          },
        )
      : undefined;
  const create = (): PlainStep => createPlainStep(problem, forces, theta, options);
  let plain = blockStep ? undefined : create();

  return {
    ...(blockStep && { arrays: blockStep.arrays }),
    history: [],
    propose(step, report, again = false) {
      if (plain !== undefined && !again) plain.isAssembled = false; // another state
      if (step.correction === undefined && blockStep?.suits(step.h)) blockStep.propose(step, report, again);
      else {
        plain ??= create(); // most cloths never ask for it
        plain.propose(step, report, again);
      }
    },
  };
}

export function createThetaSolver(...setup: Parameters<typeof prepareThetaSolver>): Solver {
  return finish(prepareThetaSolver(...setup));
}

/** The step in TypeScript. */
interface PlainStep {
  /** Whether the matrix is that of the present step. */
  isAssembled: boolean;
  propose(step: StepContext, report: SolveReport, again: boolean): void;
}

function createPlainStep({ cloth, pins, clock }: Problem, forces: Forces, theta: number, options: MethodOptions): PlainStep {
  const system = createImplicitSystem(cloth, forces, pins);
  const pcg = createBlockPcg(cloth.particleCount);
  const size = 3 * cloth.particleCount;
  const elastic = new Float64Array(size);
  const b = new Float64Array(size);
  const product = new Float64Array(size);
  const dot = new Float64Array(1);
  const deltaV = new Float64Array(size);
  const tolerance = options.tolerance as number;
  const maxIterations = options.maxIterations as number;
  const floor = residualFloor(options, cloth.mass);
  const plain: PlainStep = {
    isAssembled: false,
    propose({ from: { x, v, time }, h, next, correction: y }, report, again) {
      if (plain.isAssembled) system.restore();
      else {
        elastic.fill(0);
        addForces(forces.elastic, x, v, time, elastic);
        system.assemble(x, h * theta, h * h * theta * theta);
        plain.isAssembled = true;
      }
      b.set(elastic);
      addForces(forces.external, x, v, time, b);
      if (theta === 0) addForces(forces.damping, x, v, time, b);
      clock.lap(FORCES);
      if (y !== undefined) {
        for (let c = 0; c < size; c++) deltaV[c] = v[c] + y[c] / h;
        computeBlockProduct(system.matrix, deltaV, product, dot);
      } else if (theta > 0) computeBlockProduct(system.matrix, v, product, dot);
      system.addMass();
      const inverseTheta = theta > 0 ? 1 / theta : 0;
      for (let c = 0; c < size; c++) b[c] = h * b[c] - inverseTheta * product[c];
      if (y !== undefined) {
        product.fill(0);
        addForces(forces.damping, x, y, time, product); // −Cy
        for (let c = 0; c < size; c++) b[c] -= product[c];
      }
      system.addFriction(h, b);
      system.addContacts(v, b);
      if (again) {
        for (let c = 0; c < size; c++) deltaV[c] = next.v[c] - v[c];
        system.constrain(deltaV);
      }
      const { indices, count } = pins;
      const result = pcg.solve(system.matrix, b, indices, count, tolerance, maxIterations, deltaV, floor, false, again);
      system.readImpulses(deltaV, b);
      report.iterations = result.iterations;
      report.residual = result.residual;
      report.converged = result.converged;
      for (let c = 0; c < size; c++) {
        next.v[c] = v[c] + deltaV[c];
        next.x[c] = x[c] + h * (v[c] + theta * deltaV[c]);
      }
      if (y !== undefined) for (let c = 0; c < size; c++) next.x[c] += y[c];
    },
  };
  return plain;
}

export const theta: Method = {
  name: "theta",
  title: "θ-blend",
  summary: "from explicit to implicit Euler by one weight; second order at ½, damped above, unstable below",
  paper: "Ertekin14",
  equations: "sec. 5.2",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  kernels: "springs",
  contact: HANDLES_CONTACT,
  options: [THETA, ...LINEAR_SOLVE_OPTIONS, KERNELS],
  create: (problem, options) => finish(prepareTheta(problem, options)),
  prepare: prepareTheta,
};

function prepareTheta(problem: Problem, options: MethodOptions): Slices<Solver> {
  if (options.theta === 0 && options.kernels === "wasm") {
    throw new InputError("theta", "0", 'WebAssembly has no explicit step: give more, or "kernels": "auto" or "typescript"');
  }
  return prepareThetaSolver(problem, options.theta as number, options);
}
