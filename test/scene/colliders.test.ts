import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COLLIDERS } from "../../src/contact/shapes/collider-catalog.ts";
import { createSimulation, parseScene } from "../../src/index.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "../../src/mesh/limits.ts";
import { COLLISION_DEFAULTS } from "../../src/scene/fields/collider-field.ts";
import { type Json, squareScene } from "./sample-scenes.ts";

function withColliders(colliders: Json, collision?: Json): Json {
  return { ...squareScene(), colliders, ...(collision === undefined ? {} : { collision }) };
}

/** One of each kind, below the square's first corner. */
const EACH: Record<string, Json> = {
  plane: { point: [0, -1, 0], normal: [0, 2, 0] },
  sphere: { center: [0, -1, 0], radius: 0.5 },
  capsule: { from: [0, -1, -1], to: [0, -1, 1], radius: 0.5 },
  cone: { from: [0, -1, -1], to: [0, -1, 1], radii: [0.5, 0.2] },
  box: { center: [0, -1, 0], halfSizes: [1, 0.5, 1], rotation: { axis: [0, 1, 0], angle: 0.3 }, rounding: 0.1 },
  heightField: {
    origin: [-2, -1, -2],
    spacing: 4,
    heights: [
      [0, 0.1],
      [0.2, 0],
    ],
  },
  cones: [{ from: [0, -1, 0], to: [1, -1, 0], radii: [0.3, 0.2] }],
  mesh: {
    positions: [
      [-4, -1, -4],
      [4, -1, -4],
      [0, -1, 8],
    ],
    triangles: [[0, 1, 2]],
  },
};

const OBJ = "v -4 -1 -4\nv 4 -1 -4\nv 0 -1 8\nv 0 -3 0\nf 1 2 3\nf 1 2 4\nf 2 1 4\n";

/** Three vertices, the second at x = reach, and these triangles. */
function mesh(triangles: Json, reach = 1): Json {
  return {
    positions: [
      [0, 0, 0],
      [reach, 0, 0],
      [0, 0, 1],
    ],
    triangles,
  };
}

