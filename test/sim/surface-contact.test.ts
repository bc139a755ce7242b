import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { createSimulation, METHODS, NumericalError, type SceneInput, type Simulation } from "../../src/index.ts";
import { selectVariant } from "../../src/scene/parse-scene.ts";
import type { SolverInput, SpringRow } from "../../src/scene/scene-input.ts";
import { fastest, readX, type Scene } from "../physics/contact-scenes.ts";
import { levelCloth, meshBox, meshPlate } from "../physics/surface-scenes.ts";
import { setPositions } from "../stress/jitter.ts";
import { type DenseMatrix, multiplyDense, solveDense, zeroMatrix } from "../support/dense.ts";
import { some } from "../support/full.ts";

const METHOD_NAMES = METHODS.map(({ name }) => name);
const SOFT = {
  springs: { stretch: 20, shear: 10 },
  triangleStiffness: { u: 20, v: 20, shearU: 20, shearV: 20 },
  bendModulus: 1e-4,
  masses: 0.02,
  springModel: "symmetric",
  damping: { viscous: 0.01 },
};

/** Two soft sheets of 7 × 7 vertices fall on a box of triangles, one after the other. */
function fallingSheets(method: string, more: Record<string, unknown> = {}): Scene {
  const { collision, ...rest } = more;
  return {
    drape: 1,
    timestep: 0.004,
    solver: { method } as SolverInput,
    colliders: [{ name: "box", mesh: meshBox([0, -0.1, 0], [0.2, 0.1, 0.2]) }],
    collision: { self: true, thickness: 0.005, ...(collision as object) },
    cloths: [levelCloth(7, 0.75, [0, 0.008, 0], SOFT), levelCloth(7, 0.75, [0.031, 0.018, 0.017], SOFT)],
    ...rest,
  };
}

function run(simulation: Simulation, steps: number): Simulation {
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation;
}

function kineticEnergy(simulation: Simulation): number {
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(v);
  return v.reduce((sum, value) => sum + 0.5 * 0.02 * value * value, 0);
}

function potentialEnergy(simulation: Simulation): number {
  return readX(simulation).reduce((sum, y, c) => (c % 3 === 1 ? sum + 0.02 * 9.81 * y : sum), 0);
}

describe.each(some(METHOD_NAMES, 4))("cloth on cloth on a body of triangles, with %s", (method) => {
  it("lets nothing through anything in any step, and gains no energy from contact", async () => {
    const simulation = await createSimulation(fallingSheets(method));
    const start = potentialEnergy(simulation);
    let contacts = 0;
    for (let n = 0; n < 42; n++) {
      simulation.step();
      const { intersections, maxPenetration } = simulation.view.inspect();
      expect(intersections, `step ${n + 1}`).toBe(0);
      expect(maxPenetration, `step ${n + 1}`).toBe(0);
      const lost = start - potentialEnergy(simulation);
      expect(kineticEnergy(simulation)).toBeLessThan(1.02 * lost + 0.02);
      contacts = Math.max(contacts, simulation.view.measure().contacts);
    }
    expect(contacts).toBeGreaterThan(15);
  });

  it("continues bit for bit from a snapshot in the middle of contact, in the same simulation and in another", async () => {
    const simulation = run(await createSimulation(fallingSheets(method)), 28);
    expect(simulation.view.measure().contacts).toBeGreaterThan(4);
    const snapshot = structuredClone(simulation.snapshot());
    expect(snapshot.contact.elements.length).toBeGreaterThan(3);
    const hash = run(simulation, 8).hash();
    for (const one of [simulation, await createSimulation(fallingSheets(method))]) {
      one.restore(snapshot);
      expect(run(one, 8).hash()).toBe(hash);
    }
  });
});

/** The promise, step by step: returns how many contacts there were at most. */
function expectApart(simulation: Simulation, steps: number): number {
  let contacts = 0;
  for (let n = 1; n <= steps; n++) {
    simulation.step();
    const { intersections, maxPenetration } = simulation.view.inspect();
    expect(intersections, `step ${n}`).toBe(0);
    expect(maxPenetration, `step ${n}`).toBe(0);
    contacts = Math.max(contacts, simulation.view.measure().contacts);
  }
  return contacts;
}

