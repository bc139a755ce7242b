import { beforeAll, describe, expect, test } from "vitest";
import { createSimulation, type Simulation } from "../../src/index.ts";
import type { Json } from "../scene/sample-scenes.ts";
import { some } from "../support/full.ts";

function read(simulation: Simulation): Float64Array {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

/** A cape on a walking figure. */
function capeScene(solver: Json, more: Json = {}): Json {
  return {
    drape: 1,
    timestep: 1 / 60,
    solver,
    figures: [{ motion: { cycle: "walk" } }],
    cloths: [
      {
        garment: { kind: "cape", spacing: 0.06 },
        attachments: [
          { vertices: "neck", to: "figure" },
          { vertices: "shoulders", to: "figure", maxDistance: 0.1 },
        ],
      },
    ],
    ...more,
  };
}

/** Turns about y by an angle, then shifts. */
interface Move {
  readonly angle: number;
  readonly by: readonly [number, number, number];
}

function transform({ angle, by }: Move): { position: Move["by"]; rotation: number[] } {
  return { position: by, rotation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] };
}

function apply({ angle, by }: Move, x: Float64Array): Float64Array {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return x.map((_, c) => {
    const at = c - (c % 3);
    const [px, py, pz] = [x[at], x[at + 1], x[at + 2]];
    return [cos * px + sin * pz, py, cos * pz - sin * px][c % 3] + by[c % 3];
  });
}

function distance(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, c) => Math.max(most, Math.abs(value - b[c])), 0);
}

const MOVES: readonly [string, Move][] = [
  ["10 m away", { angle: 0, by: [10, 0, 0] }],
  ["10 m away and turned", { angle: 2.1, by: [-6, 0, 8] }],
];

/** A sheet that a walking figure drags behind it, clear of its body. */
function trainScene(solver: Json): Json {
  return capeScene(solver, {
    cloths: [
      {
        grid: { columns: 6, rows: 8, width: 0.4, height: 0.6, origin: [-0.2, 1.3, -0.7] },
        attachments: [{ vertices: "top", to: "figure" }],
      },
    ],
  });
}

describe("cloth on a figure that is teleported while it walks", () => {
  test.each([
    ["implicit-euler", { tolerance: 1e-13 }, MOVES[0]],
    ["implicit-euler", { tolerance: 1e-13 }, MOVES[1]],
    ["gauss-seidel", { sweeps: 8 }, MOVES[1]],
    ["newton-euler", { tolerance: 1e-13 }, MOVES[1]],
  ] as const)("goes on under %s like that of one left alone", async (method, options, [, move]) => {
    const simulation = await createSimulation(trainScene({ method, ...options }));
    for (let n = 0; n < 40; n++) simulation.step();
    const walking = simulation.snapshot();
    const path: Float64Array[] = [];
    for (let n = 0; n < 60; n++) {
      simulation.step();
      path.push(read(simulation));
      expect(simulation.view.measure().contacts).toBe(0);
    }
    simulation.restore(walking);
    simulation.bodies.teleport("figure", transform(move));
    for (let n = 0; n < 60; n++) {
      simulation.step();
      expect(distance(read(simulation), apply(move, path[n]))).toBeLessThan(1e-9);
      expect(simulation.view.measure().strainMax).toBeLessThan(0.05);
    }
  });
});

