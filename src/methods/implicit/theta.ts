import { HANDLES_CONTACT } from "../../core/constraints.ts";
import { InputError } from "../../core/errors.ts";
import { finish, type Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { createPlainForces, type Membrane } from "../../forces/forces.ts";
import { type BlockStepSetup, prepareBlockStep } from "../block-step.ts";
import { createKernelSolve, isWithinReach, SOLVED, whyPlain } from "../kernel-solve.ts";
import type { Method, MethodOptions, OptionRule, Problem, Solver } from "../method.ts";
import { forceOptions, KERNEL_SOLVE_OPTIONS } from "../options.ts";
import type { createPlainStep, PlainStep } from "./plain-step.ts";
import { createWarmStart } from "./warm-start.ts";

/** Weight λ of the new time level. */
const THETA: OptionRule = {
  name: "theta",
  kind: "number",
  default: 0.5,
  min: 0,
  max: 1,
};

/** What takes the place of springs, or of a solve: for the kernels, other cloth, other ways to lay out rows and to fill the matrix, and another solve. */
export interface ThetaParts {
  readonly membrane?: Membrane;
  readonly kernels: { readonly cloth?: Cloth } & Partial<Pick<BlockStepSetup, "rows" | "planRows" | "solve">>;
}

/** The step in TypeScript, for what kernels do not take. */
export interface PlainStepCode {
  /** Undefined where its code is not there. */
  create(...setup: Parameters<typeof createPlainStep>): PlainStep | undefined;
  /** Where its code comes when it is asked for. */
  load?(): Promise<void>;
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
export function* prepareThetaSolver(
  code: PlainStepCode,
  problem: Problem,
  theta: number,
  options: MethodOptions,
  parts?: ThetaParts,
): Slices<Solver> {
  const { mass } = problem.cloth;
  const forces = createPlainForces(problem.cloth, problem.environment, forceOptions(options, parts?.membrane));
  const blockStep =
    theta > 0 && isWithinReach(options)
      ? yield* prepareBlockStep(
          { ...problem, ...parts?.kernels },
          {
            forces,
            forceOptions: forceOptions(options),
            order: Uint32Array.from(mass.keys()),
            theta,
            resistAcceleration: false,
            ...SOLVED,
            tolerance: options.tolerance as number,
            knowsSliders: true,
            isRequired: options.kernels === "wasm",
            solve: createKernelSolve(options, mass),
            ...parts?.kernels,
          },
        )
      : undefined;
  const create = (): PlainStep | undefined => code.create(problem, forces, theta, options);
  let plain = blockStep ? undefined : create();
  const warmStart = createWarmStart(options, mass.length);

  return {
    ...(blockStep && { arrays: blockStep.arrays }),
    history: warmStart?.history ?? [],
    leavesKernels: (h) => (theta > 0 && isWithinReach(options) ? whyPlain(problem, blockStep, h) : undefined),
    staysInKernels: (h) => blockStep?.suits(h) ?? false,
    propose(step, report, again = false) {
      if (plain !== undefined && !again) plain.isAssembled = false; // another state
      if (!again) warmStart?.begin(step);
      const isBegun = again || warmStart !== undefined;
      if (step.correction === undefined && blockStep?.suits(step.h)) blockStep.propose(step, report, again, isBegun);
      else {
        plain ??= create(); // most cloths never ask for it
        if (plain === undefined) throw new Error("the code of the step in TypeScript is not there");
        plain.propose(step, report, isBegun);
      }
      warmStart?.end(step);
    },
  };
}

/** The method, with the code of its step in TypeScript. */
export function thetaBy(code: PlainStepCode): Method {
  return {
    name: "theta",
    conserves: ["linear"],
    stepLimit: Number.POSITIVE_INFINITY,
    springModel: "symmetric",
    kernels: "springs",
    contact: HANDLES_CONTACT,
    options: [THETA, ...KERNEL_SOLVE_OPTIONS],
    create: (problem, options) => finish(prepareTheta(code, problem, options)),
    prepare: (problem, options) => prepareTheta(code, problem, options),
    ...(code.load && { loadFallback: code.load }),
  };
}

function prepareTheta(code: PlainStepCode, problem: Problem, options: MethodOptions): Slices<Solver> {
  if (options.theta === 0 && options.kernels === "wasm") {
    throw new InputError("theta", "0", 'WebAssembly has no explicit step: give more, or "kernels": "auto" or "typescript"');
  }
  return prepareThetaSolver(code, problem, options.theta as number, options);
}
