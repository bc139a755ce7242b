import type { Cloth } from "../fabric/cloth.ts";
import { ROTATION_VECTORS } from "../forces/inertial-rotation.ts";
import { addLinearEdgeForces, computeEdgeTargets, computeRotatedEdgeTargets } from "../forces/linear-edge-force.ts";
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
  choices: ["previous", "ier", "ivt"],
};

export const EDGE_MODEL: LinearModel = {
  createMembrane: createEdgeMembrane,
  repeatTargets: false,
};

/** Springs as vectors that are pulled to their predicted direction at rest length   [Choi13, ch. 3]. */
function createEdgeMembrane({ springs }: Cloth): LinearMembrane {
  const targets = new Float64Array(3 * springs.count);
  const vectors = new Float64Array(ROTATION_VECTORS);
  return {
    computeTargets: (directions) => computeEdgeTargets(springs, directions, targets),
    computeRotatedTargets: (x, earlier, weights) => computeRotatedEdgeTargets(springs, x, earlier, weights, vectors, targets),
    addForce: (at, f) => addLinearEdgeForces(springs, targets, at, f),
  };
}

export const linearEdge: Method = {
  name: "linear-edge",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  kernels: "linear",
  options: [PREDICTOR, ...LINEAR_MODEL_OPTIONS, KERNELS],
  orderParticles: (cloth, options) => orderLinearModel(undefined, cloth, options),
  create: (problem, options) => createLinearModelSolver(problem, EDGE_MODEL, options),
  prepare: (problem, options) => prepareLinearModelSolver(problem, EDGE_MODEL, options),
};
