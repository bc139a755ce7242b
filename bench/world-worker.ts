/**
 * What a world costs besides its steps, in this thread and in a worker, for one cloth [ms a frame]: a frame without a step, from `update` until it is shown (reading, normals, the way there and
 * back, copying), and the part of it that this thread is busy; frames with a step beside them.   npm run bench -- world-worker [SIZE…]
 */
import { minAndMedian } from "../src/core/time-runs.ts";
import { createWorld, type World } from "../src/index.ts";
import { publish, type Row } from "./support/table.ts";

const FRAMES = 300;
const STEPS = 40;
/** Too short for a step to be due, and yet a frame. */
const MOMENT = 1e-9;

async function measure(world: World, seconds: number, frames: number): Promise<{ shown: number; busy: number }> {
  const shown: number[] = [];
  const busy: number[] = [];
  let heard = 0;
  world.on("frame", () => {
    heard = performance.now();
  });
  for (let frame = 0; frame < frames; frame++) {
    const start = performance.now();
    world.update(seconds);
    busy.push(performance.now() - start);
    await world.settle();
    shown.push(heard - start);
  }
  return { shown: minAndMedian(shown)[1], busy: minAndMedian(busy)[1] };
}

const sizes = process.argv.slice(2).map(Number);
const rows: Row[] = [];
for (const size of sizes.length > 0 ? sizes : [50, 100]) {
  for (const worker of [false, true]) {
    const grid = { columns: size, rows: size, width: 1, height: 1, v: [0, 0, 1] };
    const world = await createWorld({
      worker,
      sleep: false,
      threads: 1,
      solver: { method: "linear-edge" },
      cloths: [{ grid, pins: ["top"] }],
    });
    await measure(world, MOMENT, 50); // until the code is compiled
    const empty = await measure(world, MOMENT, FRAMES);
    const stepped = await measure(world, world.timestep, STEPS);
    world.dispose();
    rows.push({
      vertices: size * size,
      world: worker ? "in a worker" : "in this thread",
      "no step: shown after": empty.shown.toFixed(3),
      "no step: busy": empty.busy.toFixed(3),
      "a step: shown after": stepped.shown.toFixed(2),
      "a step: busy": stepped.busy.toFixed(3),
    });
  }
}
publish("world-worker", "linear-edge, one thread, normals included, medians", rows);
