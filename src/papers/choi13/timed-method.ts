import { createBodyMotion } from "../../core/body-motion.ts";
import type { Pins } from "../../core/constraints.ts";
import { createStageClock, SOLVE } from "../../core/profile.ts";
import { createProposal, createState, type Proposal, type State } from "../../core/state.ts";
import { beginStep, createStepContext, type StepContext } from "../../core/step-context.ts";
import { addForces, createForces } from "../../forces/catalog.ts";
import { parseScene, type SceneInput } from "../../index.ts";
import { computeBlockProduct } from "../../linalg/block-matrix.ts";
import { createBlockPcg } from "../../linalg/block-pcg.ts";
import { createImplicitSystem } from "../../methods/implicit/implicit-system.ts";
import type { Solver } from "../../methods/method.ts";
import { forceOptions } from "../../methods/options.ts";
import { buildScene } from "../../scene/build-scene.ts";
import type { SimulationSetup } from "../../sim/setup.ts";

/** Milliseconds of one step by the parts that the thesis tells apart. */
export interface StepTimes {
  readonly force: number;
  readonly build: number;
  readonly solve: number;
  readonly iterations: number;
}

/** A method on a cloth, without drive, collision and checks; steps by itself from the state it is given. */
export interface TimedMethod {
  readonly state: State;
  step(h: number): StepTimes;
}

/** Any method by its own clock: whatever it does before it solves is force, so for methods with a constant matrix only. */
export async function createTimedSolver(scene: SceneInput): Promise<TimedMethod> {
  const setup = await buildScene(parseScene(scene), refuseMesh);
  const { solver, clock } = createSolver(setup);
  const state = createState(setup.positions.slice(), setup.velocities.slice());
  const next = createProposal(setup.cloth.particleCount);
  const step = contextOf(setup, state, next);
  const report = { iterations: 0, residual: 0, converged: true, stagnated: false };
  return {
    state,
    step(h) {
      clock.start();
      beginStep(step, h);
      solver.propose(step, report);
      clock.lap(SOLVE);
      const { forces, solve } = clock.read();
      commit(state, next, h);
      return { force: forces, build: 0, solve, iterations: report.iterations };
    },
  };
}

/**
 * Implicit Euler as src/methods/implicit/theta.ts takes it, from the same pieces, with forces and matrix timed apart. `checkStep` compares one
 * step with the method itself: they must agree to the last bit.
 */
export async function createTimedImplicit(scene: SceneInput): Promise<TimedMethod & { checkStep(h: number): void }> {
  const setup = await buildScene(parseScene(scene), refuseMesh);
  const { cloth, environment, method, options } = setup;
  const pins = pinsOf(setup);
  const forces = createForces(cloth, environment, forceOptions(options, method.membraneTerms));
  const system = createImplicitSystem(cloth, forces);
  const pcg = createBlockPcg(cloth.particleCount);
  const state = createState(setup.positions.slice(), setup.velocities.slice());
  const next = createProposal(cloth.particleCount);
  const size = 3 * cloth.particleCount;
  const b = new Float64Array(size);
  const product = new Float64Array(size);
  const dot = new Float64Array(1);
  const deltaV = new Float64Array(size);
  const tolerance = options.tolerance as number;
  const maxIterations = options.maxIterations as number;

  function propose(h: number): StepTimes {
    const { x, v, time } = state;
    const start = performance.now();
    b.fill(0);
    addForces(forces.elastic, x, v, time, b);
    addForces(forces.external, x, v, time, b);
    const forced = performance.now();
    system.assemble(x, h, h * h);
    const built = performance.now();
    computeBlockProduct(system.matrix, v, product, dot);
    system.addMass();
    for (let c = 0; c < size; c++) b[c] = h * b[c] - product[c];
    const { iterations } = pcg.solve(system.matrix, b, pins.indices, pins.count, tolerance, maxIterations, deltaV);
    for (let c = 0; c < size; c++) {
      next.v[c] = v[c] + deltaV[c];
      next.x[c] = x[c] + h * (v[c] + deltaV[c]);
    }
    const end = performance.now();
    return { force: forced - start, build: built - forced, solve: end - built, iterations };
  }

  return {
    state,
    step(h) {
      const times = propose(h);
      commit(state, next, h);
      return times;
    },
    checkStep(h) {
      propose(h);
      const own = createProposal(cloth.particleCount);
      const step = contextOf(setup, state, own);
      beginStep(step, h);
      createSolver(setup).solver.propose(step, { iterations: 0, residual: 0, converged: true, stagnated: false });
      if (next.x.some((value, c) => value !== own.x[c])) throw new Error(`this is not the step of ${method.name}`);
    },
  };
}

function createSolver(setup: SimulationSetup): { solver: Solver; clock: ReturnType<typeof createStageClock> } {
  const { cloth, environment, sceneIndex, method, options, positions: start } = setup;
  const clock = createStageClock();
  return { solver: method.create({ cloth, environment, pins: pinsOf(setup), start, sceneIndex, clock }, options), clock };
}

function contextOf(setup: SimulationSetup, state: State, next: Proposal): StepContext {
  return createStepContext(state, next, pinsOf(setup), createBodyMotion([]), false);
}

function pinsOf({ cloth, pins }: SimulationSetup): Pins {
  const held = new Uint8Array(cloth.particleCount);
  const indices = new Uint32Array(cloth.particleCount);
  pins.forEach(({ vertex }, n) => {
    held[vertex] = 1;
    indices[n] = vertex;
  });
  return { held, indices, count: pins.length };
}

function commit(state: State, next: { x: Float64Array; v: Float64Array }, h: number): void {
  state.x.set(next.x);
  state.v.set(next.v);
  state.time += h;
}

function refuseMesh(name: string): Promise<string> {
  throw new Error(`no mesh ${name} here`);
}
