import type { Proposal } from "../core/state.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { ForceOptions } from "../forces/catalog.ts";
import { SPRING_JACOBIAN_DEFAULTS, type SpringJacobianOptions } from "../forces/spring-jacobian.ts";
import * as words from "../wasm/block-words.ts";
import { createBroughtArrays } from "../wasm/brought-arrays.ts";
import { createHalfEdges, planHalfEdges } from "../wasm/half-edges.ts";
import {
  APPLY_INVERSES,
  ASSEMBLE_BLOCKS,
  BLEND_PARTICLES,
  COMPUTE_ARRAY_LARGEST,
  COMPUTE_BLOCK_RESIDUAL,
  GATHER_VECTORS,
  SCATTER_VECTORS,
  SPLIT_POSITIONS,
  SWEEP_JACOBI,
  SWEEP_STRIPS,
} from "../wasm/job-ids.ts";
import { countChunks, createJob, type Job, runJob, shareOut } from "../wasm/jobs.ts";
import { instantiateKernels, joinTeam } from "../wasm/kernels.ts";
import { createKernelMemory, sizeOf } from "../wasm/memory.ts";
import type { KernelModule } from "../wasm/module.ts";
import { createSweepStrips, planSweepStrips, SWEEPS_AT_ONCE } from "../wasm/sweep-strips.ts";
import { COUPLING_SIZE, createBlockCouplings } from "./block-couplings.ts";
import { describeModel, fillStiffness, largestRatio } from "./block-model.ts";
import type { BlockRowsPlan } from "./block-rows-plan.ts";
import { type BlockSliders, computeImpulses, constrainRows } from "./block-sliders.ts";
import { CONTACT_STIFFNESS, clearNormals } from "./implicit-system.ts";
import type { Pins, StateArrays } from "./method.ts";

/**
 * The implicit step with 3×3 blocks in WebAssembly and single precision: A Δv = b with A = M + σ_C C + σ_K K and
 *
 *     b = impulse + h F_elastic − (A − M) v / θ
 *
 * What src/linalg does in double precision is the specification. Numbers go in and out through `numbers`, for one that is handed to a
 * function may be allocated.
 */
export interface BlockKernels {
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
   * what touches is tied. `isSteady` where the impulse is what it was. A − M is multiplied by `other`, v where there is none; `rows` of the setup may read it otherwise.
   */
  begin(x: Float64Array, v: Float64Array, isSteady?: boolean, other?: Float64Array): void;
  /** So many Gauss–Seidel sweeps in the order that the kernels were created with. */
  sweep(count: number): void;
  /** So many Jacobi sweeps, from Δv = 0. */
  sweepJacobi(count: number): void;
  /** ‖b − A Δv‖ over the length of the right-hand side for v + Δv, into numbers[RESULT]. */
  computeResidual(): void;
  /** Takes Δv for the start of conjugate gradients. */
  write(): void;
  /** Conjugate gradients from 0 or from what was written; numbers[TOLERANCE] to numbers[MAX_ITERATIONS] in, numbers[ITERATIONS] to numbers[CONVERGED] out; the impulses of sliders are known then. */
  solve(): void;
  read(): void;
  /** v* = v + Δv,   x* = x + h (v + θΔv), with numbers[SECONDS] and numbers[THETA] */
  move(x: Float64Array, v: Float64Array, next: Proposal): void;
}

export interface BlockKernelsSetup {
  readonly cloth: Cloth;
  readonly pins: Pins;
  readonly forceOptions: ForceOptions;
  /** The particle of each row. */
  readonly order: Uint32Array;
  /** Below this Σ σ_K k over the mass, of any particle, single precision is enough. */
  readonly stiffest: number;
  /** What is added to diagonal blocks before they are inverted, over their trace: a preconditioner must not fail, a sweep must not slow down. */
  readonly blockFloor: number;
  /** Whether conjugate gradients are to be used: their products go over pairs, and they know friction. */
  readonly isSolved: boolean;
  /** Another way to fill matrix and right-hand side. */
  readonly rows?: BlockRowsPlan | undefined;
}