describe("a teleported figure", () => {
  let simulation: Simulation;
  let walking: ReturnType<Simulation["snapshot"]>;
  let startHash = 0;

  beforeAll(async () => {
    simulation = await createSimulation(capeScene({ method: "implicit-euler" }));
    startHash = simulation.hash();
    for (let n = 0; n < 40; n++) simulation.step();
    walking = simulation.snapshot();
  });

  test("goes on bit for bit where it is put where it was", () => {
    simulation.restore(walking);
    for (let n = 0; n < 5; n++) simulation.step();
    const hash = simulation.hash();
    simulation.restore(walking);
    simulation.bodies.teleport("figure", { position: [0, 0, 0] });
    for (let n = 0; n < 5; n++) simulation.step();
    expect(simulation.hash()).toBe(hash);
  });

  // what touches the body by a hair decides by rounding on which side it is, so the way afterwards is close, not equal
  test.each(some(MOVES, 1))("%s takes its cape along unstretched", (_, move) => {
    simulation.restore(walking);
    const before = read(simulation);
    const { strainMax } = simulation.view.measure();
    simulation.bodies.teleport("figure", transform(move));
    expect(distance(read(simulation), apply(move, before))).toBeLessThan(1e-12);
    expect(simulation.view.measure().strainMax).toBeCloseTo(strainMax, 9);
    expect(strainMax).toBeLessThan(0.05);
    const run = (): number => {
      let most = 0;
      for (let n = 0; n < 60; n++) {
        simulation.step();
        most = Math.max(most, simulation.view.measure().strainMax);
      }
      return most;
    };
    const peak = run();
    const after = read(simulation);
    simulation.restore(walking);
    const usual = run();
    expect(distance(after, apply(move, read(simulation)))).toBeLessThan(0.05);
    expect(peak).toBeLessThan(Math.max(0.05, usual + 0.002));
  });

  test("goes on bit for bit from a snapshot taken afterwards, and from one taken before", () => {
    simulation.restore(walking);
    for (let n = 0; n < 5; n++) simulation.step();
    const untouched = simulation.hash();
    simulation.restore(walking);
    simulation.bodies.teleport("figure", transform(MOVES[1][1]));
    simulation.step();
    const snapshot = structuredClone(simulation.snapshot());
    for (let n = 0; n < 8; n++) simulation.step();
    const moved = simulation.hash();
    simulation.restore(walking);
    for (let n = 0; n < 5; n++) simulation.step();
    expect(simulation.hash()).toBe(untouched);
    simulation.restore(snapshot);
    for (let n = 0; n < 8; n++) simulation.step();
    expect(simulation.hash()).toBe(moved);
    expect(moved).not.toBe(untouched);
  });

  test("is back at the start after reset, and walks the same way again", () => {
    simulation.restore(walking);
    const hash = simulation.hash();
    simulation.bodies.teleport("figure", transform(MOVES[0][1]));
    simulation.edit.cut([[simulation.triangles[0], simulation.triangles[1]]]);
    simulation.setWind({ velocity: [9, 0, 0], density: 1 });
    simulation.bodies.move("figure.head", { position: [0, 0.1, 0] });
    simulation.edit.grab(0, [0, 3, 0]);
    simulation.step();
    simulation.reset();
    expect(simulation.hash()).toBe(startHash);
    expect([simulation.time, simulation.steps, simulation.revision]).toEqual([0, 0, 0]);
    for (let n = 0; n < 40; n++) simulation.step();
    expect(simulation.hash()).toBe(hash);
  });

  test("is read between the last two steps after update, before and after alike", () => {
    simulation.restore(walking);
    simulation.update(1.4 / 60);
    const before = read(simulation);
    const poses = new Float64Array(12 * simulation.bodies.list.length);
    simulation.bodies.readPoses(poses);
    const move: Move = { angle: 0, by: [0, 0, 10] };
    simulation.bodies.teleport("figure", transform(move));
    expect(distance(read(simulation), apply(move, before))).toBeLessThan(1e-12);
    const after = poses.slice();
    simulation.bodies.readPoses(after);
    for (let c = 0; c < poses.length; c++) expect(after[c]).toBeCloseTo(poses[c] + (c % 12 === 11 ? 10 : 0), 12);
  });

  test.each(some(["gauss-seidel", "linear-edge", "two-level", "bdf2"], 1))("does not stretch its cloth under %s either", async (method) => {
    const own = await createSimulation(capeScene({ method }));
    let usual = 0;
    for (let n = 0; n < 100; n++) {
      own.step();
      usual = Math.max(usual, own.view.measure().strainMax);
    }
    own.reset();
    for (let n = 0; n < 40; n++) own.step();
    own.bodies.teleport("figure", transform(MOVES[1][1]));
    let most = 0;
    for (let n = 0; n < 60; n++) {
      own.step();
      most = Math.max(most, own.view.measure().strainMax);
    }
    expect(most).toBeLessThan(Math.max(0.05, 1.15 * usual));
  });
});

