import { createNormalKernels, loadNormalKernels } from "../kernels/normal-kernels.ts";
import { computeNormals } from "./normals.ts";

/**
 * `computeNormals` in WebAssembly and single precision, more than twice as fast, where that is to be had, else itself. For whoever draws the same triangles again and again: they must
 * not be changed in place.
 */
export async function compileNormals(): Promise<typeof computeNormals> {
  const module = await loadNormalKernels();
  if (module === undefined) return computeNormals;
  let compute: ReturnType<typeof createNormalKernels> | undefined;
  let known: Uint32Array | undefined;
  let size = 0;
  return (positions, triangles, normals) => {
    if (triangles !== known || positions.length !== size) {
      compute = createNormalKernels(module, positions.length / 3, triangles);
      known = triangles;
      size = positions.length;
    }
    compute?.(positions, normals);
  };
}
