import { describe, expect, test } from "vitest";
import { createBodyMotion } from "../../src/core/body-motion.ts";
import { createPins } from "../../src/core/constraints.ts";
import { createState, type Proposal } from "../../src/core/state.ts";
import { createStepContext, type StepContext } from "../../src/core/step-context.ts";
import { createSimulation, type Simulation } from "../../src/index.ts";
import { createLeashes } from "../../src/sim/leash.ts";
import type { Json } from "../scene/sample-scenes.ts";

const nothing = (): void => {};

/** A step of h seconds with this proposal, in which some vertices are held. */
function stepTo(next: Proposal, held: readonly number[], h: number): StepContext {
  const pins = createPins(next.x.length / 3);
  for (const i of held) pins.held[i] = 1;
  const step = createStepContext(createState(next.x.slice(), next.v.slice()), next, pins, createBodyMotion([]), false);
  step.h = h;
  return step;
}

describe("createLeashes", () => {
  test("puts a vertex that is too far away on the sphere around its place, and leaves one that is near", () => {
    const start = Float64Array.of(0, 0, 0, 1, 0, 0);
    const attachment = { bodies: [0], weights: [1] };
    const leashes = createLeashes(
      createBodyMotion([undefined]),
      [0, 1].map((vertex) => ({ vertex, attachment, maxDistance: 0.5 })),
      [],
      start,
      new Uint32Array(0),
    );
    const next = { x: Float64Array.of(3, 4, 0, 1.3, 0.2, 0), v: Float64Array.of(1, 2, 3, 4, 5, 6), isSound: true };
    const moved: number[] = [];
    leashes?.(stepTo(next, [], 0.1), (i) => moved.push(i));
    // 5 m away in the direction (0.6, 0.8, 0): back by 4.5 m, which takes 45 m/s
    [0.3, 0.4, 0, 1.3, 0.2, 0].forEach((value, c) => {
      expect(next.x[c]).toBeCloseTo(value, 14);
    });
    [1 - 27, 2 - 36, 3, 4, 5, 6].forEach((value, c) => {
      expect(next.v[c]).toBeCloseTo(value, 12);
    });
    expect(moved).toEqual([0]);
  });

  test("keeps a vertex from getting behind its place by more than the backstop", () => {
    const attachment = { bodies: [0], weights: [1] };
    const leashes = createLeashes(
      createBodyMotion([undefined]),
      [{ vertex: 0, attachment, maxDistance: 1, backstop: 0.1 }],
      [],
      Float64Array.of(0, 0, 0, 1, 0, 0, 0, 7, 0),
      Uint32Array.of(0, 1, 2), // its normal is (0, 0, 7), of any length
    );
    const next = { x: Float64Array.of(0.2, 0.3, -0.4), v: new Float64Array(3), isSound: true };
    leashes?.(stepTo(next, [], 0.5), nothing);
    [0.2, 0.3, -0.1].forEach((value, c) => {
      expect(next.x[c]).toBeCloseTo(value, 14);
    });
    expect(next.v[2]).toBeCloseTo(0.6, 14);
  });

  test("is nothing where nothing is leashed, and leaves what is held", () => {
    const bodies = createBodyMotion([undefined]);
    expect(createLeashes(bodies, [], [], new Float64Array(3), new Uint32Array(0))).toBeUndefined();
    const attachment = { bodies: [0], weights: [1] };
    const leashes = createLeashes(bodies, [{ vertex: 0, attachment, maxDistance: 0 }], [], new Float64Array(3), new Uint32Array(0));
    const next = { x: Float64Array.of(3, 4, 0), v: new Float64Array(3), isSound: true };
    leashes?.(stepTo(next, [0], 0.1), nothing);
    expect([...next.x]).toEqual([3, 4, 0]);
  });
});

const SPEED = 1.5;

/** A sheet in the plane z = 0, with normals to −z or +z, that a body which turns and runs takes along by leashes. */
function leashScene(method: string, leash: Json): Json {
  return {
    drape: 1,
    timestep: 1 / 60,
    solver: { method },
    cloths: [
      {
        grid: { columns: 7, rows: 7, width: 0.6, height: 0.6, origin: [-0.3, 0.3, 0] },
        attachments: [{ vertices: "all", to: "carrier", ...leash }],
      },
    ],
    colliders: [
      {
        sphere: { center: [0, 0, 0], radius: 0.001 },
        name: "carrier",
        motion: {
          rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: SPEED },
          sine: { direction: [1, 0, 0], amplitude: 0.4, frequency: 1 },
        },
      },
    ],
    wind: { velocity: [3, 1, 9], density: 0.5 },
  };
}

