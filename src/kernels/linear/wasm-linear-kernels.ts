import { UnsupportedError } from "../../core/errors.ts";
import { finish, type Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { type Forces, TRIANGLE_TERMS } from "../../forces/catalog.ts";
import type { Supernodes } from "../../linalg/supernodes.ts";
import { createBroughtArrays } from "../foreign-arrays.ts";
import { countChunks, createJob, type Job, runJob, shareOut } from "../jobs.ts";
import { instantiateKernels, joinTeam } from "../kernels.ts";
import { requireKnownTerms } from "../known-terms.ts";
import {
  ADD_SCALED,
  COMBINE,
  COMPARE_ARRAYS,
  COMPUTE_ARRAY_LARGEST,
  COMPUTE_ARRAY_SUM,
  COMPUTE_DOTS,
  COMPUTE_LARGEST,
  COMPUTE_RESIDUAL,
  COMPUTE_SUM,
  COPY_NUMBERS,
  DOT,
  GATHER_IMPULSES,
  GATHER_VECTORS,
  MOVE_PARTICLES,
  PREDICT_PARTICLES,
  SPLIT_POSITIONS,
  TAKE_PAIR,
} from "../layout/job-ids.ts";
import { IS_DERIVED } from "../layout/triangle-words.ts";
import { createKernelMemory, sizeOf } from "../memory.ts";
import type { KernelModule } from "../module.ts";
import type { planKernelTriangles } from "../triangles/kernel-triangles.ts";
import { createEdgeGroups, planEdgeGroups } from "./edge-groups.ts";
import { FACTOR, type LinearKernels, NUMBERS, RESULT, SECONDS, SQUARE, type Vector, type Vectors } from "./linear-kernels.ts";
import { planSupernodalLayout } from "./supernodal-layout.ts";
import { createSupernodalSolve, supernodalSolveSize, vectorRows } from "./supernodal-solve.ts";

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
  readonly system: FactoredSystem;
}

/** A matrix and its factor (src/methods/linear/constant-system.ts). */
export interface FactoredSystem {
  readonly structure: Supernodes;
  readonly panels: Float64Array;
  /** Changes with every factorisation. */
  readonly revision: number;
  /** Whether a border is around the factor: then only `solve` knows the whole. */
  readonly isBordered: boolean;
  solve(b: Float64Array, y: Float64Array): void;
}

/** Vectors and arrays that a solver and a simulation may ask for, besides those of L-BFGS, and jobs. */
const VECTORS = 20;
const ARRAYS = 23;
const JOBS = 25;
/** Of 24 bits a sum of many terms has lost a few. */
const LEVEL = 1e-6;

/**
 * The same in WebAssembly, in single precision where it is enough: residuals, Δv and the factor's numbers. Positions are kept and moved in double
 * precision, and their differences taken from two numbers each (src/kernels/assembly/linear/edge-forces.ts); the matrix is factored in double
 * precision; sums are formed in it. Vectors are in the order of the factor, (x, y, z, 0) a particle, with some rows more at the end that
 * solves need.
 */
