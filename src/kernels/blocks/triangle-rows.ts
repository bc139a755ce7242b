import { UnsupportedError } from "../../core/errors.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { ShearModel } from "../../fabric/triangle-stiffness.ts";
import { TRIANGLE_TERMS } from "../../forces/forces.ts";
import { buildTriangleElements, type TriangleElements } from "../../forces/triangle-elements.ts";
import { TRIANGLES } from "../layout/block-words.ts";
import { IS_ANGLE, SLOTS } from "../layout/triangle-words.ts";
import { sizeOf } from "../memory.ts";
import { type KernelTriangles, planKernelTriangles, withoutStretch } from "../triangles/kernel-triangles.ts";
import { largestRatio } from "./block-model.ts";
import { SKEW, SYMMETRIC } from "./full-pairs.ts";
import { createFullRows, sizeOfFullRows } from "./full-rows.ts";
import type { RowFillerPlan } from "./row-filler.ts";
import { fillTriangleSlots, GROUP_SLOTS } from "./triangle-slots.ts";

/** What kernels with blocks need to know of a cloth of triangles: for them, and for what is left of it. */
export interface TriangleRows {
  readonly cloth: Cloth;
  readonly rows: RowFillerPlan;
}

/**
 * Triangles in the matrix of kernels with blocks, beside what the cloth has besides them, in WebAssembly and single precision. What src/forces/triangle-axes.ts and
 * baraff-witkin-shear.ts do in double precision is the specification. Rows are numbered as particles are.
 */
export function planTriangleRows(whole: Cloth, shear: ShearModel): TriangleRows {
  const elements = buildTriangleElements(whole);
  const rest = withoutStretch(whole);
  const rank = Uint32Array.from(whole.mass, (_, i) => i);
  const size = shear === "axes" ? SYMMETRIC : SKEW;
  let triangles: KernelTriangles;
  const rows: RowFillerPlan = {
    terms: TRIANGLE_TERMS,
    size(plan, n) {
      triangles = planKernelTriangles(whole, rank, plan.chunks, false);
      return sizeOfFullRows(plan, n, size) + triangles.bytes + sizeOf(4 * GROUP_SLOTS * triangles.groupCount);
    },
    create(edges, memory, kernels) {
      if (kernels.isWhole === undefined) {
        throw new UnsupportedError("loadBlockKernels() of drape/core knows no triangles: loadAllKernels() does");
      }
      const full = createFullRows(edges, size, memory);
      const { groups, words } = triangles.create(memory);
      const slots = memory.words(GROUP_SLOTS * triangles.groupCount);
      fillTriangleSlots(groups, full.pairs, slots);
      words[SLOTS] = slots.byteOffset;
      words[IS_ANGLE] = shear === "axes" ? 0 : 1;
      return {
        ...full,
        ratio: largestTriangleRatio(whole, elements) + largestRatio(rest),
        describe(system) {
          full.describe(system);
          system[TRIANGLES] = words.byteOffset;
        },
      };
    },
  };
  return { cloth: withEdges(rest, elements), rows };
}

/** The cloth with a spring of no stiffness for every edge of these triangles that has none: so rows have room for its block. */
function withEdges(cloth: Cloth, { vertices }: TriangleElements): Cloth {
  const { particleCount: n, springs } = cloth;
  const known = new Set<number>();
  const isNew = (i: number, j: number): boolean => known.size < known.add(n * Math.min(i, j) + Math.max(i, j)).size;
  for (let s = 0; s < springs.count; s++) isNew(springs.ends[2 * s], springs.ends[2 * s + 1]);
  const ends = Array.from(springs.ends.subarray(0, 2 * springs.count));
  for (let e = 0; e < vertices.length; e += 3) {
    const [i, j, k] = vertices.subarray(e, e + 3);
    for (const [a, b] of [
      [i, j],
      [j, k],
      [k, i],
    ]) {
      if (isNew(a, b)) ends.push(a, b);
    }
  }
  const count = ends.length / 2;
  const take = (values: Float64Array, more: number): Float64Array => {
    const taken = new Float64Array(count).fill(more, springs.count);
    taken.set(values.subarray(0, springs.count));
    return taken;
  };
  return {
    ...cloth,
    springs: {
      count,
      ends: Uint32Array.from(ends),
      restLength: take(springs.restLength, 1),
      stiffness: take(springs.stiffness, 0),
      kind: Uint8Array.from({ length: count }, (_, s) => springs.kind[s]),
      asymmetric: Uint8Array.from({ length: count }, (_, s) => springs.asymmetric[s]),
      relativeDamping: take(springs.relativeDamping, 0),
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
