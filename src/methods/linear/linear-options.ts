import { ORDERINGS } from "../../linalg/ordering.ts";
import type { OptionRule } from "../method.ts";
import { BENDING, TOLERANCE } from "../options.ts";

/** Options of the methods with a constant, factored matrix. */
export const ORDERING: OptionRule = {
  name: "ordering",
  kind: "choice",
  default: "auto",
  choices: ORDERINGS,
};

/** What both linear models take besides the names of their predictors. */
export const LINEAR_MODEL_OPTIONS: readonly OptionRule[] = [
  {
    name: "order",
    kind: "integer",
    default: 1,
    min: 1,
    max: 2,
  },
  {
    name: "weights",
    kind: "list",
    default: [],
    of: { kind: "number", min: -100, max: 100 },
    things: "weights",
    most: 5,
  },
  {
    name: "iterations",
    kind: "integer",
    default: 1,
    min: 1,
    max: 100000,
    logarithmic: true,
  },
  {
    name: "acceleration",
    kind: "choice",
    default: "none",
    choices: ["none", "lbfgs"],
  },
  {
    name: "integrator",
    kind: "choice",
    default: "euler",
    choices: ["euler", "bdf2", "midpoint"],
  },
  {
    ...TOLERANCE,
    default: 1e-9,
  },
  {
    name: "memory",
    kind: "integer",
    default: 8,
    min: 1,
    max: 64,
  },
  ORDERING,
  BENDING,
];
