import type { HalfEdges } from "../wasm/half-edges.ts";
import type { Kernels } from "../wasm/kernels.ts";
import type { KernelMemory } from "../wasm/memory.ts";

/** Where the blocks of a matrix are, as src/wasm/assembly/block-product.ts reads them: of each row groups from rowStart on, up to ownedEnd those of pairs that it owns. */
export interface BlockTable {
  readonly rowStart: Uint32Array;
  readonly ownedEnd: Uint32Array;
  /** Byte offsets of four neighbours' vectors a group, and 16 numbers. */
  readonly columns: Uint32Array;
  readonly blocks: Float32Array;
}

export function createBlockTable({ rowStart, ownedEnd, neighbour }: HalfEdges, memory: KernelMemory): BlockTable {
  const columns = memory.words(neighbour.length);
  for (let e = 0; e < columns.length; e++) columns[e] = neighbour[e] / 2;
  return { rowStart, ownedEnd, columns, blocks: memory.floats(4 * neighbour.length) };
}

/** Where what `BlockRows` computes with lies in the memory of the kernels, in bytes. */
export interface BlockPlaces {
  readonly offsets: number;
  readonly rowStart: number;
  readonly neighbour: number;
  readonly traits: number;
  readonly stiffness: number;
  /** The other array of `begin`, as the cloth numbers it. */
  readonly staging: number;
  readonly positions: number;
  readonly particles: number;
  readonly numbers: number;
  readonly b: number;
  readonly rows: number;
}

/** Another way to fill matrix and right-hand side than that of the θ-blend (src/solvers/paid-rows.ts): only those who use it need to load it. */
export interface BlockRows {
  readonly table: BlockTable;
  /** Blocks, inverse diagonal blocks, and b += what acts in the step, 0 on held rows. */
  assemble(at: BlockPlaces): void;
}

export interface BlockRowsPlan {
  /** Bytes that `create` takes, where the half-edges take so many. */
  size(particleCount: number, halfEdges: number): number;
  create(edges: HalfEdges, memory: KernelMemory, kernels: Kernels): BlockRows;
}
