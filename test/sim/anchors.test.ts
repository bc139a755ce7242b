import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBodyMotion } from "../../src/core/body-motion.ts";
import { poseScript } from "../../src/core/motion-script.ts";
import { createSimulation, type Simulation } from "../../src/index.ts";
import { createAnchors } from "../../src/sim/anchors.ts";
import type { Json } from "../scene/sample-scenes.ts";

type Vector = readonly number[];

/** Turns p about an axis through a centre by Rodrigues' formula. */
function turnAbout(axis: Vector, center: Vector, angle: number, p: Vector): number[] {
  const length = Math.hypot(...axis);
  const [x, y, z] = axis.map((value) => value / length);
  const q = p.map((value, c) => value - center[c]);
  const along = x * q[0] + y * q[1] + z * q[2];
  const across = [y * q[2] - z * q[1], z * q[0] - x * q[2], x * q[1] - y * q[0]];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x, y, z].map((n, c) => center[c] + q[c] * cos + across[c] * sin + n * along * (1 - cos));
}

const vector = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -2, max: 2, noNaN: true })));
const axis = vector.filter((v) => Math.hypot(...v) > 0.1);

describe("createAnchors", () => {
  test("a point goes with one body, or with several by their weights; its normal turns with them", () => {
    fc.assert(
      fc.property(axis, axis, vector, vector, axis, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, center, p, n, w) => {
        const motions = [
          { rotation: { axis: unit(a), center: [...center] as never, speed: 1.3, from: -0.4, until: 9 } },
          { rotation: { axis: unit(b), center: [1, 2, 3] as never, speed: -0.7, from: 0, until: 9 } },
        ];
        const bodies = createBodyMotion(motions.map(poseScript));
        const point = Float64Array.from(p);
        const anchors = createAnchors(bodies, [{ vertex: 0, attachment: { bodies: [0, 1], weights: [w, 1 - w] } }], point);
        bodies.begin(0.5, 0.1);
        const out = new Float64Array(3);
        // the first body has turned by 0.52 already at time 0, where the point is p
        const first = turnAbout(a, center, 1.3 * 0.6, [...p]);
        const second = turnAbout(b, [1, 2, 3], -0.7 * 0.6, [...p]);
        anchors.place(0, out, 0);
        for (let c = 0; c < 3; c++) expect(Math.abs(out[c] - (w * first[c] + (1 - w) * second[c]))).toBeLessThan(1e-11);
        anchors.turn(0, Float64Array.from(n), out, 0);
        const turned = turnAbout(a, [0, 0, 0], 0.78, [...n]).map(
          (value, c) => w * value + (1 - w) * turnAbout(b, [0, 0, 0], -0.42, [...n])[c],
        );
        const length = Math.hypot(...turned);
        if (length < 1e-3) return;
        for (let c = 0; c < 3; c++) expect(Math.abs(out[c] - turned[c] / length)).toBeLessThan(1e-9);
      }),
      { numRuns: 200 },
    );
  });
});

function unit(v: Vector): never {
  return v.map((value) => value / Math.hypot(...v)) as never;
}

const MOTION = {
  rotation: { axis: [0, 1, 0], center: [0.5, 0, 0], speed: 2, from: 0.1 },
  sine: { direction: [0, 1, 1], amplitude: 0.2, frequency: 1.5, phase: 0.1 },
};

/** A sheet whose upper border a ball at some distance takes along. */
function ballScene(method: string, more: Json = {}, cloth: Json = {}): Json {
  return {
    drape: 1,
    timestep: 1 / 60,
    solver: { method },
    cloths: [{ grid: { columns: 5, rows: 5, width: 1, height: 1 }, attachments: [{ vertices: "top", to: "ball" }], ...cloth }],
    colliders: [{ plane: { point: [0, -5, 0] } }, { sphere: { center: [0, 2, 0], radius: 0.5 }, name: "ball", ...more }],
  };
}

