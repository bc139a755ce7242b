import { finish, type Slices } from "../../core/slices.ts";
import { createBlockPcg } from "../../linalg/block-pcg.ts";
import { createMultistepSolver } from "../implicit/multistep.ts";
import { createPlainStep } from "../implicit/plain-step.ts";
import { prepareThetaSolver } from "../implicit/theta.ts";
import type { Method, MethodOptions, Problem, Solver } from "../method.ts";
import { prepareMultigridPreconditioning } from "./prepare-preconditioning.ts";

/** The solver of the θ-blend with θ by the options where it is not given. */
const thetaWith =
  (theta?: number): NonNullable<Method["prepare"]> =>
  (problem, options) =>
    prepareThetaWith(problem, theta ?? (options.theta as number), options);

function* prepareThetaWith(problem: Problem, theta: number, options: MethodOptions): Slices<Solver> {
  const preconditioning = yield* prepareMultigridPreconditioning(problem, options);
  const create: typeof createPlainStep = (problem, forces, theta, options) => {
    const plain = createPlainStep(problem, forces, theta, options, createBlockPcg(problem.cloth.particleCount, preconditioning.improve));
    const { propose } = plain;
    plain.propose = (step, report, again) => {
      preconditioning.prepare(step.h * theta);
      propose(step, report, again);
    };
    return plain;
  };
  return yield* prepareThetaSolver({ create }, problem, theta, options, { kernels: preconditioning.blocks });
}

function* prepareBdf2(problem: Problem, options: MethodOptions): Slices<Solver> {
  return createMultistepSolver(problem, true, false, options, yield* prepareMultigridPreconditioning(problem, options));
}

/** How the solvers of methods with the option are made where it says multigrid. */
const PREPARE: Readonly<Record<string, Method["prepare"]>> = {
  "implicit-euler": thetaWith(1),
  theta: thetaWith(),
  "implicit-midpoint": thetaWith(0.5),
  bdf2: prepareBdf2,
};

/** The same setup with its method preconditioned by multigrid: what that is without has none of the code, for few scenes ask for it. */
export function precondition<S extends { readonly method: Method }>(setup: S): S {
  const { method } = setup;
  const prepare = PREPARE[method.name];
  if (prepare === undefined) return setup;
  const create: Method["create"] = (problem, options) => finish(prepare(problem, options));
  return { ...setup, method: { ...method, kernels: "blocks", create, prepare } };
}
