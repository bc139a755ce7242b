import { invertSymmetric } from "../../core/mat3.ts";
import { FORCES } from "../../core/profile.ts";
import type { Slices } from "../../core/slices.ts";
import type { ForceOptions, Forces } from "../../forces/catalog.ts";
import { addForces, createForces } from "../../forces/catalog.ts";
import { type BlockSweeps, createBlockSweeps } from "../../kernels/blocks/block-sweeps.ts";
import { planSweeps, type SweepRows } from "../../kernels/blocks/sweep-rows.ts";
import type { BlockMatrix } from "../../linalg/block-matrix.ts";
import { computeBlockProduct } from "../../linalg/block-matrix.ts";
import type { BlockRows } from "../../linalg/block-sweep.ts";
import { buildBlockRows } from "../../linalg/block-sweep.ts";
import { prepareBlockStep } from "../block-step.ts";
import { whyPlain } from "../kernel-solve.ts";
import type { Problem, SolveReport, Solver } from "../method.ts";
import { createImplicitSystem } from "./implicit-system.ts";

/** The tables of one step, built once and read by every sweep [Kim06, sec. 3: "lookup tables"]. */
export interface SweepTables {
  readonly matrix: BlockMatrix;
  readonly rows: BlockRows;
  /** Inverses of the diagonal blocks. */
  readonly inverse: Float64Array;
  readonly b: Float64Array;
  readonly held: Uint8Array;
  /** Scratch for one number. */
  readonly dot: Float64Array;
}

/** Improves v* in place by sweeping over the tables; reports how often, and how well where it knows. */
export type Sweep = (tables: SweepTables, v: Float64Array, report: SolveReport) => void;

/** The same with kernels in WebAssembly: rows in an order of particles, and sweeps over them from Δv = 0. */
export interface KernelSweep {
  readonly order: Uint32Array;
  /** Whether it can tell when to stop where particles slide on bodies. */
  readonly knowsSliders: boolean;
  /** Whether the scene insists on kernels. */
  readonly isRequired: boolean;
  relax(blocks: BlockSweeps, report: SolveReport): void;
}

/** From so much Σ h²k/m of a particle on, an inverse block in single precision has few digits left across the cloth. */
const STIFFEST = 3e6;

/**
 * The frame of the near-explicit methods: the implicit Euler system in terms of the new velocity,
 *
 *     (M + hC + h²K) v* = M v + h F      (F without damping, which is in C)      [Kim06, eq. 5]
 *
 * relaxed by a few sweeps from v* = v, then x* = x + h v*. `resistAcceleration` adds hCv to the right-hand side: the damping
 * then acts on Δv only, as [Kang02, eq. 22–25] are printed.
 *
 * Kernels in WebAssembly take the same sweeps in terms of Δv = v* − v, which is 0 at first: in single precision its digits are worth more
 * than those of v*. Springs too stiff for it are left to TypeScript.
 */
export function* prepareSweepSolver(
  problem: Problem,
  forceOptions: ForceOptions,
  resistAcceleration: boolean,
  createSweep: (tables: SweepTables) => Sweep,
  kernelSweep?: KernelSweep | undefined,
): Slices<Solver> {
  const forces = createForces(problem.cloth, problem.environment, forceOptions);
  let rows: SweepRows | undefined;
  let sweeps: BlockSweeps | undefined;
  const blockStep =
    kernelSweep &&
    (yield* prepareBlockStep(problem, {
      *planRows(setup, rank, chunks) {
        const plan = yield* planSweeps(setup, rank, chunks, problem.before);
        rows = plan.rows;
        return plan;
      },
      forces,
      forceOptions,
      order: kernelSweep.order,
      theta: 1,
      resistAcceleration,
      stiffest: STIFFEST,
      blockFloor: 0,
      isSolved: false,
      knowsSliders: kernelSweep.knowsSliders,
      isRequired: kernelSweep.isRequired,
      solve(kernels, report) {
        sweeps ??= createBlockSweeps(kernels);
        kernelSweep.relax(sweeps, report);
      },
    }));
  const create = (): Solver["propose"] => createPlainSweep(problem, forces, resistAcceleration, createSweep);
  let proposePlainly = blockStep ? undefined : create();
  return {
    ...(blockStep && { arrays: blockStep.arrays }),
    rows,
    leavesKernels: (h) => (kernelSweep === undefined ? undefined : whyPlain(problem, blockStep, h)),
    history: [],
    propose(step, report) {
      if (blockStep?.suits(step.h)) blockStep.propose(step, report, false);
      else {
        proposePlainly ??= create(); // most cloths never ask for it
        proposePlainly(step, report);
      }
    },
  };
}

/** The same in TypeScript. */
function createPlainSweep(
  { cloth, pins, clock }: Problem,
  forces: Forces,
  resistAcceleration: boolean,
  createSweep: (tables: SweepTables) => Sweep,
): Solver["propose"] {
  const { mass, particleCount } = cloth;
  const system = createImplicitSystem(cloth, forces); // sliders are left to the correction: a few sweeps hardly move them at will
  const size = 3 * particleCount;
  const tables: SweepTables = {
    matrix: system.matrix,
    rows: buildBlockRows(system.matrix),
    inverse: new Float64Array(2 * size),
    b: new Float64Array(size),
    held: pins.held,
    dot: new Float64Array(1),
  };
  const { inverse, b } = tables;
  const dampingForce = new Float64Array(size);
  const sweep = createSweep(tables);
  return ({ from: { x, v, time }, h, next }, report) => {
    b.fill(0);
    addForces(forces.elastic, x, v, time, b);
    addForces(forces.external, x, v, time, b);
    if (resistAcceleration) {
      dampingForce.fill(0);
      addForces(forces.damping, x, v, time, dampingForce);
      for (let c = 0; c < size; c++) b[c] -= dampingForce[c];
    }
    for (let i = 0; i < particleCount; i++) {
      for (let c = 3 * i; c < 3 * i + 3; c++) b[c] = mass[i] * v[c] + h * b[c];
    }
    system.assemble(x, h, h * h);
    system.addMass();
    for (let i = 0; i < particleCount; i++) invertSymmetric(system.matrix.diagonal, 6 * i, inverse, 6 * i);
    clock.lap(FORCES);
    next.v.set(v);
    sweep(tables, next.v, report);
    for (let c = 0; c < size; c++) next.x[c] = x[c] + h * next.v[c];
  };
}

/** ‖b − A v‖ / ‖b‖ over the free rows; `product` is scratch. */
export function relativeResidual(tables: SweepTables, v: Float64Array, product: Float64Array): number {
  const { matrix, b, held, dot } = tables;
  computeBlockProduct(matrix, v, product, dot);
  let residual = 0;
  let whole = 0;
  for (let i = 0; i < held.length; i++) {
    if (held[i] !== 0) continue;
    for (let c = 3 * i; c < 3 * i + 3; c++) {
      residual += (b[c] - product[c]) * (b[c] - product[c]);
      whole += b[c] * b[c];
    }
  }
  return whole > 0 ? Math.sqrt(residual / whole) : 0;
}
