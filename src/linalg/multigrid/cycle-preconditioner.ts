import type { Improvement } from "../block-pcg.ts";
import { clearNormals, type Normals } from "../clear-normals.ts";
import type { VCycle } from "./v-cycle.ts";

/** What the cycle counts: src/kernels/assembly/blocks/block-cycle.ts has the same. */
const SHARE = 3;

/**
 * What a V-cycle B of a matrix that x, y and z share adds to inverse diagonal blocks D⁻¹, which alone know of axes:
 *
 *     z = D⁻¹ r + 3 P B P r,
 *
 * P taking out what moves sliders along their normals, where D⁻¹ leaves next to nothing. Symmetric, and positive on free rows, for D⁻¹ is and the rest is nowhere negative: ties and friction
 * that B knows nothing of cost iterations alone. B ≤ A₀⁻¹ of a stiffer matrix A₀, so 3 of it is still little.
 */
export function createCyclePreconditioner(rowCount: number, cycle: VCycle, sliders: Normals | undefined): Improvement {
  const right = new Float64Array(3 * rowCount);
  const result = new Float64Array(3 * rowCount);
  return (r, z, norms) => {
    right.set(r);
    if (sliders !== undefined) clearNormals(sliders, right, undefined);
    cycle(right, result);
    if (sliders !== undefined) clearNormals(sliders, result, undefined);
    let rz = 0;
    for (let c = 0; c < r.length; c++) {
      z[c] += SHARE * result[c];
      rz += r[c] * z[c];
    }
    norms[1] = rz;
  };
}

// Notes. Iterations of implicit Euler on swinging cotton, steps of 1/60 s, to 1e-2 and 1e-3 (none: not within 600): 80² particles by blocks alone 406 and none, by B alone 203 and 444, by both 106 and 174; 160²
// by both 109 and 183, 240² 123 and 218, by blocks none.
