import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSheet } from "../../src/core.ts";
import { SHEAR, STRETCH } from "../../src/fabric/cloth.ts";
import { findFabric } from "../../src/fabric/fabrics.ts";
import { createSimulation, FIELDS, type FieldName, type SceneInput, type Simulation } from "../../src/index.ts";
import { implicitEuler } from "../../src/methods/implicit-euler.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";

const GRID = { columns: 9, rows: 7, width: 1.6, height: 0.9, v: [0, 0, 1] };

async function create(scene: Partial<SceneInput> = {}, cloth: object = { grid: GRID }): Promise<Simulation> {
  return createSimulation({ drape: 1, solver: { method: "implicit-euler" }, cloths: [cloth], ...scene });
}

function read(simulation: Simulation, field: FieldName): Float64Array {
  const values = new Float64Array(simulation.particleCount);
  simulation.view.readField(field, values);
  return values;
}

/** Puts every particle where a map of its coordinates says. */
function deform(simulation: Simulation, map: (x: number, y: number, z: number) => readonly number[]): void {
  const snapshot = simulation.snapshot();
  const positions = new Float64Array(snapshot.positions.length);
  for (let c = 0; c < positions.length; c += 3) {
    const [x, y, z] = snapshot.positions.subarray(c, c + 3);
    positions.set(map(x, y, z), c);
  }
  simulation.restore({ ...snapshot, positions, previous: positions });
}

describe("strain", () => {
  test.each(["implicit-euler", "triangle-implicit"])(
    "a sheet stretched by a twentieth shows that strain everywhere (%s)",
    async (method) => {
      const simulation = await create({ solver: { method } as SolverInput });
      deform(simulation, (x, y, z) => [1.05 * x, y, 1.05 * z]);
      for (const strain of read(simulation, "strain")) expect(strain).toBeCloseTo(0.05, 12);
    },
  );

  test("along one side only it is the stretch of that side, and of triangles without springs too", async () => {
    const corners = {
      positions: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      masses: 1,
      springs: [],
      triangles: [[0, 1, 2]],
    };
    const network = {
      ...corners,
      material: [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
      triangleStiffness: { u: 1, v: 1, shearU: 0, shearV: 0 },
    };
    for (const cloth of [{ grid: GRID }, { network }]) {
      const simulation = await create({}, cloth);
      deform(simulation, (x, y, z) => [1.2 * x, y, z]);
      for (const strain of read(simulation, "strain")) expect(strain).toBeCloseTo(0.2, 12);
    }
  });

  test("the largest of all vertices is what is measured", async () => {
    const simulation = await create();
    fc.assert(
      fc.property(fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), { minLength: 9, maxLength: 9 }), (by) => {
        let k = 0;
        const noise = (): number => by[k++ % by.length];
        deform(simulation, (x, y, z) => [x + noise(), y + noise(), z + noise()]);
        expect(Math.max(...read(simulation, "strain"))).toBe(simulation.view.measure().strainMax);
      }),
      { numRuns: 20 },
    );
  });
});