export function* prepareWasmLinearKernels(
  setup: WasmLinearSetup,
  module: KernelModule,
  memoryOfLbfgs: number,
  isRepeated: boolean,
  turns = false,
): Slices<LinearKernels> {
  const { pins, bending, system, model, repeatsTargets } = setup;
  requireKnownTerms(setup.forces, model.membraneTerms === undefined ? [] : TRIANGLE_TERMS);
  const { withoutStretch = (cloth: Cloth): Cloth => cloth } = model;
  const cloth = withoutStretch(setup.cloth);
  const { particleCount: n } = cloth;
  const plan = planSupernodalLayout(system.structure);
  yield;
  const { order, rank } = system.structure;
  const groups = yield* planEdgeGroups(cloth, bending, order, rank, isRepeated);
  yield;
  const trianglePlan = model.planTriangles?.(cloth, rank, countChunks(n), isRepeated);
  const memory = createKernelMemory(
    supernodalSolveSize(plan) +
      groups.bytes +
      (trianglePlan?.bytes ?? 0) +
      (VECTORS + 2 * memoryOfLbfgs) * sizeOf(16 * vectorRows(plan)) +
      ARRAYS * sizeOf(24 * n) +
      2 * (sizeOf(4 * memoryOfLbfgs) + 3 * sizeOf(8 * memoryOfLbfgs * countChunks(n))) +
      JOBS * sizeOf(64) +
      4 * sizeOf(8 * countChunks(n)),
    module,
  );
  const kernels = instantiateKernels(module, memory, "factorPanel");
  if ((groups.isDamped || turns || trianglePlan !== undefined) && kernels.isWhole === undefined) {
    throw new UnsupportedError(
      "the linear kernels of drape/core know no relative damping, predictor ier or triangles: compileAllKernels() has them",
    );
  }
  yield;
  const callTeam = joinTeam(module, memory);
  const factor = createSupernodalSolve(plan, kernels, memory);
  yield;
  const edges = createEdgeGroups(groups, order, rank, memory);
  yield;
  edges.fill(cloth, bending);
  yield;
  const triangles = trianglePlan?.create(memory).words;
  const createVector = (): Float32Array => memory.floats(4 * vectorRows(plan));
  const createArray = (): Float64Array => memory.doubles(3 * n);
  const numbers = memory.doubles(NUMBERS);
  const chunks = countChunks(n);
  const parts = memory.doubles(chunks);
  const squares = memory.doubles(chunks);
  const offsets = memory.words(n);
  for (let row = 0; row < n; row++) offsets[row] = 24 * order[row];
  const positions = memory.floats(8 * n);
  const targets = memory.floats(8 * n);
  const [before, beforeThat] = [1, 2].map(() => memory.floats(turns ? 8 * n : 0));
  const impulses = createVector();
  const velocities = createVector();
  const particles = createVector();
  const nothing = createVector();
  const { placeOf, placeFor, bringBack } = createBroughtArrays(memory, n, 3);
  const wide = new Float64Array(3 * n);
  const solution = new Float64Array(3 * n);
  const heldRows = new Uint32Array(n);
  let heldCount = 0;
  let filledRevision = -1;
  /** Whether `velocities` and `positions` are those of the step that begins. */
  let isPredicted = false;

  function takeParticles({ mass, viscousDamping }: Cloth): void {
    for (let row = 0; row < n; row++) {
      particles[4 * row] = mass[order[row]];
      particles[4 * row + 1] = viscousDamping[order[row]];
      particles[4 * row + 2] = 1;
    }
    heldCount = 0;
  }
  takeParticles(cloth);

  /** Held particles have a 0 where others have a 1. */
  function takePins(): void {
    for (let k = 0; k < heldCount; k++) particles[4 * heldRows[k] + 2] = 1;
    heldCount = pins.count;
    for (let k = 0; k < heldCount; k++) {
      heldRows[k] = rank[pins.indices[k]];
      particles[4 * heldRows[k] + 2] = 0;
    }
  }

  function* takeFactor(): Slices<void> {
    yield* factor.fill(system.panels);
    filledRevision = system.revision;
  }

  /** Solves with the border that grabbed and stuck particles make, in double precision. */
  function solveBordered(b: Vector, y: Vector): void {
    for (let row = 0; row < n; row++) for (let c = 0; c < 3; c++) wide[3 * order[row] + c] = b[4 * row + c];
    system.solve(wide, solution);
    for (let row = 0; row < n; row++) for (let c = 0; c < 3; c++) y[4 * row + c] = solution[3 * order[row] + c];
  }

  const result = numbers.byteOffset + 8 * RESULT;
  const factorAt = numbers.byteOffset + 8 * FACTOR;
  const seconds = numbers.byteOffset + 8 * SECONDS;
  const rows = shareOut(memory, n);
  const entries = shareOut(memory, n, 3);
  const create = (id: number, ...args: number[]): Job => createJob(memory, id, rows, args);
  const at = offsets.byteOffset;
  const edgeWords = memory.words(14);
  edgeWords.set([
    ...[edges.ownedRanges, edges.ownedRow, edges.ownedNeighbour, edges.ownedTraits].map(({ byteOffset }) => byteOffset),
    ...[edges.commonRanges, edges.commonRow, edges.commonNeighbour, edges.commonTraits].map((part) => part.byteOffset),
    edges.scratch.byteOffset,
    4 * edges.scratchSize,
    edges.ownedKept.byteOffset,
    edges.commonKept.byteOffset,
    ...(groups.isDamped ? [edges.ownedDamping.byteOffset, edges.commonDamping.byteOffset] : []),
  ]);
  const particle = [particles, impulses, velocities].map(({ byteOffset }) => byteOffset);
  /** 0 stands for what is another each time. */
  const jobs = {
    splitPositions: create(SPLIT_POSITIONS, at, 0, 0),
    predict: create(PREDICT_PARTICLES, factorAt, 0, 0, 0, at, velocities.byteOffset, positions.byteOffset),
    gatherVelocities: create(GATHER_VECTORS, at, 0, velocities.byteOffset),
    gatherImpulses: create(GATHER_IMPULSES, at, 0, seconds, 0, impulses.byteOffset),
    move: create(MOVE_PARTICLES, at, 0, seconds, 0, 0, 0, 0, parts.byteOffset),
    residual: create(
      COMPUTE_RESIDUAL,
      edgeWords.byteOffset,
      0,
      0,
      ...particle,
      0,
      seconds,
      0,
      parts.byteOffset,
      0,
      0,
      triangles?.byteOffset ?? 0,
    ),
    dot: create(DOT, 0, 0, parts.byteOffset),
    addScaled: create(ADD_SCALED, factorAt, 0, 0),
    sum: create(COMPUTE_SUM, factorAt, 0, 0, 0),
    takePair: create(TAKE_PAIR, 0, 0, 0, 0, 0, 0, parts.byteOffset, squares.byteOffset),
    largest: create(COMPUTE_LARGEST, 0, parts.byteOffset),
    compareArrays: createJob(memory, COMPARE_ARRAYS, entries, [0, 0, parts.byteOffset]),
    sumArrays: createJob(memory, COMPUTE_ARRAY_SUM, entries, [factorAt, 0, 0, 0]),
    copyArray: createJob(memory, COPY_NUMBERS, entries, [0, 0]),
    largestOfArray: createJob(memory, COMPUTE_ARRAY_LARGEST, entries, [0, parts.byteOffset]),
  };
  const addUp = (): void => kernels.sumChunks(chunks, 1, parts.byteOffset, result);
  const findLargest = (): void => kernels.maximiseChunks(chunks, parts.byteOffset, result);

  /** Runs a job whose second to fourth words are two arrays and where their sum goes. */
  function sum(job: Job, x: Float64Array, y: Float64Array, out: Float64Array): void {
    job.words[2] = placeOf(x, 0);
    job.words[3] = placeOf(y, 1);
    job.words[4] = placeFor(out, 2);
    runJob(kernels, job);
    bringBack(out, 2);
  }

  function split(x: Float64Array, to: Float32Array): void {
    const { words } = jobs.splitPositions;
    words[2] = placeOf(x, 0);
    words[3] = to.byteOffset;
    runJob(kernels, jobs.splitPositions);
  }

  /**
   * r(Δv) at split positions, which are those after Δv, or where the last ones are after Δv; the force is towards targets, where there are some, which are turned on
   * from those before and before that. Shear targets of triangles may be derived from the others.
   */
  function computeAt(x: number, from: Vector, out: Vector, isDerived: boolean, to = 0, last = 0, lastButOne = 0): void {
    const { words } = jobs.residual;
    words[2] = x;
    words[3] = to;
    words[7] = from.byteOffset;
    words[9] = out.byteOffset;
    words[11] = last;
    words[12] = lastButOne;
    if (triangles !== undefined) triangles[IS_DERIVED] = isDerived ? 1 : 0;
    runJob(kernels, jobs.residual);
    addUp();
  }

  /** With the jobs that take all of them. */
  interface KernelVectors extends Vectors {
    readonly dot: Job;
    readonly combination: Job;
  }

  function createVectors(count: number): KernelVectors {
    // three numbers a row, and room for one more (src/kernels/assembly/linear/close-vectors.ts)
    const vectors = Array.from({ length: count }, () => memory.floats(4 * Math.ceil((3 * n + 1) / 4)));
    const list = memory.words(count);
    list.set(vectors.map(({ byteOffset }) => byteOffset));
    const [dots, weights, partial] = [count, count, chunks * count].map(memory.doubles);
    const dot = create(COMPUTE_DOTS, count, list.byteOffset, 0, partial.byteOffset);
    const combination = create(COMBINE, count, list.byteOffset, weights.byteOffset, 0, 0);
    return { vectors, dots, weights, dot, combination };
  }

  return {
    numbers,
    particleCount: n,
    isNumberedAlike: false,
    level: LEVEL,
    createVector,
    createVectors,
    createArray,
    compareArrays(a, b) {
      const { words } = jobs.compareArrays;
      words[1] = placeOf(a, 0);
      words[2] = placeOf(b, 1);
      runJob(kernels, jobs.compareArrays);
      findLargest();
      numbers[RESULT] = 1 - numbers[RESULT];
    },
    computeArraySum: (x, y, out) => sum(jobs.sumArrays, x, y, out),
    predict(v, x, out) {
      sum(jobs.predict, v, x, out);
      isPredicted = true;
    },
    copyArray(from, to) {
      const { buffer } = memory.memory;
      if (from.buffer !== buffer || to.buffer !== buffer || to.length !== 3 * n) to.set(from);
      else {
        jobs.copyArray.words[1] = from.byteOffset;
        jobs.copyArray.words[2] = to.byteOffset;
        runJob(kernels, jobs.copyArray);
      }
    },
    computeArrayLargest(a) {
      jobs.largestOfArray.words[1] = placeOf(a, 0);
      runJob(kernels, jobs.largestOfArray);
      findLargest();
    },
    bitsOf: ({ buffer, byteOffset, length }) => new Float64Array(buffer, byteOffset, length / 2),
    call() {
      callTeam();
      isPredicted = false;
    },
    begin({ v, momentum, force, isSteady }) {
      callTeam(); // who has gone home meanwhile
      takePins();
      if (!isPredicted) {
        jobs.gatherVelocities.words[2] = placeOf(v, 0);
        runJob(kernels, jobs.gatherVelocities);
      }
      if (!isSteady) {
        const { words } = jobs.gatherImpulses;
        words[2] = placeOf(momentum, 0);
        words[4] = placeOf(force, 1);
        runJob(kernels, jobs.gatherImpulses);
      }
      if (filledRevision !== system.revision) finish(takeFactor());
    },
    takeFactor,
    computeFirstResidual(step, directions, out) {
      if (!isPredicted) split(step.predicted, positions);
      if (directions === step.predicted) {
        computeAt(positions.byteOffset, nothing, out, model.repeatTargets); // the force there is the force towards the targets
        return;
      }
      split(directions, targets);
      computeAt(positions.byteOffset, nothing, out, model.repeatTargets, targets.byteOffset);
    },
    computeRotatedResidual(step, previousX, beforeX, order, out) {
      if (!isPredicted) split(step.predicted, positions);
      split(step.x, targets);
      split(previousX, before);
      if (order === 2) split(beforeX, beforeThat);
      const [x, to, last] = [positions.byteOffset, targets.byteOffset, before.byteOffset];
      computeAt(x, nothing, out, model.repeatTargets, to, last, order === 2 ? beforeThat.byteOffset : 0);
    },
    computeResidual(_step, from, out) {
      callTeam();
      computeAt(0, from, out, repeatsTargets);
    },
    solve(b, y) {
      if (system.isBordered) solveBordered(b, y);
      else factor.solve(b as Float32Array, y as Float32Array);
    },
    clearHeld(vector) {
      for (let k = 0; k < heldCount; k++) vector.fill(0, 4 * heldRows[k], 4 * heldRows[k] + 3);
    },
    move({ v, predicted }, deltaV, nextV, nextX) {
      const { words } = jobs.move;
      words[2] = deltaV.byteOffset;
      words[4] = placeOf(v, 0);
      words[5] = placeOf(predicted, 1);
      words[6] = placeFor(nextV, 0);
      words[7] = placeFor(nextX, 1);
      runJob(kernels, jobs.move);
      findLargest();
      bringBack(nextV, 0);
      bringBack(nextX, 1);
    },
    computeDot(a, b) {
      const { words } = jobs.dot;
      words[1] = a.byteOffset;
      words[2] = b.byteOffset;
      runJob(kernels, jobs.dot);
      addUp();
    },
    computeLargest(a) {
      jobs.largest.words[1] = a.byteOffset;
      runJob(kernels, jobs.largest);
      findLargest();
    },
    addScaled(x, y) {
      const { words } = jobs.addScaled;
      words[2] = x.byteOffset;
      words[3] = y.byteOffset;
      runJob(kernels, jobs.addScaled);
    },
    computeSum(x, y, out) {
      const { words } = jobs.sum;
      words[2] = x.byteOffset;
      words[3] = y.byteOffset;
      words[4] = out.byteOffset;
      runJob(kernels, jobs.sum);
    },
    takePair(from, to, before, after, step, fall) {
      const { words } = jobs.takePair;
      words[1] = from.byteOffset;
      words[2] = to.byteOffset;
      words[3] = before.byteOffset;
      words[4] = after.byteOffset;
      words[5] = step.byteOffset;
      words[6] = fall.byteOffset;
      runJob(kernels, jobs.takePair);
      addUp();
      kernels.sumChunks(chunks, 1, squares.byteOffset, numbers.byteOffset + 8 * SQUARE);
    },
    computeDots(of, b) {
      const { dot, dots } = of as KernelVectors;
      dot.words[3] = b.byteOffset;
      runJob(kernels, dot);
      kernels.sumChunks(chunks, dots.length, dot.words[4], dots.byteOffset);
    },
    combine(of, y, out) {
      const { combination } = of as KernelVectors;
      combination.words[4] = y.byteOffset;
      combination.words[5] = out.byteOffset;
      runJob(kernels, combination);
    },
    follow(changed) {
      edges.fill(withoutStretch(changed), bending);
      takeParticles(changed);
    },
  };
}

export function createWasmLinearKernels(...setup: Parameters<typeof prepareWasmLinearKernels>): LinearKernels {
  return finish(prepareWasmLinearKernels(...setup));
}
