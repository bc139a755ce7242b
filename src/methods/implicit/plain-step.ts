import { FORCES } from "../../core/profile.ts";
import type { StepContext } from "../../core/step-context.ts";
import { addForces, type Forces, withMatrices } from "../../forces/catalog.ts";
import type { Force } from "../../forces/force-term.ts";
import { computeBlockProduct } from "../../linalg/block-matrix.ts";
import { type BlockPcg, createBlockPcg } from "../../linalg/block-pcg.ts";
import type { MethodOptions, Problem, SolveReport } from "../method.ts";
import { forceOptions, residualFloor } from "../options.ts";
import { createImplicitSystem } from "./implicit-system.ts";

/** The step of the θ-blend (theta-solver.ts) in TypeScript. */
export interface PlainStep {
  /** Whether the matrix is that of the present step. */
  isAssembled: boolean;
  /** The solve begins with the velocities of `next` where it `isBegun`. */
  propose(step: StepContext, report: SolveReport, isBegun: boolean): void;
}

export function createPlainStep(
  { cloth, pins, clock }: Problem,
  plainForces: Forces<Force>,
  theta: number,
  options: MethodOptions,
  pcg: BlockPcg = createBlockPcg(cloth.particleCount),
): PlainStep {
  const forces = withMatrices(plainForces, cloth, forceOptions(options));
  const system = createImplicitSystem(cloth, forces, pins);
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
    propose({ from: { x, v, time }, h, next, correction: y }, report, isBegun) {
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
      if (isBegun) {
        for (let c = 0; c < size; c++) deltaV[c] = next.v[c] - v[c];
        system.constrain(deltaV);
      }
      const { indices, count } = pins;
      const result = pcg.solve(system.matrix, b, indices, count, tolerance, maxIterations, deltaV, floor, false, isBegun);
      system.readImpulses(deltaV, b);
      report.iterations = result.iterations;
      report.residual = result.residual;
      report.converged = result.converged;
      report.stagnated = result.stagnated;
      for (let c = 0; c < size; c++) {
        next.v[c] = v[c] + deltaV[c];
        next.x[c] = x[c] + h * (v[c] + theta * deltaV[c]);
      }
      if (y !== undefined) for (let c = 0; c < size; c++) next.x[c] += y[c];
    },
  };
  return plain;
}
