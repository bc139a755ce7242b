import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";

/** Who holds the upper edge of the sheet: hands that grab its vertices, or a body that it is attached to. */
export type Holder = "grab" | "body";

/** What a ride at a steady speed came to. */
export interface Ride {
  /** The largest strain of any spring [%]. */
  readonly strain: number;
  /** The slowest and the fastest that the held edge was drawn [m/s]. */
  readonly slowest: number;
  readonly fastest: number;
}

const COLUMNS = 9;
const ROWS = 9;

function scene(holder: Holder, timestep: number): SceneInput {
  return {
    drape: 1,
    timestep,
    gravity: [0, 0, 0],
    solver: { method: "implicit-euler" },
    cloths: [
      {
        grid: { columns: COLUMNS, rows: ROWS, width: 0.2, height: 0.2 },
        fabric: "cotton",
        velocity: [0, 0, 1],
        ...(holder === "body" ? { attachments: [{ vertices: Array.from({ length: COLUMNS }, (_, i) => i), to: "bar" }] } : {}),
      },
    ],
    ...(holder === "body" ? { colliders: [{ name: "bar", sphere: { center: [0, 9, 0], radius: 0.01 } }] } : {}),
  } as SceneInput;
}

/** Carries a sheet that moves at 1 m/s by its leading edge, frame by frame, and tells the worst of what is measured and drawn. */
export async function ride(holder: Holder, frames: readonly number[], timestep = 1 / 60): Promise<Ride> {
  const simulation: Simulation = await createSimulation(scene(holder, timestep));
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  const start = positions.slice();
  let time = 0;
  let drawn = start[2];
  let [strain, slowest, fastest] = [0, Number.POSITIVE_INFINITY, 0];
  for (const [n, seconds] of frames.entries()) {
    time += seconds;
    if (holder === "body") simulation.bodies.move("bar", { position: [0, 0, time] });
    else for (let i = 0; i < COLUMNS; i++) simulation.edit.grab(i, [start[3 * i], start[3 * i + 1], start[3 * i + 2] + time]);
    simulation.update(seconds);
    simulation.readPositions(positions);
    strain = Math.max(strain, 100 * simulation.view.measure().strainMax);
    const speed = (positions[2] - drawn) / seconds;
    drawn = positions[2];
    if (n < 4) continue; // nothing is drawn between steps before the second of them
    slowest = Math.min(slowest, speed);
    fastest = Math.max(fastest, speed);
  }
  return { strain, slowest, fastest };
}
