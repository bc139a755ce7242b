import { UnsupportedError } from "../../core/errors.ts";
import { finish, type Slices } from "../../core/slices.ts";
import type { Proposal, StateArrays } from "../../core/state.ts";
import { clearNormals } from "../../linalg/clear-normals.ts";
import { createForeignArrays } from "../foreign-arrays.ts";
import { createJob, type Job, runJob, shareOut } from "../jobs.ts";
import { requireKnownTerms } from "../known-terms.ts";
import * as number from "../layout/block-numbers.ts";
import * as word from "../layout/block-words.ts";
import * as ids from "../layout/job-ids.ts";
import * as job from "../layout/job-words.ts";
import type { KernelModule } from "../module.ts";
import { largestRatio } from "./block-model.ts";
import { computeImpulses } from "./block-sliders.ts";
import { type BlockKernelsSetup, type BlockSystem, prepareBlockSystem } from "./block-system.ts";

/**
 * The implicit step with 3×3 blocks in WebAssembly and single precision: A Δv = b with A = M + σ_C C + σ_K K and
 *
 *     b = impulse + h F_elastic − (A − M) v / θ
 *
 * What src/linalg does in double precision is the specification. Numbers go in and out through `numbers`, for one that is handed to a
 * function may be allocated.
 */
export interface BlockKernels {
  /** For what sweeps over it (block-sweeps.ts), which may leave Δv in another of its arrays: `current` is the byte offset of that. */
  readonly system: BlockSystem;
  current: number;
  readonly numbers: Float64Array;
  /** For state and proposal: they need not be copied. */
  readonly arrays: StateArrays;
  /** h (F_ext …) [kg m/s], as the cloth numbers it: to be filled before `begin`. */
  readonly impulse: Float64Array;
  /** Δv [m/s], as the cloth numbers it, after `read`. */
  readonly deltaV: Float64Array;
  /** Whether single precision is enough for the springs with numbers[STIFFNESS_SCALE], and there is room for all ties. */
  suits(): boolean;
  /**
   * Fills matrix and right-hand side, with numbers[SECONDS] to numbers[INVERSE_THETA] = h, σ_K, σ_C, 1/θ, and Δv with 0. Sliders stay on their bodies, and
   * what touches is tied. `isSteady` where the impulse is what it was. A − M is multiplied by `other`, v where there is none; `rows` of the setup may read it otherwise. Where it is asked
   * `again`, x is the same.
   */
  begin(x: Float64Array, v: Float64Array, isSteady?: boolean, other?: Float64Array, again?: boolean): void;
  /** Takes Δv for the start of conjugate gradients, but for what would move held particles, or sliders along their normals. */
  write(): void;
  /** Conjugate gradients from 0 or from what was written; numbers[TOLERANCE] to numbers[MAX_ITERATIONS] in, numbers[ITERATIONS] to numbers[CONVERGED] out; the impulses of sliders are known then. */
  solve(): void;
  read(): void;
  /** v* = v + Δv,   x* = x + h (v + θΔv), with numbers[SECONDS] and numbers[THETA] */
  move(x: Float64Array, v: Float64Array, next: Proposal): void;
}

/** The jobs that bring arrays of the cloth to the kernels and back. */
function createBlockJobs(system: BlockSystem, impulse: Float64Array, deltaV: Float64Array): Record<BlockJob, Job> {
  const { memory, chunks, ranges, parts, numbers, offsets, ownRows, positions, velocities, impulses, y } = system;
  return {
    split: createJob(memory, ids.SPLIT_POSITIONS, ranges, { [job.COPY_OFFSETS]: offsets, [job.COPY_TO]: positions }),
    takeOther: createJob(memory, ownRows?.positions ? ids.SPLIT_POSITIONS : ids.GATHER_VECTORS, ranges, {
      [job.COPY_OFFSETS]: offsets,
      [job.COPY_TO]: ownRows?.positions ?? velocities,
    }),
    gatherImpulses: createJob(memory, ids.GATHER_VECTORS, ranges, {
      [job.COPY_OFFSETS]: offsets,
      [job.COPY_FROM]: impulse,
      [job.COPY_TO]: impulses,
    }),
    gatherStart: createJob(memory, ids.GATHER_VECTORS, ranges, { [job.COPY_OFFSETS]: offsets, [job.COPY_FROM]: deltaV, [job.COPY_TO]: y }),
    scatter: createJob(memory, ids.SCATTER_VECTORS, ranges, { [job.COPY_OFFSETS]: offsets, [job.COPY_TO]: deltaV }),
    blend: createJob(memory, ids.BLEND_PARTICLES, ranges, {
      [job.END_OFFSETS]: offsets,
      [job.END_NUMBERS]: numbers.byteOffset + 8 * number.BLEND,
    }),
    largest: createJob(memory, ids.COMPUTE_ARRAY_LARGEST, shareOut(memory, offsets.length, 3, chunks), { [job.LARGEST_PARTS]: parts }),
  };
}

type BlockJob = "split" | "takeOther" | "gatherImpulses" | "gatherStart" | "scatter" | "blend" | "largest";

