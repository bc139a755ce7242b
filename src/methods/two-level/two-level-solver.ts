import { finish, type Slices } from "../../core/slices.ts";
import { createForces, type ForceOptions } from "../../forces/catalog.ts";
import { attemptKernels } from "../../kernels/attempt-kernels.ts";
import { planHatKernels } from "../../kernels/linear/hat-kernels.ts";
import { type LinearKernels, RESULT } from "../../kernels/linear/linear-kernels.ts";
import { prepareWasmLinearKernels } from "../../kernels/linear/wasm-linear-kernels.ts";
import { createPlainLinearKernels, type LinearKernelsSetup } from "../linear/plain-linear-kernels.ts";
import { EDGE_MODEL } from "../linear-edge.ts";
import type { MethodOptions, Problem, Solver } from "../method.ts";
import { createCoarseConstant } from "./coarse-constant.ts";
import type { CoarseStructure } from "./coarse-structure.ts";
import { createPlainHats } from "./plain-hats.ts";
import { prepareFineSystem } from "./prepare-fine-system.ts";
import { prepareHats } from "./prepare-hats.ts";
import { createSafetyNet } from "./safety-net.ts";
import { createSubstep, type Place } from "./substep.ts";

const FORCE_OPTIONS = { jacobian: "isotropic", triangleJacobian: "isotropic" } as const;

/**
 * Two levels: `substeps` linearly implicit steps of a constant matrix, whose long waves a few coarse hats P set right. With the substep h, s = θh and the places
 * x̂ = x + s v that the cloth flies to,
 *
 *     r  = s (F(x̂) + F_ext − C v)
 *     e  = P (PᵀHP)⁻¹ Pᵀ r                     H = M + sC + s²K(x̂), the true Hessian of the moment, exact and new in every substep
 *     Δv = e + A⁻¹ (r − H e)                   A = M + sC + s²K₀ ≥ H, the constant matrix, factored once; on large cloth a V-cycle stands for A⁻¹
 *     v* = v + Δv/θ,   x* = x + h (v + Δv)
 *
 * A alone gives long waves across the cloth the inertia of stretching it, which is why 33 such steps a frame stay behind (linear-model.ts): the hats take these waves out of it. Since
 * r − He = r − Ae + (A − H)e, the last line is Δv = A⁻¹ (r + (A − H) e): nothing but the springs' excess stiffness in A, times e, is added to the residual. A V-cycle needs Ae too.
 *
 * Without hats the step is the leapfrog of a cloth of the mass A, which no step is too long for. With them it is stable by experience, under the conditions of prepare-hats.ts, coarse-constant.ts and
 * plain-hats.ts; what goes wrong all the same is caught (safety-net.ts). Particles that lie on something go in two halves of twice the weight, implicit Euler's with the same matrices: what contact
 * changes each time would ring in the midpoint rule.
 */