function read(simulation: Simulation): Float64Array {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

/** Where the carrier takes a point, and the direction to which it takes (0, 0, 1). */
function carry(p: ArrayLike<number>, t: number): { place: number[]; ahead: number[] } {
  const [cos, sin] = [Math.cos(SPEED * t), Math.sin(SPEED * t)];
  const place = [cos * p[0] + sin * p[2] + 0.4 * Math.sin(2 * Math.PI * t), p[1], cos * p[2] - sin * p[0]];
  return { place, ahead: [sin, 0, cos] };
}

describe("leashes of a scene", () => {
  test.each(["implicit-euler", "gauss-seidel", "linear-edge", "two-level"])(
    "are never longer than maxDistance under %s",
    async (method) => {
      const simulation = await createSimulation(leashScene(method, { maxDistance: 0.04 }));
      const start = read(simulation);
      let most = 0;
      for (let n = 0; n < 90; n++) {
        simulation.step();
        const x = read(simulation);
        for (let i = 0; i < 49; i++) {
          const { place } = carry(start.subarray(3 * i, 3 * i + 3), simulation.time);
          most = Math.max(most, Math.hypot(...place.map((value, c) => x[3 * i + c] - value)));
        }
      }
      expect(most).toBeLessThan(0.04 + 1e-9);
      expect(most).toBeGreaterThan(0.03999);
    },
  );

  test("let nothing deeper than the backstop, on the side that the triangles turn away from", async () => {
    const simulation = await createSimulation(leashScene("implicit-euler", { maxDistance: 0.2, backstop: 0.01 }));
    const start = read(simulation);
    // the side that the first triangle shows, counter-clockwise
    const [a, b, c] = simulation.triangles;
    const side =
      (start[3 * b] - start[3 * a]) * (start[3 * c + 1] - start[3 * a + 1]) -
      (start[3 * b + 1] - start[3 * a + 1]) * (start[3 * c] - start[3 * a]);
    expect(side).not.toBe(0);
    let [deepest, highest] = [0, 0];
    for (let n = 0; n < 90; n++) {
      if (n === 45) simulation.setWind({ velocity: [-3, -1, -9], density: 0.5 });
      simulation.step();
      const x = read(simulation);
      for (let i = 0; i < 49; i++) {
        const { place, ahead } = carry(start.subarray(3 * i, 3 * i + 3), simulation.time);
        const height = Math.sign(side) * ahead.reduce((sum, d, k) => sum + d * (x[3 * i + k] - place[k]), 0);
        deepest = Math.max(deepest, -height);
        highest = Math.max(highest, height);
      }
    }
    expect(deepest).toBeLessThan(0.01 + 1e-9);
    expect(deepest).toBeGreaterThan(0.00999);
    expect(highest).toBeGreaterThan(0.03);
  });

  test("drag along what friction would hold on the floor", async () => {
    const motion = {
      keyframes: [
        { at: 0.2, offset: [0, 0, 0] },
        { at: 1.2, offset: [1, 0, 0] },
      ],
    };
    const simulation = await createSimulation({
      drape: 1,
      cloths: [
        {
          grid: { columns: 5, rows: 5, width: 0.4, height: 0.4, origin: [0, 0.0011, 0], v: [0, 0, 1] },
          attachments: [{ vertices: "all", to: "puller", maxDistance: 0.05 }],
        },
      ],
      colliders: [{ plane: {} }, { sphere: { center: [0, 9, 0], radius: 0.1 }, name: "puller", motion }],
      collision: { thickness: 0.001, friction: 3 },
    });
    const start = read(simulation);
    while (simulation.time < 0.15) simulation.step();
    expect(simulation.view.measure().contacts).toBe(25);
    while (simulation.time < 1.2) simulation.step();
    const x = read(simulation);
    for (let i = 0; i < 25; i++) expect(Math.abs(x[3 * i] - start[3 * i] - 1)).toBeLessThan(0.052);
    expect(simulation.view.inspect().maxPenetration).toBe(0);
  });

  test("go to both sides of a cut", async () => {
    const simulation = await createSimulation(leashScene("implicit-euler", { maxDistance: 0.03 }));
    const start = read(simulation);
    simulation.edit.cut([
      [3, 10],
      [10, 17],
      [17, 24],
    ]);
    expect(simulation.particleCount).toBe(52);
    for (let n = 0; n < 40; n++) simulation.step();
    const x = read(simulation);
    for (let i = 0; i < 52; i++) {
      const o = simulation.origin[i];
      const { place } = carry(start.subarray(3 * o, 3 * o + 3), simulation.time);
      expect(Math.hypot(...place.map((value, c) => x[3 * i + c] - value))).toBeLessThan(0.03 + 1e-9);
    }
  });
});
