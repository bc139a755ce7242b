import { orderLinearModel } from "./linear/linear-model.ts";
import { ORDERING } from "./linear/linear-options.ts";
import type { Method } from "./method.ts";
import { BENDING, KERNELS } from "./options.ts";
import { takesMultigrid } from "./two-level/prepare-fine-system.ts";
import { createTwoLevelSolver, prepareTwoLevelSolver } from "./two-level/two-level-solver.ts";

/** Substeps of a constant matrix, whose long waves coarse hats set right. */
export const twoLevel: Method = {
  name: "two-level",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  kernels: "linear",
  wasmFrom: 100,
  options: [
    { name: "substeps", kind: "integer", default: 4, min: 1, max: 1000, logarithmic: true },
    { name: "hats", kind: "integer", default: 9, min: 0, max: 65 },
    { name: "theta", kind: "number", default: 0.51, min: 0.5, max: 1 },
    { name: "turning", kind: "number", default: 0.25, min: 0, max: 10 },
    { name: "fine", kind: "choice", default: "auto", choices: ["auto", "factor", "multigrid"] },
    ORDERING,
    BENDING,
    KERNELS,
  ],
  orderParticles: (cloth, options) => (takesMultigrid(cloth, options) ? undefined : orderLinearModel(undefined, cloth, options)),
  create: createTwoLevelSolver,
  prepare: prepareTwoLevelSolver,
};