export function* prepareTwoLevelSolver(problem: Problem, options: MethodOptions): Slices<Solver> {
  const { cloth, environment, pins, clock } = problem;
  const bending = options.bending as boolean;
  const forceOptions: ForceOptions = { ...FORCE_OPTIONS, membrane: undefined, bending };
  const isRequired = options.kernels === "wasm";
  const forces = createForces(cloth, environment, forceOptions);
  const system = yield* prepareFineSystem(problem, forces, options);
  yield;
  const setup: LinearKernelsSetup = {
    cloth,
    environment,
    pins,
    model: EDGE_MODEL,
    forces,
    forceOptions,
    bending,
    repeatsTargets: false,
    system,
  };
  const pairs = [...forces.elastic, ...forces.damping].map((term) => term.pairs);
  const structure = prepareHats(problem, options, pairs);
  yield;
  const kernels = yield* prepareKernels(problem, setup, structure, isRequired);
  const { numbers } = kernels;
  const hats = structure && (kernels.hats ?? createPlainHats(structure, pins, numbers));
  const coarse = structure && createCoarseConstant(structure);
  yield;
  const substeps = options.substeps as number;
  const theta = options.theta as number;
  /** The states between substeps. */
  const between: readonly Place[] = [0, 1].map(() => ({ x: kernels.createArray(), v: kernels.createArray() }));
  const substep = createSubstep(kernels, hats, forces.external, environment, theta, pins, clock);
  const net = createSafetyNet();
  let preparedSeconds = Number.NaN;
  /** Whether a step is one of the parts of the one that was asked for. */
  let isDivided = false;

  function prepare(s: number, h: number): void {
    system.prepare(s, pins);
    if (coarse === undefined) return;
    if (s !== preparedSeconds) coarse.take(system.matrix(s), s);
    if (coarse.hold(pins)) hats?.prepare(coarse.values, s, h);
    preparedSeconds = s;
  }

  return {
    arrays: kernels,
    history: [...system.history, net.history],
    ownHistory: [net.history],
    divide(report, h, take) {
      let iterations = 0;
      let caught = 0;
      isDivided = true;
      try {
        for (let n = 0; n < substeps; n++) {
          take(h / substeps);
          iterations += report.iterations;
          caught += report.caught ?? 0;
        }
      } finally {
        isDivided = false;
      }
      report.iterations = iterations;
      report.caught = caught;
    },
    propose({ from, h: whole, next }, report) {
      kernels.call();
      const isTouching = pins.touches === true;
      const count = (isTouching ? 2 : 1) * (isDivided ? 1 : substeps);
      const weight = isTouching ? 2 * theta : theta;
      const h = whole / count;
      const s = weight * h;
      substep.refresh();
      prepare(s, h);
      report.iterations = count;
      report.caught = 0;
      for (let n = 0; n < count; n++) {
        let at: Place = n === 0 ? from : between[(n - 1) % 2];
        substep.begin(at, from.time + n * h, s);
        let isCaught = false;
        if (hats !== undefined) {
          hats.assemble(substep.step);
          isCaught = net.catches(numbers[RESULT]);
          const isRetaken = isCaught && n > 0 && !net.hasCaught;
          net.follow(numbers[RESULT], isCaught);
          if (isRetaken) {
            n--;
            at = n === 0 ? from : between[(n - 1) % 2];
          }
        }
        const to: Place = n === count - 1 ? next : between[n % 2];
        if (!isCaught) substep.end(at, h, s, weight, to, true);
        if (hats !== undefined && !isCaught && n === count - 1) {
          substep.predict(next, s);
          hats.measure(substep.step);
          isCaught = net.catches(numbers[RESULT]);
          if (isCaught) net.follow(numbers[RESULT], true);
        }
        if (!isCaught) continue;
        report.caught++;
        report.iterations++;
        substep.goWithout(at, from.time + n * h, h, s, weight, to);
      }
    },
    *warm(h) {
      yield* system.prepareInSlices((theta * h) / substeps, pins);
      yield;
      if (kernels.takeMatrix !== undefined) yield* kernels.takeMatrix();
    },
    matrix: (h) => system.matrix((theta * h) / substeps),
  };
}

function* prepareKernels(
  { kernels: module }: Problem,
  setup: LinearKernelsSetup,
  hats: CoarseStructure | undefined,
  isRequired: boolean,
): Slices<LinearKernels> {
  const tasks = {
    memory: 0,
    isRepeated: false,
    turns: false,
    planHats: hats && ((rank: Uint32Array, chunks: number) => planHatKernels(hats, rank, chunks)),
  };
  const kernels = yield* attemptKernels(isRequired, function* () {
    return module && (yield* prepareWasmLinearKernels(setup, module, tasks));
  });
  return kernels ?? createPlainLinearKernels(setup);
}

export function createTwoLevelSolver(problem: Problem, options: MethodOptions): Solver {
  return finish(prepareTwoLevelSolver(problem, options));
}
