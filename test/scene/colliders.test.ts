import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COLLIDERS, createSimulation, parseScene } from "../../src/index.ts";
import { COLLISION_DEFAULTS } from "../../src/scene/parse-collider.ts";
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
  heightField: { origin: [-2, -1, -2], spacing: 4, heights: [[0, 0.1], [0.2, 0]] }, // biome-ignore format: one line
  cones: [{ from: [0, -1, 0], to: [1, -1, 0], radii: [0.3, 0.2] }],
};

describe("colliders", () => {
  test("every kind of the catalogue is read, built and met", async () => {
    expect(Object.keys(EACH)).toEqual(COLLIDERS.map(({ name }) => name));
    for (const [kind, body] of Object.entries(EACH)) {
      const scene = withColliders([{ [kind]: body, friction: 0.7, thickness: 0.02 }]);
      scene.cloths[0].pins = [];
      const simulation = await createSimulation(scene);
      expect(simulation.colliders).toEqual([{ name: "collider 1", kind }]);
      let met = 0;
      for (let n = 0; n < 80; n++) {
        simulation.step();
        met = Math.max(met, simulation.measure().contacts);
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
    [
      "one radius",
      [{ cone: { from: [0, 0, 0], to: [1, 0, 0], radii: [1] } }],
      "colliders[0].cone.radii: got 1 entries",
    ],
    ["flat box", [{ box: { center: [0, 0, 0], halfSizes: [1, 0, 1] } }], "colliders[0].box.halfSizes[1]: got 0"],
    [
      "too round a box",
      [{ box: { center: [0, 0, 0], halfSizes: [1, 2, 1], rounding: 1.5 } }],
      "colliders[0].box.rounding: got 1.5; give a finite number of at least 0 and up to 1 [m]",
    ],
    [
      "a slanting box",
      [{ box: { center: [0, 0, 0], halfSizes: [1, 1, 1], u: [1, 0, 0], v: [1, 1, 0] } }],
      "colliders[0].box.v: got",
    ],
    [
      "turned twice",
      [{ box: { center: [0, 0, 0], halfSizes: [1, 1, 1], u: [1, 0, 0], rotation: { axis: [0, 1, 0], angle: 1 } } }],
      "colliders[0].box: got rotation and axes; give rotation, or u and v",
    ],
    [
      "one height",
      [{ heightField: { spacing: 1, heights: [[1]] } }],
      "colliders[0].heightField.heights: got 1 rows of 1",
    ],
    [
      "rows of two lengths",
      [{ heightField: { spacing: 1, heights: [[1, 2], [3]] } }], // biome-ignore format: one line
      "colliders[0].heightField.heights[1]: got 1 entries; give 2",
    ],
    ["no cones", [{ cones: [] }], "colliders[0].cones: got an empty list"],
    [
      "a blend of a sphere",
      [{ sphere: { center: [0, 0, 0], radius: 1 }, blend: 1 }],
      "colliders[0].blend: got a blend",
    ],
    ["a negative friction", [{ plane: {}, friction: -1 }], "colliders[0].friction: got -1"],
    ["two of one name", [{ plane: {}, name: "a" }, { plane: {}, name: "a" }], 'colliders[1].name: got "a"'], // biome-ignore format: one line
    ["a mesh", [{ mesh: "a.obj" }], "colliders[0].mesh: bodies made of meshes"],
  ])("%s is refused with its place", (_name, colliders, message) => {
    expect(() => parseScene(withColliders(colliders))).toThrow(message);
  });

  test("collision of cloth with itself is refused for now, and its other fields are checked", () => {
    expect(() => parseScene(withColliders([], { self: true }))).toThrow("collision.self: cloth does not meet itself");
    expect(() => parseScene(withColliders([], { self: false }))).not.toThrow();
    expect(() => parseScene(withColliders([], { restitution: 2 }))).toThrow("collision.restitution: got 2");
    expect(() => parseScene(withColliders([], { thick: 2 }))).toThrow(
      "collision.thick: got a field that does not exist",
    );
  });

  test("a snapshot carries a body that is moved from outside", async () => {
    const scene = withColliders([{ sphere: { center: [0.5, -0.6, 0.5], radius: 0.5 }, friction: 0.5 }]);
    const simulation = await createSimulation(scene);
    const poses = new Float64Array(12);
    for (let n = 0; n < 10; n++) {
      simulation.moveCollider(0, {
        position: [0.02 * n, 0.01 * n, 0],
        rotation: [0, Math.sin(0.1 * n), 0, Math.cos(0.1 * n)],
      });
      simulation.step();
    }
    const snapshot = structuredClone(simulation.snapshot());
    const other = await createSimulation(scene);
    const hashes = [simulation, other].map((one) => {
      one.restore(snapshot);
      one.readPoses(poses);
      expect(poses[9]).toBeCloseTo(0.18, 12);
      for (let n = 0; n < 20; n++) one.step();
      return one.hash();
    });
    expect(hashes[0]).toBe(hashes[1]);
    expect(() => createSimulation(squareScene()).then((one) => one.restore(snapshot))).rejects.toThrow(
      "snapshot.bodies",
    );
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
    expect(simulation.measure().contacts).toBeGreaterThan(0);
    for (let i = 0; i < x.length; i += 3) expect(x[i + 1]).toBeGreaterThan(0);
  });
});
