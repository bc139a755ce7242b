import { expect, test } from "vitest";
import { type Ball, createSimulation, InputError, type SceneInput, type Simulation } from "../../src/index.ts";
import { some } from "../support/full.ts";

const BALL: Ball = { position: [0, 0.4, 0], velocity: [0, 0, 0], radius: 0.1, mass: 0.3 };

function sheet(method: string, more: SceneInput | Record<string, unknown> = {}): Promise<Simulation> {
  const grid = { columns: 15, rows: 15, width: 1, height: 1, origin: [-0.5, 0, -0.5], v: [0, 0, 1] };
  return createSimulation({
    drape: 1,
    timestep: 1 / 60,
    solver: { method },
    cloths: [{ grid, fabric: "cotton", pins: ["top", "bottom"] }],
    ...more,
  } as SceneInput);
}

function run(simulation: Simulation, steps: number): Simulation {
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation;
}

function height(simulation: Simulation): number {
  return simulation.bodies.ball?.position[1] ?? Number.NaN;
}

test("in the air a ball flies as gravity has it, and is gone when its time is over", async () => {
  const simulation = await sheet("implicit-euler");
  simulation.bodies.throwBall({ ...BALL, position: [3, 1, 0], velocity: [1, 2, 0], until: 0.5 });
  run(simulation, 30);
  const [x, y] = simulation.bodies.ball?.position ?? [];
  expect(x).toBeCloseTo(3.5, 12);
  expect(y).toBeCloseTo(1 + 2 * 0.5 - 9.81 * (0.5 * 0.5 * 0.5 + 0.5 / 120), 12); // velocity first, then position
  simulation.step();
  expect(simulation.bodies.ball).toBeUndefined();
});

test.each(some(["implicit-euler", "linear-edge", "two-level", "bdf2", "gauss-seidel"], 2))(
  "%s: a sheet stretched between two sides catches the ball and carries it; none passes through",
  async (method) => {
    const simulation = await sheet(method);
    simulation.bodies.throwBall(BALL);
    const x = new Float64Array(3 * simulation.particleCount);
    for (let n = 0; n < 120; n++) {
      simulation.step();
      simulation.readPositions(x);
      const [bx, by, bz] = simulation.bodies.ball?.position ?? [0, 0, 0];
      for (let i = 0; i < x.length; i += 3) expect(Math.hypot(x[i] - bx, x[i + 1] - by, x[i + 2] - bz)).toBeGreaterThan(0.099);
    }
    expect(Math.abs(height(simulation))).toBeLessThan(0.3);
    expect(Math.hypot(...(simulation.bodies.ball?.velocity ?? []))).toBeLessThan(1);
  },
);

test("it pushes the cloth away, and a scene in which it has come and gone steps like one without it", async () => {
  const [hit, calm] = [await sheet("linear-edge"), await sheet("linear-edge")];
  for (const one of [hit, calm]) run(one, 5);
  const before = hit.snapshot();
  hit.bodies.throwBall(BALL);
  run(hit, 30);
  run(calm, 30);
  expect(hit.hash()).not.toBe(calm.hash());
  hit.restore(before);
  expect(hit.bodies.ball).toBeUndefined();
  run(hit, 30);
  expect(hit.hash()).toBe(calm.hash());
  hit.bodies.throwBall({ ...BALL, position: [9, 0, 0] });
  run(hit, 3);
  hit.bodies.throwBall(undefined);
  run(hit, 3);
  run(calm, 6);
  expect(hit.hash()).toBe(calm.hash());
});

test("a snapshot takes the ball along, into another simulation too, also after a cut", async () => {
  const simulation = run(await sheet("implicit-euler"), 3);
  simulation.bodies.throwBall(BALL);
  run(simulation, 16);
  simulation.edit.cut([
    [7, 22],
    [22, 37],
    [37, 52],
  ]);
  run(simulation, 4);
  const twin = await sheet("implicit-euler");
  twin.restore(structuredClone(simulation.snapshot()));
  expect(twin.bodies.ball).toEqual(simulation.bodies.ball);
  run(simulation, 10);
  run(twin, 10);
  expect(twin.hash()).toBe(simulation.hash());
  expect(twin.bodies.ball).toEqual(simulation.bodies.ball);
});

test("it bounces off the bodies of the scene and is not counted among them", async () => {
  const simulation = await sheet("implicit-euler", { colliders: [{ plane: { point: [0, -1, 0] } }] });
  simulation.bodies.throwBall({ ...BALL, position: [3, -0.5, 0] });
  run(simulation, 300);
  expect(height(simulation)).toBeCloseTo(-0.9, 2);
  expect(simulation.bodies.list).toHaveLength(1);
  simulation.bodies.readPoses(new Float64Array(12));
});

test("a ball that makes no sense is refused", async () => {
  const simulation = await sheet("implicit-euler");
  for (const wrong of [{ radius: 0 }, { mass: -1 }, { position: [0, Number.NaN, 0] }, { velocity: [0, 0] }]) {
    expect(() => simulation.bodies.throwBall({ ...BALL, ...wrong } as Ball)).toThrow(InputError);
  }
});
