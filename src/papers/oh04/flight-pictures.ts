import { createSimulation } from "../../scene/create-simulation.ts";
import type { Picture, Task } from "../experiment.ts";
import { partOf, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";
import { type Flapping, flappingSheet } from "./flapping-sheet.ts";
import { OH_METHODS } from "./oh-methods.ts";

const TIMESTEP = 0.005;
const SECONDS = 2;
const TOLERANCE = 1e-5;
/** A sheet with a spring stretched by so much flies apart; so many steps later it can be seen. */
const TORN = 4;
const MORE = 30;
const SHOT = { eye: [1.5, 1, 1.7], target: [0, 0.8, 0.1], width: 300, height: 300 } as const;

/** BDF2 with PAID on the softest sheet when the wind stops and when it has flown apart, and with the tension turned at the same time. */
export async function pictureFlight(flapping: Flapping, task: Task): Promise<Picture[]> {
  const pictures: Picture[] = [];
  let flown = SECONDS;
  for (const { name, solver } of OH_METHODS.slice(3)) {
    const scene = flappingSheet(flapping, { ...solver, tolerance: TOLERANCE }, TIMESTEP);
    const simulation = await createSimulation(scene);
    const shoot = async (): Promise<void> => {
      pictures.push(await takePicture(simulation, scene, { caption: `${name}, ${simulation.time.toFixed(2)} s`, edges: true, ...SHOT }));
    };
    await runSteps(simulation, Math.round(1 / TIMESTEP), partOf(task, 1, 1));
    if (pictures.length === 0) await shoot();
    let since = 0;
    await runSteps(simulation, Math.round((flown - 1) / TIMESTEP), partOf(task, 1, 1), () => {
      if (since > 0 || simulation.view.measure().strainMax >= TORN) since++;
      return since <= MORE;
    });
    flown = Math.min(flown, simulation.time);
    await shoot();
  }
  return pictures;
}