/** A body without a mesh is met by particles, which the layers above push; whole zones of them are kept out of it. */
test.each(["implicit-euler", "linear-edge", "two-level"])(
  "eight layers that land on a plane at 6 m/s go neither into it nor into each other, with %s",
  async (method) => {
    const layers = Array.from({ length: 8 }, (_, k) => ({
      ...levelCloth(6, 0.4, [0.013 * k, 0.02 + 0.004 * k, 0.007 * k], SOFT),
      velocity: [0.5, -6, 0],
    }));
    const simulation = await createSimulation({
      ...fallingSheets(method, { collision: { thickness: 0.002 } }),
      timestep: 1 / 60,
      colliders: [{ name: "floor", plane: { point: [0, 0, 0], normal: [0, 1, 0] } }],
      cloths: layers,
    });
    expect(expectApart(simulation, 20)).toBeGreaterThan(100);
  },
);

/**
 * Choi's sphere test with a method that has no contacts in its matrix: the cloth slips to the floor and stays there in folds, pressed together
 * step after step. Gaps must not shrink below the rounding of positions, nor folds be pushed into the floor.
 */
describe("cloth that slips from a sphere, with linear triangles", () => {
  const file = new URL("../../scenes/sphere-test.json", import.meta.url);
  const scene = selectVariant(JSON.parse(readFileSync(file, "utf8")) as SceneInput, "triangle-iar");

  test("goes through nothing while it drapes and begins to fold", async () => {
    const simulation = await createSimulation({ ...scene, collision: { self: true, friction: 0.1 } });
    expect(expectApart(simulation, 45)).toBeGreaterThan(200);
  });

  test.each(some([13, 11], 1))("goes through nothing until it lies on the floor, %i vertices wide", async (columns) => {
    const coarse: { cloths: Record<string, unknown>[] } = JSON.parse(JSON.stringify(scene));
    const [cloth] = coarse.cloths;
    Object.assign(cloth.grid as object, { columns, rows: columns });
    cloth.masses = (0.0002 * 31 ** 2) / columns ** 2;
    const simulation = await createSimulation({ ...scene, ...coarse, collision: { self: true, friction: 0.1 } });
    expect(expectApart(simulation, 180)).toBeGreaterThan(100);
  });
});

describe("the broad phase", () => {
  test.each(["implicit-euler", "verlet", "linear-edge", "two-level"])(
    "by tree or grid makes no difference to a bit, with %s",
    async (method) => {
      const [tree, grid] = await Promise.all(
        ["tree", "grid"].map((broadPhase) => createSimulation(fallingSheets(method, { collision: { broadPhase } }))),
      );
      for (let n = 0; n < 6; n++) expect(run(grid, 8).hash(), `step ${grid.steps}`).toBe(run(tree, 8).hash());
      expect(tree.view.measure().contacts).toBeGreaterThan(15);
    },
  );
});

describe("a cut of cloth in contact", () => {
  /** The edges of column c of the upper sheet. */
  const column = (c: number): [number, number][] =>
    Array.from({ length: 6 }, (_, r): [number, number] => [49 + 7 * r + c, 49 + 7 * (r + 1) + c]);

  test.each(["implicit-euler", "gauss-seidel"])("goes on without tangling, with %s", async (method) => {
    const simulation = run(await createSimulation(fallingSheets(method)), 30);
    simulation.edit.cut(column(3));
    expect(simulation.particleCount).toBe(105);
    // the two sides of the cut begin in one place, where no side can be told: next to the cut a pair or two may cross, and no more
    const start = fastest(simulation);
    for (let n = 0; n < 25; n++) {
      simulation.step();
      expect(simulation.view.inspect().intersections, `step ${simulation.steps}`).toBeLessThanOrEqual(2);
      expect(fastest(simulation)).toBeLessThan(start + 9.81 * 0.004 * (n + 1) + 1);
    }
  });

  test("a snapshot after it continues bit for bit", async () => {
    const simulation = run(await createSimulation(fallingSheets("implicit-euler")), 30);
    simulation.edit.cut(column(3));
    run(simulation, 5);
    const snapshot = structuredClone(simulation.snapshot());
    const hash = run(simulation, 8).hash();
    const other = await createSimulation(fallingSheets("implicit-euler"));
    other.restore(snapshot);
    expect(run(other, 8).hash()).toBe(hash);
  });
});

