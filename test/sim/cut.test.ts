import { describe, expect, it, test } from "vitest";
import { createSimulation, InputError, METHODS, NumericalError, type Simulation } from "../../src/index.ts";
import { type Json, SHEET_SIZE, sheetScene, shuffle } from "../scene/sample-scenes.ts";
import { readState } from "../solvers/run-scene.ts";

const METHOD_NAMES = METHODS.map(({ name }) => name);
type Pair = [number, number];

/** A soft sheet of a fabric, columns × 7, 0.125 m from row to row: free, or with what `cloth` and `fields` say. */
function sheet(method: string, columns: number, cloth: Json = {}, fields: Json = {}): Json {
  return {
    drape: 1,
    timestep: 0.004,
    solver: { method, tolerance: 1e-13, sweeps: 64 },
    cloths: [
      {
        grid: { columns, rows: 7, width: 0.125 * (columns - 1), height: 0.75, v: [0, 0, 1] },
        fabric: { density: 0.5, stretchWarp: 40, stretchWeft: 30, shear: 8, bending: 1e-4, damping: 0.1 },
        springModel: "symmetric",
        ...cloth,
      },
    ],
    ...fields,
  };
}

function path(...vertices: number[]): Pair[] {
  return vertices.slice(1).map((to, n) => [vertices[n], to]);
}

/** The edges of a column of a sheet from its first row to row `last`. */
function column(c: number, columns: number, last = 6): Pair[] {
  return path(...Array.from({ length: last + 1 }, (_, r) => r * columns + c));
}

function run(simulation: Simulation, steps: number): Simulation {
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation;
}

function place(simulation: Simulation, vertex: number): number[] {
  return [...readState(simulation).x.subarray(3 * vertex, 3 * vertex + 3)];
}

