import type { Cloth } from "../fabric/cloth.ts";
import type { ForceOptions } from "../forces/catalog.ts";
import { SPRING_JACOBIAN_DEFAULTS, type SpringJacobianOptions } from "../forces/spring-jacobian.ts";
import { createHalfEdges, halfEdgesSize } from "../wasm/half-edges.ts";
import { instantiateKernels } from "../wasm/kernels.ts";
import { createKernelMemory, sizeOf } from "../wasm/memory.ts";
import type { KernelModule } from "../wasm/module.ts";
import { COUPLING_SIZE, createBlockCouplings } from "./block-couplings.ts";
import { describeModel, fillStiffness, largestRatio } from "./block-model.ts";
import { type BlockSliders, computeImpulses, constrainRows } from "./block-sliders.ts";
import { type BlockRowsPlan, createBlockTable } from "./block-table.ts";
import { CONTACT_STIFFNESS, clearNormals } from "./implicit-system.ts";
import type { Pins } from "./method.ts";

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
  /** h (F_ext …) [kg m/s], as the cloth numbers it: to be filled before `begin`. */
  readonly impulse: Float64Array;
  /** Δv [m/s], as the cloth numbers it, after `read`. */
  readonly deltaV: Float64Array;
  /** Whether single precision is enough for the springs with numbers[STIFFNESS_SCALE], and there is room for all ties. */
  suits(): boolean;
  /**
   * Fills matrix and right-hand side, with numbers[SECONDS] to numbers[INVERSE_THETA] = h, σ_K, σ_C, 1/θ, and Δv with 0. Sliders stay on their bodies, and what touches is
   * tied. (A − M) is multiplied by `other`, or by v where there is none; `rows` of the setup may read it otherwise.
   */
  begin(x: Float64Array, v: Float64Array, other?: Float64Array): void;
  /** A Gauss–Seidel sweep in the order that the kernels were created with. */
  sweep(): void;
  /** So many Jacobi sweeps, from Δv = 0. */
  sweepJacobi(count: number): void;
  /** ‖b − A Δv‖ over the length of the right-hand side for v + Δv, into numbers[RESULT]. */
  computeResidual(): void;
  /** Takes Δv for the start of conjugate gradients. */
  write(): void;
  /** Conjugate gradients from 0 or from what was written; numbers[TOLERANCE] to numbers[MAX_ITERATIONS] in, numbers[ITERATIONS] to numbers[CONVERGED] out; the impulses of sliders are known then. */
  solve(): void;
  read(): void;
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
/** The whole step over the effective one h: friction acts in the whole of it, and impulses of sliders are for it. 1 unless it is set. */
export const STRETCH = 19;
const NUMBERS = 20;

/** Tolerances below are beyond single precision. */
export const LEAST_TOLERANCE = 1e-5;

/** Ties that there is room for, over the number of particles. */
const TIES = 2;

/** Vectors in `createBlockKernels`, positions counted as two and rows as four, and arrays of the cloth. */
const VECTORS = 17;
const ARRAYS = 3;

