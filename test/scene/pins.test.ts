import { describe, expect, test } from "vitest";
import { createSimulation, InputError, METHODS, type Simulation } from "../../src/index.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { gridScene, type Json, particleScene } from "./sample-scenes.ts";

const NAMES = METHODS.map((method) => method.name);

function position(simulation: Simulation, vertex: number): number[] {
  const values = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(values);
  return [...values.subarray(3 * vertex, 3 * vertex + 3)];
}

function velocity(simulation: Simulation, vertex: number): number[] {
  const values = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(values);
  return [...values.subarray(3 * vertex, 3 * vertex + 3)];
}

function close(values: readonly number[], digits = 12): unknown[] {
  return values.map((value) => expect.closeTo(value, digits));
}

/** The vertices that a scene's first cloth holds, in the scene's numbering. */
async function pinnedBy(pins: Json): Promise<number[]> {
  const { pins: scripts, sceneIndex } = await buildScene(parseScene(gridScene(4, 3, { pins })), () => Promise.reject());
  return scripts.map((pin) => sceneIndex[pin.vertex]).sort((a, b) => a - b);
}

describe("pins by place", () => {
  //  0  1  2  3
  //  4  5  6  7
  //  8  9 10 11
  test.each([
    ["top", [0, 1, 2, 3]],
    ["bottom", [8, 9, 10, 11]],
    ["left", [0, 4, 8]],
    ["right", [3, 7, 11]],
    ["top-left", [0]],
    ["top-right", [3]],
    ["bottom-left", [8]],
    ["bottom-right", [11]],
  ])("%s of a grid", async (place, vertices) => {
    expect(await pinnedBy([place])).toEqual(vertices);
    expect(await pinnedBy([{ vertices: place }])).toEqual(vertices);
  });

  test("row 0 is the top: where v points, the bottom lies", async () => {
    const simulation = await createSimulation(gridScene(4, 3));
    expect(position(simulation, 0)).toEqual([0, 0, 0]);
    expect(position(simulation, 11)).toEqual([3, 0, 2]);
  });

  describe("the top of a mesh", () => {
    //  0  1  2   at y = 2, 1.99 and 1.97
    //  3  4  5   at y = 0
    const MESH = {
      positions: [0, 2, 0, 1, 1.99, 0, 2, 1.97, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0],
      triangles: [0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5],
    };

    async function heldBy(mesh: Json, pin: Json): Promise<number[]> {
      const scene = parseScene({ drape: 1, cloths: [{ mesh, pins: [pin] }] });
      const { pins, sceneIndex } = await buildScene(scene, () => Promise.reject());
      return pins.map(({ vertex }) => sceneIndex[vertex]).sort((a, b) => a - b);
    }

    test("is what lies within a hundredth of its height", async () => {
      expect(await heldBy(MESH, "top")).toEqual([0, 1]);
      expect(await heldBy({ ...MESH, unit: "cm" }, { vertices: "top" })).toEqual([0, 1]);
    });

    test("is a group of that name where there is one", async () => {
      expect(await heldBy({ ...MESH, groups: [{ names: ["top"], start: 3, count: 1 }] }, "top")).toEqual([2, 4, 5]);
    });

    test("is refused of a mesh that lies level, and other sides of any mesh", async () => {
      const level = {
        positions: MESH.positions.map((value, c) => (c % 3 === 1 ? 0 : value + (c % 3 === 2 && c > 8 ? 1 : 0))),
        triangles: MESH.triangles,
      };
      await expect(heldBy(level, "top")).rejects.toThrow('cloths[0].pins[0]: got "top"; the cloth lies level and has none');
      await expect(heldBy(MESH, "left")).rejects.toThrow('got "left"; only grids have sides: give top, all, or vertex numbers');
    });
  });

  test("places, numbers and objects mix", async () => {
    expect(await pinnedBy(["left", 6, { vertex: 7 }, { vertices: [9, 10] }])).toEqual([0, 4, 6, 7, 8, 9, 10]);
  });

  test("a border of a hundred thousand vertices is pinned like any other", async () => {
    const columns = 150_000;
    const scene = gridScene(columns, 2, { pins: ["top"] });
    const { pins } = await buildScene(parseScene(scene), () => Promise.reject());
    expect(pins.length).toBe(columns);
  });
});

