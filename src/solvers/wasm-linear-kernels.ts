import { UnsupportedError } from "../core/errors.ts";
import type { Cloth } from "../fabric/cloth.ts";
import { createHalfEdges, halfEdgesSize } from "../wasm/half-edges.ts";
import { instantiateKernels } from "../wasm/kernels.ts";
import { createKernelMemory, sizeOf } from "../wasm/memory.ts";
import type { KernelModule } from "../wasm/module.ts";
import { createSupernodalLayout, supernodalLayoutSize } from "../wasm/supernodal-layout.ts";
import {
  FACTOR,
  type LinearKernels,
  type LinearKernelsSetup,
  NUMBERS,
  RESULT,
  SECONDS,
  type Vector,
} from "./linear-kernels.ts";

/** Vectors and arrays that a solver may ask for, besides those of L-BFGS. */
const VECTORS = 16;
const ARRAYS = 14;
/** Of 24 bits a sum of many terms has lost a few. */
const LEVEL = 1e-6;

/** Throws where the kernels do not know all the forces of this cloth and model. */
export function checkWasmLinearKernels({ cloth, model }: LinearKernelsSetup, predictor: string): void {
  const missing =
    model.membrane !== "springs"
      ? "triangles"
      : predictor !== "ivt" && predictor !== "previous"
        ? `the predictor ${predictor}`
        : cloth.springs.relativeDamping.some((c) => c !== 0)
          ? "relative damping"
          : undefined;
  if (missing !== undefined) throw new UnsupportedError(`the kernels in WebAssembly do not know ${missing}`);
}

/**
 * The same in WebAssembly, in single precision where it is enough: residuals, Δv and the factor's numbers. Positions are kept and moved in double
 * precision, and their differences taken from two numbers each (src/wasm/assembly/edge-forces.ts); the matrix is factored in double
 * precision; sums are formed in it. Vectors are in the order of the factor, (x, y, z, 0) a particle, with one row more at the end that
 * solves write their nothing to.
 */
