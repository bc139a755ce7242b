import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { computePoses, createFigure, type FigureMotion } from "../../src/figure.ts";
import { createSimulation, type Simulation } from "../../src/index.ts";
import type { Json } from "./sample-scenes.ts";

const FIGURE = createFigure();
const BONES = FIGURE.bones.map(({ name }) => name);

/** A sheet that hangs behind the back of the figure by its upper border. */
const SHEET = { columns: 6, rows: 7, width: 0.3, height: 0.5, origin: [-0.15, 1.35, -0.2] };
const TOP = [0, 1, 2, 3, 4, 5];

function backScene(solver: Json, motion: FigureMotion, more: Json = {}): Json {
  return {
    drape: 1,
    timestep: 1 / 60,
    solver,
    figures: [{ motion }],
    cloths: [{ grid: SHEET, attachments: [{ vertices: "top", to: "figure" }], ...more }],
  };
}

/** Rows of rotation and offset of each bone at a time. */
function posesAt(motion: FigureMotion, time: number): Float64Array {
  const poses = new Float64Array(12 * BONES.length);
  computePoses(FIGURE, motion, time, poses);
  return poses;
}

function read(simulation: Simulation): Float64Array {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

/** Where the skin's weights at the vertex of the skin nearest to a point take that point: linear blending, written out. */
function skinPoint(point: readonly number[]): (poses: Float64Array) => number[] {
  const { positions } = FIGURE.surface;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let s = 0; s < positions.length / 3; s++) {
    const distance = Math.hypot(...point.map((value, c) => value - positions[3 * s + c]));
    if (distance < least) [best, least] = [s, distance];
  }
  const bones = [...FIGURE.skinBones.subarray(4 * best, 4 * best + 4)];
  const weights = [...FIGURE.skinWeights.subarray(4 * best, 4 * best + 4)];
  return (poses) =>
    [0, 1, 2].map((c) =>
      bones.reduce((sum, bone, k) => {
        const row = poses.subarray(12 * bone + 3 * c, 12 * bone + 3 * c + 3);
        const moved = row[0] * point[0] + row[1] * point[1] + row[2] * point[2] + poses[12 * bone + 9 + c];
        return sum + weights[k] * moved;
      }, 0),
    );
}

const SOFT = { springs: { stretch: 5, shear: 2, bend: 0.1 }, masses: 0.01 };
const STIFF = { fabric: "cotton" };

describe("attachments to a figure", () => {
  test("figures begin in the pose that garments are made for", () => {
    const poses = posesAt({ cycle: "walk" }, 0);
    poses.forEach((value, c) => {
      expect(value).toBeCloseTo(c % 12 < 9 && (c % 12) % 4 === 0 ? 1 : 0, 12);
    });
  });

  test.each<[string, FigureMotion["cycle"], Json]>([
    ["implicit-euler", "walk", STIFF],
    ["implicit-euler", "dance", STIFF],
    ["gauss-seidel", "walk", STIFF],
    ["gauss-seidel", "dance", STIFF],
    ["linear-edge", "walk", STIFF],
    ["linear-edge", "dance", STIFF],
    ["two-level", "dance", STIFF],
    ["bdf2", "dance", STIFF],
    ["verlet", "walk", SOFT],
    ["verlet", "dance", SOFT],
  ])(
    "under %s, attached vertices of a figure that does a %s are where its bones put them at the end of every step",
    async (method, cycle, cloth) => {
      const motion: FigureMotion = { cycle };
      const simulation = await createSimulation(backScene({ method }, motion, cloth));
      const start = read(simulation);
      const follow = TOP.map((i) => skinPoint([...start.subarray(3 * i, 3 * i + 3)]));
      let travelled = 0;
      for (let n = 1; n <= 120; n++) {
        simulation.step();
        const x = read(simulation);
        const poses = posesAt(motion, simulation.time);
        TOP.forEach((i, k) => {
          const expected = follow[k](poses);
          for (let c = 0; c < 3; c++) expect(Math.abs(x[3 * i + c] - expected[c])).toBeLessThan(1e-9);
          travelled = Math.max(travelled, Math.abs(expected[0] - start[3 * i]), Math.abs(expected[2] - start[3 * i + 2]));
        });
      }
      expect(travelled).toBeGreaterThan(0.05);
    },
  );

  test("a bone by its name takes vertices along rigidly, among pieces of cloth held elsewhere", async () => {
    const motion: FigureMotion = { cycle: "dance" };
    const scene = backScene({ method: "implicit-euler" }, motion, {
      pins: [41],
      attachments: [
        { vertices: [0, 1], to: "figure.armL" },
        { vertices: [5], to: "figure.head" },
      ],
    });
    scene.figures[0].friction = 0;
    const simulation = await createSimulation(scene);
    const start = read(simulation);
    for (let n = 0; n < 40; n++) {
      simulation.step();
      const x = read(simulation);
      const poses = posesAt(motion, simulation.time);
      for (const [i, bone] of [
        [0, "armL"],
        [1, "armL"],
        [5, "head"],
      ] as const) {
        const pose = 12 * BONES.indexOf(bone);
        for (let c = 0; c < 3; c++) {
          let expected = poses[pose + 9 + c];
          for (let k = 0; k < 3; k++) expected += poses[pose + 3 * c + k] * start[3 * i + k];
          expect(Math.abs(x[3 * i + c] - expected)).toBeLessThan(1e-9);
        }
      }
      for (let c = 3 * 41; c < 3 * 42; c++) expect(x[c]).toBe(start[c]);
    }
  });

  test("the skin collider of a figure is held on to like the figure", async () => {
    const make = async (to: string): Promise<number> => {
      const scene = backScene({ method: "implicit-euler" }, { cycle: "walk" }, { attachments: [{ vertices: "top", to }] });
      scene.figures[0].collider = "skin";
      const simulation = await createSimulation(scene);
      for (let n = 0; n < 3; n++) simulation.step();
      return simulation.hash();
    };
    expect(await make("figure.skin")).toBe(await make("figure"));
  });

  test("a second figure and a cloth after another are told apart", async () => {
    const motion: FigureMotion = { cycle: "dance" };
    const scene = backScene({ method: "implicit-euler" }, { cycle: "stand" });
    scene.figures.push({ name: "dancer", motion });
    scene.cloths.push({
      grid: { ...SHEET, columns: 3, rows: 3 },
      attachments: [{ vertices: [1], to: "dancer.chest" }],
    });
    scene.colliders = [{ plane: {} }];
    const simulation = await createSimulation(scene);
    const start = read(simulation);
    for (let n = 0; n < 90; n++) simulation.step();
    const x = read(simulation);
    const [i, pose] = [42 + 1, 12 * BONES.indexOf("chest")];
    const poses = posesAt(motion, simulation.time);
    for (let c = 0; c < 3; c++) {
      let expected = poses[pose + 9 + c];
      for (let k = 0; k < 3; k++) expected += poses[pose + 3 * c + k] * start[3 * i + k];
      expect(Math.abs(x[3 * i + c] - expected)).toBeLessThan(1e-9);
    }
    expect(Math.hypot(...[0, 1, 2].map((c) => x[3 * i + c] - start[3 * i + c]))).toBeGreaterThan(0.01);
  });
});

