/**
 * A still body of many triangles, hills of 4 m by 4 m, and a sheet of cotton of 1 m by 1 m with self-collision: 20 m above it, and lying on it.
 * Milliseconds of a step, medians, with the body and without; of the first step; of making the simulation; and megabytes in use afterwards.
 *    npm run bench -- large-bodies [triangles=600000] [side=40] [steps=100]
 */

import { minAndMedian } from "../src/core/time-runs.ts";
import { createSimulation, type SceneInput } from "../src/index.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const { numbers } = readArguments({ triangles: 600_000, side: 40, steps: 100 });
const { side, steps } = numbers;
const EXTENT = 4;

function hills(triangleCount: number): { positions: Float64Array; triangles: Uint32Array } {
  const cells = Math.ceil(Math.sqrt(triangleCount / 2));
  const positions = new Float64Array(3 * (cells + 1) * (cells + 1));
  const triangles = new Uint32Array(6 * cells * cells);
  for (let j = 0, p = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++, p += 3) {
      const x = EXTENT * (i / cells - 0.5);
      const z = EXTENT * (j / cells - 0.5);
      positions.set([x, 0.05 * Math.sin(5 * x) * Math.cos(4 * z), z], p);
    }
  }
  for (let j = 0, t = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++, t += 6) {
      const a = j * (cells + 1) + i;
      triangles.set([a, a + cells + 1, a + 1, a + 1, a + cells + 1, a + cells + 2], t);
    }
  }
  return { positions, triangles };
}

async function measure(height: number, body: ReturnType<typeof hills> | undefined): Promise<Row> {
  const before = performance.now();
  const simulation = await createSimulation({
    drape: 1,
    cloths: [
      {
        grid: { columns: side, rows: side, width: 1, height: 1, origin: [-0.5, height, -0.5], u: [1, 0, 0], v: [0, 0, 1] },
        fabric: "cotton",
      },
    ],
    gravity: height > 1 ? [0, 0, 0] : [0, -9.81, 0],
    colliders: body === undefined ? [] : [{ mesh: body }],
    collision: { self: true },
  } as SceneInput);
  const made = performance.now();
  simulation.step();
  const first = performance.now() - made;
  const times = Array.from({ length: steps }, () => {
    const start = performance.now();
    simulation.step();
    return performance.now() - start;
  });
  return {
    sheet: height > 1 ? "20 m away" : "on the body",
    triangles: (body?.triangles.length ?? 0) / 3,
    create: made - before,
    first,
    step: minAndMedian(times)[1],
    longest: Math.max(...times),
    MB: process.memoryUsage().rss / 1e6,
  };
}

const body = hills(numbers.triangles);
const rows: Row[] = [];
await measure(20, undefined); // compiled
for (const [height, near] of [
  [20, undefined],
  [20, body],
  [0.08, undefined],
  [0.08, body],
] as const) {
  rows.push(await measure(height, near));
}
publish("large-bodies", `side ${side}, ${steps} steps`, rows);