describe("a step that fails in contact", () => {
  test.each(["tree", "grid"])("leaves everything as it was, what contact remembers included, with a %s", async (broadPhase) => {
    const scene = fallingSheets("explicit-euler", { collision: { broadPhase } });
    const [failing, calm] = [await createSimulation(scene), await createSimulation(scene)];
    run(failing, 28);
    run(calm, 28);
    const before = failing.snapshot();
    expect(before.contact.elements.length).toBeGreaterThan(3);
    for (const h of [1e13, 1e300]) {
      expect(() => failing.step(h)).toThrow(NumericalError);
      expect(failing.hash()).toBe(calm.hash());
      expect(failing.snapshot()).toEqual(before);
    }
    run(failing, 10);
    run(calm, 10);
    expect(failing.hash()).toBe(calm.hash());
    expect(failing.snapshot().contact).toEqual(calm.snapshot().contact);
  });
});

/** Baraff's position correction. */
describe("cloth that starts nearer than the thickness", () => {
  test.each(["implicit-euler", "gauss-seidel", "linear-edge", "two-level", "verlet"])(
    "is moved apart and gains next to no velocity, with %s",
    async (method) => {
      const simulation = await createSimulation({
        drape: 1,
        gravity: [0, 0, 0],
        timestep: 0.004,
        solver: { method, ...(method === "gauss-seidel" ? {} : { tolerance: 1e-13 }) } as SolverInput,
        collision: { self: true, thickness: 0.01 },
        cloths: [levelCloth(6, 0.5, [0, 0, 0], SOFT), levelCloth(6, 0.5, [0.021, 0.002, 0.013], SOFT)],
      });
      let most = 0;
      for (let n = 0; n < 60; n++) {
        simulation.step();
        most = Math.max(most, fastest(simulation));
        expect(simulation.view.inspect().intersections).toBe(0);
      }
      expect(most).toBeLessThan(0.02);
      const x = readX(simulation);
      // vertices of the upper sheet that are well inside the border of the lower
      let [least, greatest] = [Number.POSITIVE_INFINITY, 0];
      const below = (from: number): number => {
        let sum = 0;
        for (let i = from; i < from + 36; i++) sum += x[3 * i + 1] / 36;
        return sum;
      };
      const mean = below(36) - below(0);
      for (let i = 36; i < 72; i++) {
        least = Math.min(least, x[3 * i + 1]);
        greatest = Math.max(greatest, x[3 * i + 1]);
      }
      expect(mean).toBeGreaterThan(0.0095);
      expect(mean).toBeLessThan(0.0115);
      expect(Math.abs(least + greatest - 2 * below(36))).toBeLessThan(0.002);
      const { momentum } = simulation.view.measure();
      for (const value of momentum) expect(Math.abs(value)).toBeLessThan(1e-9);
    },
  );

  test("a cloth that is pressed into a body of triangles at the start comes out slowly", async () => {
    const simulation = await createSimulation({
      drape: 1,
      gravity: [0, 0, 0],
      timestep: 0.004,
      colliders: [{ mesh: meshPlate(1) }],
      collision: { thickness: 0.01 },
      cloths: [levelCloth(6, 0.5, [0.01, 0.001, 0.02], SOFT)],
    });
    let most = 0;
    for (let n = 0; n < 60; n++) {
      simulation.step();
      most = Math.max(most, fastest(simulation));
    }
    expect(most).toBeLessThan(0.02);
    for (const [c, value] of readX(simulation).entries()) {
      if (c % 3 !== 1) continue;
      expect(value).toBeGreaterThan(0.0098);
      expect(value).toBeLessThan(0.0105);
    }
  });
});

describe("a start that is tangled", () => {
  test("is drawn apart only where the scene asks for contact of cloth with cloth", async () => {
    const scene = (self: boolean): Scene => ({
      drape: 1,
      gravity: [0, 0, 0],
      timestep: 0.004,
      collision: { self, thickness: 0.005 },
      cloths: [levelCloth(6, 0.5, [0, 0, 0], SOFT), levelCloth(6, 0.5, [0.3, 0, 0.02], SOFT)],
    });
    const [without, withSelf] = [await createSimulation(scene(false)), await createSimulation(scene(true))];
    const x = readX(without);
    for (let i = 36; i < 72; i++) x[3 * i + 1] = 0.02 - 0.1 * (x[3 * i] - 0.05);
    for (const one of [without, withSelf]) {
      setPositions(one, x);
      expect(one.view.inspect().intersections).toBeGreaterThan(0);
    }
    run(without, 250);
    run(withSelf, 250);
    expect(without.view.inspect().intersections).toBeGreaterThan(0);
    expect(withSelf.view.inspect().intersections).toBe(0);
  });
});

/**
 * A point close over a triangle, all joined by springs at rest, judged by the formula in full matrices:
 * x* = x + y + h v*, where y moves the two apart by their masses, and (M + h²K) v* = −h K y for small y.
 */