describe("teleport", () => {
  const sheet = { columns: 4, rows: 4, width: 0.6, height: 0.6 };
  const scene: Json = {
    drape: 1,
    solver: { method: "implicit-euler" },
    cloths: [
      {
        grid: sheet,
        attachments: [{ vertices: "top-left", to: "ball" }],
        pins: ["top-right", { vertex: "bottom-left", motion: { sine: { direction: [0, 0, 1], amplitude: 0.05, frequency: 1 } } }],
      },
      { grid: { ...sheet, origin: [5, 0, 0] }, pins: ["top"] },
      { grid: { ...sheet, origin: [9, 0, 0] }, attachments: [{ vertices: "top", to: "block" }] },
    ],
    colliders: [
      {
        sphere: { center: [0, 3, 0], radius: 0.2 },
        name: "ball",
        motion: { rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: 0.3 } },
      },
      { box: { center: [9, 3, 0], halfSizes: [0.1, 0.1, 0.1] }, name: "block" },
    ],
  };

  test("moves the cloths attached to the body, with their pins and handles, and no others", async () => {
    const simulation = await createSimulation(scene);
    const twin = await createSimulation(scene);
    for (const one of [simulation, twin]) {
      for (let n = 0; n < 10; n++) one.step();
      one.edit.grab(15, [0.6, -0.6, 0.05]);
      one.step();
    }
    const by = [10, 0, -3] as const;
    simulation.bodies.teleport("ball", { position: by });
    for (let n = 0; n < 30; n++) {
      simulation.step();
      twin.step();
      const [x, y] = [read(simulation), read(twin)];
      for (let c = 0; c < x.length; c++) {
        expect(Math.abs(x[c] - y[c] - (c < 48 ? by[c % 3] : 0))).toBeLessThan(1e-6);
      }
    }
    expect(simulation.view.measure().strainMax).toBeLessThan(0.05);
  });

  test("keeps a dragged attachment dragged the same way as the body sees it", async () => {
    const simulation = await createSimulation({ ...scene, gravity: [0, 0, 0] });
    simulation.edit.grab(0, [0, 0, 0.1]);
    simulation.step();
    simulation.edit.release(0);
    simulation.step();
    const before = read(simulation).slice(0, 3);
    const move: Move = { angle: Math.PI / 2, by: [1, 0, 0] };
    const next = simulation.snapshot();
    simulation.step();
    const expected = apply(move, read(simulation).slice(0, 3));
    simulation.restore(next);
    simulation.bodies.teleport("ball", transform(move));
    expect(distance(read(simulation).slice(0, 3), apply(move, before))).toBeLessThan(1e-12);
    simulation.step();
    expect(distance(read(simulation).slice(0, 3), expected)).toBeLessThan(1e-9);
  });

  test("comes on top of where a body was moved, and again on top of itself", async () => {
    const simulation = await createSimulation(scene);
    simulation.bodies.move("block", { position: [0, 1, 0] });
    simulation.step();
    simulation.bodies.teleport("block", { position: [3, 0, 0], rotation: [0, 1, 0, 0] }); // (x, z) to (−x, −z)
    simulation.bodies.teleport("block", { position: [0, 0, 2] });
    for (let n = 0; n < 3; n++) simulation.step();
    const poses = new Float64Array(24);
    simulation.bodies.readPoses(poses);
    [-1, 0, 0, 0, 1, 0, 0, 0, -1, 3, 1, 2].forEach((value, c) => {
      expect(poses[12 + c]).toBeCloseTo(value, 12);
    });
    const x = read(simulation);
    expect([...x.subarray(96, 99)].map((value) => Math.round(1e9 * value) / 1e9 + 0)).toEqual([3 - 9, 1, 2]);
  });

  test("refuses names and transforms that mean nothing", async () => {
    const simulation = await createSimulation(scene);
    expect(() => simulation.bodies.teleport("bal", { position: [0, 0, 0] })).toThrow('name: got "bal"; give one of "ball", "block"');
    expect(() => simulation.bodies.teleport("ball", { position: [0, Number.NaN, 0] })).toThrow("transform.position");
    expect(() => simulation.bodies.teleport("ball", { position: [0, 0, 0], rotation: [2, 0, 0, 0, 1, 0, 0, 0, 1] })).toThrow(
      "transform.rotation",
    );
    const bare = await createSimulation({ drape: 1, cloths: [{ grid: sheet }] });
    expect(() => bare.bodies.teleport("ball", { position: [0, 0, 0] })).toThrow('name: got "ball"; the scene has no bodies');
  });
});
