import { describe, expect, it, test } from "vitest";
import { createSimulation, InputError, METHODS, type Simulation } from "../../src/index.ts";
import { readState } from "../methods/run-scene.ts";
import type { Json } from "../scene/sample-scenes.ts";

const METHOD_NAMES = METHODS.map(({ name }) => name);
type Pair = [number, number];

interface Strip {
  readonly cells: number;
  readonly fabric: Json;
  /** How far the lower side is pulled down [m], at a steady pace [m/s]. */
  readonly pull: number;
  readonly speed: number;
  readonly solver: Json;
  readonly timestep?: number;
  readonly tear?: boolean;
}

const SIZE = 0.2;
const NOTCH = 0.3;

/** A square of cloth, held at its upper side, slit at mid height from the left by NOTCH of its width, and pulled at its lower side. */
function strip({ cells, fabric, pull, speed, solver, timestep = 1 / 60, tear = true }: Strip): Json {
  const side = cells + 1;
  const row = side * Math.round(cells / 2);
  const cut = Array.from({ length: Math.round(NOTCH * cells) }, (_, c): Pair => [row + c, row + c + 1]);
  const keyframes = [
    { at: 0, offset: [0, 0, 0] },
    { at: pull / speed, offset: [0, -pull, 0] },
  ];
  return {
    drape: 1,
    gravity: [0, 0, 0],
    timestep,
    solver,
    cloths: [
      {
        grid: { columns: side, rows: side, width: SIZE, height: SIZE },
        fabric,
        springModel: "symmetric",
        pins: [{ vertices: "top" }, { vertices: "bottom", motion: { keyframes } }],
        tear,
      },
    ],
    events: [{ at: 0, cut }],
  };
}

/** The pull at the upper side [N]: the stress σ_v of its row of triangles times their width there. */
function loadOf(simulation: Simulation, stiffness: number, cells: number): number {
  const { x } = readState(simulation);
  let load = 0;
  for (let c = 0; c <= cells; c++) {
    const stretch = (cells / SIZE) * (x[3 * c + 1] - x[3 * (c + cells + 1) + 1]) - 1;
    load += (c === 0 || c === cells ? 0.5 : 1) * (SIZE / cells) * stiffness * stretch;
  }
  return load;
}

/** How many pieces the triangles hang together in. */
function countPieces({ particleCount, triangles }: Simulation): number {
  const root = Array.from({ length: particleCount }, (_, i) => i);
  const find = (i: number): number => {
    while (root[i] !== i) i = root[i] = root[root[i]];
    return i;
  };
  triangles.forEach((i, h) => {
    root[find(i)] = find(triangles[3 * Math.floor(h / 3)]);
  });
  return root.filter((r, i) => r === i).length;
}

const RUBBER = { base: "rubber", damping: 20, tearStrength: 0.15 };

describe("a notched strip", () => {
  /** The largest load until it falls. */
  async function tearLoad(cells: number): Promise<number> {
    const solver = { method: "implicit-euler", tolerance: 1e-3 };
    const simulation = await createSimulation(strip({ cells, fabric: RUBBER, pull: 0.04, speed: 0.02, solver }));
    let most = 0;
    for (let n = 0; n < 120; n++) {
      simulation.step();
      const load = loadOf(simulation, 600, cells);
      most = Math.max(most, load);
      if (load < 0.9 * most) return most;
    }
    throw new Error(`it bears ${most} N`);
  }

  it("tears at the same load whether it has 20 cells a side or 40", async () => {
    const [coarse, fine] = [await tearLoad(20), await tearLoad(40)];
    expect(Math.abs(coarse / fine - 1)).toBeLessThan(0.1);
    expect(fine).toBeGreaterThan(1);
  });

  it("tears when the energy that the next edge would release is that of the fabric", async () => {
    const solver = { method: "implicit-euler", tolerance: 1e-7 };
    const still = {
      cells: 10,
      fabric: { base: "cotton", damping: 30 },
      pull: 0.004,
      speed: 0.008,
      solver,
      tear: false,
    };
    const simulation = await createSimulation(strip(still));
    for (let n = 0; n < 120; n++) simulation.step();
    const before = simulation.view.measure().elastic;
    const held = simulation.snapshot();
    simulation.edit.cut([[58, 59]]);
    for (let n = 0; n < 60; n++) simulation.step();
    const released = (before - simulation.view.measure().elastic) / 0.02; // J/m: twice the strength

    const tears = async (tearStrength: number): Promise<boolean> => {
      const fabric = { ...still.fabric, tearStrength };
      const other = await createSimulation(strip({ ...still, fabric, tear: true }));
      other.restore(held);
      const { particleCount } = other;
      other.step();
      return other.particleCount > particleCount;
    };
    expect([await tears(0.9 * 0.5 * released), await tears(1.1 * 0.5 * released)]).toEqual([true, false]);
  });
});