export function createBlockKernels(setup: BlockKernelsSetup, module: KernelModule): BlockKernels {
  const { cloth, pins, order, stiffest } = setup;
  const { particleCount: n, springs, mass, viscousDamping } = cloth;
  const model: SpringJacobianOptions = { ...SPRING_JACOBIAN_DEFAULTS, ...setup.forceOptions };
  const bending = setup.forceOptions.bending ?? true;
  const rank = new Uint32Array(n);
  order.forEach((i, row) => {
    rank[i] = row;
  });
  const padded = 4 * Math.ceil(n / 4);
  const edgesSize = halfEdgesSize(cloth, bending);
  const memory = createKernelMemory(
    // of a group 64 bytes are the half-edges', and 128 columns, stiffness and blocks
    3 * edgesSize +
      (setup.rows?.size(n, edgesSize) ?? 0) +
      VECTORS * sizeOf(16 * padded) +
      ARRAYS * sizeOf(24 * n) +
      3 * sizeOf(4 * n) +
      (setup.isSolved ? sizeOf(4 * COUPLING_SIZE * TIES * n) : 0) +
      2 * sizeOf(32) +
      sizeOf(8 * NUMBERS),
    module,
  );
  const kernels = instantiateKernels(module, memory);
  const edges = createHalfEdges(cloth, bending, order, rank, memory, setup.isSolved);
  edges.fill(cloth, bending);
  const groups = edges.neighbour.length / 4;
  const stiffness = memory.floats(12 * groups);
  const ownRows = setup.rows?.create(edges, memory, kernels);
  const table = ownRows?.table ?? createBlockTable(edges, memory);
  const { blocks } = table;
  const numbers = memory.doubles(NUMBERS);
  const offsets = memory.words(n);
  for (let row = 0; row < n; row++) offsets[row] = 24 * order[row];
  const createVector = (): Float32Array => memory.floats(4 * padded);
  const positions = memory.floats(8 * padded);
  const rows = memory.floats(16 * padded);
  const [particles, velocities, b, y, z, p, q, r, inertia] = Array.from({ length: 9 }, createVector);
  const held = memory.words(n);
  /** Sliders that are kept on their bodies: sweeps leave them to the correction. */
  const kept = setup.isSolved ? pins.sliders : undefined;
  const slides = kept === undefined ? 0 : n;
  const sliders: BlockSliders = {
    rows: memory.words(slides),
    normals: memory.floats(4 * slides),
    grips: memory.floats(4 * slides),
  };
  const capacity = setup.isSolved ? TIES * n : 0;
  const ties = createBlockCouplings(
    { rank, held: pins.held, rowStart: table.rowStart, blocks, rows, b, blockFloor: setup.blockFloor },
    CONTACT_STIFFNESS,
    memory.floats(COUPLING_SIZE * capacity),
  );
  const matrix = memory.words(4);
  const bound = memory.words(8);
  const impulse = memory.doubles(3 * n);
  const deltaV = memory.doubles(3 * n);
  const staging = memory.doubles(3 * n);

  numbers.set(describeModel(model.jacobian), MODEL);
  numbers[BLOCK_FLOOR] = setup.blockFloor;
  numbers[STRETCH] = 1;
  fillStiffness(springs, model, edges.springPlace, stiffness);
  for (let row = 0; row < n; row++) {
    particles[4 * row] = mass[order[row]];
    particles[4 * row + 1] = viscousDamping[order[row]];
  }
  const ratio = largestRatio(cloth);

  const at = {
    offsets: offsets.byteOffset,
    rowStart: edges.rowStart.byteOffset,
    neighbour: edges.neighbour.byteOffset,
    traits: edges.traits.byteOffset,
    scratch: edges.scratch.byteOffset,
    stiffness: stiffness.byteOffset,
    columns: table.columns.byteOffset,
    blocks: blocks.byteOffset,
    rows: rows.byteOffset,
    particles: particles.byteOffset,
    positions: positions.byteOffset,
    velocities: velocities.byteOffset,
    staging: staging.byteOffset,
    impulse: impulse.byteOffset,
    deltaV: deltaV.byteOffset,
    b: b.byteOffset,
    y: y.byteOffset,
    z: z.byteOffset,
    p: p.byteOffset,
    q: q.byteOffset,
    r: r.byteOffset,
    inertia: inertia.byteOffset,
    matrix: matrix.byteOffset,
    bound: bound.byteOffset,
    numbers: numbers.byteOffset,
    factors: numbers.byteOffset + 8 * FACTORS,
    result: numbers.byteOffset + 8 * RESULT,
    whole: numbers.byteOffset + 8 * WHOLE,
    pcg: numbers.byteOffset + 8 * TOLERANCE,
  };
  matrix.set([table.rowStart, table.ownedEnd, table.columns, blocks].map(({ byteOffset }) => byteOffset));
  bound.set([0, held.byteOffset, 0, ...Object.values(sliders).map(({ byteOffset }) => byteOffset)]);
  bound[7] = ties.records.byteOffset;
  let startsFromY = 0;
  /** Where Δv is. */
  let current = at.y;

  /** A and b, with the product of (A − M) and what is staged. */
  function assemble(): void {
    numbers[FACTORS + 1] = numbers[DAMPING_SCALE];
    kernels.gatherVectors(0, n, at.offsets, at.staging, at.velocities);
    kernels.assembleBlocks(
      n,
      at.rowStart,
      at.neighbour,
      at.traits,
      at.stiffness,
      at.positions,
      at.particles,
      at.numbers,
      at.b,
      at.rows,
      at.blocks,
      at.scratch,
    );
    kernels.subtractStiffness(
      n,
      at.rowStart,
      at.columns,
      at.blocks,
      at.particles,
      at.factors,
      at.velocities,
      at.b,
      at.whole,
    );
  }

  return {
    numbers,
    impulse,
    deltaV,
    suits: () =>
      numbers[STIFFNESS_SCALE] * ratio <= stiffest && (!setup.isSolved || (pins.contacts?.count ?? 0) <= capacity),
    begin(x, v, other = v) {
      for (let row = 0; row < n; row++) particles[4 * row + 2] = pins.held[order[row]] === 0 ? 1 : 0;
      staging.set(x);
      kernels.splitPositions(0, n, at.offsets, at.staging, at.positions);
      kernels.gatherVectors(0, n, at.offsets, at.impulse, at.b);
      staging.set(other);
      if (ownRows === undefined) assemble();
      else ownRows.assemble(at);
      bound[6] = setup.isSolved ? (pins.contacts?.count ?? 0) : 0;
      if (pins.contacts !== undefined && bound[6] > 0) ties.tie(pins.contacts, v);
      if (kept !== undefined) constrainRows(kept, rank, numbers[STRETCH] * numbers[SECONDS], rows, b, sliders);
      y.fill(0);
      startsFromY = 0;
      current = at.y;
    },
    sweep() {
      kernels.sweepBlocks(n, at.rowStart, at.columns, at.blocks, at.rows, at.b, at.y, at.y);
    },
    sweepJacobi(count) {
      kernels.applyInverses(n, at.rows, at.b, at.y);
      for (let k = 1; k < count; k++) {
        const to = current === at.y ? at.z : at.y;
        kernels.sweepBlocks(n, at.rowStart, at.columns, at.blocks, at.rows, at.b, current, to);
        current = to;
      }
    },
    computeResidual() {
      kernels.computeBlockResidual(n, at.rowStart, at.columns, at.blocks, at.rows, at.b, at.y, at.result);
      const whole = numbers[WHOLE];
      numbers[RESULT] = whole > 0 ? Math.sqrt(numbers[RESULT] / whole) : 0;
    },
    write() {
      kernels.gatherVectors(0, n, at.offsets, at.deltaV, at.y);
      startsFromY = 1;
    },
    solve() {
      r.set(b);
      for (let k = 0; k < pins.count; k++) held[k] = 16 * rank[pins.indices[k]];
      bound[0] = pins.count;
      bound[2] = kept?.count ?? 0;
      kernels.solveBlocks(
        n,
        at.matrix,
        at.rows,
        at.bound,
        at.r,
        at.inertia,
        at.p,
        at.q,
        at.z,
        at.y,
        startsFromY,
        at.pcg,
      );
      if (kept !== undefined) computeImpulses(sliders, kept.count, q, b, numbers[STRETCH], kept.impulses);
    },
    read() {
      kernels.scatterVectors(0, n, at.offsets, current, at.deltaV);
      if (kept !== undefined) clearNormals(kept, deltaV, undefined);
    },
  };
}