describe.each(METHOD_NAMES)("%s: a sheet cut in two", (method) => {
  const { conserves } = METHODS.find(({ name }) => name === method) as (typeof METHODS)[number];

  it("falls on as it did, whole halves at the same height", async () => {
    const [cut, whole] = [await createSimulation(sheet(method, 7)), await createSimulation(sheet(method, 7))];
    run(cut, 5).cut(column(3, 7));
    expect([cut.particleCount, cut.revision]).toEqual([56, 1]);
    run(cut, 20);
    run(whole, 25);
    const [mine, other] = [readState(cut), readState(whole)];
    for (let i = 0; i < 56; i++) {
      for (let c = 0; c < 3; c++) {
        expect(Math.abs(mine.x[3 * i + c] - other.x[3 * cut.origin[i] + c])).toBeLessThan(1e-10);
        expect(Math.abs(mine.v[3 * i + c] - other.v[3 * cut.origin[i] + c])).toBeLessThan(1e-9);
      }
    }
  });

  it("is two bodies: who pulls at one does not move the other by a bit", async () => {
    const simulation = await createSimulation(sheet(method, 7, {}, { gravity: [0, 0, 0] }));
    simulation.cut(column(3, 7));
    const start = readState(simulation).x;
    simulation.grab(21, [-0.25, 0.125, 0.375]); // of the first column
    run(simulation, 100);
    const { x } = readState(simulation);
    const isRight = (i: number): boolean => i >= 49 || i % 7 > 3;
    for (let i = 0; i < 56; i++) {
      if (!isRight(i)) continue;
      for (let c = 3 * i; c < 3 * i + 3; c++) expect(x[c]).toBe(start[c]);
    }
    const moved = [0, 3, 24, 45].map((i) => Math.abs(x[3 * i] - start[3 * i]));
    expect(Math.min(...moved)).toBeGreaterThan(0.01);
  });

  it("moves like two sheets of half the width", async () => {
    const wind = { velocity: [0.5, 1, 0.3], density: 0.2 };
    const whole = await createSimulation(
      sheet(method, 9, { pins: [0, 8] }, { wind, events: [{ at: 0, cut: column(4, 9) }] }),
    );
    const halves = [
      await createSimulation(sheet(method, 5, { pins: [0] }, { wind })),
      await createSimulation(sheet(method, 5, { pins: [4] }, { wind })),
    ];
    run(whole, 40);
    const { x } = readState(whole);
    for (const [side, half] of halves.entries()) {
      const shift = 0.5 * side;
      const own = readState(run(half, 40)).x;
      for (let i = 0; i < 35; i++) {
        const [c, r] = [i % 5, Math.floor(i / 5)];
        const at = side === 1 && c === 0 ? 63 + r : 9 * r + c + 4 * side;
        expect(Math.abs(x[3 * at] - shift - own[3 * i])).toBeLessThan(1e-8);
        expect(Math.abs(x[3 * at + 1] - own[3 * i + 1])).toBeLessThan(1e-8);
        expect(Math.abs(x[3 * at + 2] - own[3 * i + 2])).toBeLessThan(1e-8);
      }
    }
  });

  it("keeps its momentum through the cut and, if the method does, after it", async () => {
    const still = { gravity: [0, 0, 0] };
    const simulation = await createSimulation(sheet(method, 7, { damping: { viscous: 0, relative: 0.02 } }, still));
    simulation.grab(0, [-0.1, 0.2, 0]);
    run(simulation, 10).release(0);
    run(simulation, 40); // BDF2 remembers the hand for a while
    const { momentum, kinetic } = simulation.measure();
    const scale = Math.sqrt(2 * kinetic * 0.28);
    const worst = (): number => Math.max(...simulation.measure().momentum.map((p, c) => Math.abs(p - momentum[c])));
    simulation.cut(column(3, 7));
    expect(worst()).toBeLessThan(1e-14 * scale);
    expect(simulation.measure().kinetic / kinetic).toBeCloseTo(1, 13);
    run(simulation, 20);
    if (conserves.includes("linear")) expect(worst()).toBeLessThan(1e-11 * scale);
  });

  it("continues bit for bit from snapshots before and after its cuts", async () => {
    const scene = sheet(method, 7, { pins: ["top"] }, { events: [{ at: 0.03, cut: column(2, 7, 4) }] });
    const simulation = await createSimulation(scene);
    const before = structuredClone(run(simulation, 4).snapshot());
    simulation.cut(column(5, 7, 3));
    const cut = structuredClone(run(simulation, 2).snapshot());
    const removed = simulation.removeSprings(path(21, 22, 23));
    expect(removed).toBe(2);
    const torn = structuredClone(run(simulation, 5).snapshot()); // the event has fired
    expect(simulation.particleCount).toBe(49 + 3 + 4);
    const hash = run(simulation, 6).hash();
    simulation.grab(30, [0, 1, 0]);
    run(simulation, 1);

    for (const one of [simulation, await createSimulation(scene)]) {
      one.restore(torn);
      expect([one.particleCount, one.revision]).toEqual([56, 3]);
      expect(run(one, 6).hash()).toBe(hash);
    }
    for (const one of [simulation, await createSimulation(scene)]) {
      one.restore(cut);
      one.removeSprings(path(21, 22, 23));
      expect(run(one, 11).hash()).toBe(hash);
    }
    for (const one of [simulation, await createSimulation(scene)]) {
      one.restore(before);
      expect([one.particleCount, one.revision]).toEqual([49, 0]);
      one.cut(column(5, 7, 3));
      run(one, 2).removeSprings(path(21, 22, 23));
      expect(run(one, 11).hash()).toBe(hash);
    }
  });
});