describe.each(NAMES)("%s: a scripted pin is where its motion says at the end of each step", (method) => {
  const H = 0.013;
  const START = [0, 0, 0];

  /** Moves one corner of a grid and returns its places and velocities. */
  async function follow(motion: Json, steps: number): Promise<{ places: number[][]; velocities: number[][] }> {
    const pins = [{ vertex: 0, motion }, "top-right"];
    const simulation = await createSimulation({ ...gridScene(4, 3, { pins }), timestep: H, solver: { method } });
    const places = [position(simulation, 0)];
    const velocities = [velocity(simulation, 0)];
    for (let n = 0; n < steps; n++) {
      simulation.step();
      places.push(position(simulation, 0));
      velocities.push(velocity(simulation, 0));
    }
    return { places, velocities };
  }

  function expectPath(found: Awaited<ReturnType<typeof follow>>, path: (t: number) => number[]): void {
    const { places, velocities } = found;
    expect(places[0]).toEqual(START);
    for (let n = 1; n < places.length; n++) {
      expect(places[n]).toEqual(close(path(n * H)));
      const moved = places[n].map((value, c) => (value - places[n - 1][c]) / H);
      expect(velocities[n]).toEqual(close(moved, 9));
    }
  }

  test("keyframes: straight between them, held before and after", async () => {
    const keyframes = [
      { at: 0.05, offset: [0, 0, 0] },
      { at: 0.1, offset: [0, 1, 0] },
      { at: 0.3, offset: [0.5, 1, -1] },
    ];
    expectPath(await follow({ keyframes }, 30), (t) => {
      if (t <= 0.05) return [0, 0, 0];
      if (t <= 0.1) return [0, (t - 0.05) / 0.05, 0];
      const f = Math.min(1, (t - 0.1) / 0.2);
      return [0.5 * f, 1, -f];
    });
  });

  test("a sine starts in place", async () => {
    const sine = { direction: [0, 3, 4], amplitude: 0.5, frequency: 1.7, phase: 0.2 };
    expectPath(await follow({ sine }, 30), (t) => {
      const s = 0.5 * (Math.sin(2 * Math.PI * (1.7 * t + 0.2)) - Math.sin(2 * Math.PI * 0.2));
      return [0, 0.6 * s, 0.8 * s];
    });
  });

  test("a rotation turns about its axis through its centre, from and until its times", async () => {
    const rotation = { axis: [0, 0, 5], center: [1, 0, 0], speed: 4, from: 0.05, until: 0.25 };
    expectPath(await follow({ rotation }, 30), (t) => {
      const angle = 4 * (Math.min(Math.max(t, 0.05), 0.25) - 0.05);
      return [1 - Math.cos(angle), -Math.sin(angle), 0];
    });
  });

  test("motions add up", async () => {
    const rotation = { axis: [0, 1, 0], center: [0, 0, 1], speed: 2 };
    const keyframes = [
      { at: 0, offset: [0, 0, 0] },
      { at: 1, offset: [1, 2, 3] },
    ];
    expectPath(await follow({ rotation, keyframes }, 20), (t) => [-Math.sin(2 * t) + t, 2 * t, 1 - Math.cos(2 * t) + 3 * t]);
  });
});

describe("letting go", () => {
  /** A pin that is the whole cloth. */
  function single(pin: Json, more: Json = {}): Json {
    const scene = particleScene([0, 0, 0], [0, 0, 0]);
    scene.cloths[0].pins = [pin];
    return { ...scene, gravity: [0, -10, 0], solver: { method: "implicit-euler", tolerance: 1e-13 }, ...more };
  }

  /** y after each of ten steps. */
  async function heights(scene: Json): Promise<number[]> {
    const simulation = await createSimulation(scene);
    return Array.from({ length: 10 }, () => {
      simulation.step();
      return position(simulation, 0)[1];
    });
  }

  /** Held for n steps, then backward Euler's fall: −g h² (1 + 2 + …). */
  function fallAfter(n: number): unknown[] {
    return close(
      Array.from({ length: 10 }, (_, k) => {
        const falling = Math.max(0, k + 1 - n);
        return (-10 * 1e-4 * falling * (falling + 1)) / 2;
      }),
    );
  }

  test("a pin without release holds for ever", async () => {
    expect(await heights(single(0))).toEqual(Array(10).fill(0));
  });

  test("release: the step that begins at that time is free", async () => {
    expect(await heights(single({ vertex: 0, release: 0.05 }))).toEqual(fallAfter(5));
    expect(await heights(single({ vertex: 0, release: 0.041 }))).toEqual(fallAfter(5));
    expect(await heights(single({ vertex: 0, release: 0 }))).toEqual(fallAfter(0));
  });

  test("an event does the same, and the earliest word counts", async () => {
    expect(await heights(single(0, { events: [{ at: 0.03, release: [0] }] }))).toEqual(fallAfter(3));
    const events = [
      { at: 0.07, release: [0] },
      { at: 0.04, release: [0] },
    ];
    expect(await heights(single({ vertex: 0, release: 0.06 }, { events }))).toEqual(fallAfter(4));
    expect(await heights(single({ vertex: 0, release: 0.02 }, { events }))).toEqual(fallAfter(2));
  });

  test("events count vertices through all the cloths of the scene", async () => {
    const scene = single(0, { events: [{ at: 0, release: [1] }] });
    scene.cloths = [scene.cloths[0], scene.cloths[0]];
    const simulation = await createSimulation(scene);
    simulation.step();
    expect(position(simulation, 0)[1]).toBe(0);
    expect(position(simulation, 1)[1]).toBeCloseTo(-1e-3, 12);
  });

  test("a moving pin flies on with its velocity", async () => {
    const keyframes = [
      { at: 0, offset: [0, 0, 0] },
      { at: 1, offset: [2, 0, 0] },
    ];
    const scene = single({ vertex: 0, motion: { keyframes }, release: 0.05 }, { gravity: [0, 0, 0] });
    const simulation = await createSimulation(scene);
    for (let n = 0; n < 10; n++) simulation.step();
    expect(velocity(simulation, 0)).toEqual(close([2, 0, 0]));
    expect(position(simulation, 0)).toEqual(close([0.2, 0, 0]));
  });
});