describe("stress", () => {
  const { stretchWarp, stretchWeft, density } = findFabric("cotton", "fabric");

  test.each(["implicit-euler", "triangle-implicit"])(
    "with %s, stretched by a hundredth along one side, it is a hundredth of the stiffness along it",
    async (method) => {
      const simulation = await create({ solver: { method } as SolverInput });
      deform(simulation, (x, y, z) => [1.01 * x, y, z]);
      const across = [...read(simulation, "stress")];
      deform(simulation, (x, y, z) => [x / 1.01, y, 1.01 * z]);
      const down = [...read(simulation, "stress")];
      const [u, v] = [across, down].map((all) => all.reduce((sum, one) => sum + one, 0) / all.length / 0.01);
      const expected = [stretchWarp, stretchWeft].sort((a, b) => a - b);
      for (const [k, one] of [u, v].sort((a, b) => a - b).entries()) expect(one / expected[k]).toBeCloseTo(1, 1);
      for (const all of [across, down]) expect(Math.max(...all) / Math.min(...all)).toBeLessThan(1.02);
    },
  );

  test("in a hanging strip it is the weight below, over the width", async () => {
    const grid = { columns: 5, rows: 21, width: 0.2, height: 1, v: [0, -1, 0] };
    const pins = [0, 1, 2, 3, 4];
    const fabric = { base: "cotton", stretchWarp: 200, stretchWeft: 200, shear: 1e-3 };
    const simulation = await create({ timestep: 0.1 }, { grid, fabric, pins });
    for (let step = 0; step < 400; step++) simulation.step();
    const stress = read(simulation, "stress");
    for (let row = 2; row < 19; row++) {
      const below = density * 9.81 * (1 - row / 20);
      for (let column = 0; column < 5; column++) expect(stress[5 * row + column] / below).toBeCloseTo(1, 1);
    }
  });

  test("a thread alone has none that could be told", async () => {
    const network = {
      positions: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      masses: 1,
      springs: [[0, 1, 1, 10, "stretch"]],
    };
    const simulation = await create({}, { network });
    expect(read(simulation, "stress")).toEqual(Float64Array.of(Number.NaN, Number.NaN));
    expect(read(simulation, "strain")).toEqual(Float64Array.of(0, 0));
  });
});

test("speed is that of each vertex", async () => {
  const simulation = await create({ gravity: [0, 0, 0] });
  const snapshot = simulation.snapshot();
  simulation.restore({ ...snapshot, velocities: snapshot.velocities.map((_, c) => [3, 0, 4][c % 3]) });
  for (const speed of read(simulation, "speed")) expect(speed).toBe(5);
});

test("curvature is that of the surface in the scene's order", async () => {
  const simulation = await create();
  deform(simulation, (x, _y, z) => [2 * Math.sin(x / 2), 2 * Math.cos(x / 2), z]);
  for (const h of read(simulation, "curvature")) expect(Math.abs(h)).toBeCloseTo(0.25, 2);
});

describe("contact", () => {
  const { density } = findFabric("cotton", "fabric");
  const square = {
    positions: [
      [-3, 0, -3],
      [3, 0, -3],
      [3, 0, 3],
      [-3, 0, 3],
    ],
    triangles: [
      [0, 2, 1],
      [0, 3, 2],
    ],
  };

  test.each([
    ["a plane", "implicit-euler", { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }],
    ["a plane", "linear-edge", { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }],
    ["a plane", "two-level", { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }],
    ["a mesh", "implicit-euler", { mesh: square }],
  ])("a sheet at rest on %s feels its weight per area, in the mean (%s)", async (_body, method, collider) => {
    const grid = { ...GRID, origin: [0, 0.0012, 0] };
    const simulation = await create(
      { solver: { method } as SolverInput, colliders: [collider], collision: { thickness: 0.001 } },
      { grid },
    );
    expect(Math.max(...read(simulation, "contact"))).toBe(0);
    for (let step = 0; step < 60; step++) simulation.step();
    const pressure = read(simulation, "contact");
    // by area: vertices on the border have half of it, those at corners a third or a sixth
    const areas = read(simulation, "contact").map((_, i) => share(i));
    const mean = pressure.reduce((sum, p, i) => sum + p * areas[i], 0) / areas.reduce((sum, a) => sum + a, 0);
    expect(mean / (density * 9.81)).toBeCloseTo(1, 2);
  });

  /** Mass of a vertex of the grid, in parts of an inner one. */
  function share(i: number): number {
    const [column, row] = [i % GRID.columns, Math.floor(i / GRID.columns)];
    const sides = (column % (GRID.columns - 1) === 0 ? 1 : 0) + (row % (GRID.rows - 1) === 0 ? 1 : 0);
    return [1, 1 / 2, 1 / 4][sides];
  }

  test("there is none in the air, and a restored state knows of none until its next step", async () => {
    const collider = { plane: { point: [0, 0, 0], normal: [0, 1, 0] } };
    const simulation = await create({ colliders: [collider] }, { grid: { ...GRID, origin: [0, 0.0011, 0] } });
    for (let step = 0; step < 30; step++) simulation.step();
    const touching = read(simulation, "contact");
    expect(touching.filter((p) => p > 0).length).toBeGreaterThan(30);
    const snapshot = simulation.snapshot();
    simulation.restore(snapshot);
    expect(Math.max(...read(simulation, "contact"))).toBe(0);
    simulation.step();
    expect(read(simulation, "contact").filter((p) => p > 0).length).toBeGreaterThan(30);
    const falling = await create();
    falling.step();
    expect(Math.max(...read(falling, "contact"))).toBe(0);
  });
});

