import { createSimulation } from "../../scene/create-simulation.ts";
import type { ClothInput, SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Simulation } from "../../sim/simulation.ts";
import type { Task } from "../experiment.ts";
import { readVelocities, runSteps } from "../run-steps.ts";
import { swingScene } from "./measure-swing.ts";

/** Motions in which the directions of edges change more and more abruptly. */
export interface Disturbance {
  readonly name: string;
  disturb(scene: SceneInput): SceneInput;
}

/** Hertz and metres of the hand that shakes the cloth; metres by which each corner is pushed in, and in how many seconds. */
const SHAKE = { frequency: 5, amplitude: 0.1 };
const PUSH = { way: 0.4, seconds: 0.3 };

/** Of the sphere on which the cloth falls [m]. */
const RADIUS = 0.25;

export const DISTURBANCES: readonly Disturbance[] = [
  { name: "swinging", disturb: (scene) => scene },
  { name: "shaken by its corners", disturb: (scene) => withPins(scene, shaken("top-left"), shaken("top-right")) },
  { name: "pushed together", disturb: (scene) => withPins(scene, pushed("top-left", PUSH.way), pushed("top-right", -PUSH.way)) },
  {
    name: "falling on a sphere",
    disturb: (scene) => ({
      ...withPins(scene),
      colliders: [{ sphere: { center: [0.52, -0.3, 0.5], radius: RADIUS } }],
      collision: { thickness: 0.006, friction: 0.3 },
    }),
  },
];

type PinInput = NonNullable<ClothInput["pins"]>[number];

function withPins(scene: SceneInput, ...pins: PinInput[]): SceneInput {
  return { ...scene, cloths: (scene.cloths as readonly ClothInput[]).map((cloth) => ({ ...cloth, pins }) as ClothInput) };
}

function shaken(vertex: "top-left" | "top-right"): PinInput {
  return { vertex, motion: { sine: { direction: [0, 1, 0], ...SHAKE } } };
}

function pushed(vertex: "top-left" | "top-right", way: number): PinInput {
  const keyframes = [
    { at: 0, offset: [0, 0, 0] as const },
    { at: PUSH.seconds, offset: [way, 0, 0] as const },
  ];
  return { vertex, motion: { keyframes } };
}

/** The swinging cloth with a disturbance, at h²k/m. */
export function disturbedScene(disturbance: Disturbance, size: number, kappa: number, solver: SolverInput): SceneInput {
  return disturbance.disturb(swingScene(size, kappa, solver));
}

/** For a picture: contact is kept at vertices, so that flat faces cut into a sphere; it is drawn smaller by as much as a face cuts off. */
export function shrinkSphere(scene: SceneInput, size: number): SceneInput {
  // a face of the square metre is half a square, and farthest inside at the middle of its longest side
  const half = Math.SQRT1_2 / (size - 1);
  const radius = Math.sqrt(RADIUS * RADIUS - half * half);
  return { ...scene, colliders: [{ sphere: { center: [0.52, -0.3, 0.5], radius } }] };
}

export interface Shiver {
  /** Root mean square of v⁺ − 2v + v⁻ over particles and steps, by g h: what the velocities have that a smooth motion has not. */
  readonly roughness: number;
  /** Largest on the way. */
  readonly strain: number;
  /** As it was when the run ended. */
  readonly simulation: Simulation;
}

/** Runs for some seconds; a run that is lost has no roughness. */
export async function measureShiver(scene: SceneInput, seconds: number, task: Task): Promise<Shiver> {
  const simulation = await createSimulation(scene);
  let [squares, terms, strain] = [0, 0, 0];
  let last = readVelocities(simulation);
  let before = last;
  const { isLost } = await runSteps(simulation, Math.round(seconds / simulation.timestep), task, (n) => {
    const v = readVelocities(simulation);
    // the first step starts from rest: it is no sign of roughness
    if (n > 3) {
      for (let c = 0; c < v.length; c++) {
        const bend = v[c] - 2 * last[c] + before[c];
        squares += bend * bend;
      }
      terms += v.length / 3;
    }
    before = last;
    last = v;
    strain = Math.max(strain, simulation.view.measure().strainMax);
  });
  const roughness = isLost ? Number.POSITIVE_INFINITY : Math.sqrt(squares / terms) / (9.81 * simulation.timestep);
  return { roughness, strain: isLost ? Number.POSITIVE_INFINITY : strain, simulation };
}