function read(simulation: Simulation): Float64Array {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

/** Where MOTION takes a point. */
function moved(p: Vector, t: number): number[] {
  const turned = turnAbout([0, 1, 0], [0.5, 0, 0], 2 * Math.max(0, t - 0.1), p);
  const way = (0.2 / Math.SQRT2) * (Math.sin(2 * Math.PI * (1.5 * t + 0.1)) - Math.sin(2 * Math.PI * 0.1));
  return [turned[0], turned[1] + way, turned[2] + way];
}

describe("vertices attached to a rigid body", () => {
  test.each(["implicit-euler", "gauss-seidel", "linear-edge", "two-level", "bdf2"])(
    "follow its script exactly under %s",
    async (method) => {
      const simulation = await createSimulation(ballScene(method, { motion: MOTION }));
      const start = read(simulation);
      for (let n = 0; n < 60; n++) {
        simulation.step();
        const x = read(simulation);
        for (let i = 0; i < 5; i++) {
          const expected = moved([...start.subarray(3 * i, 3 * i + 3)], simulation.time);
          for (let c = 0; c < 3; c++) expect(Math.abs(x[3 * i + c] - expected[c])).toBeLessThan(1e-9);
        }
      }
    },
  );

  test("follow it where moveCollider puts it, at the end of that very step", async () => {
    const simulation = await createSimulation(ballScene("implicit-euler", { motion: MOTION }));
    const start = read(simulation);
    for (let n = 0; n < 30; n++) {
      const angle = 0.05 * n;
      const half = angle / 2;
      const position = [0.02 * n, -0.01 * n, 0.005 * n] as const;
      simulation.bodies.move("ball", { position, rotation: [0, 0, Math.sin(half), Math.cos(half)] });
      simulation.step();
      const x = read(simulation);
      for (let i = 0; i < 5; i++) {
        const turned = turnAbout([0, 0, 1], [0, 0, 0], angle, [...start.subarray(3 * i, 3 * i + 3)]);
        for (let c = 0; c < 3; c++) expect(Math.abs(x[3 * i + c] - turned[c] - position[c])).toBeLessThan(1e-12);
      }
    }
  });

  test("are let go at their time with the velocity they had, and by an event of the scene", async () => {
    const attachments = [
      { vertices: [0, 1], to: "ball", release: 0.3 },
      { vertices: [4], to: "ball" },
    ];
    const scene = ballScene("implicit-euler", { motion: MOTION }, { attachments });
    scene.events = [{ at: 0.5, release: [4] }];
    scene.gravity = [0, 0, 0];
    const simulation = await createSimulation(scene);
    const start = read(simulation);
    const off = (i: number): number => {
      const expected = moved([...start.subarray(3 * i, 3 * i + 3)], simulation.time);
      return Math.hypot(...expected.map((value, c) => value - read(simulation)[3 * i + c]));
    };
    while (simulation.time < 0.3 - 1e-9) simulation.step();
    expect(off(0)).toBeLessThan(1e-9);
    simulation.step();
    expect(off(0)).toBeGreaterThan(1e-6);
    expect(off(0)).toBeLessThan(0.05);
    expect(off(4)).toBeLessThan(1e-9);
    while (simulation.time < 0.7) simulation.step();
    expect(off(4)).toBeGreaterThan(1e-3);
  });

  test("stay attached when they come apart in a cut, both halves, also after restore", async () => {
    const simulation = await createSimulation(ballScene("implicit-euler", { motion: MOTION }));
    const start = read(simulation);
    for (let n = 0; n < 10; n++) simulation.step();
    simulation.edit.cut([
      [2, 7],
      [7, 12],
    ]);
    expect([...simulation.origin.subarray(25)]).toContain(2);
    const copies = [...simulation.origin.keys()].filter((i) => simulation.origin[i] < 5);
    expect(copies).toHaveLength(6);
    const check = (): void => {
      const x = read(simulation);
      for (const i of copies) {
        const o = simulation.origin[i];
        const expected = moved([...start.subarray(3 * o, 3 * o + 3)], simulation.time);
        for (let c = 0; c < 3; c++) expect(Math.abs(x[3 * i + c] - expected[c])).toBeLessThan(1e-9);
      }
    };
    const snapshot = simulation.snapshot();
    for (let n = 0; n < 10; n++) {
      simulation.step();
      check();
    }
    const hash = simulation.hash();
    simulation.reset();
    expect(simulation.particleCount).toBe(25);
    simulation.restore(snapshot);
    for (let n = 0; n < 10; n++) {
      simulation.step();
      check();
    }
    expect(simulation.hash()).toBe(hash);
  });

  test("that are dragged and let go again keep their distance to the body", async () => {
    const simulation = await createSimulation(ballScene("implicit-euler", { motion: MOTION }));
    const start = read(simulation);
    for (let n = 0; n < 10; n++) simulation.step();
    const at = moved([...start.subarray(0, 3)], simulation.time).map((value) => value + 0.1) as [number, number, number];
    simulation.edit.grab(0, at);
    simulation.step();
    expect([...read(simulation).subarray(0, 3)]).toEqual(at);
    const put = moved([...start.subarray(0, 3)], simulation.time);
    simulation.edit.release(0);
    for (let n = 0; n < 10; n++) simulation.step();
    const expected = moved([...start.subarray(0, 3)], simulation.time);
    for (let c = 0; c < 3; c++) expect(read(simulation)[c]).toBeCloseTo(expected[c] + at[c] - put[c], 9);
  });
});
