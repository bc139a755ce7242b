import type { Slices } from "../../core/slices.ts";
import { createForces } from "../../forces/catalog.ts";
import { createBlockCycle } from "../../kernels/blocks/block-cycle.ts";
import { DAMPING_SCALE } from "../../kernels/layout/block-numbers.ts";
import { createCyclePreconditioner } from "../../linalg/multigrid/cycle-preconditioner.ts";
import { createKernelSolve } from "../kernel-solve.ts";
import type { MethodOptions, Problem } from "../method.ts";
import { forceOptions } from "../options.ts";
import { prepareMultigridSystem } from "./multigrid-system.ts";
import type { Preconditioning } from "./preconditioning.ts";

/** Springs as stiff in all directions as along them: no spring is stiffer in any, so the constant matrix is M + sC + s²K₀ ≥ A but for hinges and ties. */
const ISOTROPIC = { jacobian: "isotropic", triangleJacobian: "isotropic", membrane: undefined } as const;

/** Multigrid as a preconditioner of conjugate gradients. */
export function* prepareMultigridPreconditioning({ cloth, environment, pins }: Problem, options: MethodOptions): Slices<Preconditioning> {
  const forces = createForces(cloth, environment, { ...forceOptions(options), ...ISOTROPIC });
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
