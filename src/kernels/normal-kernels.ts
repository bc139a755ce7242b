import { NORMALS } from "./binaries/normals.ts";
import { instantiate, loadBinary } from "./kernels.ts";
import { createKernelMemory, sizeOf } from "./memory.ts";
import type { KernelModule } from "./module.ts";

/** src/kernels/assembly/normals.ts, apart from other kernels: only what draws loads it. */
interface NormalKernels {
  computeNormals(count: number, groups: number, positions: number, corners: number, sums: number, normals: number): void;
}

export function loadNormalKernels(): Promise<KernelModule | undefined> {
  return loadBinary(NORMALS);
}

/** Normals of so many vertices with these triangles, in WebAssembly. */
export function createNormalKernels(
  module: KernelModule,
  vertexCount: number,
  triangles: Uint32Array,
): (positions: Float32Array, normals: Float32Array) => void {
  const count = 4 * Math.ceil(vertexCount / 4);
  const groups = Math.ceil(triangles.length / 12);
  const bytes = 2 * sizeOf(12 * count + 4) + sizeOf(48 * groups) + sizeOf(16 * count);
  const memory = createKernelMemory(bytes, module);
  const kernels = instantiate(module, memory) as NormalKernels;
  const x = memory.floats(3 * count + 1);
  const out = memory.floats(3 * count + 1);
  const corners = memory.words(12 * groups); // what fills up the last group has no area
  const sums = memory.floats(4 * count);
  for (let c = 0; c < triangles.length; c++) {
    const t = Math.floor(c / 3);
    corners[12 * (t >> 2) + 4 * (c % 3) + (t & 3)] = 16 * triangles[c];
  }
  const found = out.subarray(0, 3 * vertexCount);
  return (positions, normals) => {
    x.set(positions);
    kernels.computeNormals(count, groups, x.byteOffset, corners.byteOffset, sums.byteOffset, out.byteOffset);
    normals.set(found);
  };
}