describe("attachments of a scene", () => {
  const solid = (attachments: Json, more: Json = {}): Json => ({
    drape: 1,
    cloths: [{ grid: { columns: 3, rows: 3, width: 1, height: 1 }, attachments, ...more }],
    colliders: [{ sphere: { center: [0, -9, 0], radius: 1 }, name: "ball" }],
  });
  const random = createRandom(3);
  const vertex = Math.floor(9 * random());

  test.each<[string, Json, string]>([
    ["no body", [{ vertices: [0], to: "box" }], 'cloths[0].attachments[0].to: got "box"; give one of ball'],
    ["a slip", [{ vertices: [0], to: "bal" }], 'cloths[0].attachments[0].to: got "bal"; did you mean "ball"?'],
    ["a place", [{ vertices: "topp", to: "ball" }], 'cloths[0].attachments[0].vertices: got "topp"; did you mean "top"?'],
    ["a number", [{ vertices: [9], to: "ball" }], "cloths[0].attachments[0].vertices: got 9; the cloth has vertices 0 to 8"],
    ["nothing", [{ to: "ball" }], "cloths[0].attachments[0].vertices: got nothing; give a list [ … ]"],
    ["nobody", [{ vertices: [0] }], "cloths[0].attachments[0].to: got nothing; give a string"],
    [
      "two holds",
      [
        { vertices: "top", to: "ball" },
        { vertices: [1], to: "ball" },
      ],
      "cloths[0].attachments[1].vertices: got vertex 1 a second time; pin each vertex once",
    ],
    [
      "a backstop alone",
      [{ vertices: [0], to: "ball", backstop: 0.1 }],
      "cloths[0].attachments[0].backstop: got a backstop alone; give maxDistance as well",
    ],
    [
      "a leash that ends",
      [{ vertices: [0], to: "ball", maxDistance: 1, release: 2 }],
      "cloths[0].attachments[0].release: got a release with maxDistance; only what is held can be released",
    ],
    [
      "a negative leash",
      [{ vertices: [0], to: "ball", maxDistance: -1 }],
      "cloths[0].attachments[0].maxDistance: got -1; give a finite number of at least 0 [m]",
    ],
    [
      "a field",
      [{ vertices: [0], to: "ball", maxdistance: 1 }],
      "cloths[0].attachments[0].maxdistance: got a field that does not exist; did you mean maxDistance?",
    ],
  ])("%s is told in a sentence", async (_, attachments, message) => {
    await expect(createSimulation(solid(attachments))).rejects.toThrow(message);
  });

  test("a vertex may not be pinned and attached", async () => {
    const scene = solid([{ vertices: [vertex], to: "ball" }], { pins: [vertex] });
    await expect(createSimulation(scene)).rejects.toThrow(`got vertex ${vertex} a second time; pin each vertex once`);
  });

  test("leashes may be several on a vertex, and on a pinned one", async () => {
    const leash = { vertices: "all", to: "ball", maxDistance: 0.5 };
    const simulation = await createSimulation(solid([leash, { ...leash, maxDistance: 0.1 }], { pins: [vertex] }));
    expect(() => simulation.step()).not.toThrow();
  });
});