describe("a cut", () => {
  it("adds vertices behind, with their texture coordinates, places and velocities", async () => {
    const simulation = run(await createSimulation(sheet("verlet", 7, { pins: ["top-left"] })), 20);
    const { triangles, uv } = simulation;
    const before = readState(simulation);
    expect([...simulation.origin]).toEqual(Array.from({ length: 49 }, (_, i) => i));
    simulation.cut(column(3, 7, 2));
    expect([...simulation.origin.subarray(49)]).toEqual([3, 10]);
    expect(simulation.triangles).not.toBe(triangles);
    expect(simulation.triangles.map((i) => simulation.origin[i])).toEqual(triangles);
    const after = readState(simulation);
    for (let i = 0; i < 51; i++) {
      const o = simulation.origin[i];
      expect([...simulation.uv.subarray(2 * i, 2 * i + 2)]).toEqual([...uv.subarray(2 * o, 2 * o + 2)]);
      expect(after.x.subarray(3 * i, 3 * i + 3)).toEqual(before.x.subarray(3 * o, 3 * o + 3));
      expect(after.v.subarray(3 * i, 3 * i + 3)).toEqual(before.v.subarray(3 * o, 3 * o + 3));
    }
    expect(() => simulation.readPositions(new Float64Array(147))).toThrow("give an array of 153");
  });

  it("is read between two steps where the steps before were not cut yet", async () => {
    const simulation = await createSimulation(sheet("verlet", 7));
    simulation.update(0.01);
    simulation.step();
    simulation.update(0.0042);
    const before = readState(simulation).x;
    simulation.cut(column(3, 7));
    const after = readState(simulation).x;
    for (let c = 0; c < after.length; c++)
      expect(after[c]).toBe(before[3 * simulation.origin[Math.floor(c / 3)] + (c % 3)]);
  });

  it("of single edges opens as soon as they meet", async () => {
    const simulation = await createSimulation(sheet("verlet", 7));
    simulation.cut([[17, 24]]);
    expect([simulation.particleCount, simulation.revision]).toEqual([49, 0]);
    simulation.cut([[24, 31]]);
    expect([simulation.particleCount, simulation.revision]).toEqual([50, 1]);
    expect(simulation.origin[49]).toBe(24);
    simulation.cut([[3, 10]]);
    expect(simulation.particleCount).toBe(51); // the border opens
    simulation.cut([[10, 17]]);
    expect([...simulation.origin.subarray(49)]).toEqual([24, 3, 10, 17]); // and meets the slit
    const other = await createSimulation(sheet("verlet", 7));
    other.restore(simulation.snapshot());
    expect(other.triangles).toEqual(simulation.triangles);
    expect(other.origin).toEqual(simulation.origin);
  });

  it("makes the scene's numbers whatever order the engine keeps the particles in", async () => {
    const shuffled = shuffle(11);
    const given = Array.from({ length: SHEET_SIZE }, (_, i) => i);
    const edges = path(4, 13, 22, 31, 40);
    const solver = { method: "implicit-euler", tolerance: 1e-13 };
    const plain = run(await createSimulation({ ...sheetScene(given), solver }), 3);
    const other = run(await createSimulation({ ...sheetScene(shuffled), solver }), 3);
    plain.cut(edges);
    other.cut(edges.map(([a, b]): Pair => [shuffled[a], shuffled[b]]));
    const split = [4, 13, 22, 31];
    expect([...plain.origin.subarray(SHEET_SIZE)]).toEqual(split);
    expect([...other.origin.subarray(SHEET_SIZE)]).toEqual(split.map((i) => shuffled[i]).sort((a, b) => a - b));
    plain.grab(SHEET_SIZE + 1, [4, 1, 1]); // a copy of 13
    other.grab(other.origin.indexOf(shuffled[13], SHEET_SIZE), [4, 1, 1]);
    const [mine, others] = [readState(run(plain, 10)), readState(run(other, 10))];
    for (let i = 0; i < plain.particleCount; i++) {
      const name = shuffled[plain.origin[i]];
      const at = i < SHEET_SIZE ? name : other.origin.indexOf(name, SHEET_SIZE);
      for (let c = 0; c < 3; c++) expect(Math.abs(mine.x[3 * i + c] - others.x[3 * at + c])).toBeLessThan(1e-9);
    }
  });

  it("through a hanging sheet really opens, and what hangs on nothing falls", async () => {
    const hanging = sheet("implicit-euler", 7, { pins: ["top-left", "top-right"] });
    const slit = run(await createSimulation(hanging), 100);
    slit.cut(column(3, 7, 5));
    run(slit, 150);
    const gap = (copy: number): number => {
      const [a, b] = [place(slit, slit.origin[copy]), place(slit, copy)];
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    };
    for (let copy = 49; copy < 54; copy++) expect(gap(copy)).toBeGreaterThan(0.02);

    const torn = run(await createSimulation(hanging), 100);
    torn.cut(path(21, 22, 23, 24, 25, 26, 27));
    const below = place(torn, 48)[1];
    run(torn, 100); // 0.4 s: a free fall of 0.785 m
    expect(place(torn, 0)[1]).toBe(0);
    expect(below - place(torn, 48)[1]).toBeGreaterThan(0.6);
    expect(Math.abs(place(torn, 3)[1])).toBeLessThan(0.3);
  });

  it.each([
    ["two vertices without an edge", [[0, 8], [0, 16]], "edges[1]: got [0, 16]; give two vertices that an edge of the mesh joins"], // biome-ignore format: a case a line
    ["a vertex out of range", [[48, 49]], "edges[0]: got [48,49]; use vertices from 0 to 48"],
    ["a vertex that is none", [[0, Number.NaN]], "edges[0]: got [0,null]; give two vertices [i, j]"],
    ["no list", 3, "edges: got 3; give a list of pairs [[i, j], …]"],
  ])("refuses %s and leaves the cloth alone", async (_, edges, message) => {
    const simulation = await createSimulation(sheet("verlet", 7));
    expect(() => simulation.cut(edges as Pair[])).toThrow(InputError);
    expect(() => simulation.cut(edges as Pair[])).toThrow(message);
    simulation.cut([]);
    expect([simulation.particleCount, simulation.snapshot().edits.length]).toEqual([49, 0]);
  });

  it("of an edge that is no more is refused by its old numbers", async () => {
    const simulation = await createSimulation(sheet("verlet", 7));
    simulation.cut(column(3, 7));
    expect(() => simulation.cut([[10, 11]])).toThrow(InputError); // 11 now joins a copy of 10
    simulation.cut([[50, 11]]);
    expect(simulation.origin[50]).toBe(10);
  });

  it("after which a step fails keeps the last good state, cut", async () => {
    const scene = sheet(
      "explicit-euler",
      7,
      { pins: ["top"] },
      { timestep: 0.3, events: [{ at: 3, cut: column(3, 7) }] },
    );
    const simulation = await createSimulation(scene);
    let hash = 0;
    let failure: unknown;
    while (failure === undefined) {
      hash = simulation.hash();
      try {
        simulation.step();
      } catch (error) {
        failure = error;
      }
      if (simulation.steps === 5 && simulation.revision === 0) {
        simulation.cut(column(5, 7));
        hash = simulation.hash();
      }
    }
    expect(failure).toBeInstanceOf(NumericalError);
    expect(simulation.hash()).toBe(hash);
    expect(() => simulation.step()).toThrow(NumericalError);
    expect(simulation.hash()).toBe(hash);
  });
});