test("boxes of a depth hold the whole cloth, in more and smaller parts the deeper", async () => {
  const simulation = await create();
  for (let step = 0; step < 5; step++) simulation.step();
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  const whole = [0, 1, 2].flatMap((c) => [positions.filter((_, k) => k % 3 === c)]);
  const { view, triangles } = simulation;
  const all = view.boxes(0);
  expect(all).toHaveLength(6);
  for (let c = 0; c < 3; c++) {
    expect(all[c]).toBeCloseTo(Math.min(...whole[c]), 12);
    expect(all[3 + c]).toBeCloseTo(Math.max(...whole[c]), 12);
  }
  for (const depth of [1, 2, 3]) {
    const boxes = view.boxes(depth);
    expect(boxes).toHaveLength(6 * 2 ** depth);
    for (let t = 0; t < triangles.length; t += 3) {
      const isHeld = Array.from({ length: boxes.length / 6 }, (_, k) => 6 * k).some((o) =>
        [0, 1, 2].every((corner) =>
          [0, 1, 2].every((c) => {
            const place = positions[3 * triangles[t + corner] + c];
            return boxes[o + c] <= place && place <= boxes[o + 3 + c];
          }),
        ),
      );
      expect(isHeld).toBe(true);
    }
  }
  expect(view.boxes(40)).toHaveLength(6 * 12); // the leaves of 96 triangles
  expect(() => view.boxes(-1)).toThrow(/^depth: got -1; give a whole number from 0/);
});

test("intersections are the pairs that are counted, and springs are those that are left", async () => {
  const across = {
    positions: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0.2, 0.2, -1],
      [0.3, 0.2, 1],
      [0.2, 0.3, 1],
    ],
    triangles: [
      [0, 1, 2],
      [3, 4, 5],
    ],
  };
  const network = {
    ...across,
    masses: 1,
    springs: [
      [0, 1, 1, 5, "stretch"],
      [4, 2, 1, 5, "shear"],
    ],
  };
  const simulation = await create({}, { network });
  expect([...simulation.view.intersections()]).toEqual([0, 1]);
  expect(simulation.view.inspect().intersections).toBe(1);
  const { ends, kinds } = simulation.view.springs();
  expect([...ends.slice(0, 2)]).toEqual([0, 1]);
  expect([...ends.slice(2)].sort()).toEqual([2, 4]);
  expect([...kinds]).toEqual([STRETCH, SHEAR]);
  simulation.edit.removeSprings([[0, 1]]);
  expect([...simulation.view.springs().kinds]).toEqual([SHEAR]);
});

test("a cut is followed: one number for each vertex there is", async () => {
  const simulation = await create();
  for (const { name } of FIELDS) read(simulation, name);
  simulation.view.boxes(2);
  const middle = 4;
  simulation.edit.cut(Array.from({ length: 6 }, (_, row) => [9 * row + middle, 9 * (row + 1) + middle] as const));
  expect(simulation.particleCount).toBe(70);
  for (const { name } of FIELDS) expect(read(simulation, name).every(Number.isFinite)).toBe(true);
  expect(simulation.view.boxes(0)).toHaveLength(6);
});

test("what is asked for in vain is told", async () => {
  const { view } = await create();
  expect(() => view.readField("magic" as FieldName, new Float64Array(63))).toThrow(/^field: got "magic"; give one of "strain"/);
  expect(() => view.readField("speed", new Float64Array(3))).toThrow(/^out: got 3 numbers; give an array of 63/);
  const sheet = createSheet({
    grid: { columns: 2, rows: 2, width: 1, height: 1 },
    fabric: findFabric("cotton", "fabric"),
    method: implicitEuler,
  });
  expect(() => sheet.view.springs()).toThrow(/view: drape\/core has no code for it/);
});
