import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SolverInput, SpringRow } from "../../scene/scene-input.ts";
import type { Simulation } from "../../sim/simulation.ts";
import type { Task } from "../experiment.ts";
import { readPositions, readVelocities, runSteps } from "../run-steps.ts";

/** One turn a second. */
const OMEGA = 2 * Math.PI;
const LENGTH = 1;
export const TURNING_MASS = 0.5;
export const SPRING_STIFFNESS = 20;
/** Half the distance between two springs [m], and the stiffness of the thread between them [N/m]: they are one body, and do not feel it. */
const APART = 2;
const THREAD = 1e-9;

/** Two masses on a spring that turn about each other once a second, held on their circle by its tension; or two such springs that turn against each other. */
export function rotatingSpring(solver: SolverInput, timestep: number, isTwofold = false): SceneInput {
  const rest = LENGTH - (TURNING_MASS * OMEGA * OMEGA * (LENGTH / 2)) / SPRING_STIFFNESS;
  const speed = (OMEGA * LENGTH) / 2;
  const centres = isTwofold ? [-APART, APART] : [0];
  const springs = centres.map((_, n): SpringRow => [2 * n, 2 * n + 1, rest, SPRING_STIFFNESS, "stretch"]);
  if (isTwofold) springs.push([1, 2, 2 * APART - LENGTH, THREAD, "stretch"]);
  const network = {
    positions: centres.flatMap((x) => [
      [x - LENGTH / 2, 0, 0],
      [x + LENGTH / 2, 0, 0],
    ]),
    velocities: centres.flatMap((_, n) => {
      const way = n === 0 ? speed : -speed;
      return [
        [0, -way, 0],
        [0, way, 0],
      ];
    }),
    masses: TURNING_MASS,
    springs,
  };
  return {
    drape: 1,
    gravity: [0, 0, 0],
    timestep,
    solver,
    cloths: [{ network }],
    camera: { position: [0, 0, 3], target: [0, 0, 0] },
  };
}

/** Share of the first spring's angular momentum that a turn takes (or adds, below 0). */
export async function lossOfTurn(solver: SolverInput, timestep: number, task: Task, isTwofold = false): Promise<number> {
  const simulation = await createSimulation(rotatingSpring(solver, timestep, isTwofold));
  const start = spinOf(simulation);
  const { isLost } = await runSteps(simulation, Math.round(1 / timestep), task);
  return isLost ? Number.NaN : 1 - spinOf(simulation) / start;
}

/** Angular momentum of the first two particles about their middle, per mass, along z. */
function spinOf(simulation: Simulation): number {
  const [x, v] = [readPositions(simulation), readVelocities(simulation)];
  const [dx, dy, du, dv] = [x[3] - x[0], x[4] - x[1], v[3] - v[0], v[4] - v[1]];
  return 0.5 * (dx * dv - dy * du);
}
