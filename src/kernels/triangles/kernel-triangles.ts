import type { Cloth } from "../../fabric/cloth.ts";
import { buildTriangleElements } from "../../forces/triangle-elements.ts";
import * as at from "../layout/triangle-words.ts";
import { type KernelMemory, sizeOf } from "../memory.ts";
import { createTriangleGroups, planTriangleGroups, type TriangleGroups } from "./triangle-groups.ts";

/** Triangles for kernels in WebAssembly: only methods that have some load this. */
export interface KernelTriangles {
  readonly groupCount: number;
  /** Bytes that `create` takes. */
  readonly bytes: number;
  /** Tables in the kernels' memory, and the words that describe them. */
  create(memory: KernelMemory): { readonly groups: TriangleGroups; readonly words: Uint32Array };
}

/** Bytes of a chunk's scratch, and of what is kept of a group. */
const SCRATCH = 4 * 16 * 256;
const KEPT = 96;

/** `rank`: the row of each particle; rows are cut into so many chunks. `isKept`: whether forces are also asked for where the cloth has moved on. */
export function planKernelTriangles(cloth: Cloth, rank: Uint32Array, chunks: number, isKept: boolean): KernelTriangles {
  const plan = planTriangleGroups(buildTriangleElements(cloth), rank, chunks);
  const kept = isKept ? KEPT * plan.groupCount : 0;
  return {
    groupCount: plan.groupCount,
    bytes: plan.bytes + sizeOf(SCRATCH * chunks) + sizeOf(kept) + sizeOf(4 * at.TRIANGLE_WORDS),
    create(memory) {
      const groups = createTriangleGroups(plan, memory);
      const words = memory.words(at.TRIANGLE_WORDS);
      words[at.RANGES] = groups.ranges.byteOffset;
      words[at.CORNERS] = groups.corners.byteOffset;
      words[at.OWN] = groups.own.byteOffset;
      words[at.TRAITS] = groups.traits.byteOffset;
      words[at.SCRATCH] = memory.floats((SCRATCH / 4) * chunks).byteOffset;
      words[at.SCRATCH_SIZE] = SCRATCH;
      words[at.KEPT] = isKept ? memory.floats(kept / 4).byteOffset : 0;
      return { groups, words };
    },
  };
}

/** The cloth without what its triangles stand for: springs damp, if they do, and pull no more. */
export function withoutStretch(cloth: Cloth): Cloth {
  const { springs } = cloth;
  const isDamped = springs.relativeDamping.some((c) => c !== 0);
  const count = isDamped ? springs.count : 0;
  return { ...cloth, springs: { ...springs, count, stiffness: new Float64Array(springs.count) } };
}
