import { UnsupportedError } from "../core/errors.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import { buildTriangleElements, type TriangleElements } from "../forces/triangle-elements.ts";
import { TRIANGLES } from "../wasm/block-words.ts";
import { sizeOf } from "../wasm/memory.ts";
import { BLOCKS, DIAGONALS, IS_ANGLE } from "../wasm/triangle-words.ts";
import { largestRatio } from "./block-model.ts";
import type { BlockRowsPlan } from "./block-rows-plan.ts";
import { type KernelTriangles, planKernelTriangles, withoutStretch } from "./kernel-triangles.ts";

/** Numbers that are kept of a group: S_u and S_v, and two of each axis (src/wasm/assembly/triangle-blocks.ts). */
const BLOCK = 56;

/**
 * Triangles in the matrix of kernels with blocks, beside what the cloth has besides them, in WebAssembly and single precision. What src/forces/triangle-axes.ts and
 * baraff-witkin-shear.ts do in double precision is the specification. Rows are numbered as particles are.
 */
export function planTriangleRows(cloth: Cloth, shear: ShearModel): BlockRowsPlan {
  const rank = Uint32Array.from(cloth.mass, (_, i) => i);
  const padded = 4 * Math.ceil(cloth.particleCount / 4);
  let triangles: KernelTriangles;
  return {
    size({ chunks }) {
      triangles = planKernelTriangles(cloth, rank, chunks, false);
      return triangles.bytes + sizeOf(4 * BLOCK * triangles.groupCount) + sizeOf(32 * padded);
    },
    create(_edges, memory, kernels) {
      if (kernels.isWhole === undefined) {
        throw new UnsupportedError("compileKernels() of drape/core knows no triangles: compileAllKernels() does");
      }
      const words = triangles.create(memory);
      const diagonals = memory.floats(8 * padded);
      words[BLOCKS] = memory.floats(BLOCK * triangles.groupCount).byteOffset;
      words[DIAGONALS] = diagonals.byteOffset;
      words[IS_ANGLE] = shear === "axes" ? 0 : 1;
      return {
        diagonals,
        ratio: largestTriangleRatio(cloth, buildTriangleElements(cloth)) + largestRatio(withoutStretch(cloth)),
        describe(system) {
          system[TRIANGLES] = words.byteOffset;
        },
      };
    },
  };
}

/** The largest Σ κ w²/m of any particle [1/s²]. */
function largestTriangleRatio({ mass }: Cloth, { count, vertices, weights, stiffness }: TriangleElements): number {
  const sum = new Float64Array(mass.length);
  for (let e = 0; e < count; e++) {
    const [u, v, plus, minus] = stiffness.subarray(4 * e, 4 * e + 4);
    for (let a = 0; a < 3; a++) {
      const wu = weights[6 * e + a];
      const wv = weights[6 * e + 3 + a];
      const shear = 0.5 * (plus * (wu + wv) * (wu + wv) + minus * (wu - wv) * (wu - wv));
      sum[vertices[3 * e + a]] += u * wu * wu + v * wv * wv + shear;
    }
  }
  return sum.reduce((most, k, i) => Math.max(most, k / mass[i]), 0);
}
