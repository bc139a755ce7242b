import { FORCES } from "../core/profile.ts";
import { finish } from "../core/slices.ts";
import type { StateArrays } from "../core/state.ts";
import type { ForceOptions, Forces } from "../forces/catalog.ts";
import { addForces } from "../forces/catalog.ts";
import { attemptKernels, prepareBlocks } from "../kernels/attempt-kernels.ts";
import { planPaidRows } from "../kernels/blocks/paid-rows.ts";
import { DAMPING_SCALE, INVERSE_THETA, SECONDS, STIFFNESS_SCALE, STRETCH } from "../kernels/layout/block-numbers.ts";
import { createKernelSolve, isWithinReach, SOLVED } from "./kernel-solve.ts";
import type { MethodOptions, Problem, SolveReport } from "./method.ts";
import type { Preconditioning } from "./multigrid/preconditioning.ts";

/** A step of Oh's family with what its solve needs (src/methods/implicit/multistep.ts), all as the cloth numbers it. */
export interface MultistepStep {
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly time: number;
  /** D and x + D, and b₀. */
  readonly displacement: Float64Array;
  readonly predicted: Float64Array;
  readonly momentum: Float64Array;
  /** Of the whole step, and the effective one [s]. */
  readonly h: number;
  readonly s: number;
}

/** The solve with kernels in WebAssembly. */
export interface MultistepBlocks {
  /** For state and proposal: they need not be copied. */
  readonly arrays: StateArrays;
  /** Whether the springs are not too stiff for single precision, and there is room for what touches. */
  suits(s: number): boolean;
  /** Solves for Δv, from the one that it is given where it is asked again. */
  solve(step: MultistepStep, again: boolean, deltaV: Float64Array, report: SolveReport): void;
}

/**
 * What the kernels make is s F_elastic − (sC + s²K) w with any velocities w, or with PAID forces nothing of the product. So w = D/s, and what that has of
 * damping too little, −sC (v − w), joins the impulses. Undefined where the kernels do not compute all elastic
 * and damping forces, or there are none.
 */
export function createMultistepBlocks(
  { cloth, pins, clock, kernels: module }: Problem,
  forces: Forces,
  forceOptions: ForceOptions,
  tension: "old" | "rotated" | undefined,
  options: MethodOptions,
  preconditioning?: Preconditioning,
): MultistepBlocks | undefined {
  if (module === undefined || !isWithinReach(options)) return undefined;
  const { particleCount, mass } = cloth;
  const order = Uint32Array.from(mass, (_, i) => i);
  const kernels = finish(
    attemptKernels(options.kernels === "wasm", () =>
      prepareBlocks(
        {
          cloth,
          pins,
          forces,
          forceOptions,
          order,
          ...SOLVED,
          tolerance: options.tolerance as number,
          planRows: preconditioning?.blocks.planRows,
          rows: tension && planPaidRows(tension),
        },
        module,
      ),
    ),
  );
  if (kernels === undefined) return undefined;
  const { numbers, impulse } = kernels;
  const size = 3 * particleCount;
  const force = new Float64Array(size);
  const rate = new Float64Array(size);
  const lag = new Float64Array(size);
  const solve = preconditioning?.blocks.solve ?? createKernelSolve(options, mass);
  numbers[INVERSE_THETA] = 1;

  return {
    arrays: kernels.arrays,
    suits(s) {
      numbers[SECONDS] = s;
      numbers[STIFFNESS_SCALE] = s * s;
      numbers[DAMPING_SCALE] = s;
      return kernels.suits();
    },
    solve({ x, v, time, displacement, predicted, momentum, h, s }, again, deltaV, report) {
      numbers[STRETCH] = h / s;
      if (tension === undefined) {
        for (let c = 0; c < size; c++) {
          rate[c] = displacement[c] / s;
          lag[c] = v[c] - rate[c];
        }
      }
      force.fill(0);
      addForces(forces.damping, x, tension === undefined ? lag : v, time, force);
      addForces(forces.external, x, v, time, force);
      for (let c = 0; c < size; c++) impulse[c] = momentum[c] + s * force[c];
      kernels.begin(x, v, false, tension === undefined ? rate : predicted);
      clock.lap(FORCES);
      if (again) {
        kernels.deltaV.set(deltaV);
        kernels.write();
      }
      solve(kernels, report);
      kernels.read();
      deltaV.set(kernels.deltaV);
    },
  };
}