describe("cuts of the scene", () => {
  const events = [
    { at: 0.02, cut: path(21, 22, 23, 24, 25, 26, 27) },
    { at: 0.008, cut: column(3, 7) },
    { at: 0.02, cut: [...column(3, 7), [8, 15]] },
  ];

  it("come at the first step that begins then, in order of time, and each edge once", async () => {
    const simulation = await createSimulation(sheet("verlet", 7, {}, { events }));
    const counts = Array.from({ length: 8 }, () => {
      simulation.step();
      return simulation.particleCount;
    });
    // 7 copies; then the row: 5 more off the column, and 2 of the vertex where they cross; the edge inside does not open
    expect(counts).toEqual([49, 49, 56, 56, 56, 64, 64, 64]);
    expect(simulation.origin.filter((i) => i === 24)).toHaveLength(4);
  });

  it("count vertices through all cloths and cut each alone", async () => {
    const scene = sheet("verlet", 7, {}, { events: [{ at: 0, cut: path(3 + 49, 10 + 49) }] });
    scene.cloths.push({ ...scene.cloths[0], velocity: [1, 0, 0] });
    const simulation = run(await createSimulation(scene), 1);
    expect([...simulation.origin.subarray(98)]).toEqual([52]);
    const { v } = readState(simulation);
    expect(v[3 * 98]).toBeGreaterThan(0.9);
  });

  it("may come with a release", async () => {
    const both = { at: 0.01, cut: column(3, 7), release: [0] };
    const simulation = await createSimulation(sheet("verlet", 7, { pins: [0] }, { events: [both] }));
    run(simulation, 3);
    expect([place(simulation, 0)[1], simulation.revision]).toEqual([0, 0]);
    run(simulation, 10);
    expect(place(simulation, 0)[1]).toBeLessThan(0);
    expect(simulation.revision).toBe(1);
  });

  it.each([
    ["that is no edge", { at: 1, cut: [[0, 1], [0, 2]] }, "events[0].cut[1]: got [0, 2]; give two vertices that an edge of the mesh joins"], // biome-ignore format: a case a line
    ["out of range", { at: 1, cut: [[0, 49]] }, "events[0].cut[0]: got [0,49]; use vertices from 0 to 48"],
    ["below zero", { at: 1, cut: [[0, -1]] }, "events[0].cut[0][1]: got -1; give a finite number of at least 0"],
    ["of three vertices", { at: 1, cut: [[0, 1, 2]] }, "events[0].cut[0]: got 3 entries; give 2"],
    ["of one vertex", { at: 1, cut: [0] }, "events[0].cut[0]: got 0; give a list [ … ]"],
    ["that is no list", { at: 1, cut: 3 }, "events[0].cut: got 3; give a list [ … ]"],
    ["without a time", { cut: [[0, 1]] }, "events[0].at: got nothing; give a finite number of at least 0 [s]"],
  ])("refuse an edge %s", async (_, event, message) => {
    const made = createSimulation(sheet("verlet", 7, {}, { events: [event] }));
    await expect(made).rejects.toThrow(InputError);
    await expect(createSimulation(sheet("verlet", 7, {}, { events: [event] }))).rejects.toThrow(message);
  });
});