describe("Baraff's position correction in a step of implicit Euler", () => {
  const h = 0.01;
  const gap = 0.005;
  const points = [
    [0, 0, 0],
    [1, 0, 0.1],
    [0.2, 0, 1],
    [0.4, gap, 0.4],
    [0.5, 0.8, 0.3],
    [0.2, 0.9, 0.6],
  ];
  const masses = [0.3, 0.2, 0.4, 0.1, 0.25, 0.15];
  const stiffness = (i: number, j: number): number => 30 + 7 * i + 11 * j;
  const springs: SpringRow[] = [];
  for (let i = 0; i < 6; i++) {
    for (let j = i + 1; j < 6; j++) {
      springs.push([i, j, Math.hypot(...points[i].map((a, c) => a - points[j][c])), stiffness(i, j), "stretch"]);
    }
  }

  /** K of springs at rest: k d dᵀ. */
  function stiffnessMatrix(): DenseMatrix {
    const K = zeroMatrix(18);
    for (const [i, j, length, k] of springs) {
      const d = points[j].map((a, c) => (a - points[i][c]) / length);
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          const block = k * d[a] * d[b];
          K[3 * i + a][3 * i + b] += block;
          K[3 * j + a][3 * j + b] += block;
          K[3 * i + a][3 * j + b] -= block;
          K[3 * j + a][3 * i + b] -= block;
        }
      }
    }
    return K;
  }

  async function firstStep(lack: number): Promise<{ y: Float64Array; v: Float64Array }> {
    const triangles = [
      [0, 1, 2],
      [3, 4, 5],
    ];
    const simulation = await createSimulation({
      drape: 1,
      gravity: [0, 0, 0],
      timestep: h,
      solver: { method: "implicit-euler", tolerance: 1e-14 },
      collision: { self: true, thickness: gap + lack, friction: 0 },
      cloths: [
        { network: { positions: points, masses, springs, triangles }, springModel: "symmetric", damping: { viscous: 0, relative: 0 } },
      ],
    });
    const x = readX(simulation);
    simulation.step();
    const v = new Float64Array(18);
    simulation.readVelocities(v);
    return { y: readX(simulation).map((value, c) => value - x[c] - h * v[c]), v };
  }

  test("y moves the point and the triangle apart along the normal, by their masses", async () => {
    const { y } = await firstStep(0.001);
    // where (0.4, 0.4) lies in the triangle
    const [ax, az, bx, bz] = [1, 0.1, 0.2, 1];
    const area = ax * bz - az * bx;
    const [wb, wc] = [(0.4 * bz - 0.4 * bx) / area, (0.4 * ax - 0.4 * az) / area];
    const beta = [-(1 - wb - wc), -wb, -wc, 1, 0, 0];
    expect(y[3 * 3 + 1]).toBeGreaterThan(1e-5);
    expect(y[3 * 3 + 1]).toBeLessThan(0.001);
    const scale = y[3 * 3 + 1] * masses[3];
    for (let i = 0; i < 6; i++) {
      expect(y[3 * i + 1]).toBeCloseTo((scale * beta[i]) / masses[i], 12);
      expect(Math.abs(y[3 * i])).toBeLessThan(1e-12);
      expect(Math.abs(y[3 * i + 2])).toBeLessThan(1e-12);
    }
  });

  test("v* is that of the linear formula but for terms of second order: half of y, a quarter of the difference", async () => {
    const K = stiffnessMatrix();
    const A = K.map((row, r) => row.map((value, c) => h * h * value + (r === c ? masses[Math.floor(r / 3)] : 0)));
    const differences: number[] = [];
    for (const lack of [0.004, 0.002, 0.001]) {
      const { y, v } = await firstStep(lack);
      const linear = solveDense(
        A,
        multiplyDense(K, y).map((value) => -h * value),
      );
      const size = Math.hypot(...linear);
      differences.push(Math.hypot(...v.map((value, c) => value - linear[c])));
      expect(size).toBeGreaterThan(1e-6);
      expect(differences[differences.length - 1]).toBeLessThan(0.01 * size);
    }
    expect(differences[0] / differences[1]).toBeGreaterThan(3.5);
    expect(differences[0] / differences[1]).toBeLessThan(4.5);
    expect(differences[1] / differences[2]).toBeGreaterThan(3.5);
    expect(differences[1] / differences[2]).toBeLessThan(4.5);
  });
});
