import type { Couplings } from "../../core/constraints.ts";
import type { Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { ForceOptions, Forces } from "../../forces/catalog.ts";
import { SPRING_JACOBIAN_DEFAULTS, type SpringJacobianOptions } from "../../forces/spring-jacobian.ts";
import { CONTACT_STIFFNESS } from "../../linalg/couplings.ts";
import { invertPermutation } from "../../mesh/reorder.ts";
import { countChunks, shareOut } from "../jobs.ts";
import { instantiateKernels, joinTeam, type Kernels } from "../kernels.ts";
import { BLOCK_FLOOR, MODEL, NUMBERS, STRETCH } from "../layout/block-numbers.ts";
import * as at from "../layout/block-words.ts";
import { createKernelMemory, type KernelMemory, sizeOf } from "../memory.ts";
import type { KernelModule } from "../module.ts";
import { type BlockCouplings, COUPLING_SIZE, createBlockCouplings } from "./block-couplings.ts";
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
  readonly forces: Forces;
  readonly forceOptions: ForceOptions;
  /** The particle of each row. */
  readonly order: Uint32Array;
  /** Below this Σ σ_K k over the mass, of any particle, single precision is enough. */
  readonly stiffest: number;
  /** What is added to diagonal blocks before they are inverted, over their trace: a preconditioner must not fail, a sweep must not slow down. */
  readonly blockFloor: number;
  /** Whether conjugate gradients are to be used: their products go over pairs, and they know friction. */
  readonly isSolved: boolean;
  /** Another way to lay out the rows, for sweeps (src/kernels/blocks/sweep-rows.ts). */
  readonly planRows?: typeof planRows | undefined;
  /** Another way to fill matrix and right-hand side. */
  readonly rows?: RowFillerPlan | undefined;
}

