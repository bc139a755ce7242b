import { finish, type Slices } from "../../core/slices.ts";
import { createBlockPcg } from "../../linalg/block-pcg.ts";
import { CHOI_MODEL } from "../choi-ko.ts";
import { createMultistepSolver } from "../implicit/multistep.ts";
import { createNewtonSolver } from "../implicit/newton.ts";
import { createPlainStep } from "../implicit/plain-step.ts";
import { prepareThetaSolver, type ThetaParts } from "../implicit/theta.ts";
import type { Method, MethodOptions, Problem, Solver } from "../method.ts";
import { createRosenbrockSolver } from "../rosenbrock.ts";
import { planTriangleParts } from "../triangle-implicit.ts";
import { choosePreconditioner, type Preconditionable } from "./choose-preconditioner.ts";
import type { Preconditioning } from "./preconditioning.ts";
import { prepareMultigridPreconditioning } from "./prepare-preconditioning.ts";

type Prepare = NonNullable<Method["prepare"]>;

function* prepareTheta(problem: Problem, theta: number, options: MethodOptions, parts?: ThetaParts): Slices<Solver> {
  const preconditioning = yield* prepareMultigridPreconditioning(problem, options, parts?.membrane);
  const create: typeof createPlainStep = (problem, forces, theta, options) => {
    const plain = createPlainStep(problem, forces, theta, options, createBlockPcg(problem.cloth.particleCount, preconditioning.improve));
    const { propose } = plain;
    plain.propose = (step, report, isBegun) => {
      preconditioning.prepare(step.h * theta);
      propose(step, report, isBegun);
    };
    return plain;
  };
  return yield* prepareThetaSolver({ create }, problem, theta, options, {
    ...parts,
    kernels: { ...parts?.kernels, ...preconditioning.blocks },
  });
}

/** Where all of a solver is made at once, by a function that takes the preconditioning besides. */
const after = (create: (problem: Problem, options: MethodOptions, preconditioning: Preconditioning) => Solver): Prepare =>
  function* (problem, options) {
    return create(problem, options, yield* prepareMultigridPreconditioning(problem, options));
  };

const multistep = (bdf2: boolean, paid: boolean): Prepare =>
  after((problem, options, preconditioning) => createMultistepSolver(problem, bdf2, paid, options, preconditioning));

const newton = (lambda: number): Prepare =>
  after((problem, options, preconditioning) => createNewtonSolver(problem, lambda, options, preconditioning));

/** How the solvers of methods with the option are made where it says multigrid. */
const PREPARE: Readonly<Record<string, Prepare>> = {
  "implicit-euler": (problem, options) => prepareTheta(problem, 1, options),
  theta: (problem, options) => prepareTheta(problem, options.theta as number, options),
  "implicit-midpoint": (problem, options) => prepareTheta(problem, 0.5, options),
  "choi-ko": (problem, options) => prepareTheta(problem, 1, { ...options, ...CHOI_MODEL }),
  "triangle-implicit": (problem, options) => prepareTheta(problem, 1, options, planTriangleParts(problem, options)),
  paid: multistep(false, true),
  bdf2: multistep(true, false),
  "bdf2-paid": multistep(true, true),
  rosenbrock: after(createRosenbrockSolver),
  "newton-euler": newton(1),
  "newton-midpoint": newton(0.5),
};

/** A setup as far as that is concerned. */
interface Solved extends Preconditionable {
  readonly method: Method;
  readonly options: MethodOptions;
}

/** The same setup with its method preconditioned by multigrid, where that is asked for or `auto` takes it: what that is without has none of the code, for few scenes ask for it. */
export function precondition<S extends Solved>(setup: S): S {
  const { method, options } = setup;
  const prepare = PREPARE[method.name];
  if (prepare === undefined) return setup;
  const preconditioner = options.preconditioner === "auto" ? choosePreconditioner(setup) : options.preconditioner;
  const chosen = { ...setup, options: { ...options, preconditioner } };
  if (preconditioner === "blocks") return chosen;
  const create: Method["create"] = (problem, options) => finish(prepare(problem, options));
  return { ...chosen, method: { ...method, ...(method.kernels && { kernels: "blocks" }), create, prepare } };
}
