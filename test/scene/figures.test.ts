import { describe, expect, test } from "vitest";
import { computePoses, createFigure, createGarment, GARMENTS, type GarmentOptions, skinSurface } from "../../src/figure.ts";
import { createSimulation, parseScene, type Simulation } from "../../src/index.ts";
import { createPenetrationMeter } from "../../src/inspect/penetration.ts";
import { skinPlacer } from "../../src/scene/make-figure.ts";
import type { Json } from "./sample-scenes.ts";

const GRID = { columns: 3, rows: 3, width: 1, height: 1 };
const BONES = createFigure().bones.map(({ name }) => name);

function scene(figures: Json, cloth: Json = { grid: GRID }, more: Json = {}): Json {
  return { drape: 1, figures, cloths: [cloth], ...more };
}

function read(simulation: Simulation): Float64Array {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

describe("figures of a scene", () => {
  test("are bodies behind the scene's own, one a bone, called after the figure and the bone", async () => {
    const colliders = [{ plane: {} }];
    const simulation = await createSimulation(scene([{}, { name: "anna", height: 1.2 }], undefined, { colliders }));
    expect(simulation.bodies.list.map(({ name }) => name)).toEqual([
      "collider 1",
      ...BONES.map((bone) => `figure.${bone}`),
      ...BONES.map((bone) => `anna.${bone}`),
    ]);
    expect(new Set(simulation.bodies.list.slice(1).map(({ kind }) => kind))).toEqual(new Set(["cones"]));
  });

  test("move as computePoses says", async () => {
    const motion = { cycle: "dance", speed: 1.2, start: 0.4 } as const;
    const simulation = await createSimulation(scene([{ motion, height: 1.5 }], undefined, { timestep: 0.02 }));
    const expected = new Float64Array(12 * BONES.length);
    const poses = expected.slice();
    for (let n = 0; n < 50; n++) simulation.step();
    computePoses(createFigure({ height: 1.5 }), motion, simulation.time, expected);
    simulation.bodies.readPoses(poses);
    for (let c = 0; c < poses.length; c++) expect(poses[c]).toBeCloseTo(expected[c], 9);
  });

  test("stand where nothing is said, with their own thickness and the scene's friction", () => {
    const { figures, colliders } = parseScene(scene([{}], undefined, { collision: { friction: 0.7, thickness: 0.003 } }));
    expect(figures[0].motion).toEqual({ cycle: "stand" });
    expect(colliders[0]).toMatchObject({ name: "figure.hips", friction: 0.7, thickness: 0.008 });
    const [{ height, girth }] = figures.map(({ figure }) => figure);
    expect([height, girth]).toEqual([1.7, 1]);
  });

  test.each<[string, Json, string]>([
    ["a cycle", [{ motion: { cycle: "wolk" } }], 'figures[0].motion.cycle: got "wolk"; did you mean "walk"?'],
    ["no cycle", [{ motion: {} }], "figures[0].motion.cycle: got nothing; choose one of stand, walk, turn, dance, press"],
    ["a way", [{ motion: { cycle: "walk", travel: "up" } }], 'figures[0].motion.travel: got "up"; choose one of straight, circle, none'],
    [
      "a speed",
      [{ motion: { cycle: "walk", speed: -1 } }],
      "figures[0].motion.speed: got -1; give a finite number of at least 0 and up to 100",
    ],
    [
      "a speed that ends all numbers",
      [{ motion: { cycle: "walk", speed: 1e300 } }],
      "figures[0].motion.speed: got 1e+300; give a finite number of at least 0 and up to 100",
    ],
    [
      "a start",
      [{ motion: { cycle: "walk", start: 1e9 } }],
      "figures[0].motion.start: got 1000000000; give a finite number of at least 0 and up to 1000 [s]",
    ],
    ["a crowd", Array.from({ length: 33 }, (_, n) => ({ name: `f${n}` })), "figures: got 33 figures; give at most 32"],
    [
      "a field of the motion",
      [{ motion: { cycle: "walk", sped: 1 } }],
      "figures[0].motion.sped: got a field that does not exist; did you mean speed?",
    ],
    ["a field", [{ heigth: 2 }], "figures[0].heigth: got a field that does not exist; did you mean height?"],
    ["a height", [{ height: 12 }], "figures[0].height: got 12; give a finite number of at least 0.3 and up to 3 [m]"],
    ["a girth", [{}, { name: "b", girth: 0 }], "figures[1].girth: got 0; give a finite number of at least 0.8 and up to 1.3"],
    ["a body", [{ collider: "bones" }], 'figures[0].collider: got "bones"; '],
    ["a friction", [{ friction: -1 }], "figures[0].friction: got -1; "],
    ["a thickness", [{ thickness: 2 }], "figures[0].thickness: got 2; "],
    ["two of a name", [{}, { name: "figure" }], 'figures[1].name: got "figure"; give each figure a name of its own'],
    ["no list", {}, "figures: got an object with no keys; give a list [ … ]"],
  ])("%s that is wrong is told in a sentence", (_, figures, message) => {
    expect(() => parseScene(scene(figures))).toThrow(message);
  });

  test.each(["figure", "figure.hips"])("a collider called %s beside a figure of that name is refused", (name) => {
    const colliders = [{ plane: {}, name }];
    expect(() => parseScene(scene([{}], undefined, { colliders }))).toThrow(
      `figures[0].name: got "figure" beside the collider "${name}"; give the figure a name of its own`,
    );
  });
});

describe("garments of a scene", () => {
  test.each(GARMENTS.map(({ name }) => name))("a %s is made for the bones of its figure", async (kind) => {
    const options = { kind, spacing: 0.07 };
    const simulation = await createSimulation(scene([{}, { name: "small", height: 1.3 }], { garment: { ...options, figure: "small" } }));
    const body = createFigure({ height: 1.3 }).bones;
    const garment = createGarment({ ...options, body } as GarmentOptions);
    expect(read(simulation)).toEqual(garment.positions);
    expect(simulation.triangles).toEqual(garment.triangles);
  });

  test("groups name vertices for pins and attachments, and the first figure wears what names none", async () => {
    const attachments = [{ vertices: "waist", to: "figure.hips" }];
    const cloth = { garment: { kind: "skirt", spacing: 0.07 }, attachments, pins: [{ vertices: "hem" }] };
    const simulation = await createSimulation(scene([{ motion: { cycle: "dance", start: 0 } }], cloth));
    const { groups } = createGarment({ kind: "skirt", spacing: 0.07, body: createFigure().bones });
    const start = read(simulation);
    simulation.step();
    const x = read(simulation);
    for (const i of groups.hem) for (let c = 3 * i; c < 3 * i + 3; c++) expect(x[c]).toBe(start[c]);
    const poses = new Float64Array(12 * BONES.length);
    simulation.bodies.readPoses(poses);
    for (const i of groups.waist) {
      for (let c = 0; c < 3; c++) {
        let expected = poses[9 + c];
        for (let k = 0; k < 3; k++) expected += poses[3 * c + k] * start[3 * i + k];
        expect(Math.abs(x[3 * i + c] - expected)).toBeLessThan(1e-9);
      }
    }
  });

  test.each<[string, Json, string]>([
    ["a kind", { garment: { kind: "skrit" } }, 'cloths[0].garment.kind: got "skrit"; did you mean "skirt"?'],
    ["no kind", { garment: {} }, "cloths[0].garment.kind: got nothing; choose one of cape, skirt, dress"],
    ["an option", { garment: { kind: "skirt", lenght: 1 } }, "cloths[0].garment.lenght: "],
    ["a wearer", { garment: { kind: "skirt", figure: "anna" } }, 'cloths[0].garment.figure: got "anna"; give one of "figure"'],
    [
      "a group",
      { garment: { kind: "skirt" }, attachments: [{ vertices: "waste", to: "figure.hips" }] },
      'cloths[0].attachments[0].vertices: got "waste"; did you mean "waist"? give one of waist, hem, all, or vertex numbers',
    ],
    [
      "a bone",
      { garment: { kind: "skirt" }, attachments: [{ vertices: "waist", to: "figure.hip" }] },
      'cloths[0].attachments[0].to: got "figure.hip"; did you mean "figure.hips"?',
    ],
    [
      "a pin",
      { garment: { kind: "skirt" }, pins: ["shoulders"] },
      'cloths[0].pins[0]: got "shoulders"; give one of waist, hem, all, or vertex numbers',
    ],
  ])("%s that does not exist is told in a sentence", async (_, cloth, message) => {
    await expect(createSimulation(scene([{}], cloth))).rejects.toThrow(message);
  });

  test("without a figure there is nobody to wear it", async () => {
    const bare = { drape: 1, cloths: [{ garment: { kind: "cape" } }] } as const;
    await expect(createSimulation(bare)).rejects.toThrow(
      "cloths[0].garment.figure: got no figure to wear it; give the scene a list of figures",
    );
  });

  test("a closed tube has no flat rest shape for methods with triangles", async () => {
    const tube = scene([{}], { garment: { kind: "skirt" } }, { solver: { method: "triangle-implicit" } });
    await expect(createSimulation(tube)).rejects.toThrow("needs flat rest coordinates");
  });
});

describe("the skin of a figure as a body", () => {
  test("is one mesh behind the bones, which are met no more, and moves with them", async () => {
    const motion = { cycle: "dance", start: 0.2 } as const;
    const simulation = await createSimulation(scene([{ collider: "skin", motion }]));
    const { list: colliders } = simulation.bodies;
    expect(colliders.map(({ name }) => name)).toEqual([...BONES, "skin"].map((name) => `figure.${name}`));
    expect(colliders.map(({ surface }) => surface?.triangles.length === 0)).toEqual([...BONES.map(() => true), false]);
    for (let n = 0; n < 20; n++) simulation.step();
    const poses = new Float64Array(12 * colliders.length);
    simulation.bodies.readPoses(poses);
    const figure = createFigure();
    const expected = new Float64Array(figure.surface.positions.length);
    skinSurface(figure, poses.subarray(0, 12 * BONES.length), expected);
    const placed = new Float64Array(expected.length + 2);
    colliders[BONES.length].surface?.place?.(poses, placed, 1, 0);
    expect(placed.subarray(1, -1)).toEqual(expected);
  });

  test("holds up a sheet that falls on its head, without an intersection", async () => {
    const sheet = { columns: 9, rows: 9, width: 0.6, height: 0.6, origin: [-0.3, 1.74, -0.3], v: [0, 0, 1] };
    const simulation = await createSimulation(scene([{ collider: "skin", motion: { cycle: "stand" } }], { grid: sheet, fabric: "silk" }));
    for (let n = 0; n < 36; n++) {
      simulation.step();
      if (n % 6 === 5) expect(simulation.view.inspect()).toMatchObject({ intersections: 0, maxPenetration: 0 });
    }
    const x = read(simulation);
    const heights = x.filter((_, c) => c % 3 === 1);
    expect(Math.max(...heights)).toBeGreaterThan(1.69); // fallen freely, all would be at 0
    expect(Math.min(...heights)).toBeLessThan(1.6);
    expect(simulation.view.measure().contacts).toBeGreaterThan(3);
  });

  test("tells how deep a point is in the body as it stands now, not as it stood", () => {
    const figure = createFigure();
    const { positions, triangles } = figure.surface;
    const meter = createPenetrationMeter([{ mesh: { positions, triangles, place: skinPlacer(figure, 1) } }]);
    const poses = new Float64Array(12 * (1 + BONES.length));
    for (let b = 0; b <= BONES.length; b++) poses.set([1, 0, 0, 0, 1, 0, 0, 0, 1, b === 0 ? 99 : 5, 0, 0], 12 * b);
    const chest = Float64Array.of(0, 1.25, 0);
    expect(meter(chest).maxPenetration).toBeGreaterThan(0.05);
    expect(meter(chest, poses).maxPenetration).toBe(0);
    expect(meter(Float64Array.of(5, 1.25, 0), poses).maxPenetration).toBeCloseTo(meter(chest).maxPenetration, 12);
  });
});
