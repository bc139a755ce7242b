import { finish, type Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { createForeignArrays, type ForeignArrays } from "../foreign-arrays.ts";
import { createJob, runJob, shareOut } from "../jobs.ts";
import * as job from "../layout/job-ids.ts";
import * as at from "../layout/job-words.ts";
import { IS_DERIVED } from "../layout/triangle-words.ts";
import type { KernelModule } from "../module.ts";
import { FACTOR, type LinearKernels, SECONDS, type Vector } from "./linear-kernels.ts";
import {
  type ArrayOperations,
  type ChunkSums,
  createArrayOperations,
  createChunkSums,
  createVectorOperations,
} from "./linear-operations.ts";
import { clothOfKernels, type LinearStore, type LinearTasks, prepareLinearStore, type WasmLinearSetup } from "./linear-store.ts";

/** A change of Φ below this fraction of it is rounding error: of 24 bits a sum of many terms has lost a few. */
const LEVEL = 1e-6;

/**
 * The kernels of a linear model in WebAssembly, in single precision where it is enough: residuals, Δv and the numbers of what solves. Positions are kept and moved in double
 * precision, and their differences taken from two numbers each (src/kernels/assembly/linear/edge-forces.ts); the matrix is factored in double
 * precision; sums are formed in it. Vectors are in the order of what solves, (x, y, z, 0) a particle, with some rows more at the end that
 * a factor needs.
 */
export function* prepareWasmLinearKernels(setup: WasmLinearSetup, module: KernelModule, tasks: LinearTasks): Slices<LinearKernels> {
  const store = yield* prepareLinearStore(setup, module, tasks);
  const sums = createChunkSums(store);
  const foreign = createForeignArrays(store.memory, store.particleCount, 3);
  const { sum, ...arrays } = createArrayOperations(store, sums, foreign);
  return {
    level: LEVEL,
    ...createVectorOperations(store, sums),
    ...arrays,
    ...createStepOperations(setup, store, sums, foreign, sum),
    hats: store.hats,
  };
}

/** The particles as the kernels see them, and which of them are held. */
function createParticles({ pins }: WasmLinearSetup, { particles, order, rank, particleCount: n }: LinearStore) {
  const heldRows = new Uint32Array(n);
  let heldCount = 0;
  return {
    /** Mass and damping of a cloth; nothing is held then. */
    take({ mass, viscousDamping }: Cloth): void {
      for (let row = 0; row < n; row++) {
        particles[4 * row] = mass[order[row]];
        particles[4 * row + 1] = viscousDamping[order[row]];
        particles[4 * row + 2] = 1;
      }
      heldCount = 0;
    },
    /** Held particles have a 0 where others have a 1. */
    takePins(): void {
      for (let k = 0; k < heldCount; k++) particles[4 * heldRows[k] + 2] = 1;
      heldCount = pins.count;
      for (let k = 0; k < heldCount; k++) {
        heldRows[k] = rank[pins.indices[k]];
        particles[4 * heldRows[k] + 2] = 0;
      }
    },
    clearHeld(vector: Vector): void {
      for (let k = 0; k < heldCount; k++) vector.fill(0, 4 * heldRows[k], 4 * heldRows[k] + 3);
    },
  };
}

/**
 * Runs the job of the residual r(Δv) at split positions (byte offset), which are those after Δv, or where the last ones are after Δv (0); the force is towards targets where
 * there are some, which turn on from the positions before and before that. Shear targets of triangles may be derived from the others.
 */
type ComputeResidual = (
  x: number,
  change: Vector,
  out: Vector,
  isDerived: boolean,
  targets?: number,
  last?: number,
  lastButOne?: number,
) => void;

function createResiduals(store: LinearStore, rows: Uint32Array, sums: ChunkSums): ComputeResidual {
  const { memory, kernels, edges, triangles, particles, impulses, velocities, parts, numbers } = store;
  const residual = createJob(memory, job.COMPUTE_RESIDUAL, rows, {
    [at.RESIDUAL_EDGES]: edges.words,
    [at.RESIDUAL_PARTICLES]: particles,
    [at.RESIDUAL_IMPULSES]: impulses,
    [at.RESIDUAL_VELOCITIES]: velocities,
    [at.RESIDUAL_SECONDS]: numbers.byteOffset + 8 * SECONDS,
    [at.RESIDUAL_PARTS]: parts,
    [at.RESIDUAL_TRIANGLES]: triangles ?? 0,
  });
  return (x, change, out, isDerived, targets = 0, last = 0, lastButOne = 0) => {
    const { words } = residual;
    words[at.RESIDUAL_X] = x;
    words[at.RESIDUAL_TARGETS] = targets;
    words[at.RESIDUAL_CHANGE] = change.byteOffset;
    words[at.RESIDUAL_OUT] = out.byteOffset;
    words[at.RESIDUAL_LAST] = last;
    words[at.RESIDUAL_LAST_BUT_ONE] = lastButOne;
    if (triangles !== undefined) triangles[IS_DERIVED] = isDerived ? 1 : 0;
    runJob(kernels, residual);
    sums.add();
  };
}

type StepOperations = Omit<LinearKernels, "level" | keyof ReturnType<typeof createVectorOperations> | keyof ArrayOperations>;

/** What the kernels do in a step, from its prediction to its end. */
function createStepOperations(
  setup: WasmLinearSetup,
  store: LinearStore,
  sums: ChunkSums,
  foreign: ForeignArrays,
  sum: ArrayOperations["sum"],
): StepOperations {
  const { bending, model, repeatsTargets } = setup;
  const { memory, kernels, callTeam, fine, edges, offsets, numbers, nothing, parts, velocities, impulses } = store;
  const { positions, targets, before, beforeThat } = store;
  const rows = shareOut(memory, store.particleCount);
  const seconds = numbers.byteOffset + 8 * SECONDS;
  const splitPositions = createJob(memory, job.SPLIT_POSITIONS, rows, { [at.COPY_OFFSETS]: offsets });
  const predict = createJob(memory, job.PREDICT_PARTICLES, rows, {
    [at.SUM_FACTOR]: numbers.byteOffset + 8 * FACTOR,
    [at.PREDICT_OFFSETS]: offsets,
    [at.PREDICT_VELOCITIES]: velocities,
    [at.PREDICT_POSITIONS]: positions,
  });
  const gatherVelocities = createJob(memory, job.GATHER_VECTORS, rows, { [at.COPY_OFFSETS]: offsets, [at.COPY_TO]: velocities });
  const gatherImpulses = createJob(memory, job.GATHER_IMPULSES, rows, {
    [at.IMPULSE_OFFSETS]: offsets,
    [at.IMPULSE_SECONDS]: seconds,
    [at.IMPULSE_TO]: impulses,
  });
  const move = createJob(memory, job.MOVE_PARTICLES, rows, { [at.END_OFFSETS]: offsets, [at.END_NUMBERS]: seconds, [at.END_PARTS]: parts });
  const computeResidual = createResiduals(store, rows, sums);
  const particles = createParticles(setup, store);
  particles.take(clothOfKernels(setup, setup.cloth));
  /** Whether `velocities` and `positions` are those of the step that begins. */
  let isPredicted = false;

  function split(x: Float64Array, to: Float32Array): void {
    splitPositions.words[at.COPY_FROM] = foreign.read(x, 0);
    splitPositions.words[at.COPY_TO] = to.byteOffset;
    runJob(kernels, splitPositions);
  }

  return {
    predict(v, x, out) {
      sum(predict, v, x, out);
      isPredicted = true;
    },
    call() {
      callTeam();
      isPredicted = false;
    },
    begin({ v, momentum, force, isSteady }) {
      callTeam(); // threads that found nothing to do have ended since
      particles.takePins();
      if (!isPredicted) {
        gatherVelocities.words[at.COPY_FROM] = foreign.read(v, 0);
        runJob(kernels, gatherVelocities);
      }
      if (!isSteady) {
        gatherImpulses.words[at.IMPULSE_MOMENTUM] = foreign.read(momentum, 0);
        gatherImpulses.words[at.IMPULSE_FORCE] = foreign.read(force, 1);
        runJob(kernels, gatherImpulses);
      }
      if (!fine.isTaken) finish(fine.take());
    },
    takeMatrix: fine.take,
    computeFirstResidual(step, directions, out) {
      if (!isPredicted) split(step.predicted, positions);
      if (directions === step.predicted) {
        computeResidual(positions.byteOffset, nothing, out, model.repeatTargets); // the force there is the force towards the targets
        return;
      }
      split(directions, targets);
      computeResidual(positions.byteOffset, nothing, out, model.repeatTargets, targets.byteOffset);
    },
    computeRotatedResidual(step, earlier, weights, out) {
      const isSecond = weights.length === 2; // other weights than those of order 1 and 2 are left to TypeScript
      if (!isPredicted) split(step.predicted, positions);
      split(step.x, targets);
      split(earlier[0], before);
      if (isSecond) split(earlier[1], beforeThat);
      const lastButOne = isSecond ? beforeThat.byteOffset : 0;
      computeResidual(positions.byteOffset, nothing, out, model.repeatTargets, targets.byteOffset, before.byteOffset, lastButOne);
    },
    computeResidual(_step, change, out) {
      callTeam();
      computeResidual(0, change, out, repeatsTargets);
    },
    solve: (b, y) => fine.solve(b as Float32Array, y as Float32Array),
    subtractProduct: fine.subtractProduct && ((x, out) => fine.subtractProduct?.(x as Float32Array, out as Float32Array)),
    clearHeld: particles.clearHeld,
    move({ v, predicted }, deltaV, nextV, nextX) {
      const { words } = move;
      words[at.END_CHANGE] = deltaV.byteOffset;
      words[at.END_V] = foreign.read(v, 0);
      words[at.END_X] = foreign.read(predicted, 1);
      words[at.END_NEXT_V] = foreign.placeOf(nextV, 0);
      words[at.END_NEXT_X] = foreign.placeOf(nextX, 1);
      runJob(kernels, move);
      sums.findLargest();
      foreign.write(nextV, 0);
      foreign.write(nextX, 1);
    },
    follow(changed) {
      edges.fill(clothOfKernels(setup, changed), bending);
      particles.take(changed);
    },
  };
}

export function createWasmLinearKernels(...setup: Parameters<typeof prepareWasmLinearKernels>): LinearKernels {
  return finish(prepareWasmLinearKernels(...setup));
}
