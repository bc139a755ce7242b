import type { Couplings } from "../../core/constraints.ts";
import type { Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { Force } from "../../forces/force-term.ts";
import type { ForceOptions, Forces } from "../../forces/forces.ts";
import { SPRING_JACOBIAN_DEFAULTS, type SpringJacobianOptions } from "../../forces/spring-jacobian.ts";
import { invertPermutation } from "../../mesh/invert-permutation.ts";
import type { ArraysOf } from "../array-table.ts";
import * as table from "../array-table.ts";
import { countChunks, shareOut } from "../jobs.ts";
import { instantiateKernels, joinTeam, type Kernels } from "../kernels.ts";
import { BLOCK_FLOOR, MODEL, NUMBERS, STRETCH } from "../layout/block-numbers.ts";
import * as at from "../layout/block-words.ts";
import { createKernelMemory, type KernelMemory, sizeOf } from "../memory.ts";
import type { KernelModule } from "../module.ts";
import type { BlockCouplings } from "./block-couplings.ts";
import { TIE_SIZE } from "./block-limits.ts";
import { describeModel, fillStiffness } from "./block-model.ts";
import { type BlockSliders, createBlockSliders, type SlidingParticles, sizeOfBlockSliders } from "./block-sliders.ts";
import { createHalfEdges, type LaidEdges, planHalfEdges } from "./half-edges.ts";
import type { RowFiller, RowFillerPlan } from "./row-filler.ts";
import type { SweepStrips } from "./sweep-strips.ts";

/** Particles that the kernels must not move, or only along a body or with others: what a method knows as its pins. */
export interface BlockPins {
  /** 1 for a held particle; then the held ones. */
  readonly held: Uint8Array;
  readonly indices: Uint32Array;
  readonly count: number;
  readonly sliders?: SlidingParticles | undefined;
  readonly contacts?: Couplings | undefined;
}

export interface BlockKernelsSetup {
  readonly cloth: Cloth;
  readonly pins: BlockPins;
  /** The forces of the step: kernels that do not compute all of them are refused. */
  readonly forces: Forces<Force>;
  readonly forceOptions: ForceOptions;
  /** The particle of each row. */
  readonly order: Uint32Array;
  /** Below this Σ σ_K k over the mass, of any particle, single precision is enough. */
  readonly stiffest: number;
  /** What is added to diagonal blocks before they are inverted, over their trace: a preconditioner must not fail, a sweep must not slow down. */
  readonly blockFloor: number;
  /** Whether conjugate gradients are to be used: their products go over pairs, and they know friction. */
  readonly isSolved: boolean;
  /** That of conjugate gradients. */
  readonly tolerance?: number;
  /** Another way to lay out the rows, for sweeps (src/kernels/blocks/sweep-rows.ts). */
  readonly planRows?: typeof planRows | undefined;
  /** Another way to fill matrix and right-hand side. */
  readonly rows?: RowFillerPlan | undefined;
}

/** What the kernels with blocks have in their memory. */
export interface BlockSystem extends ArraysOf<ReturnType<typeof listArrays>> {
  readonly memory: KernelMemory;
  readonly kernels: Kernels;
  /** Calls the team of threads, if there is one. */
  readonly call: () => void;
  /** What jobs are told (src/kernels/layout/block-words.ts), how many chunks they have, and the rows of each. */
  readonly words: Uint32Array;
  readonly chunks: number;
  readonly ranges: Uint32Array;
  /** The row of each particle. */
  readonly rank: Uint32Array;
  readonly sliders: BlockSliders;
  readonly ties: BlockCouplings | undefined;
  /** Ties that there is room for. */
  readonly capacity: number;
  /** For sweeps. */
  readonly strips: SweepStrips | undefined;
  /** Where the setup has some. */
  readonly ownRows: RowFiller | undefined;
  /** An array of the cloth; nine are to be had. */
  createArray(): Float64Array;
}

/** Ties that there is room for, over the number of particles. */
const TIES = 2;

/** Arrays of the cloth, those of a simulation among them; jobs. */
const ARRAYS = 11;
const JOBS = 8;

/** Where products go over pairs, more chunks have too many in common: at 160 × 160 30 iterations on one thread take 46.5 ms in one, 47.5 in 4, 49.0 in 8. */
const MOST_CHUNKS_OF_PAIRS = 4;
const MOST_CHUNKS = 8;

/** Where the rows of the matrix go in a memory. */
export interface RowsPlan {
  /** How many groups of neighbours there are, chunks, rows with neighbours in other chunks, and bytes that `create` takes. */
  readonly groups: number;
  readonly chunks: number;
  readonly commonRows: number;
  readonly bytes: number;
  create(memory: KernelMemory, stiffness: Float32Array): { readonly edges: LaidEdges; readonly strips?: SweepStrips | undefined };
}

/** `rank` is the row of each particle. */
export function* planRows({ cloth, order, forceOptions }: BlockKernelsSetup, rank: Uint32Array, chunks: number): Slices<RowsPlan> {
  const plan = planHalfEdges(cloth, forceOptions.bending ?? true, order, rank, true, chunks);
  return {
    ...plan,
    create(memory, stiffness) {
      const edges = createHalfEdges(plan, cloth, order, rank, memory);
      fillStiffness(cloth.springs, { ...SPRING_JACOBIAN_DEFAULTS, ...forceOptions }, edges.springPlace, stiffness);
      return { edges };
    },
  };
}

/** The arrays of a system by themselves. Vectors are (x, y, z, 0) a row in single precision, for a multiple of four rows. */
const listArrays = ({ cloth, rows, isSolved }: BlockKernelsSetup, { groups }: RowsPlan, chunks: number) => {
  const n = cloth.particleCount;
  const padded = 4 * Math.ceil(n / 4);
  const vector = (place: number) => table.floats(4 * place, 4 * padded);
  return {
    stiffness: table.floats(4 * at.STIFFNESS, 12 * groups),
    columns: table.words(4 * at.COLUMNS, 4 * groups),
    blocks: table.floats(4 * at.BLOCKS, rows === undefined ? 16 * groups : 0),
    /** See src/kernels/layout/block-numbers.ts. */
    numbers: table.doubles(4 * at.NUMBERS, NUMBERS),
    /** Two numbers that each chunk leaves. */
    parts: table.doubles(4 * at.PARTS, 2 * chunks),
    /** The byte offset of each row in arrays of the cloth. */
    offsets: table.words(table.NOWHERE, n),
    /** hi and lo of each row. */
    positions: table.floats(4 * at.POSITIONS, 8 * padded),
    /** Sixteen numbers each: the columns of the inverse diagonal block, and M′. */
    rows: table.floats(4 * at.ROWS, 16 * padded),
    /** Mass, damping, and 1 or 0 for free or held. */
    particles: vector(at.PARTICLES),
    velocities: vector(at.VELOCITIES),
    impulses: vector(at.IMPULSES),
    b: vector(at.RIGHT_SIDE),
    y: vector(at.SOLUTION),
    z: vector(at.PRECONDITIONED),
    p: vector(at.DIRECTION),
    q: vector(at.PRODUCT),
    r: vector(at.RESIDUAL),
    inertia: vector(at.INERTIA),
    /** Byte offsets of the vectors of held rows, and what src/kernels/assembly/blocks/block-rows-bound.ts is told. */
    held: table.words(table.NOWHERE, n),
    bound: table.words(4 * at.BOUND, at.BOUND_WORDS),
    ...(isSolved && { saved: table.floats(4 * at.SAVED, 12 * n) }),
  };
};

/** Bytes of all that a system has in its memory besides these arrays. */
function countBytes({ cloth, rows, isSolved }: BlockKernelsSetup, plan: RowsPlan, capacity: number, chunks: number): number {
  const n = cloth.particleCount;
  const room = plan.bytes + (rows?.size(plan, n) ?? 0) + sizeOf(4 * TIE_SIZE * capacity) + sizeOfBlockSliders(isSolved ? n : 0);
  return room + ARRAYS * sizeOf(24 * n) + JOBS * sizeOf(64) + 2 * sizeOf(8 * chunks);
}

/** Mass, damping, and 1 for a free particle, row by row. */
function fillParticles({ particleCount, mass, viscousDamping }: Cloth, order: Uint32Array, particles: Float32Array): void {
  for (let row = 0; row < particleCount; row++) {
    particles[4 * row] = mass[order[row]];
    particles[4 * row + 1] = viscousDamping[order[row]];
    particles[4 * row + 2] = 1;
  }
}

export function* prepareBlockSystem(setup: BlockKernelsSetup, module: KernelModule): Slices<BlockSystem> {
  const { cloth, pins, order, isSolved, blockFloor } = setup;
  const { particleCount: n } = cloth;
  const model: SpringJacobianOptions = { ...SPRING_JACOBIAN_DEFAULTS, ...setup.forceOptions };
  const rank = invertPermutation(order);
  const chunks = countChunks(n, isSolved ? MOST_CHUNKS_OF_PAIRS : MOST_CHUNKS);
  const plan = yield* (setup.planRows ?? planRows)(setup, rank, chunks);
  yield;
  const capacity = isSolved && module.createTies ? TIES * n : 0;
  const pieces = listArrays(setup, plan, chunks);
  const memory = createKernelMemory(table.sizeOfArrays(pieces, 4 * at.BLOCK_WORDS) + countBytes(setup, plan, capacity, chunks), module);
  const kernels = instantiateKernels(module, memory, "solveBlocks");
  const call = joinTeam(module, memory, "solveBlocks");
  const { arrays, words } = table.layArrays(pieces, 4 * at.BLOCK_WORDS, memory);
  const { numbers, rows, b, bound } = arrays;
  yield;
  const { edges, strips } = plan.create(memory, arrays.stiffness);
  yield;
  for (let e = 0; e < arrays.columns.length; e++) arrays.columns[e] = edges.neighbour[e] / 2;
  for (let row = 0; row < n; row++) arrays.offsets[row] = 24 * order[row];
  const ownRows = setup.rows?.create(edges, memory, kernels);
  const sliders = createBlockSliders(isSolved && pins.sliders ? n : 0, memory, kernels, rows, b, setup.tolerance ?? 1);
  const { blocks = arrays.blocks, diagonals } = ownRows ?? {};
  const tied = { rank, held: pins.held, rowStart: edges.rowStart, blocks, diagonals, rows, b, blockFloor };
  const ties = module.createTies?.(tied, memory.floats(TIE_SIZE * capacity));
  const ranges = shareOut(memory, n, 1, chunks);

  numbers.set(describeModel(model.jacobian), MODEL);
  numbers[BLOCK_FLOOR] = blockFloor;
  numbers[STRETCH] = 1;
  fillParticles(cloth, order, arrays.particles);
  bound[at.HELD_ROWS] = arrays.held.byteOffset;
  bound[at.SLIDER_ROWS] = sliders.rows.byteOffset;
  bound[at.SLIDER_NORMALS] = sliders.normals.byteOffset;
  bound[at.SLIDER_GRIPS] = sliders.grips.byteOffset;
  if (ties !== undefined) bound[at.TIES] = ties.records.byteOffset;
  words[at.RANGES] = ranges.byteOffset;
  words[at.ROW_START] = edges.rowStart.byteOffset;
  words[at.OWNED_END] = edges.ownedEnd.byteOffset;
  words[at.COMMON_RANGES] = edges.commonRanges.byteOffset;
  words[at.COMMON_ROWS] = edges.commonRows.byteOffset;
  words[at.NEIGHBOUR] = edges.neighbour.byteOffset;
  words[at.TRAITS] = edges.traits.byteOffset;
  words[at.SCRATCH] = edges.scratch.byteOffset;
  words[at.SCRATCH_SIZE] = 4 * edges.scratchSize;
  strips?.describe(words);
  ownRows?.describe(words);
  const createArray = (): Float64Array => memory.doubles(3 * n);
  return { ...arrays, memory, kernels, call, words, chunks, ranges, rank, sliders, ties, capacity, strips, ownRows, createArray };
}