/** What the kernels with blocks have in their memory. Vectors are (x, y, z, 0) a row in single precision. */
export interface BlockSystem {
  readonly memory: KernelMemory;
  readonly kernels: Kernels;
  /** Calls whoever helps. */
  readonly call: () => void;
  /** What jobs are told (src/kernels/layout/block-words.ts), how many chunks they have, and which rows these are. */
  readonly words: Uint32Array;
  readonly chunks: number;
  readonly ranges: Uint32Array;
  /** Two numbers that each chunk leaves. */
  readonly parts: Float64Array;
  /** See src/kernels/layout/block-numbers.ts. */
  readonly numbers: Float64Array;
  /** The row of each particle, and the byte offset of each row in arrays of the cloth. */
  readonly rank: Uint32Array;
  readonly offsets: Uint32Array;
  /** hi and lo of each row. */
  readonly positions: Float32Array;
  /** Mass, damping, and 1 or 0 for free or held. */
  readonly particles: Float32Array;
  readonly velocities: Float32Array;
  readonly impulses: Float32Array;
  /** Sixteen numbers each: the columns of the inverse diagonal block, and M′. */
  readonly rows: Float32Array;
  readonly b: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  readonly q: Float32Array;
  /** Byte offsets of the vectors of held rows, and what src/kernels/assembly/blocks/block-rows-bound.ts is told. */
  readonly held: Uint32Array;
  readonly bound: Uint32Array;
  readonly sliders: BlockSliders;
  readonly ties: BlockCouplings;
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

/** Vectors, positions counted as two and rows as four; arrays of the cloth, those of a simulation among them; jobs. */
const VECTORS = 18;
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
function* planRows({ cloth, order, forceOptions }: BlockKernelsSetup, rank: Uint32Array, chunks: number): Slices<RowsPlan> {
  const bending = forceOptions.bending ?? true;
  const plan = planHalfEdges(cloth, bending, order, rank, true, chunks);
  return {
    ...plan,
    create(memory, stiffness) {
      const edges = createHalfEdges(plan, cloth, order, rank, memory);
      edges.fill(cloth, bending);
      fillStiffness(cloth.springs, { ...SPRING_JACOBIAN_DEFAULTS, ...forceOptions }, edges.springPlace, stiffness);
      return { edges };
    },
  };
}

/** Vectors have a multiple of four rows. */
function padRows(particleCount: number): number {
  return 4 * Math.ceil(particleCount / 4);
}

/** Bytes of all that a system has in its memory. */
function countBytes({ cloth, rows, isSolved }: BlockKernelsSetup, plan: RowsPlan, chunks: number): number {
  const n = cloth.particleCount;
  const padded = padRows(n);
  return (
    plan.bytes +
    (rows?.size(plan, n) ?? 0) +
    sizeOf(16 * plan.groups) +
    sizeOf(48 * plan.groups) +
    sizeOf(64 * plan.groups) +
    VECTORS * sizeOf(16 * padded) +
    ARRAYS * sizeOf(24 * n) +
    3 * sizeOf(4 * n) +
    (isSolved ? sizeOf(4 * COUPLING_SIZE * TIES * n) + sizeOf(48 * n) + sizeOfBlockSliders(n) : sizeOfBlockSliders(0)) +
    JOBS * sizeOf(64) +
    sizeOf(4 * at.BOUND_WORDS) +
    sizeOf(4 * at.BLOCK_WORDS) +
    3 * sizeOf(16 * chunks) +
    sizeOf(8 * NUMBERS)
  );
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
  const { cloth, pins, order, isSolved } = setup;
  const { particleCount: n } = cloth;
  const model: SpringJacobianOptions = { ...SPRING_JACOBIAN_DEFAULTS, ...setup.forceOptions };
  const rank = invertPermutation(order);
  const padded = padRows(n);
  const chunks = countChunks(n, isSolved ? MOST_CHUNKS_OF_PAIRS : MOST_CHUNKS);
  const plan = yield* (setup.planRows ?? planRows)(setup, rank, chunks);
  yield;
  const memory = createKernelMemory(countBytes(setup, plan, chunks), module);
  const kernels = instantiateKernels(module, memory, "solveBlocks");
  const call = joinTeam(module, memory);
  yield;
  const stiffness = memory.floats(12 * plan.groups);
  const { edges, strips } = plan.create(memory, stiffness);
  yield;
  const columns = memory.words(4 * plan.groups);
  for (let e = 0; e < columns.length; e++) columns[e] = edges.neighbour[e] / 2;
  const ownRows = setup.rows?.create(edges, memory, kernels);
  const blocks = ownRows?.blocks ?? memory.floats(16 * plan.groups);
  const numbers = memory.doubles(NUMBERS);
  const offsets = memory.words(n);
  for (let row = 0; row < n; row++) offsets[row] = 24 * order[row];
  const createVector = (): Float32Array => memory.floats(4 * padded);
  const createArray = (): Float64Array => memory.doubles(3 * n);
  const positions = memory.floats(8 * padded);
  const rows = memory.floats(16 * padded);
  const [particles, velocities, impulses, b, y, z, p, q, r, inertia] = Array.from({ length: 10 }, createVector);
  const held = memory.words(n);
  const sliders = createBlockSliders(isSolved && pins.sliders ? n : 0, memory, kernels, rows, b);
  const capacity = isSolved ? TIES * n : 0;
  const ties = createBlockCouplings(
    {
      rank,
      held: pins.held,
      rowStart: edges.rowStart,
      blocks,
      diagonals: ownRows?.diagonals,
      rows,
      b,
      blockFloor: setup.blockFloor,
    },
    CONTACT_STIFFNESS,
    memory.floats(COUPLING_SIZE * capacity),
  );
  const bound = memory.words(at.BOUND_WORDS);

  numbers.set(describeModel(model.jacobian), MODEL);
  numbers[BLOCK_FLOOR] = setup.blockFloor;
  numbers[STRETCH] = 1;
  fillParticles(cloth, order, particles);
  bound[at.HELD_ROWS] = held.byteOffset;
  bound[at.SLIDER_ROWS] = sliders.rows.byteOffset;
  bound[at.SLIDER_NORMALS] = sliders.normals.byteOffset;
  bound[at.SLIDER_GRIPS] = sliders.grips.byteOffset;
  bound[at.TIES] = ties.records.byteOffset;

  const ranges = shareOut(memory, n, 1, chunks);
  const parts = memory.doubles(2 * chunks);
  const words = memory.words(at.BLOCK_WORDS);
  words[at.RANGES] = ranges.byteOffset;
  words[at.ROW_START] = edges.rowStart.byteOffset;
  words[at.OWNED_END] = edges.ownedEnd.byteOffset;
  words[at.COMMON_RANGES] = edges.commonRanges.byteOffset;
  words[at.COMMON_ROWS] = edges.commonRows.byteOffset;
  words[at.NEIGHBOUR] = edges.neighbour.byteOffset;
  words[at.COLUMNS] = columns.byteOffset;
  words[at.TRAITS] = edges.traits.byteOffset;
  words[at.STIFFNESS] = stiffness.byteOffset;
  words[at.BLOCKS] = blocks.byteOffset;
  words[at.ROWS] = rows.byteOffset;
  words[at.SCRATCH] = edges.scratch.byteOffset;
  words[at.SCRATCH_SIZE] = 4 * edges.scratchSize;
  words[at.PARTICLES] = particles.byteOffset;
  words[at.POSITIONS] = positions.byteOffset;
  words[at.VELOCITIES] = velocities.byteOffset;
  words[at.IMPULSES] = impulses.byteOffset;
  words[at.RIGHT_SIDE] = b.byteOffset;
  words[at.NUMBERS] = numbers.byteOffset;
  words[at.PARTS] = parts.byteOffset;
  words[at.RESIDUAL] = r.byteOffset;
  words[at.INERTIA] = inertia.byteOffset;
  words[at.DIRECTION] = p.byteOffset;
  words[at.PRODUCT] = q.byteOffset;
  words[at.PRECONDITIONED] = z.byteOffset;
  words[at.SOLUTION] = y.byteOffset;
  words[at.BOUND] = bound.byteOffset;
  if (isSolved) words[at.SAVED] = memory.floats(12 * n).byteOffset;
  strips?.describe(words);
  ownRows?.describe(words);
  return {
    memory,
    kernels,
    call,
    words,
    chunks,
    ranges,
    parts,
    numbers,
    rank,
    offsets,
    positions,
    particles,
    velocities,
    impulses,
    rows,
    b,
    y,
    z,
    q,
    held,
    bound,
    sliders,
    ties,
    capacity,
    strips,
    ownRows,
    createArray,
  };
}