describe("a handle", () => {
  test.each(NAMES)("%s: held where it is put, moved again, let go with its velocity", async (method) => {
    const scene = particleScene([0, 0, 0], [0, 0, 0]);
    const simulation = await createSimulation({ ...scene, solver: { method } });
    simulation.edit.grab(0, [0.1, 0.2, 0.3]);
    expect(position(simulation, 0)).toEqual([0, 0, 0]); // from the next step on
    simulation.step();
    expect(position(simulation, 0)).toEqual([0.1, 0.2, 0.3]);
    simulation.step();
    expect(position(simulation, 0)).toEqual([0.1, 0.2, 0.3]);
    expect(velocity(simulation, 0)).toEqual([0, 0, 0]);
    simulation.edit.grab(0, [0.1, 0.2, 0.4]);
    simulation.step();
    expect(position(simulation, 0)).toEqual([0.1, 0.2, 0.4]);
    expect(velocity(simulation, 0)).toEqual(close([0, 0, 10]));
    simulation.edit.release(0);
    simulation.step();
    expect(position(simulation, 0)).toEqual(close([0.1, 0.2, 0.5]));
  });

  test("a dragged pin stays where it was put; its neighbours follow", async () => {
    const simulation = await createSimulation({ ...gridScene(4, 3), solver: { method: "implicit-euler" } });
    simulation.edit.grab(0, [0, 2, 0]);
    for (let n = 0; n < 20; n++) simulation.step();
    simulation.edit.release(0);
    for (let n = 0; n < 20; n++) simulation.step();
    expect(position(simulation, 0)).toEqual([0, 2, 0]);
    expect(position(simulation, 1)[1]).toBeGreaterThan(0);
  });

  test("a moving pin that was dragged goes on with its motion from where it was put, without a jump", async () => {
    const motion = { sine: { direction: [0, 1, 0], amplitude: 1, frequency: 0.25 } };
    const scene = gridScene(4, 3);
    const [cloth] = scene.cloths as Record<string, unknown>[];
    const cloths = [{ ...cloth, pins: [{ vertex: 0, motion }] }];
    const simulation = await createSimulation({ ...scene, cloths, timestep: 0.01 });
    for (let n = 0; n < 100; n++) simulation.step(); // at the top of its swing
    const [x, y, z] = position(simulation, 0);
    simulation.edit.grab(0, [x + 0.2, y, z]);
    simulation.step();
    simulation.edit.release(0);
    for (let n = 0; n < 5; n++) simulation.step();
    const [x2, y2] = position(simulation, 0);
    expect(x2).toBeCloseTo(x + 0.2, 12);
    expect(Math.abs(y2 - y)).toBeLessThan(0.02);
  });

  test("letting go of what nobody holds changes nothing", async () => {
    const [one, two] = [await createSimulation(gridScene(4, 3)), await createSimulation(gridScene(4, 3))];
    one.edit.release(0);
    one.edit.release(5);
    for (const simulation of [one, two]) for (let n = 0; n < 3; n++) simulation.step();
    expect(one.hash()).toBe(two.hash());
  });

  test("a vertex that does not exist and a place that is none are refused", async () => {
    const simulation = await createSimulation(gridScene(4, 3));
    for (const vertex of [-1, 12, 0.5, Number.NaN]) {
      expect(() => simulation.edit.grab(vertex, [0, 0, 0])).toThrow(InputError);
      expect(() => simulation.edit.release(vertex)).toThrow(/^vertex: got .+; give a whole number from 0 to 11$/);
    }
    expect(() => simulation.edit.grab(0, [0, Number.NaN, 0])).toThrow(InputError);
    expect(() => simulation.edit.grab(0, [0, 0, Number.POSITIVE_INFINITY])).toThrow(InputError);
  });
});
