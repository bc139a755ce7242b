import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Simulation } from "../../sim/simulation.ts";
import type { Knob, Task } from "../experiment.ts";
import { partOf, readPositions, readVelocities, rmsDistance, runSteps } from "../run-steps.ts";
import type { ChoiModel } from "./choi-models.ts";
import { swingingCloth } from "./swinging-cloth.ts";

/** Weight of the cloth [kg] and stiffness of its springs [N/m]; the step follows from h²k/m. */
export const SWING_WEIGHT = 0.2;
export const SWING_STIFFNESS = 200;
/** Sees all of the swing. */
export const SWING_CAMERA = { position: [2.2, 0.33, 2.6], target: [0.5, -0.36, 0.2] } as const;
/** So often a swing is looked at. */
export const LOOKS = 20;

export interface Swing {
  /** Positions at twentieths of the swing. */
  readonly frames: readonly Float64Array[];
  /** Root mean square of v⁺ − 2v + v⁻ over particles and steps, by g h: smooth motion has none. */
  readonly roughness: number;
  /** Largest on the way. */
  readonly strain: number;
  readonly isLost: boolean;
}

/** The time step [s] with which the cloth of `size` vertices a side has this h²k/m. */
function swingStep(size: number, kappa: number): number {
  return Math.sqrt((kappa * SWING_WEIGHT) / (size * size * SWING_STIFFNESS));
}

/** h²k/m of the swing to choose in the page, by way of the step. */
export function kappaKnob(size: number, kappas: readonly number[], start: number): Knob {
  return {
    label: "h²k/m, by the time step",
    choices: kappas.map((kappa) => ({ name: String(kappa), set: { timestep: swingStep(size, kappa) } })),
    start: kappas.indexOf(start),
  };
}

/** The swinging cloth of [Choi13, Fig. 7.7] at a stiffness h²k/m, by way of the step. */
export function swingScene(size: number, kappa: number, solver: NonNullable<SceneInput["solver"]>): SceneInput {
  const timestep = swingStep(size, kappa);
  return {
    ...swingingCloth({ size, stiffness: SWING_STIFFNESS, timestep, solver, bendModulus: 1e-5 }),
    camera: SWING_CAMERA,
  };
}

/** Swings for a second, or `seconds`. */
export async function measureSwing(
  size: number,
  kappa: number,
  { solver }: ChoiModel,
  task: Task,
  look: (simulation: Simulation, scene: SceneInput, frame: number) => Promise<void> = async () => {},
): Promise<Swing> {
  const scene = swingScene(size, kappa, solver);
  const simulation = await createSimulation(scene);
  const steps = Math.round(1 / simulation.timestep);
  const frames: Float64Array[] = [];
  let strain = 0;
  let squares = 0;
  let terms = 0;
  let last = readVelocities(simulation);
  let before = last;
  let taken = 0;
  for (let frame = 1; frame <= LOOKS; frame++) {
    const until = Math.round((steps * frame) / LOOKS);
    const part = partOf(task, (frame - 1) / LOOKS, frame / LOOKS);
    const { isLost } = await runSteps(simulation, until - taken, part, () => {
      const v = readVelocities(simulation);
      // the first step starts from rest: it is no sign of roughness
      if (simulation.steps > 3) {
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
    if (isLost) return { frames, roughness: Number.NaN, strain: Number.NaN, isLost };
    taken = until;
    frames.push(readPositions(simulation));
    await look(simulation, scene, frame);
  }
  return { frames, roughness: Math.sqrt(squares / terms) / (9.81 * simulation.timestep), strain, isLost: false };
}

/** Root mean square distance over the whole swing [m]. */
export function swingDistance(a: Swing, b: Swing): number {
  if (a.isLost || b.isLost) return Number.NaN;
  let sum = 0;
  a.frames.forEach((frame, n) => {
    const distance = rmsDistance(frame, b.frames[n]);
    sum += (distance * distance) / a.frames.length;
  });
  return Math.sqrt(sum);
}
