/**
 * What contact costs where nothing touches: a sheet of 0.8 m by 1.2 m hangs from its upper edge in gusts, alone, beside a capsule that it seldom reaches, with self-contact, and with
 * both. Milliseconds of a step and of its stage `collide`, medians and 95th percentiles of steps that the four take in turn, and in how many of each twentieth of them something touched.
 *    npm run bench -- fixed-costs [SIDES…] [steps=300]
 */

import { createSimulation, type SceneInput } from "../src/index.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const { words, numbers } = readArguments({ steps: 300 });
const sides = words.length > 0 ? words.map(Number) : [32, 100];
const WARM_UP = 60;
const MEETINGS = { nothing: {}, capsule: { capsule: true }, self: { self: true }, both: { capsule: true, self: true } } as const;

function sheet(
  side: number,
  fabric: "jersey" | "cotton",
  { capsule = false, self = false }: { capsule?: boolean; self?: boolean },
): SceneInput {
  return {
    drape: 1,
    timestep: 1 / 60,
    cloths: [
      { grid: { columns: side, rows: side, width: 0.8, height: 1.2, origin: [-0.4, 1.4, 0], v: [0, -1, 0] }, fabric, pins: ["top"] },
    ],
    wind: { velocity: [0.5, 0, 2], gusts: { strength: 0.6, period: 1 } },
    ...(capsule && { colliders: [{ capsule: { from: [0, 0.2, -0.12], to: [0, 1.3, -0.12], radius: 0.1 } }] }),
    ...(self && { collision: { self: true } }),
  };
}

const rows: Row[] = [];
for (const side of sides) {
  for (const fabric of ["jersey", "cotton"] as const) {
    const runs = await Promise.all(
      Object.entries(MEETINGS).map(async ([meets, meeting]) => ({
        meets,
        simulation: await createSimulation(sheet(side, fabric, meeting)),
        steps: [] as number[],
        contact: [] as number[],
        touched: 0,
      })),
    );
    for (let n = 0; n < WARM_UP + numbers.steps; n++) {
      for (const run of runs) {
        const before = performance.now();
        run.simulation.step();
        if (n < WARM_UP) continue;
        run.steps.push(performance.now() - before);
        run.contact.push(run.simulation.profile.collide);
        // seldom: it takes what the next step needs out of the cache
        if (n % 20 === 0 && run.simulation.view.measure().contacts > 0) run.touched++;
      }
    }
    for (const { meets, simulation, steps, contact, touched } of runs) {
      const [median, slow] = [0.5, 0.95].map((share) => (times: number[]) => shareOf(times, share).toFixed(3));
      rows.push({
        vertices: side * side,
        fabric,
        meets,
        method: simulation.method,
        step: median(steps),
        "step p95": slow(steps),
        contact: median(contact),
        "contact p95": slow(contact),
        least: Math.min(...contact).toFixed(3),
        touched,
      });
    }
  }
}
publish("fixed-costs", `auto, ${numbers.steps} steps`, rows);

/** The time that so large a share of the times is below. */
function shareOf(times: number[], share: number): number {
  return times.sort((a, b) => a - b)[Math.floor(share * times.length)];
}
