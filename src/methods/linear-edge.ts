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
import type { Method, OptionInfo } from "./method.ts";
import { KERNELS } from "./options.ts";

const PREDICTOR: OptionInfo = {
  name: "predictor",
  summary: "where a spring will point: previous (as now), ier (it keeps turning) or ivt (its ends fly on)",
  kind: "choice",
  unit: "",
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
  title: "Linear edges, factored once",
  summary:
    "for stiff cloth in real time: the matrix is factored before the first step, so a step costs the same however stiff; " +
    "with lbfgs and bdf2 it also moves like cloth",
  paper: "Choi13",
  equations: "eq. 3.3–3.17",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  kernels: "linear",
  options: [PREDICTOR, ...LINEAR_MODEL_OPTIONS, KERNELS],
  orderParticles: (cloth, options) => orderLinearModel(undefined, cloth, options),
  create: (problem, options) => createLinearModelSolver(problem, EDGE_MODEL, options),
  prepare: (problem, options) => prepareLinearModelSolver(problem, EDGE_MODEL, options),
};
