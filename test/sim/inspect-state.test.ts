import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createShape } from "../../src/contact/shapes/collider-catalog.ts";
import { POSE_SIZE, toBody } from "../../src/core/body-motion.ts";
import { createRandom } from "../../src/core/random.ts";
import { createSimulation, type Simulation } from "../../src/index.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import type { Json } from "../scene/sample-scenes.ts";

type Point = readonly number[];

/** A cloth of these points and triangles that stays where it is. */
function still(positions: readonly Point[], triangles: readonly Point[] = []): Json {
  return { network: { positions, masses: 1, springs: [], triangles }, pins: positions.map((_, i) => i) };
}

function scene(cloths: Json[], more: Json = {}): Json {
  return { drape: 1, gravity: [0, 0, 0], timestep: 0.01, solver: { method: "symplectic-euler" }, cloths, ...more };
}

/** A square of two triangles in the plane of x and z, 2 m wide, at a height. */
function plate(height: number): Json {
  const corners = [
    [-1, height, -1],
    [1, height, -1],
    [1, height, 1],
    [-1, height, 1],
  ];
  return still(corners, [
    [0, 1, 2],
    [0, 2, 3],
  ]);
}

/** An upright triangle that stands with its tip on the height given, over the middle of a plate's first triangle. */
function spike(tip: number): Json {
  return still(
    [
      [0.4, tip, -0.5],
      [0.5, tip + 1, -0.5],
      [0.3, tip + 1, -0.4],
    ],
    [[0, 1, 2]],
  );
}

const TETRAHEDRON: Json = {
  positions: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  triangles: [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ],
};
const NOTHING: Json = { intersections: 0, maxPenetration: 0 };

describe("intersections", () => {
  test("a scene without bodies or triangles has none, and no layers", async () => {
    expect((await createSimulation(scene([still([[0, 0, 0]])]))).view.inspect()).toEqual(NOTHING);
    const flag = { grid: { columns: 5, rows: 4, width: 1, height: 1 }, pins: ["left"] };
    const simulation = await createSimulation(scene([flag], { gravity: [0, -9.81, 0] }));
    simulation.step();
    expect(simulation.view.inspect()).toEqual(NOTHING);
  });

  test("a spike through a plate is one pair of triangles, above it none", async () => {
    const through = await createSimulation(scene([plate(0), spike(-0.1)]));
    expect(through.view.inspect().intersections).toBe(1);
    through.step();
    expect(through.view.inspect().intersections).toBe(1);
    expect((await createSimulation(scene([plate(0), spike(0.1)]))).view.inspect().intersections).toBe(0);
  });

  test("a cloth folded through itself counts as two cloths do", async () => {
    const { network: a } = plate(0);
    const { network: b } = spike(-0.1);
    const both = still([...a.positions, ...b.positions], [...a.triangles, [4, 5, 6]]);
    expect((await createSimulation(scene([both]))).view.inspect().intersections).toBe(1);
  });

  test("numbers of particles inside the engine play no part", async () => {
    // a strip whose vertices are numbered so badly that the engine renumbers them, and a spike through its last square
    const count = 60;
    const number = (i: number): number => (i * 37) % count;
    const strip: Point[] = [];
    for (let i = 0; i < count; i++) strip[number(i)] = [Math.floor(i / 2), 0, i % 2];
    const triangles: Point[] = [];
    const springs: unknown[] = [];
    for (let i = 0; i + 1 < count; i++) springs.push([number(i), number(i + 1), 1, 1, "stretch"]);
    for (let i = 0; i + 2 < count; i++) triangles.push([number(i), number(i + 1), number(i + 2)]);
    const cloth = still(strip, triangles);
    cloth.network.springs = springs;
    const spikes = still(
      [
        [28.9, -1, 0.5],
        [28.9, 1, 0.5],
        [28.9, 1, 0.6],
      ],
      [[0, 1, 2]],
    );
    expect((await createSimulation(scene([cloth, spikes]))).view.inspect().intersections).toBe(1);
  });

  test("a body made of a mesh is met where it has moved to, open or closed", async () => {
    const sheet = {
      positions: [
        [0.4, 9, -0.5],
        [0.5, 11, -0.5],
        [0.3, 11, -0.4],
      ],
      triangles: [[0, 1, 2]],
    };
    const simulation = await createSimulation(scene([plate(0)], { colliders: [{ name: "sheet", mesh: sheet }] }));
    expect(simulation.view.inspect()).toEqual(NOTHING);
    simulation.bodies.move("sheet", { position: [0, -9.5, 0] });
    expect(simulation.view.inspect()).toEqual(NOTHING); // not before the step
    simulation.step();
    expect(simulation.view.inspect()).toEqual({ intersections: 1, maxPenetration: 0 });
    simulation.bodies.move("sheet", { position: [0, 0, 0] });
    simulation.step();
    expect(simulation.view.inspect()).toEqual(NOTHING);
  });

  test("bodies may pass through each other", async () => {
    const colliders = [{ mesh: TETRAHEDRON }, { mesh: TETRAHEDRON, motion: { keyframes: [{ at: 0, offset: [0.2, 0.2, 0.1] }] } }];
    const simulation = await createSimulation(scene([plate(5)], { colliders }));
    expect(simulation.view.inspect()).toEqual(NOTHING);
  });
});