export const SECONDS = 0;
export const STIFFNESS_SCALE = 1;
export const DAMPING_SCALE = 2;
const MODEL = 3;
const BLOCK_FLOOR = 5;
export const INVERSE_THETA = 6;
const FACTORS = INVERSE_THETA;
export const RESULT = 8;
const WHOLE = 9;
export const TOLERANCE = 10;
export const RESIDUAL_FLOOR = 11;
export const MAX_ITERATIONS = 12;
export const ITERATIONS = 13;
export const RESIDUAL = 14;
export const CONVERGED = 15;
/** h and θ for the end of the step. */
const BLEND = 22;
export const THETA = 23;
/** Two numbers that chunks have been summed up to. */
const SUMS = 24;
/** The whole step over the effective one h: friction acts in the whole of it, and impulses of sliders are for it. 1 unless it is set. */
export const STRETCH = 26;
const NUMBERS = 27;

/** Tolerances below are beyond single precision. */
export const LEAST_TOLERANCE = 1e-5;

/** With fewer strips at the same time threads would only wait for each other. */
const LEAST_WIDTH = 1.5;

/** Ties that there is room for, over the number of particles. */
const TIES = 2;

/** Vectors in `createBlockKernels`, positions counted as two and rows as four; arrays of the cloth, those of a simulation among them; jobs. */
const VECTORS = 18;
const ARRAYS = 9;
const JOBS = 8;