describe("colliders", () => {
  test("every kind of the catalogue is read, built and met", async () => {
    expect(Object.keys(EACH)).toEqual(COLLIDERS.map(({ name }) => name));
    for (const [kind, body] of Object.entries(EACH)) {
      const scene = withColliders([{ [kind]: body, friction: 0.7, thickness: 0.02 }]);
      scene.cloths[0].pins = [];
      const simulation = await createSimulation(scene);
      expect(simulation.bodies.list).toMatchObject([{ name: "collider 1", kind }]);
      expect("surface" in simulation.bodies.list[0]).toBe(kind === "mesh");
      let met = 0;
      for (let n = 0; n < 80; n++) {
        simulation.step();
        met = Math.max(met, simulation.view.measure().contacts);
      }
      expect(met, kind).toBeGreaterThan(0);
    }
  });

  test("friction and thickness are the collider's, else the scene's, else the defaults", () => {
    const { colliders, collision } = parseScene(
      withColliders([{ plane: {} }, { plane: {}, friction: 2, thickness: 0.1, name: "rough" }], { friction: 0.6 }),
    );
    expect(colliders[0]).toMatchObject({ name: "collider 1", friction: 0.6, thickness: COLLISION_DEFAULTS.thickness });
    expect(colliders[1]).toMatchObject({ name: "rough", friction: 2, thickness: 0.1 });
    expect(collision).toEqual({ ...COLLISION_DEFAULTS, friction: 0.6 });
    expect(parseScene(squareScene()).colliders).toEqual([]);
  });

  test.each<[string, Json, string]>([
    ["no body", [{ friction: 1 }], "colliders[0]: got no body; give one of plane, sphere"],
    ["two", [{ plane: {}, sphere: { center: [0, 0, 0], radius: 1 } }], "colliders[0]: got plane and sphere"],
    ["a typing error", [{ shere: {} }], "colliders[0].shere: got a field that does not exist; did you mean sphere?"],
    ["a flat normal", [{ plane: { normal: [0, 0, 0] } }], "colliders[0].plane.normal: got [0, 0, 0]"],
    ["no radius", [{ sphere: { center: [0, 0, 0] } }], "colliders[0].sphere.radius: got nothing"],
    ["radius 0", [{ capsule: { from: [0, 0, 0], to: [1, 0, 0], radius: 0 } }], "colliders[0].capsule.radius: got 0"],
    ["one radius", [{ cone: { from: [0, 0, 0], to: [1, 0, 0], radii: [1] } }], "colliders[0].cone.radii: got 1 entries"],
    ["flat box", [{ box: { center: [0, 0, 0], halfSizes: [1, 0, 1] } }], "colliders[0].box.halfSizes[1]: got 0"],
    [
      "too round a box",
      [{ box: { center: [0, 0, 0], halfSizes: [1, 2, 1], rounding: 1.5 } }],
      "colliders[0].box.rounding: got 1.5; give a finite number of at least 0 and up to 1 [m]",
    ],
    ["a slanting box", [{ box: { center: [0, 0, 0], halfSizes: [1, 1, 1], u: [1, 0, 0], v: [1, 1, 0] } }], "colliders[0].box.v: got"],
    [
      "turned twice",
      [{ box: { center: [0, 0, 0], halfSizes: [1, 1, 1], u: [1, 0, 0], rotation: { axis: [0, 1, 0], angle: 1 } } }],
      "colliders[0].box.rotation: got rotation and axes; give rotation, or u and v",
    ],
    ["one height", [{ heightField: { spacing: 1, heights: [[1]] } }], "colliders[0].heightField.heights: got 1 rows of 1"],
    [
      "rows of two lengths",
      [{ heightField: { spacing: 1, heights: [[1, 2], [3]] } }],
      "colliders[0].heightField.heights[1]: got 1 entries; give 2",
    ],
    ["no cones", [{ cones: [] }], "colliders[0].cones: got an empty list"],
    ["a blend of a sphere", [{ sphere: { center: [0, 0, 0], radius: 1 }, blend: 1 }], "colliders[0].blend: got a blend"],
    ["a negative friction", [{ plane: {}, friction: -1 }], "colliders[0].friction: got -1"],
    [
      "two of one name",
      [
        { plane: {}, name: "a" },
        { plane: {}, name: "a" },
      ],
      'colliders[1].name: got "a"',
    ],
    [
      "a mesh file elsewhere",
      [{ mesh: "../a.obj" }],
      'colliders[0].mesh: got "../a.obj"; name an .obj, .glb, .gltf, .stl or .ply file beside',
    ],
    ["a mesh that is a number", [{ mesh: 3 }], "colliders[0].mesh: got 3; name a mesh file beside the scene, or give"],
    ["a mesh that is a list", [{ mesh: [] }], "colliders[0].mesh: got []; give an object"],
    ["a mesh and a plane", [{ mesh: "a.obj", plane: {} }], "colliders[0]: got plane and mesh"],
    ["a blend of a mesh", [{ mesh: "a.obj", blend: 1 }], "colliders[0].blend: got a blend of a mesh"],
    ["a mesh without positions", [{ mesh: { triangles: [] } }], "colliders[0].mesh.positions: got nothing; give a list"],
    ["a mesh without triangles", [{ mesh: { positions: [[0, 0, 0]] } }], "colliders[0].mesh.triangles: got nothing"],
    ["a mesh of no triangles", [{ mesh: mesh([]) }], "colliders[0].mesh.triangles: got an empty list; give at least one"],
    ["a corner too many", [{ mesh: mesh([[0, 1, 3]]) }], "colliders[0].mesh.triangles[0][2]: got 3; give a whole"],
    [
      "a corner below 0",
      [
        {
          mesh: mesh([
            [0, 1, 2],
            [0, -1, 2],
          ]),
        },
      ],
      "colliders[0].mesh.triangles[1][1]: got -1",
    ],
    ["half a corner", [{ mesh: mesh([[0, 1, 0.5]]) }], "colliders[0].mesh.triangles[0][2]: got 0.5; give a whole number"],
    ["a corner twice", [{ mesh: mesh([[0, 1, 1]]) }], "triangles[0]: got [0, 1, 1]; give three different corners"],
    [
      "a position without end",
      [{ mesh: { positions: [[0, 0, Number.POSITIVE_INFINITY]], triangles: [[0, 0, 0]] } }],
      "colliders[0].mesh.positions[0][2]: got Infinity",
    ],
    [
      "more vertices than memory is taken for",
      [{ mesh: { positions: new Array(MAX_VERTICES + 1), triangles: [] } }],
      `colliders[0].mesh.positions: got ${MAX_VERTICES + 1} entries; give at most ${MAX_VERTICES}`,
    ],
    [
      "more triangles than memory is taken for",
      [{ mesh: mesh(new Array(MAX_TRIANGLES + 1)) }],
      `colliders[0].mesh.triangles: got ${MAX_TRIANGLES + 1} triangles; give at most ${MAX_TRIANGLES}`,
    ],
    [
      "a key of a prototype",
      [{ mesh: JSON.parse('{ "positions": [], "triangles": [], "__proto__": { "x": 1 } }') }],
      "colliders[0].mesh.__proto__: got a forbidden key",
    ],
    ["another field of a mesh", [{ mesh: { ...mesh([]), name: "a" } }], "colliders[0].mesh.name: got a field"],
  ])("%s is refused with its place", (_name, colliders, message) => {
    expect(() => parseScene(withColliders(colliders))).toThrow(message);
  });

  test("a mesh is read from a file, whatever meets at its edges, or taken as it stands; both move like other bodies", async () => {
    const triangles = [
      [0, 1, 2],
      [0, 1, 3],
      [1, 0, 3],
    ];
    const positions = [
      [-4, -1, -4],
      [4, -1, -4],
      [0, -1, 8],
      [0, -3, 0],
    ];
    const motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 0.1, offset: [0, -1, 0] },
      ],
    };
    const scene = withColliders([
      { mesh: "bodies/a.obj", motion },
      { mesh: { positions, triangles }, name: "own" },
    ]);
    const names: string[] = [];
    const loadMesh = async (name: string): Promise<string> => {
      names.push(name);
      return OBJ;
    };
    const simulation = await createSimulation(scene, { loadMesh });
    expect(names).toEqual(["bodies/a.obj"]);
    for (const { kind, surface } of simulation.bodies.list) {
      expect(kind).toBe("mesh");
      expect(Array.from(surface?.positions ?? [])).toEqual(positions.flat());
      expect(Array.from(surface?.triangles ?? [])).toEqual(triangles.flat());
    }
    simulation.bodies.move("own", { position: [0, -2, 0] });
    for (let n = 0; n < 10; n++) simulation.step();
    const poses = new Float64Array(24);
    simulation.bodies.readPoses(poses);
    expect(poses[10]).toBeCloseTo(-1, 12);
    expect(poses[22]).toBe(-2);
    await expect(createSimulation(scene)).rejects.toThrow("the scene names the mesh bodies/a.obj: pass a loadMesh");
  });

  test.each(["scripted", "moved from outside"])("a mesh plate, %s, lifts the cloth above it", async (way) => {
    const motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 1, offset: [0, 2, 0] },
      ],
    };
    const plate = { mesh: EACH.mesh, thickness: 0.02, ...(way === "scripted" ? { motion } : {}) };
    const scene = withColliders([plate]);
    scene.cloths[0].pins = [];
    const simulation = await createSimulation(scene);
    for (let n = 1; n <= 100; n++) {
      if (way !== "scripted") simulation.bodies.move(0, { position: [0, 0.02 * n, 0] });
      simulation.step();
    }
    const x = new Float64Array(12);
    simulation.readPositions(x);
    for (let i = 1; i < 12; i += 3) expect(x[i]).toBeGreaterThan(1); // the plate is at 1, and was at −1
    expect(simulation.view.measure().contacts).toBeGreaterThan(0);
  });

  test.each<[string, Json, string, string]>([
    ["reaches too far", mesh([[0, 1, 2]], 2e9), "", "colliders[0].mesh.positions: got 2000000000 in vertex 1; keep"],
    ["reaches too far in its file", "a.obj", "v 0 0 0\nv 1 0 0\nv 0 -1e10 0\nf 1 2 3\n", "a.obj: got -10000000000 in vertex 2"],
    ["has no faces", "a.obj", "v 0 0 0\n", "a.obj: got 1 vertex and no faces"],
    ["has a corner that is not there", "a.obj", "v 0 0 0\nf 1 2 3\n", "a.obj:2: got vertex 2"],
  ])("a mesh that %s is refused when it is built", async (_name, body, text, message) => {
    const scene = withColliders([{ mesh: body }]);
    await expect(createSimulation(scene, { loadMesh: async () => text })).rejects.toThrow(message);
  });

  test("collision says whether cloth meets cloth and how what may touch is found, and its fields are checked", () => {
    expect(COLLISION_DEFAULTS).toMatchObject({ self: false, broadPhase: "tree" });
    const { collision } = parseScene(withColliders([], { self: true, broadPhase: "grid" }));
    expect(collision).toEqual({ ...COLLISION_DEFAULTS, self: true, broadPhase: "grid" });
    expect(() => parseScene(withColliders([], { self: 1 }))).toThrow("collision.self: got 1; give true or false");
    expect(() => parseScene(withColliders([], { broadPhase: "gird" }))).toThrow(
      'collision.broadPhase: got "gird"; did you mean "grid"? choose one of tree, grid',
    );
    expect(() => parseScene(withColliders([], { restitution: 2 }))).toThrow("collision.restitution: got 2");
    expect(() => parseScene(withColliders([], { thick: 2 }))).toThrow("collision.thick: got a field that does not exist");
  });

  test("a snapshot carries a body that is moved from outside", async () => {
    const scene = withColliders([{ sphere: { center: [0.5, -0.6, 0.5], radius: 0.5 }, friction: 0.5 }]);
    const simulation = await createSimulation(scene);
    const poses = new Float64Array(12);
    for (let n = 0; n < 10; n++) {
      simulation.bodies.move(0, {
        position: [0.02 * n, 0.01 * n, 0],
        rotation: [0, Math.sin(0.1 * n), 0, Math.cos(0.1 * n)],
      });
      simulation.step();
    }
    const snapshot = structuredClone(simulation.snapshot());
    const other = await createSimulation(scene);
    const hashes = [simulation, other].map((one) => {
      one.restore(snapshot);
      one.bodies.readPoses(poses);
      expect(poses[9]).toBeCloseTo(0.18, 12);
      for (let n = 0; n < 20; n++) one.step();
      return one.hash();
    });
    expect(hashes[0]).toBe(hashes[1]);
    await expect(createSimulation(squareScene()).then((one) => one.restore(snapshot))).rejects.toThrow("snapshot.bodies");
  });
});

/** The scenes of the gallery with bodies, with every solver that they offer, for a second. */
describe.each(["sphere-test", "tablecloth"])("scenes/%s.json", (name) => {
  const json: Json = JSON.parse(readFileSync(new URL(`../../scenes/${name}.json`, import.meta.url), "utf8"));
  const solvers: [string, Json][] = [["its own solver", json.solver]];
  for (const variant of json.variants ?? []) solvers.push([variant.name, variant.solver]);

  test.each(solvers)("stays finite and outside its bodies with %s", async (_name, solver) => {
    // every second vertex is enough here
    const grid = { ...json.cloths[0].grid, columns: 16, rows: 16 };
    const simulation = await createSimulation({ ...json, solver, cloths: [{ ...json.cloths[0], grid }] });
    const x = new Float64Array(3 * simulation.particleCount);
    for (let n = 0; n < 60; n++) simulation.step();
    simulation.readPositions(x);
    expect(simulation.view.measure().contacts).toBeGreaterThan(0);
    for (let i = 0; i < x.length; i += 3) expect(x[i + 1]).toBeGreaterThan(0);
  });
});
