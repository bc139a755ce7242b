import type { Slices } from "../../core/slices.ts";
import { createForces, type Membrane } from "../../forces/catalog.ts";
import type { Environment } from "../../forces/wind.ts";
import { createBlockCycle } from "../../kernels/blocks/block-cycle.ts";
import { DAMPING_SCALE } from "../../kernels/layout/block-numbers.ts";
import { createCyclePreconditioner } from "../../linalg/multigrid/cycle-preconditioner.ts";
import { createKernelSolve } from "../kernel-solve.ts";
import type { MethodOptions, Problem } from "../method.ts";
import { forceOptions } from "../options.ts";
import { prepareMultigridSystem } from "./multigrid-system.ts";
import type { Preconditioning } from "./preconditioning.ts";

/** Springs and axes of triangles as stiff in all directions as along them: none is stiffer in any, so the constant matrix is M + sC + s²K₀ ≥ A but for hinges and ties. Shear by the angle of two axes is taken as that of axes. */
const ISOTROPIC = { jacobian: "isotropic", triangleJacobian: "isotropic", shear: "axes" } as const;

/** Multigrid as a preconditioner of conjugate gradients, on springs or on what is in their place. */
export function* prepareMultigridPreconditioning(problem: Problem, options: MethodOptions, membrane?: Membrane): Slices<Preconditioning> {
  const { cloth, pins } = problem;
  const environment: Environment = { ...problem.environment, furtherTerms: [] }; // their matrices may be anything: D⁻¹ alone knows of them
  const forces = createForces(cloth, environment, { ...forceOptions(options, membrane), ...ISOTROPIC });
  const system = yield* prepareMultigridSystem(cloth, forces);
  const cycle = createBlockCycle(system);
  const solve = createKernelSolve(options, cloth.mass);
  return {
    prepare: (s) => system.prepare(s, pins),
    improve: createCyclePreconditioner(cloth.particleCount, system.solve, pins.sliders),
    blocks: {
      planRows: cycle.planRows,
      solve(kernels, report) {
        system.prepare(kernels.numbers[DAMPING_SCALE], pins);
        cycle.take(kernels.system);
        solve(kernels, report);
      },
    },
  };
}
