import type { Cloth } from "../fabric/cloth.ts";
import { ROTATION_VECTORS } from "../forces/inertial-rotation.ts";
import {
  addLinearTriangleForces,
  computeRotatedTriangleTargets,
  computeTriangleTargets,
  TARGETS_PER_TRIANGLE,
} from "../forces/linear-triangle-force.ts";
import { buildTriangleElements } from "../forces/triangle-elements.ts";
import { triangleTerms } from "../forces/triangle-terms.ts";
import { planKernelTriangles, withoutStretch } from "../kernels/triangles/kernel-triangles.ts";
import {
  createLinearModelSolver,
  type LinearMembrane,
  type LinearModel,
  orderLinearModel,
  prepareLinearModelSolver,
} from "./linear/linear-model.ts";
import { LINEAR_MODEL_OPTIONS } from "./linear/linear-options.ts";
import type { Method, OptionRule } from "./method.ts";
import { KERNELS } from "./options.ts";

const PREDICTOR: OptionRule = {
  name: "predictor",
  kind: "choice",
  default: "ivt",
  choices: ["previous", "iar", "ivt"],
};

const SHEAR_TARGET: OptionRule = {
  name: "shearTarget",
  kind: "choice",
  default: "derived",
  choices: ["derived", "own"],
};

/** The axes u, v and ±45° of each triangle, pulled to their predicted directions at length 1   [Choi13, sec. 4.3]. */
function createTriangleMembrane(cloth: Cloth, derivedShear: boolean): LinearMembrane {
  const elements = buildTriangleElements(cloth);
  const targets = new Float64Array(TARGETS_PER_TRIANGLE * elements.count);
  const vectors = new Float64Array(ROTATION_VECTORS);
  return {
    computeTargets: (directions) => computeTriangleTargets(elements, directions, derivedShear, targets),
    computeRotatedTargets: (x, earlier, weights) =>
      computeRotatedTriangleTargets(elements, x, earlier, weights, derivedShear, vectors, targets),
    addForce: (at, f) => addLinearTriangleForces(elements, targets, at, f),
  };
}

/** With shear targets that are derived from those of u and v, or predicted on their own. */
export function triangleModel(derivedShear: boolean): LinearModel {
  return {
    membraneTerms: triangleTerms,
    createMembrane: (cloth) => createTriangleMembrane(cloth, derivedShear),
    repeatTargets: derivedShear,
    planTriangles: planKernelTriangles,
    withoutStretch,
  };
}

export const linearTriangle: Method = {
  name: "linear-triangle",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  membrane: "triangles",
  membraneTerms: triangleTerms,
  springModel: "symmetric",
  kernels: "linear",
  options: [PREDICTOR, SHEAR_TARGET, ...LINEAR_MODEL_OPTIONS, KERNELS],
  orderParticles: (cloth, options) => orderLinearModel(triangleTerms, cloth, options),
  create: (problem, options) => createLinearModelSolver(problem, triangleModel(options.shearTarget === "derived"), options),
  prepare: (problem, options) => prepareLinearModelSolver(problem, triangleModel(options.shearTarget === "derived"), options),
};