describe("what holds a vertex", () => {
  const motion = { sine: { direction: [0, 1, 0], amplitude: 0.1, frequency: 2 } };

  it("as a pin holds its copies too, with the same motion and release", async () => {
    const pins = [{ vertex: 3, motion, release: 0.1 }, 0];
    const simulation = run(await createSimulation(sheet("implicit-euler", 7, { pins })), 5);
    simulation.cut(column(3, 7));
    for (let n = 0; n < 18; n++) {
      simulation.step();
      expect(place(simulation, 49)).toEqual(place(simulation, 3));
    }
    run(simulation, 20); // released: the halves part
    expect(place(simulation, 49)).not.toEqual(place(simulation, 3));
  });

  it("as a handle goes on with the vertex, not with its copies", async () => {
    const simulation = await createSimulation(sheet("implicit-euler", 7));
    simulation.grab(10, [0.4, 0.2, 0.1]);
    run(simulation, 10).cut(column(3, 7));
    run(simulation, 10);
    expect(place(simulation, 10)).toEqual([0.4, 0.2, 0.1]);
    expect(place(simulation, 50)[1]).toBeLessThan(0.19);
    simulation.grab(10, [0.5, 0.5, 0.5]);
    expect(place(run(simulation, 1), 10)).toEqual([0.5, 0.5, 0.5]);
    simulation.release(10);
    expect(place(run(simulation, 1), 10)).not.toEqual([0.5, 0.5, 0.5]);
  });

  it("as a pin that a hand has dragged leaves its copies where they are", async () => {
    const simulation = await createSimulation(sheet("implicit-euler", 7, { pins: [3] }));
    simulation.grab(3, [0.3, 0.2, 0.1]);
    run(simulation, 5).cut(column(3, 7));
    simulation.grab(3, [0.2, 0.2, 0.1]);
    run(simulation, 5);
    expect(place(simulation, 3)).toEqual([0.2, 0.2, 0.1]);
    const copy = place(simulation, 49);
    for (const [c, value] of [0.3, 0.2, 0.1].entries()) expect(copy[c]).toBeCloseTo(value, 12);
  });
});

