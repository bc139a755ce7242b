import { checkSimulation } from "../sim/check-simulation.ts";
import type { Simulation } from "../sim/simulation.ts";
import { clothTriangles } from "./cloth-triangles.ts";
import { type FileSpace, moveToSpace, SCENE_SPACE } from "./file-space.ts";
import type { SampledFrame } from "./frame-sampler.ts";
import { computeNormals } from "./normals.ts";
import { formatObj } from "./obj-writer.ts";
import { describeRun, runInfo } from "./run-info.ts";

export interface ObjFileOptions extends Partial<FileSpace> {
  /** The frame that is written: the state as it is without. */
  readonly frame?: SampledFrame | undefined;
}

/** The state of a simulation as an OBJ file, an object a cloth, that says where it comes from; `scene` is the name of the scene's file. */
export function formatObjFile(simulation: Simulation, scene: string, options: ObjFileOptions = {}): string {
  checkSimulation(simulation);
  const { frame, metresPerUnit = SCENE_SPACE.metresPerUnit, up = SCENE_SPACE.up } = options;
  const { particleCount, triangles, uv, cloths, steps } = simulation;
  const positions = new Float64Array(3 * particleCount);
  if (frame === undefined) simulation.readPositions(positions);
  else positions.set(frame.positions);
  moveToSpace(positions, { metresPerUnit, up });
  const normals = new Float32Array(triangles.length > 0 ? positions.length : 0);
  if (normals.length > 0) computeNormals(Float32Array.from(positions), triangles, normals);
  const info = runInfo(simulation, scene, simulation.timestep);
  const isBetween = frame !== undefined && frame.moment !== steps;
  const comments = [
    describeRun(info),
    isBetween
      ? `time ${frame.time} s, between steps ${steps - 1} and ${steps}`
      : `time ${simulation.time} s, step ${steps}, state ${info.hash}`,
    ...(metresPerUnit === 1 && up === "y" ? [] : [`a unit is ${metresPerUnit} m, ${up} is up`]),
  ];
  const own = clothTriangles(simulation);
  return formatObj({ positions, normals, uv, objects: cloths.map(({ name }, n) => ({ name, triangles: own[n] })) }, comments);
}
