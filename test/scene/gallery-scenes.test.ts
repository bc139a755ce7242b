import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createSimulation, type Simulation } from "../../src/index.ts";

const read = (file: string): string => readFileSync(new URL(`../../scenes/${file}`, import.meta.url), "utf8");

async function run(name: string, steps: number): Promise<{ simulation: Simulation; positions: Float64Array }> {
  const simulation = await createSimulation(JSON.parse(read(`${name}.json`)), { loadMesh: async (file) => read(file) });
  for (let step = 0; step < steps; step++) simulation.step();
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  return { simulation, positions };
}

const heights = (positions: Float64Array, from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, i) => positions[3 * (from + i) + 1]);

test("stack and ball: the sheets give way to the ball, keep their order below it, and nothing passes through", async () => {
  const { simulation, positions } = await run("stack-and-ball", 30);
  const [ball] = simulation.cloths.slice(-1);
  const middles = simulation.cloths.slice(0, -1).map(({ start, end }) => positions[3 * ((start + end - 1) / 2) + 1]);
  expect(middles).toHaveLength(4);
  expect([...middles].sort((a, b) => a - b)).toEqual(middles);
  expect(middles[3]).toBeLessThan(0.75); // hung at 0.98 m
  expect(Math.min(...heights(positions, ball.start, ball.end))).toBeGreaterThan(middles[3]);
  expect(simulation.view.inspect()).toMatchObject({ intersections: 0, maxPenetration: 0 });
});

test("funnel: the ball pushes the sheets down into it, and nothing passes through", async () => {
  const { simulation, positions } = await run("funnel", 45);
  const all = heights(positions, 0, simulation.particleCount);
  expect(Math.max(...all)).toBeLessThan(1.22); // the rim
  expect(Math.min(...all)).toBeGreaterThan(0.69); // the neck's lower end
  expect(simulation.view.inspect()).toMatchObject({ intersections: 0, maxPenetration: 0 });
});
