import { UnsupportedError } from "../../core/errors.ts";
import type { Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { type Forces, TRIANGLE_TERMS } from "../../forces/catalog.ts";
import { countChunks } from "../jobs.ts";
import { instantiateKernels, joinTeam, type Kernels } from "../kernels.ts";
import { requireKnownTerms } from "../known-terms.ts";
import { createKernelMemory, type KernelMemory, sizeOf } from "../memory.ts";
import type { KernelModule } from "../module.ts";
import type { planKernelTriangles } from "../triangles/kernel-triangles.ts";
import { type EdgeGroups, planEdgeGroups } from "./edge-groups.ts";
import type { FinePlan, FineSolveKernels } from "./fine-solve-kernels.ts";
import type { HatPlan } from "./hat-kernels.ts";
import { type HatKernels, NUMBERS } from "./linear-kernels.ts";

/** A linear model as its kernels see it (src/methods/linear/linear-model.ts). */
export interface WasmLinearSetup {
  readonly cloth: Cloth;
  /** The particles that are held, in the first `count` entries. */
  readonly pins: { readonly indices: Uint32Array; readonly count: number };
  readonly forces: Forces;
  readonly bending: boolean;
  readonly model: {
    /** Present where triangles, not springs, are made linear; then how kernels see them, and the cloth without what they stand for. */
    readonly membraneTerms?: unknown;
    readonly planTriangles?: typeof planKernelTriangles;
    readonly withoutStretch?: (cloth: Cloth) => Cloth;
    /** Whether repeated steps take their targets as the first does. */
    readonly repeatTargets: boolean;
  };
  /** The same for residuals after the first of a step. */
  readonly repeatsTargets: boolean;
  readonly system: {
    /** What solves with its matrix. */
    planKernels(): FinePlan;
  };
}

/** What the kernels of a linear model are to do. */
export interface LinearTasks {
  /** Pairs that L-BFGS remembers, 0 without it. */
  readonly memory: number;
  /** Whether residuals are asked for where the cloth has moved on. */
  readonly isRepeated: boolean;
  /** Whether targets turn on as elements turned. */
  readonly turns: boolean;
  /** Lays out coarse hats that correct the step, for rows numbered so, in chunks. */
  readonly planHats?: ((rank: Uint32Array, chunks: number) => HatPlan) | undefined;
}

/** What the kernels of a linear model have in their memory. Vectors are (x, y, z, 0) a row in single precision, in the order of what solves. */
export interface LinearStore {
  readonly memory: KernelMemory;
  readonly kernels: Kernels;
  /** Calls the team of threads, if there is one. */
  readonly callTeam: () => void;
  readonly particleCount: number;
  readonly chunks: number;
  /** The particle of each row, and the row of each particle. */
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
  readonly fine: FineSolveKernels;
  readonly edges: EdgeGroups;
  /** What describes triangles, where there are some (src/kernels/layout/triangle-words.ts). */
  readonly triangles: Uint32Array | undefined;
  /** The numbers of src/kernels/linear/linear-kernels.ts. */
  readonly numbers: Float64Array;
  /** A number that each chunk leaves, twice. */
  readonly parts: Float64Array;
  readonly squares: Float64Array;
  /** The byte offset of each row in arrays of the cloth. */
  readonly offsets: Uint32Array;
  /** hi and lo of each row: where the cloth is, targets, and two earlier places. */
  readonly positions: Float32Array;
  readonly targets: Float32Array;
  readonly before: Float32Array;
  readonly beforeThat: Float32Array;
  readonly impulses: Float32Array;
  readonly velocities: Float32Array;
  /** Mass, damping, and 1 or 0 for free or held. */
  readonly particles: Float32Array;
  /** A Δv of 0. */
  readonly nothing: Float32Array;
  createVector(): Float32Array;
  createArray(): Float64Array;
  readonly hats?: HatKernels | undefined;
}

/** Vectors and arrays that a solver and a simulation may ask for, besides those of L-BFGS, and jobs. */
const VECTORS = 20;
const ARRAYS = 23;
const JOBS = 25;

/** The cloth that the kernels compute with: without what triangles stand for. */
export function clothOfKernels({ model }: WasmLinearSetup, cloth: Cloth): Cloth {
  return model.withoutStretch?.(cloth) ?? cloth;
}

export function* prepareLinearStore(setup: WasmLinearSetup, module: KernelModule, tasks: LinearTasks): Slices<LinearStore> {
  const { bending, system, model } = setup;
  requireKnownTerms(setup.forces, model.membraneTerms === undefined ? [] : TRIANGLE_TERMS);
  const cloth = clothOfKernels(setup, setup.cloth);
  const { particleCount: n } = cloth;
  const plan = system.planKernels();
  yield;
  const { order, rank, vectorRows } = plan;
  const groups = yield* planEdgeGroups(cloth, bending, order, rank, tasks.isRepeated);
  yield;
  const chunks = countChunks(n);
  const trianglePlan = model.planTriangles?.(cloth, rank, chunks, tasks.isRepeated);
  const hatPlan = tasks.planHats?.(rank, chunks);
  const memory = createKernelMemory(
    plan.bytes +
      (hatPlan?.bytes ?? 0) +
      groups.bytes +
      (trianglePlan?.bytes ?? 0) +
      (VECTORS + 2 * tasks.memory) * sizeOf(16 * vectorRows) +
      ARRAYS * sizeOf(24 * n) +
      2 * (sizeOf(4 * tasks.memory) + 3 * sizeOf(8 * tasks.memory * chunks)) +
      JOBS * sizeOf(64) +
      5 * sizeOf(8 * chunks),
    module,
  );
  const kernels = instantiateKernels(module, memory, "factorPanel");
  if ((groups.isDamped || tasks.turns || trianglePlan !== undefined || hatPlan !== undefined) && kernels.isWhole === undefined) {
    throw new UnsupportedError(
      "the linear kernels of drape/core know no relative damping, predictor ier or triangles: loadAllKernels() has them",
    );
  }
  yield;
  const callTeam = joinTeam(module, memory, "factorPanel");
  const fine = plan.create(kernels, memory);
  yield;
  const edges = groups.create(memory);
  yield;
  edges.fill(cloth, bending);
  yield;
  const triangles = trianglePlan?.create(memory).words;
  const createVector = (): Float32Array => memory.floats(4 * vectorRows);
  const createArray = (): Float64Array => memory.doubles(3 * n);
  const offsets = memory.words(n);
  for (let row = 0; row < n; row++) offsets[row] = 24 * order[row];
  const store: LinearStore = {
    memory,
    kernels,
    callTeam,
    particleCount: n,
    chunks,
    order,
    rank,
    fine,
    edges,
    triangles,
    numbers: memory.doubles(NUMBERS),
    parts: memory.doubles(chunks),
    squares: memory.doubles(chunks),
    offsets,
    positions: memory.floats(8 * n),
    targets: memory.floats(8 * n),
    before: memory.floats(tasks.turns ? 8 * n : 0),
    beforeThat: memory.floats(tasks.turns ? 8 * n : 0),
    impulses: createVector(),
    velocities: createVector(),
    particles: createVector(),
    nothing: createVector(),
    createVector,
    createArray,
  };
  return { ...store, hats: hatPlan?.create(store) };
}