export function createBlockKernels(setup: BlockKernelsSetup, module: KernelModule): BlockKernels {
  const { cloth, pins, order, stiffest, isSolved } = setup;
  const { particleCount: n, springs, mass, viscousDamping } = cloth;
  const model: SpringJacobianOptions = { ...SPRING_JACOBIAN_DEFAULTS, ...setup.forceOptions };
  const bending = setup.forceOptions.bending ?? true;
  const rank = new Uint32Array(n);
  order.forEach((i, row) => {
    rank[i] = row;
  });
  const padded = 4 * Math.ceil(n / 4);
  const chunks = countChunks(n);
  const plan = planHalfEdges(cloth, bending, order, rank, isSolved);
  const { start, other } = plan.entries;
  const stripPlan = isSolved ? undefined : planSweepStrips(start, other, order, rank);
  const memory = createKernelMemory(
    plan.bytes +
      (stripPlan?.bytes ?? 0) +
      (setup.rows?.size(plan, n) ?? 0) +
      sizeOf(16 * plan.groups) +
      sizeOf(48 * plan.groups) +
      sizeOf(64 * plan.groups) +
      VECTORS * sizeOf(16 * padded) +
      ARRAYS * sizeOf(24 * n) +
      3 * sizeOf(4 * n) +
      (isSolved ? sizeOf(4 * COUPLING_SIZE * TIES * n) : 0) +
      JOBS * sizeOf(64) +
      sizeOf(32) +
      sizeOf(4 * words.BLOCK_WORDS) +
      3 * sizeOf(16 * chunks) +
      sizeOf(8 * NUMBERS),
    module,
  );
  const kernels = instantiateKernels(module, memory);
  const call = joinTeam(module, memory);
  const edges = createHalfEdges(plan, cloth, order, rank, memory);
  edges.fill(cloth, bending);
  const strips = stripPlan && createSweepStrips(stripPlan, memory);
  const columns = memory.words(4 * plan.groups);
  for (let e = 0; e < columns.length; e++) columns[e] = edges.neighbour[e] / 2;
  const stiffness = memory.floats(12 * plan.groups);
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
  /** Sliders that are kept on their bodies: sweeps leave them to the correction. */
  const kept = isSolved ? pins.sliders : undefined;
  const slides = kept === undefined ? 0 : n;
  const sliders: BlockSliders = {
    rows: memory.words(slides),
    normals: memory.floats(4 * slides),
    grips: memory.floats(4 * slides),
  };
  const capacity = isSolved ? TIES * n : 0;
  const ties = createBlockCouplings(
    {
      rank,
      held: pins.held,
      rowStart: ownRows?.rowStart ?? edges.rowStart,
      blocks,
      rows,
      b,
      blockFloor: setup.blockFloor,
    },
    CONTACT_STIFFNESS,
    memory.floats(COUPLING_SIZE * capacity),
  );
  const bound = memory.words(8);
  const impulse = createArray();
  const deltaV = createArray();
  const { placeOf, placeFor, bringBack } = createBroughtArrays(memory, n, 2);

  numbers.set(describeModel(model.jacobian), MODEL);
  numbers[BLOCK_FLOOR] = setup.blockFloor;
  numbers[STRETCH] = 1;
  fillStiffness(springs, model, edges.springPlace, stiffness);
  for (let row = 0; row < n; row++) {
    particles[4 * row] = mass[order[row]];
    particles[4 * row + 1] = viscousDamping[order[row]];
    particles[4 * row + 2] = 1;
  }
  const ratio = largestRatio(cloth);
  bound.set([0, held.byteOffset, 0, ...Object.values(sliders).map(({ byteOffset }) => byteOffset)]);
  bound[7] = ties.records.byteOffset;

  const ranges = shareOut(memory, n);
  const parts = memory.doubles(2 * chunks);
  const system = memory.words(words.BLOCK_WORDS);
  const at = (array: Float32Array | Float64Array | Uint32Array): number => array.byteOffset;
  const number = (k: number): number => at(numbers) + 8 * k;
  system[words.RANGES] = at(ranges);
  system[words.ROW_START] = at(edges.rowStart);
  system[words.OWNED_END] = at(edges.ownedEnd);
  system[words.COMMON_END] = at(edges.commonEnd);
  system[words.NEIGHBOUR] = at(edges.neighbour);
  system[words.COLUMNS] = at(columns);
  system[words.TRAITS] = at(edges.traits);
  system[words.STIFFNESS] = at(stiffness);
  system[words.BLOCKS] = at(blocks);
  system[words.ROWS] = at(rows);
  system[words.SCRATCH] = at(edges.scratch);
  system[words.SCRATCH_SIZE] = 4 * edges.scratchSize;
  system[words.PARTICLES] = at(particles);
  system[words.POSITIONS] = at(positions);
  system[words.VELOCITIES] = at(velocities);
  system[words.IMPULSES] = at(impulses);
  system[words.RIGHT_SIDE] = at(b);
  system[words.NUMBERS] = at(numbers);
  system[words.FACTORS] = number(FACTORS);
  system[words.SOLVE_NUMBERS] = number(TOLERANCE);
  system[words.PARTS] = at(parts);
  system[words.RESIDUAL] = at(r);
  system[words.INERTIA] = at(inertia);
  system[words.DIRECTION] = at(p);
  system[words.PRODUCT] = at(q);
  system[words.PRECONDITIONED] = at(z);
  system[words.SOLUTION] = at(y);
  system[words.BOUND] = at(bound);
  if (strips !== undefined) {
    system[words.STRIP_RANGES] = at(strips.ranges);
    system[words.TASKS] = at(strips.tasks);
    system[words.TASK_COUNT] = strips.tasks.length;
    system[words.NEAR_START] = at(strips.nearStart);
    system[words.NEAR] = at(strips.near);
    system[words.PROGRESS] = at(strips.progress);
    system[words.NEXT_TASK] = at(strips.progress) + 4 * (strips.progress.length - 1);
  }

  ownRows?.describe(system);

  const create = (id: number, ...args: number[]): Job => createJob(memory, id, ranges, [at(offsets), ...args]);
  /** 0 stands for what is another each time. */
  const split = create(SPLIT_POSITIONS, 0, at(positions));
  const takeOther = ownRows
    ? create(SPLIT_POSITIONS, 0, at(ownRows.positions))
    : create(GATHER_VECTORS, 0, at(velocities));
  const gatherImpulses = create(GATHER_VECTORS, at(impulse), at(impulses));
  const gatherStart = create(GATHER_VECTORS, at(deltaV), at(y));
  const scatter = create(SCATTER_VECTORS, 0, at(deltaV));
  const blend = create(BLEND_PARTICLES, 0, number(BLEND), 0, 0, 0, 0);
  const largest = createJob(memory, COMPUTE_ARRAY_LARGEST, shareOut(memory, n, 3), [0, at(parts)]);
  const runBlocks = (id: number, lanes = chunks): void => kernels.run(id, at(system), lanes);
  let heldCount = 0;
  /** Where Δv is. */
  let current = at(y);

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
    scatter.words[2] = current;
    runJob(kernels, scatter);
    if (kept !== undefined) clearNormals(kept, deltaV, undefined);
  }

  return {
    numbers,
    arrays: {
      createArray,
      numbers: numbers.subarray(RESULT),
      computeArrayLargest(array) {
        largest.words[1] = placeOf(array, 0);
        runJob(kernels, largest);
        kernels.maximiseChunks(chunks, at(parts), number(RESULT));
      },
    },
    impulse,
    deltaV,
    suits: () => numbers[STIFFNESS_SCALE] * ratio <= stiffest && (!isSolved || (pins.contacts?.count ?? 0) <= capacity),
    begin(x, v, isSteady = false, other = v) {
      call();
      takePins();
      numbers[FACTORS + 1] = numbers[DAMPING_SCALE];
      split.words[2] = placeOf(x, 0);
      runJob(kernels, split);
      takeOther.words[2] = placeOf(other, 0);
      runJob(kernels, takeOther);
      if (!isSteady) runJob(kernels, gatherImpulses);
      system[words.TO] = at(y);
      runBlocks(ownRows?.job ?? ASSEMBLE_BLOCKS);
      kernels.sumChunks(chunks, 2, at(parts), number(SUMS));
      numbers[WHOLE] = numbers[SUMS];
      bound[6] = isSolved ? (pins.contacts?.count ?? 0) : 0;
      if (pins.contacts !== undefined && bound[6] > 0) ties.tie(pins.contacts, v);
      if (kept !== undefined) constrainRows(kept, rank, numbers[STRETCH] * numbers[SECONDS], rows, b, sliders);
      system[words.HAS_START] = 0;
      current = at(y);
    },
    sweep(count) {
      if (strips === undefined) throw new Error("these kernels were created to solve");
      call();
      system[words.TO] = at(y);
      for (let done = 0; done < count; done += SWEEPS_AT_ONCE) {
        const now = Math.min(count - done, SWEEPS_AT_ONCE);
        strips.progress.fill(0);
        system[words.SWEEPS] = now;
        runBlocks(SWEEP_STRIPS, now === 1 || strips.width < LEAST_WIDTH ? 1 : chunks);
      }
    },
    sweepJacobi(count) {
      call();
      system[words.TO] = at(y);
      runBlocks(APPLY_INVERSES);
      current = at(y);
      for (let k = 1; k < count; k++) {
        system[words.FROM] = current;
        current = current === at(y) ? at(z) : at(y);
        system[words.TO] = current;
        runBlocks(SWEEP_JACOBI);
      }
    },
    computeResidual() {
      system[words.FROM] = current;
      runBlocks(COMPUTE_BLOCK_RESIDUAL);
      kernels.sumChunks(chunks, 2, at(parts), number(SUMS));
      const whole = numbers[WHOLE];
      numbers[RESULT] = whole > 0 ? Math.sqrt(numbers[SUMS] / whole) : 0;
    },
    write() {
      runJob(kernels, gatherStart);
      system[words.HAS_START] = 1;
    },
    solve() {
      call();
      bound[0] = heldCount;
      bound[2] = kept?.count ?? 0;
      kernels.solveBlocks(n, at(system), chunks);
      if (kept !== undefined) computeImpulses(sliders, kept.count, q, b, numbers[STRETCH], kept.impulses);
    },
    read,
    move(x, v, next) {
      numbers[BLEND] = numbers[SECONDS];
      blend.words[2] = current;
      blend.words[4] = placeOf(v, 0);
      blend.words[5] = placeOf(x, 1);
      blend.words[6] = placeFor(next.v, 0);
      blend.words[7] = placeFor(next.x, 1);
      runJob(kernels, blend);
      bringBack(next.v, 0);
      bringBack(next.x, 1);
      if (kept === undefined || kept.count === 0) return;
      read();
      for (let k = 0; k < kept.count; k++) {
        for (let c = 3 * kept.indices[k]; c < 3 * kept.indices[k] + 3; c++) {
          next.v[c] = v[c] + deltaV[c];
          next.x[c] = x[c] + numbers[SECONDS] * (v[c] + numbers[THETA] * deltaV[c]);
        }
      }
    },
  };
}
