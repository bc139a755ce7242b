import type { DenseKernels } from "../../linalg/supernodal-factor.ts";
import type { Supernodes } from "../../linalg/supernodes.ts";
import { instantiateKernels } from "../kernels.ts";
import { createKernelMemory, sizeOf } from "../memory.ts";
import type { KernelModule } from "../module.ts";

/** The dense half of a factorisation in WebAssembly, double precision, in a memory of its own. */
export function createDenseKernels(structure: Supernodes, module: KernelModule): DenseKernels {
  const panelSize = structure.panelStart[structure.count];
  const memory = createKernelMemory(sizeOf(8 * panelSize) + sizeOf(8 * structure.stackSize) + sizeOf(64), module);
  const kernels = instantiateKernels(module, memory, "factorPanel");
  const values = memory.doubles(panelSize);
  const stack = memory.doubles(structure.stackSize);
  const scratch = memory.doubles(8).byteOffset;
  return {
    values,
    stack,
    factorPanel: (base, width, rows) => kernels.factorPanel(values.byteOffset + 8 * base, width, rows, scratch),
    subtractOuterProduct(base, width, rows, update) {
      kernels.subtractOuterProduct(values.byteOffset + 8 * base, width, rows, stack.byteOffset + 8 * update, scratch);
    },
  };
}
