import type { Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { Forces } from "../../forces/catalog.ts";
import { attemptKernels } from "../../kernels/attempt-kernels.ts";
import { createDenseKernels } from "../../kernels/linear/dense-kernels.ts";
import type { Ordering } from "../../linalg/ordering.ts";
import { prepareConstantSystem } from "../linear/constant-system.ts";
import type { FineSystem } from "../linear/fine-system.ts";
import type { MethodOptions, Problem } from "../method.ts";
import { prepareMultigridSystem } from "../multigrid/multigrid-system.ts";

/** From so many particles on `auto` takes multigrid: at 80² a frame gains 0 to 14 %, at 160² 20 % (bench/multigrid.ts), and what one cycle leaves of the inverse is felt in contact. */
const LARGE = 20_000;

/** Whether a V-cycle stands for the inverse of the fine level's matrix; else there is its factor. */
export function takesMultigrid({ particleCount }: Cloth, { fine }: MethodOptions): boolean {
  return fine === "multigrid" || (fine === "auto" && particleCount >= LARGE);
}

export function* prepareFineSystem(
  { cloth, pins, sceneIndex, kernels }: Problem,
  forces: Forces,
  options: MethodOptions,
): Slices<FineSystem> {
  if (takesMultigrid(cloth, options)) return yield* prepareMultigridSystem(cloth, forces);
  return yield* prepareConstantSystem(cloth, forces, pins, sceneIndex, {
    ordering: options.ordering as Ordering,
    springs: true,
    createDense: (structure) =>
      attemptKernels(options.kernels === "wasm", function* () {
        yield;
        return kernels && createDenseKernels(structure, kernels);
      }),
  });
}
