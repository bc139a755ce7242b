import { ORDERINGS } from "../../linalg/ordering.ts";
import type { OptionInfo } from "../method.ts";
import { BENDING, TOLERANCE } from "../options.ts";

/** Options of the methods with a constant, factored matrix. */
export const ORDERING: OptionInfo = {
  name: "ordering",
  summary: "order of elimination in the factor; auto compares the fill that several of them predict",
  kind: "choice",
  unit: "",
  default: "auto",
  choices: ORDERINGS,
};

/** What both linear models take besides the names of their predictors. */
export const LINEAR_MODEL_OPTIONS: readonly OptionInfo[] = [
  {
    name: "order",
    summary: "order of the prediction in time",
    kind: "integer",
    unit: "",
    default: 1,
    min: 1,
    max: 2,
  },
  {
    name: "weights",
    summary: "α₀, α₁ … of a prediction, in place of its order: of places now and before (ivt) or of turns (ier, iar)",
    kind: "list",
    unit: "",
    default: [],
    of: { kind: "number", min: -100, max: 100 },
    things: "weights",
    most: 5,
  },
  {
    name: "iterations",
    summary: "solves a step: 1 is the published method, more approach the fully implicit step",
    kind: "integer",
    unit: "",
    default: 1,
    min: 1,
    max: 100000,
    logarithmic: true,
  },
  {
    name: "acceleration",
    summary: "lbfgs: the iterations learn from one another, and ten of them move like the fully implicit step",
    kind: "choice",
    unit: "",
    default: "none",
    choices: ["none", "lbfgs"],
  },
  {
    name: "integrator",
    summary: "euler: first order, damps motion; bdf2: second order, keeps it alive; midpoint: the same in many short steps of one solve",
    kind: "choice",
    unit: "",
    default: "euler",
    choices: ["euler", "bdf2", "midpoint"],
  },
  {
    ...TOLERANCE,
    summary: "iterations end when the residual has fallen to this fraction of the first one",
    default: 1e-9,
  },
  {
    name: "memory",
    summary: "steps that lbfgs remembers",
    kind: "integer",
    unit: "",
    default: 8,
    min: 1,
    max: 64,
  },
  ORDERING,
  BENDING,
];
