import { checkSimulation } from "../sim/check-simulation.ts";
import type { Simulation } from "../sim/simulation.ts";
import { formatObj } from "./obj-writer.ts";
import { describeRun, runInfo } from "./run-info.ts";

/** The state of a simulation as an OBJ file that says where it comes from; `scene` is the name of the scene's file. */
export function formatObjFile(simulation: Simulation, scene: string): string {
  checkSimulation(simulation);
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  const info = runInfo(simulation, scene, simulation.timestep);
  const comments = [describeRun(info), `time ${simulation.time} s, step ${simulation.steps}, state ${info.hash}`];
  return formatObj(positions, simulation.triangles, simulation.uv, comments);
}