describe.each(METHOD_NAMES)("%s", (method) => {
  it("is torn in two, and the same way again from a snapshot", async () => {
    const fabric = { density: 0.5, stretchWarp: 40, stretchWeft: 30, shear: 8, bending: 1e-5, damping: 2 };
    const solver = { method, tolerance: 1e-6, sweeps: 32 };
    const scene = strip({
      cells: 6,
      fabric: { ...fabric, tearStrength: 0.02 },
      pull: 0.2,
      speed: 0.2,
      solver,
      timestep: 0.004,
    });
    const simulation = await createSimulation(scene);
    const twin = await createSimulation(scene);
    let steps = 0;
    for (; steps < 250 && countPieces(simulation) === 1; steps++) {
      simulation.step();
      if (simulation.revision === 2) twin.restore(simulation.snapshot());
    }
    expect(countPieces(simulation)).toBeGreaterThan(1);
    expect(simulation.revision).toBeGreaterThan(2);
    while (twin.steps < simulation.steps) twin.step();
    expect([twin.hash(), twin.particleCount]).toEqual([simulation.hash(), simulation.particleCount]);
    expect(simulation.view.measure().kinetic).toBeLessThan(0.5);
  });
});

describe("a hand", () => {
  const scene = (vertex: number, tear: boolean): [Json, number] => [
    {
      drape: 1,
      timestep: 1 / 60,
      solver: { method: "implicit-euler", tolerance: 1e-4 },
      cloths: [
        {
          grid: { columns: 13, rows: 13, width: 0.3, height: 0.3 },
          fabric: { base: "jersey", tearStrength: 0.5 },
          pins: ["left", "right"],
          tear,
        },
      ],
    },
    vertex,
  ];

  it.each([
    ["at the border", 12 * 13 + 6],
    ["inside", 7 * 13 + 6],
  ])("that pulls %s tears a hole into cloth that may tear, and not into other cloth", async (_, vertex) => {
    for (const tear of [false, true]) {
      const simulation = await createSimulation(scene(vertex, tear)[0]);
      for (let n = 0; n < 10; n++) simulation.step();
      const [x, y] = readState(simulation).x.subarray(3 * vertex, 3 * vertex + 2);
      for (let n = 1; n <= 40; n++) {
        simulation.edit.grab(vertex, [x, y, 0.01 * n]);
        simulation.step();
      }
      expect(readState(simulation).x[3 * vertex + 2]).toBe(0.4);
      if (tear) expect(simulation.particleCount).toBeGreaterThan(169);
      else expect([simulation.particleCount, simulation.revision]).toEqual([169, 0]);
    }
  });
});

test("cloth that is not pulled beyond its strength moves to the bit as cloth that never tears", async () => {
  const hanging = (tear: boolean): Json => ({
    drape: 1,
    cloths: [{ grid: { columns: 12, rows: 12, width: 1, height: 1 }, pins: ["top-left", "top-right"], tear }],
  });
  const [one, other] = [await createSimulation(hanging(true)), await createSimulation(hanging(false))];
  for (let n = 0; n < 40; n++) {
    one.step();
    other.step();
  }
  expect([one.hash(), one.revision]).toEqual([other.hash(), 0]);
});

test.each([
  ["raw springs", { springs: { stretch: 50, shear: 50, bend: 1 } }],
  ["raw triangles", { triangleStiffness: { u: 1, v: 1, shearU: 1, shearV: 1 } }],
])("a cloth of %s cannot be asked to tear", async (_, fields) => {
  const scene: Json = {
    drape: 1,
    cloths: [{ grid: { columns: 3, rows: 3, width: 1, height: 1 }, tear: true, ...fields }],
  };
  await expect(createSimulation(scene)).rejects.toThrow(InputError);
  await expect(createSimulation(scene)).rejects.toThrow("cloths[0].tear: got true with raw stiffness");
});