describe("removed springs", () => {
  it("pull no more: the ends of the last one part", async () => {
    const network = {
      positions: [[0, 0, 0], [2, 0, 0]], // biome-ignore format: short
      masses: 1,
      springs: [
        [0, 1, 1, 10, "stretch"],
        [1, 0, 1, 5, "bend"],
      ],
    };
    const simulation = await createSimulation({
      drape: 1,
      gravity: [0, 0, 0],
      timestep: 0.01,
      solver: { method: "symplectic-euler" },
      cloths: [{ network }],
    });
    expect(simulation.measure().elastic).toBeCloseTo(7.5, 12);
    simulation.step();
    const [v] = readState(simulation).v;
    expect(v).toBeCloseTo(0.15, 12);
    expect(simulation.removeSprings([[1, 0]])).toBe(2);
    expect([simulation.revision, simulation.particleCount]).toEqual([1, 2]);
    expect(simulation.measure().elastic).toBe(0);
    run(simulation, 10);
    expect(readState(simulation).v[0]).toBe(v);
    expect(simulation.removeSprings([[0, 1]])).toBe(0);
    expect(simulation.snapshot().edits).toHaveLength(1);
  });

  /** A hanging grid of 5 × 7 as a network, without some of its springs. */
  function network(method: string, without: readonly Pair[] = []): Json {
    const springs: Json[] = [];
    const join = (i: number, j: number, length: number, kind: string): void => {
      if (!without.some(([a, b]) => a === i && b === j)) springs.push([i, j, length, 20, kind]);
    };
    const triangles: number[][] = [];
    for (let i = 0; i < 35; i++) {
      if (i % 5 < 4) join(i, i + 1, 0.125, "stretch");
      if (i < 30) join(i, i + 5, 0.125, "stretch");
      if (i % 5 === 4 || i >= 30) continue;
      join(i, i + 6, 0.125 * Math.SQRT2, "shear");
      triangles.push([i, i + 1, i + 6], [i, i + 6, i + 5]);
    }
    const at = (i: number): Pair => [0.125 * (i % 5), 0.125 * Math.floor(i / 5)];
    const positions = Array.from({ length: 35 }, (_, i) => [at(i)[0], 0, at(i)[1]]);
    const material = positions.map((_, i) => at(i));
    const triangleStiffness = { u: 20, v: 20, shearU: 5, shearV: 5 };
    const cloth = {
      network: { positions, masses: 0.02, springs, triangles, material, triangleStiffness },
      pins: [0, 4],
    };
    return { ...sheet(method, 5), cloths: [{ ...cloth, springModel: "symmetric", damping: { relative: 0.01 } }] };
  }

  it.each(METHOD_NAMES)("leave %s where a cloth without them is", async (method) => {
    const gone = path(10, 11, 12, 13, 14).concat(path(20, 21, 22, 23, 24), path(2, 7, 12, 17, 22));
    const simulation = run(await createSimulation(network(method)), 1);
    const without = await createSimulation(network(method, gone));
    without.restore({ ...without.snapshot(), ...pickState(simulation) });
    expect(simulation.removeSprings(gone.slice(0, 5))).toBe(5);
    expect(simulation.removeSprings(gone)).toBe(gone.length - 5);
    const [mine, other] = [readState(run(simulation, 30)).x, readState(run(without, 30)).x];
    for (let c = 0; c < mine.length; c++) expect(Math.abs(mine[c] - other[c])).toBeLessThan(1e-9);
    const whole = readState(run(await createSimulation(network(method)), 31)).x;
    expect(Math.max(...whole.map((value, c) => Math.abs(value - mine[c])))).toBeGreaterThan(1e-6);
  });

  function pickState(simulation: Simulation): Json {
    const { cloth: _, edits: __, ...state } = simulation.snapshot();
    return state;
  }

  it("are asked for by vertices that exist", async () => {
    const simulation = await createSimulation(sheet("verlet", 5));
    expect(() => simulation.removeSprings([[0, 35]])).toThrow("vertex: got 35");
    expect(() => simulation.removeSprings([[0] as never])).toThrow("pairs[0]: got [0]; give two vertices [i, j]");
    expect(() => simulation.removeSprings(undefined as never)).toThrow("pairs: got nothing; give a list of pairs");
  });
});

test("a snapshot of another method brings its cuts along", async () => {
  const from = run(await createSimulation(sheet("bdf2", 7)), 3);
  from.cut(column(3, 7));
  run(from, 3);
  const to = await createSimulation(sheet("rk4", 7));
  to.restore(from.snapshot());
  expect([to.particleCount, to.steps]).toEqual([56, 6]);
  expect(readState(to)).toEqual(readState(from));
  run(to, 5);
  expect(to.measure().strainMax).toBeLessThan(0.1);
});

test("a snapshot whose cuts are of another mesh is refused, and nothing changes", async () => {
  const simulation = run(await createSimulation(sheet("verlet", 7)), 2);
  const hash = simulation.hash();
  const snapshot = simulation.snapshot();
  const foreign = { ...snapshot, edits: [{ kind: "cut" as const, corners: Uint32Array.of(99999) }] };
  expect(() => simulation.restore(foreign)).toThrow(InputError);
  const tooSmall = { ...snapshot, edits: [{ kind: "cut" as const, corners: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7) }] };
  expect(() => simulation.restore(tooSmall)).toThrow(/^snapshot: got 49 particles/);
  expect([simulation.hash(), simulation.particleCount]).toEqual([hash, 49]);
});
