import type { Simulation } from "../sim/simulation.ts";
import type { RunInfo } from "./run-info.ts";

/** The state of a simulation in full double precision, scene order, all cloths one after the other. */
export function formatState(simulation: Simulation, info: RunInfo): string {
  const values = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(values);
  const positions = rows(values);
  simulation.readVelocities(values);
  const velocities = rows(values);
  return (
    `{ "time": ${simulation.time}, "steps": ${simulation.steps}, "run": ${JSON.stringify(info)},\n` +
    `"positions": [${positions}],\n"velocities": [${velocities}] }\n`
  );
}

/** JavaScript prints the shortest decimal that reads back as the same double. */
function rows(values: Float64Array): string {
  const out: string[] = [];
  for (let i = 0; i < values.length; i += 3) out.push(`[${exact(values[i])},${exact(values[i + 1])},${exact(values[i + 2])}]`);
  return out.join(",\n");
}

/** With the sign of a zero, which JavaScript leaves out. */
function exact(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
