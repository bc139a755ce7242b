import { Quaternion, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { readQuaternion, readVec3 } from "../../src/core/read.ts";
import { createSheet, findFabric, implicitEuler } from "../../src/core.ts";
import { createSimulation, InputError, type SceneInput, type Simulation, type VectorInput } from "../../src/index.ts";

/** A vector as a list, a typed array, a plain object, and an object of a class with more keys than x, y and z. */
const WAYS: readonly [string, (x: number, y: number, z: number) => VectorInput][] = [
  ["a list", (x, y, z) => [x, y, z]],
  ["a typed array", (x, y, z) => Float32Array.of(x, y, z)],
  ["an object", (x, y, z) => ({ x, y, z })],
  ["three's Vector3", (x, y, z) => new Vector3(x, y, z)],
];

function run(simulation: Simulation): number {
  for (let n = 0; n < 3; n++) simulation.step();
  return simulation.hash();
}

describe.each(WAYS)("a vector given as %s", (_, make) => {
  test("is the same in a scene, to the bit", async () => {
    const scene = (vector: (x: number, y: number, z: number) => VectorInput): SceneInput => ({
      drape: 1,
      gravity: vector(0, -8, 0.5),
      wind: { velocity: vector(0, 0, 2), density: 1 },
      cloths: [
        { grid: { columns: 4, rows: 4, width: 1, height: 1, origin: vector(0, 2, 0), u: vector(1, 0, 0), v: vector(0, 0, 1) } },
        { network: { positions: [vector(0, 0, 0), vector(1, 0, 0)], masses: [1, 1], springs: [] } },
      ],
      colliders: [{ sphere: { center: vector(0.5, 1.75, 0.5), radius: 0.25 } }],
    });
    expect(run(await createSimulation(scene(make)))).toBe(run(await createSimulation(scene((x, y, z) => [x, y, z]))));
  });

  test("is the same at run time, to the bit", async () => {
    const tell = async (vector: (x: number, y: number, z: number) => VectorInput): Promise<number> => {
      const simulation = await createSimulation({
        drape: 1,
        cloths: [{ grid: { columns: 4, rows: 4, width: 1, height: 1 } }],
        colliders: [{ name: "ball", sphere: { center: [0, 0, 0], radius: 0.25 } }],
      });
      simulation.setWind({ velocity: vector(0, 0, 2), density: 1 });
      simulation.setJet({ origin: vector(0.5, -0.5, -1), direction: vector(0, 0, 1), speed: 2, radius: 1, density: 1 });
      simulation.edit.grab(3, vector(1, 0.25, 0));
      simulation.bodies.move("ball", { position: vector(0, 0.125, 0) });
      simulation.bodies.throwBall({ position: vector(0.5, -0.5, 0.25), velocity: vector(0, 0, -2), radius: 0.125, mass: 0.5 });
      return run(simulation);
    };
    expect(await tell(make)).toBe(await tell((x, y, z) => [x, y, z]));
  });

  test("is the same for a sheet of drape/core", () => {
    const sheet = (vector: (x: number, y: number, z: number) => VectorInput): Simulation =>
      createSheet({
        grid: { columns: 4, rows: 4, width: 1, height: 1, origin: vector(0, 1, 0) },
        fabric: findFabric("silk"),
        method: implicitEuler,
        gravity: vector(0, -5, 1),
      });
    expect(run(sheet(make))).toBe(run(sheet((x, y, z) => [x, y, z])));
  });
});

test("a quaternion is a list, a typed array, an object or three's Quaternion", () => {
  const given = [[0, 0.5, 0, 1], Float64Array.of(0, 0.5, 0, 1), { x: 0, y: 0.5, z: 0, w: 1 }, new Quaternion(0, 0.5, 0, 1)];
  for (const value of given) expect(readQuaternion(value, "q")).toEqual([0, 0.5, 0, 1]);
  expect(() => readQuaternion([0, 0, 0, 0], "q")).toThrow("q: got [0, 0, 0, 0]; give a quaternion of some length");
  expect(() => readQuaternion({ x: 1, y: 0, z: 0 }, "q")).toThrow(InputError);
  expect(() => readQuaternion(new Quaternion(0, Number.NaN, 0, 1), "q")).toThrow("q.y: got NaN; give a finite number");
});

test("what is no vector is refused with its path, what was found and what to do", () => {
  expect(() => readVec3({ x: 1, y: 2 }, "position")).toThrow(
    'position: got an object with the keys "x", "y"; give three numbers [x, y, z], or an object with x, y and z',
  );
  expect(() => readVec3({ x: 1, y: "2", z: 3 }, "position")).toThrow('position.y: got "2"; give a finite number');
  expect(() => readVec3([1, 2], "position")).toThrow("position: got 2 entries; give three numbers");
  expect(() => readVec3(Float64Array.of(1, 2, Number.NaN), "position")).toThrow("position[2]: got NaN; give a finite number");
  expect(() => readVec3(undefined, "position")).toThrow("position: got nothing; give three numbers");
});