export function* prepareBlockKernels(setup: BlockKernelsSetup, module: KernelModule): Slices<BlockKernels> {
  const { cloth, pins, stiffest, isSolved } = setup;
  const { particleCount: n } = cloth;
  requireKnownTerms(setup.forces, setup.rows?.terms);
  if (cloth.springs.restLength.includes(0))
    throw new UnsupportedError("the kernels in WebAssembly do not compute springs of rest length 0");
  const system = yield* prepareBlockSystem(setup, module);
  yield;
  const { memory, kernels, call, words, chunks, parts, numbers, rank, ties, ownRows } = system;
  const { particles, b, y, q, held, bound, sliders } = system;
  const { createArray } = system;
  const impulse = createArray();
  const deltaV = createArray();
  const foreign = createForeignArrays(memory, n, 2);
  const ratio = ownRows?.ratio ?? largestRatio(cloth);
  /** Sliders that are kept on their bodies: sweeps leave them to the correction. */
  const kept = isSolved ? pins.sliders : undefined;
  const at = (array: Float32Array | Float64Array | Uint32Array): number => array.byteOffset;
  const addressOf = (k: number): number => at(numbers) + 8 * k;

  const { split, takeOther, gatherImpulses, gatherStart, scatter, blend, largest } = createBlockJobs(system, impulse, deltaV);
  let heldCount = 0;

  /** Held particles have a 0 where others have a 1. */
  function takePins(): void {
    for (let k = 0; k < heldCount; k++) particles[held[k] / 4 + 2] = 1;
    heldCount = pins.count;
    for (let k = 0; k < heldCount; k++) {
      held[k] = 16 * rank[pins.indices[k]];
      particles[held[k] / 4 + 2] = 0;
    }
  }

  function read(): void {
    scatter.words[job.COPY_FROM] = blocks.current;
    runJob(kernels, scatter);
    if (kept !== undefined) clearNormals(kept, deltaV, undefined);
  }

  const blocks: BlockKernels = {
    system,
    current: at(y),
    numbers,
    arrays: {
      createArray,
      numbers: numbers.subarray(number.RESULT),
      computeArrayLargest(array) {
        largest.words[job.LARGEST_A] = foreign.read(array, 0);
        runJob(kernels, largest);
        kernels.maximiseChunks(chunks, at(parts), addressOf(number.RESULT));
      },
    },
    impulse,
    deltaV,
    suits: () => numbers[number.STIFFNESS_SCALE] * ratio <= stiffest && (!isSolved || (pins.contacts?.count ?? 0) <= system.capacity),
    begin(x, v, isSteady = false, other = v, again = false) {
      call();
      takePins();
      split.words[job.COPY_FROM] = foreign.read(x, 0);
      if (!again) runJob(kernels, split);
      takeOther.words[job.COPY_FROM] = foreign.read(other, 0);
      runJob(kernels, takeOther);
      if (!isSteady) runJob(kernels, gatherImpulses);
      words[word.TO] = at(y);
      words[word.IS_SAVED] = again ? 1 : 0;
      kernels.run(ownRows?.job ?? ids.ASSEMBLE_BLOCKS, at(words), chunks);
      kernels.sumChunks(chunks, 2, at(parts), addressOf(number.SUMS));
      numbers[number.WHOLE] = numbers[number.SUMS];
      bound[word.TIE_COUNT] = isSolved ? (pins.contacts?.count ?? 0) : 0;
      if (pins.contacts !== undefined && bound[word.TIE_COUNT] > 0) ties?.tie(pins.contacts, v);
      sliders.seconds[0] = numbers[number.STRETCH] * numbers[number.SECONDS];
      if (kept !== undefined && kept.count > 0) sliders.constrain(kept, rank);
      words[word.HAS_START] = 0;
      blocks.current = at(y);
    },
    write() {
      for (let k = 0; k < pins.count; k++) deltaV.fill(0, 3 * pins.indices[k], 3 * pins.indices[k] + 3);
      if (kept !== undefined) clearNormals(kept, deltaV, undefined);
      runJob(kernels, gatherStart);
      words[word.HAS_START] = 1;
    },
    solve() {
      call();
      bound[word.HELD_COUNT] = heldCount;
      bound[word.SLIDER_COUNT] = kept?.count ?? 0;
      kernels.solveBlocks(n, at(words), chunks);
      if (kept !== undefined) computeImpulses(sliders, kept.count, q, b, numbers[number.STRETCH], kept.impulses);
    },
    read,
    move(x, v, next) {
      numbers[number.BLEND] = numbers[number.SECONDS];
      blend.words[job.END_CHANGE] = blocks.current;
      blend.words[job.END_V] = foreign.read(v, 0);
      blend.words[job.END_X] = foreign.read(x, 1);
      blend.words[job.END_NEXT_V] = foreign.placeOf(next.v, 0);
      blend.words[job.END_NEXT_X] = foreign.placeOf(next.x, 1);
      runJob(kernels, blend);
      if (kept !== undefined && kept.count > 0) sliders.move(at(blend.words), kept.count);
      foreign.write(next.v, 0);
      foreign.write(next.x, 1);
    },
  };
  return blocks;
}

export function createBlockKernels(setup: BlockKernelsSetup, module: KernelModule): BlockKernels {
  return finish(prepareBlockKernels(setup, module));
}
