import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";
import { createChecker } from "./checker.ts";
import { setPositions } from "./jitter.ts";
import type { Frame, Progress, Size, StressScene, Watched } from "./stress-scene.ts";

export interface RunOptions {
  readonly size: Size;
  readonly seed: number;
  /** Switches collision off: no contact of cloth with cloth, and no bodies. The checker still sees them. */
  readonly off?: boolean;
  /** [s]; the scene's duration by default. */
  readonly seconds?: number;
  /** Ends the run at the first step that the checker finds wrong. */
  readonly stopAtFault?: boolean;
  /** Is told now and then how far the run has come. */
  readonly say?: (line: string) => void;
}

/** One run of a stress scene. */
export interface StressRow {
  readonly scene: string;
  readonly size: Size;
  readonly seed: number;
  readonly collision: "on" | "off";
  readonly vertices: number;
  readonly steps: number;
  /** Simulated time [s]. */
  readonly seconds: number;
  /** Time spent in steps, the checker's not counted [s]; per step and in the slowest step [ms], and per step in the stage of contact. */
  readonly wallSeconds: number;
  readonly msPerStep: number;
  readonly worstMs: number;
  readonly collideMs: number;
  readonly maxContacts: number;
  /** Sum over the steps of the pairs of triangles that cross after it, and the first step with any (0: none). */
  readonly intersections: number;
  readonly firstStep: number;
  /** Of a vertex in a body without a mesh [m]. */
  readonly maxPenetration: number;
  /** Largest strain of a thread, and of all threads on average, in any step [−]. */
  readonly maxStrain: number;
  readonly meanStrain: number;
  readonly progress: Progress;
  readonly pass: boolean;
}

/** A vertex may be this deep in a body that has no mesh [m]: rounding. */
const PENETRATION = 1e-6;
/** Cloth whose threads are half as long again, or half as long, on average was torn about by contact, whatever else it does [−]. */
const MEAN_STRAIN = 0.5;
const SAY_EVERY = 20_000;
/** The default method, solved as far as a film needs: contact has its say after it anyway. */
const SOLVER = { method: "implicit-euler", tolerance: 1e-2, velocityTolerance: 1e-2 } as const;

/** Runs a scene and has the checker look at the start and at the end of every step. A run that stops with an error is a row that fails. */
export async function runStressScene(scene: StressScene, options: RunOptions): Promise<StressRow> {
  const { size, seed, off = false, stopAtFault = false, say } = options;
  const setup = scene.build({ size, seed });
  const staged = { ...setup.scene, solver: SOLVER };
  const simulation = await createSimulation(off ? withoutCollision(staged) : staged, {
    loadMesh: async (name) => setup.meshes?.[name] ?? "",
  });
  const start = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(start);
  setup.place(start);
  setPositions(simulation, start);
  const check = createChecker(setup.scene, simulation.triangles, simulation.particleCount);
  const atStart = check(start, 0);
  if (atStart.intersections > 0 || atStart.penetration > 0) {
    throw new Error(`${scene.name}: starts with ${atStart.intersections} intersections, ${atStart.penetration} m deep`);
  }

  const seconds = options.seconds ?? (setup.scene.duration as number);
  const steps = Math.round(seconds / simulation.timestep);
  const watched: Watched[] = [];
  const frame = { x: new Float64Array(start.length), v: new Float64Array(start.length) };
  let end: Frame = { time: 0, ...frame, contacts: 0, strainMax: 0, strainMean: 0 };
  let wall = 0;
  let worst = 0;
  let collide = 0;
  let maxContacts = 0;
  let intersections = 0;
  let firstStep = 0;
  let maxPenetration = 0;
  let maxStrain = 0;
  let meanStrain = 0;
  let error = "";
  let told = performance.now();
  for (let n = 1; n <= steps; n++) {
    const begun = performance.now();
    try {
      simulation.step();
    } catch (reason) {
      error = `stopped in step ${n}: ${reason instanceof Error ? reason.message : reason}`;
      break;
    }
    const spent = performance.now() - begun;
    wall += spent;
    worst = Math.max(worst, spent);
    collide += simulation.profile.collide;
    end = readFrame(simulation, frame.x, frame.v);
    watched.push(setup.watch(end));
    maxContacts = Math.max(maxContacts, end.contacts);
    maxStrain = Math.max(maxStrain, end.strainMax);
    meanStrain = Math.max(meanStrain, end.strainMean);
    const faults = check(end.x, end.time);
    intersections += faults.intersections;
    maxPenetration = Math.max(maxPenetration, faults.penetration);
    const faulty = faults.intersections > 0 || faults.penetration > PENETRATION;
    if (faulty && firstStep === 0) firstStep = n;
    if (faulty && stopAtFault) break;
    if (say !== undefined && performance.now() - told > SAY_EVERY) {
      told = performance.now();
      say(`${scene.name} ${seed}: step ${n} of ${steps}, ${spent.toFixed(0)} ms, ${end.contacts} contacts`);
    }
  }
  const taken = watched.length;
  const progress: Progress = taken > 0 ? setup.progress({ start, end, watched }) : { done: false, words: "no step taken", numbers: {} };
  return {
    scene: scene.name,
    size,
    seed,
    collision: off ? "off" : "on",
    vertices: simulation.particleCount,
    steps: taken,
    seconds: simulation.time,
    wallSeconds: wall / 1000,
    msPerStep: taken > 0 ? wall / taken : 0,
    worstMs: worst,
    collideMs: taken > 0 ? collide / taken : 0,
    maxContacts,
    intersections,
    firstStep,
    maxPenetration,
    maxStrain,
    meanStrain,
    progress: error === "" ? progress : { ...progress, done: false, words: `${error}; ${progress.words}` },
    pass: error === "" && intersections === 0 && maxPenetration <= PENETRATION && meanStrain <= MEAN_STRAIN && progress.done,
  };
}

function readFrame(simulation: Simulation, x: Float64Array, v: Float64Array): Frame {
  simulation.readPositions(x);
  simulation.readVelocities(v);
  const { contacts, strainMax, strainMean } = simulation.view.measure();
  return { time: simulation.time, x, v, contacts, strainMax, strainMean };
}

function withoutCollision(scene: SceneInput): SceneInput {
  const { colliders: _, ...rest } = scene;
  return { ...rest, collision: { ...(scene.collision as object), self: false } };
}
