import type { Cloth } from "../../fabric/cloth.ts";
import { buildTriangleElements } from "../../forces/triangle-elements.ts";
import { filled, floats, layArrays, NOWHERE, sizeOfArrays } from "../array-table.ts";
import * as at from "../layout/triangle-words.ts";
import type { KernelMemory } from "../memory.ts";
import { groupTriangles, type TriangleGroups } from "./triangle-groups.ts";

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
  const groups = groupTriangles(buildTriangleElements(cloth), rank, chunks);
  const groupCount = groups.own.length;
  const pieces = {
    ranges: filled(4 * at.RANGES, groups.ranges),
    corners: filled(4 * at.CORNERS, groups.corners),
    own: filled(4 * at.OWN, groups.own),
    traits: filled(4 * at.TRAITS, groups.traits),
    scratch: floats(4 * at.SCRATCH, (SCRATCH / 4) * chunks),
    kept: floats(isKept ? 4 * at.KEPT : NOWHERE, isKept ? (KEPT / 4) * groupCount : 0),
  };
  return {
    groupCount,
    bytes: sizeOfArrays(pieces, 4 * at.TRIANGLE_WORDS),
    create(memory) {
      const { words } = layArrays(pieces, 4 * at.TRIANGLE_WORDS, memory);
      words[at.SCRATCH_SIZE] = SCRATCH;
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