describe("maxPenetration", () => {
  test("is that of the deepest vertex, thickness not counted", async () => {
    const ball = { sphere: { center: [0, 1, 0], radius: 0.5 }, thickness: 0.02 };
    const points = [
      [0, 1.51, 0],
      [0.49, 1, 0],
      [0, 1, 0.495],
      [3, -0.002, 0],
    ];
    const simulation = await createSimulation(scene([still(points)], { colliders: [{ plane: {} }, ball] }));
    expect(simulation.view.inspect().maxPenetration).toBeCloseTo(0.01, 15);
    const outside = await createSimulation(scene([still(points.slice(0, 1))], { colliders: [{ plane: {} }, ball] }));
    expect(outside.view.inspect()).toEqual(NOTHING);
  });

  test("knows a closed mesh's inside, also if some of its triangles are turned round, and none of an open one", async () => {
    const inside = still([[0.1, 0.2, 0.3]]);
    const turned = { ...TETRAHEDRON, triangles: [[0, 1, 2], ...TETRAHEDRON.triangles.slice(1)] };
    const open = { ...TETRAHEDRON, triangles: TETRAHEDRON.triangles.slice(1) };
    const depths = [TETRAHEDRON, turned, open].map(async (mesh) =>
      (await createSimulation(scene([inside], { colliders: [{ mesh }] }))).view.inspect(),
    );
    expect(await Promise.all(depths)).toEqual([0.1, 0.1, 0].map((maxPenetration) => ({ intersections: 0, maxPenetration })));
  });

  const BODIES: readonly [name: string, body: Json, under: Point][] = [
    ["plane", { plane: { point: [0, 1, 0], normal: [0, 1, 0] } }, [5, 0.99, 3]],
    ["sphere", { sphere: { center: [1, 0, 0], radius: 0.5 } }, [1.49, 0, 0]],
    ["capsule", { capsule: { from: [0, 0, 0], to: [2, 0, 0], radius: 0.3 } }, [0.7, 0, -0.29]],
    ["cone", { cone: { from: [0, 0, 0], to: [0, 5, 0], radii: [4, 1] } }, [2 + 0.8 * 0.49 - 0.4, 4 + 0.6 * 0.49 - 0.3, 0]],
    ["box", { box: { center: [0, 0, 0], halfSizes: [3, 2, 1], rounding: 0.5 } }, [1, 1.99, 0.2]],
    ["mesh", { mesh: TETRAHEDRON }, [0.01, 0.3, 0.3]],
    [
      "heightField",
      {
        heightField: {
          spacing: 1,
          heights: [
            [0, 1],
            [2, 3],
          ],
        },
      },
      [0.5, 1.49, 0.5],
    ],
    ["cones", { cones: [{ from: [0, 0, 0], to: [1, 0, 0], radii: [0.3, 0.3] }], blend: 0.1 }, [0.5, 0.29, 0]],
  ];

  test.each(BODIES)("of a %s that was moved and turned: a centimetre stays a centimetre", async (_name, body, under) => {
    // a third of a turn about (1, 1, 1) takes x to y, y to z, z to x
    const position: [number, number, number] = [7, 8, 9];
    const there = [under[2] + 7, under[0] + 8, under[1] + 9];
    const far = body.plane === undefined ? [30, 30, 30] : [30, 30, -30];
    const away = body.plane === undefined ? far : [there[0], there[1], there[2] + 5];
    for (const [point, expected] of [
      [there, 0.01],
      [away, 0],
    ] as const) {
      const simulation = await createSimulation(scene([still([point])], { colliders: [body] }));
      simulation.bodies.move(0, { position, rotation: [0.5, 0.5, 0.5, 0.5] });
      simulation.step();
      expect(simulation.view.inspect().maxPenetration).toBeCloseTo(body.cone && expected > 0 ? expected * 1 : expected, 12);
    }
    const placed = await createSimulation(scene([still([under])], { colliders: [body] }));
    expect(placed.view.inspect().maxPenetration).toBeCloseTo(0.01, 12);
  });

  test("follows the scene's own script", async () => {
    const motion = { rotation: { axis: [0, 0, 1], center: [0, 0, 0], speed: Math.PI / 2 } };
    const box = { box: { center: [0, 0, 0], halfSizes: [2, 0.5, 0.5] }, motion };
    const simulation = await createSimulation(scene([still([[0, 1.9, 0]])], { colliders: [box], timestep: 1 }));
    expect(simulation.view.inspect().maxPenetration).toBe(0);
    simulation.step();
    expect(simulation.view.inspect().maxPenetration).toBeCloseTo(0.1, 12);
  });

  test("is what the colliders' own distance says, of any body anywhere, though the two share no code", async () => {
    const size = fc.double({ min: 0.2, max: 1.5, noNaN: true });
    const c = fc.double({ min: -1, max: 1, noNaN: true });
    const place = fc.tuple(c, c, c);
    const cone = fc.record({ from: place, to: place, radii: fc.tuple(size, size) });
    const height = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    const body = fc.oneof(
      fc.record({ sphere: fc.record({ center: place, radius: size }) }),
      fc.record({ capsule: fc.record({ from: place, to: place, radius: size }) }),
      fc.record({ cone }),
      fc.record({
        cones: fc.array(cone, { minLength: 1, maxLength: 4 }),
        blend: fc.double({ min: 0, max: 0.5, noNaN: true }),
      }),
      fc.record({
        box: fc.record({
          center: place,
          halfSizes: fc.tuple(size, size, size),
          rounding: fc.double({ min: 0, max: 0.2, noNaN: true }),
          rotation: fc.record({ axis: fc.constant([1, 2, 2]), angle: c }),
        }),
      }),
      fc.record({
        heightField: fc.record({
          origin: fc.constant([-2, 0, -1]),
          spacing: fc.constant([2, 1]),
          heights: fc.array(fc.array(height, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
        }),
      }),
    );
    const pose = fc.record({
      position: place,
      rotation: fc.tuple(c, c, c, fc.double({ min: 0.1, max: 1, noNaN: true })),
    });
    let inside = 0;
    await fc.assert(
      fc.asyncProperty(body, pose, fc.nat(), async (collider, transform, seed) => {
        const random = createRandom(seed);
        const points = Array.from({ length: 20 }, () => [0, 1, 2].map(() => 4 * random() - 2));
        const input = scene([still(points)], { colliders: [collider] });
        const simulation = await createSimulation(input);
        simulation.bodies.move(0, transform);
        simulation.step();
        const poses = new Float64Array(POSE_SIZE);
        simulation.bodies.readPoses(poses);
        const { shape: spec } = parseScene(input).colliders[0];
        if ("file" in spec) throw new Error("no mesh was asked for");
        const shape = createShape(spec);
        const [own, measured] = [new Float64Array(3), new Float64Array(5)];
        let deepest = 0;
        for (const point of points) {
          toBody(poses, 0, Float64Array.from(point), 0, own);
          shape.measure(own, measured);
          deepest = Math.max(deepest, -measured[0]);
        }
        if (deepest > 0) inside++;
        expect(Math.abs(simulation.view.inspect().maxPenetration - deepest)).toBeLessThan(1e-12);
      }),
      { numRuns: 200 },
    );
    expect(inside).toBeGreaterThan(50);
  });
});

describe("swappedLayers", () => {
  const sheet = (height: number, motion?: Json): Json => ({
    grid: { columns: 6, rows: 6, width: 1, height: 1, origin: [0, height, 0], u: [1, 0, 0], v: [0, 0, 1] },
    pins: [{ vertices: Array.from({ length: 36 }, (_, i) => i), ...(motion === undefined ? {} : { motion }) }],
  });
  const fall = {
    keyframes: [
      { at: 0, offset: [0, 0, 0] },
      { at: 0.02, offset: [0, -0.2, 0] },
    ],
  };

  async function run(cloths: Json[], steps: number): Promise<Simulation> {
    const simulation = await createSimulation(scene(cloths));
    for (let n = 0; n < steps; n++) simulation.step();
    return simulation;
  }

  test("sees that a sheet is now below the other, when nothing intersects any more", async () => {
    for (const cloths of [
      [sheet(0), sheet(0.1, fall)],
      [sheet(0.1, fall), sheet(0)],
    ]) {
      const before = await run(cloths, 0);
      expect(before.view.inspect()).toEqual({ ...NOTHING, swappedLayers: 0 });
      const after = (await run(cloths, 2)).view.inspect();
      expect(after.intersections).toBe(0);
      expect(after.swappedLayers).toBe(50); // a line through a vertex on the border misses the other sheet on two of four sides
    }
  });

  test("follows a cut", async () => {
    const simulation = await run([sheet(0), sheet(0.1, fall)], 0);
    simulation.edit.cut([
      [2, 8],
      [8, 14],
      [14, 20],
    ]);
    expect(simulation.particleCount).toBeGreaterThan(72);
    expect(simulation.view.inspect()).toEqual({ ...NOTHING, swappedLayers: 0 });
    simulation.step();
    simulation.step();
    expect(simulation.view.inspect()).toEqual({ ...NOTHING, swappedLayers: 50 + simulation.particleCount - 72 });
  });

  test("is not there where cloths begin in no order: side by side, through each other, or alone", async () => {
    const upright = (x: number, z: number): Json => ({
      grid: { columns: 3, rows: 3, width: 1, height: 1, origin: [x, 0, z] },
      pins: [0],
    });
    const shifted = sheet(0.1);
    shifted.grid.origin = [1.5, 0.1, 0];
    for (const cloths of [[upright(0, 0), upright(1.2, 0.05)], [plate(0), spike(-0.1)], [sheet(0), shifted], [sheet(0)]]) {
      expect((await run(cloths, 0)).view.inspect()).not.toHaveProperty("swappedLayers");
    }
    expect((await run([upright(0, 0), upright(0, 0.05)], 0)).view.inspect().swappedLayers).toBe(0); // stacked along z
  });
});