export function createWasmLinearKernels(
  setup: LinearKernelsSetup,
  module: KernelModule,
  memoryOfLbfgs: number,
): LinearKernels {
  const { cloth, pins, bending, system } = setup;
  const { particleCount: n } = cloth;
  const { structure } = system;
  const { order, rank } = structure;
  const memory = createKernelMemory(
    supernodalLayoutSize(structure) +
      halfEdgesSize(cloth, bending) +
      (VECTORS + 2 * memoryOfLbfgs) * sizeOf(16 * (n + 1)) +
      ARRAYS * sizeOf(24 * n),
  );
  const kernels = instantiateKernels(module, memory);
  const layout = createSupernodalLayout(structure, memory);
  const edges = createHalfEdges(cloth, bending, order, rank, memory);
  edges.fill(cloth, bending);
  const createVector = (): Float32Array => memory.floats(4 * (n + 1));
  const createArray = (): Float64Array => memory.doubles(3 * n);
  const numbers = memory.doubles(NUMBERS);
  const offsets = memory.words(n);
  for (let row = 0; row < n; row++) offsets[row] = 24 * order[row];
  const positions = memory.floats(8 * n);
  const targets = memory.floats(8 * n);
  const impulses = createVector();
  const velocities = createVector();
  const particles = createVector();
  const nothing = createVector();
  const staging = createArray();
  const startV = createArray();
  const endV = createArray();
  const endX = createArray();
  const wide = new Float64Array(3 * n);
  const solution = new Float64Array(3 * n);
  let filledRevision = -1;

  function takeParticles({ mass, viscousDamping }: Cloth): void {
    for (let row = 0; row < n; row++) {
      particles[4 * row] = mass[order[row]];
      particles[4 * row + 1] = viscousDamping[order[row]];
    }
  }
  takeParticles(cloth);

  const { buffer } = memory.memory;
  const isHere = (array: Float64Array): boolean => array.buffer === buffer;

  /** An array of the cloth where the kernels see it. */
  function bring(array: Float64Array, to: Float64Array = staging): Float64Array {
    if (isHere(array)) return array;
    to.set(array);
    return to;
  }

  /** Solves with the border that grabbed and stuck particles make, in double precision. */
  function solveBordered(b: Vector, y: Vector): void {
    for (let row = 0; row < n; row++) for (let c = 0; c < 3; c++) wide[3 * order[row] + c] = b[4 * row + c];
    system.solve(wide, solution);
    for (let row = 0; row < n; row++) for (let c = 0; c < 3; c++) y[4 * row + c] = solution[3 * order[row] + c];
  }

  const at = {
    numbers: numbers.byteOffset,
    result: numbers.byteOffset + 8 * RESULT,
    factor: numbers.byteOffset + 8 * FACTOR,
    seconds: numbers.byteOffset + 8 * SECONDS,
    offsets: offsets.byteOffset,
    positions: positions.byteOffset,
    targets: targets.byteOffset,
    impulses: impulses.byteOffset,
    velocities: velocities.byteOffset,
    particles: particles.byteOffset,
    rowStart: edges.rowStart.byteOffset,
    neighbour: edges.neighbour.byteOffset,
    traits: edges.traits.byteOffset,
    edgeScratch: edges.scratch.byteOffset,
    descriptors: layout.descriptors.byteOffset,
    values: layout.values.byteOffset,
    rows: layout.rows.byteOffset,
    scratch: layout.scratch.byteOffset,
  };

  /** r(Δv) at the positions that were split last, which are those after Δv. */
  function computeAt(from: Vector, out: Vector): void {
    kernels.computeResidual(
      n,
      at.rowStart,
      at.neighbour,
      at.traits,
      at.positions,
      at.particles,
      at.impulses,
      at.velocities,
      from.byteOffset,
      at.seconds,
      out.byteOffset,
      at.result,
      at.edgeScratch,
    );
  }

  return {
    numbers,
    level: LEVEL,
    createVector,
    createArray,
    compareArrays(a, b) {
      kernels.compareArrays(3 * n, bring(a, staging).byteOffset, bring(b, startV).byteOffset, at.result);
    },
    computeArraySum(x, y, out) {
      const there = isHere(out) ? out : endX;
      const scaled = bring(x, startV);
      const added = bring(y, staging);
      kernels.computeArraySum(3 * n, at.factor, scaled.byteOffset, added.byteOffset, there.byteOffset);
      if (there !== out) out.set(there);
    },
    bitsOf: ({ buffer, byteOffset, length }) => new Float64Array(buffer, byteOffset, length / 2),
    begin({ v, impulse }) {
      const { held } = pins;
      for (let row = 0; row < n; row++) particles[4 * row + 2] = held[order[row]] === 0 ? 1 : 0;
      startV.set(v);
      kernels.gatherVectors(n, at.offsets, startV.byteOffset, at.velocities);
      kernels.gatherVectors(n, at.offsets, bring(impulse).byteOffset, at.impulses);
      if (filledRevision === system.revision) return;
      layout.fill(system.panels);
      filledRevision = system.revision;
    },
    computeFirstResidual(step, directions, out) {
      kernels.splitPositions(n, at.offsets, bring(step.predicted).byteOffset, at.positions);
      if (directions === step.predicted) {
        computeAt(nothing, out); // the force there is the force towards the targets
        return;
      }
      kernels.splitPositions(n, at.offsets, bring(directions).byteOffset, at.targets);
      kernels.computeTargetResidual(
        n,
        at.rowStart,
        at.neighbour,
        at.traits,
        at.positions,
        at.targets,
        at.particles,
        at.impulses,
        at.velocities,
        at.seconds,
        out.byteOffset,
      );
    },
    computeRotatedResidual() {
      throw new Error("rotated targets are computed in TypeScript"); // suitsWasmLinearKernels
    },
    computeResidual({ predicted }, from, out) {
      kernels.splitMoved(n, at.offsets, bring(predicted).byteOffset, at.seconds, from.byteOffset, at.positions);
      computeAt(from, out);
    },
    solve(b, y) {
      if (system.isBordered) {
        solveBordered(b, y);
        return;
      }
      y.set(b);
      kernels.solveForward(0, layout.count, at.descriptors, at.values, at.rows, y.byteOffset, at.scratch);
      kernels.solveBackward(0, layout.count, at.descriptors, at.values, at.rows, y.byteOffset, at.scratch);
    },
    clearHeld(vector) {
      for (let row = 0; row < n; row++) if (particles[4 * row + 2] === 0) vector.fill(0, 4 * row, 4 * row + 3);
    },
    move({ predicted }, deltaV, nextV, nextX) {
      const there = bring(predicted);
      kernels.moveParticles(
        n,
        at.offsets,
        deltaV.byteOffset,
        at.seconds,
        startV.byteOffset,
        there.byteOffset,
        endV.byteOffset,
        endX.byteOffset,
      );
      nextV.set(endV);
      nextX.set(endX);
    },
    computeDot: (a, b) => kernels.dot(n, a.byteOffset, b.byteOffset, at.result),
    computeLargest: (a) => kernels.computeLargest(n, a.byteOffset, at.result),
    addScaled: (x, y) => kernels.addScaled(n, at.factor, x.byteOffset, y.byteOffset),
    addScaledAndDot: (x, y, z) =>
      kernels.addScaledAndDot(n, at.factor, x.byteOffset, y.byteOffset, z.byteOffset, at.result),
    computeSum: (x, y, out) => kernels.computeSum(n, at.factor, x.byteOffset, y.byteOffset, out.byteOffset),
    computeDifference: (a, b, out) => kernels.computeDifference(n, a.byteOffset, b.byteOffset, out.byteOffset),
    follow(changed) {
      edges.fill(changed, bending);
      takeParticles(changed);
    },
  };
}
