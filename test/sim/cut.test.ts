import { describe, expect, it, test } from "vitest";
import { createSimulation, InputError, METHODS, NumericalError } from "../../src/index.ts";
import { readState } from "../methods/run-scene.ts";
import { SHEET_SIZE, sheetScene, shuffle } from "../scene/sample-scenes.ts";
import { column, type Pair, path, place, run, sheet } from "./cut-sheet.ts";

const METHOD_NAMES = METHODS.map(({ name }) => name);

describe.each(METHOD_NAMES)("%s: a sheet cut in two", (method) => {
  const { conserves } = METHODS.find(({ name }) => name === method) as (typeof METHODS)[number];

  it("falls on as it did, whole halves at the same height", async () => {
    const [cut, whole] = [await createSimulation(sheet(method, 7)), await createSimulation(sheet(method, 7))];
    run(cut, 5).edit.cut(column(3, 7));
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
    simulation.edit.cut(column(3, 7));
    const start = readState(simulation).x;
    simulation.edit.grab(21, [-0.25, 0.125, 0.375]); // of the first column
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
    const whole = await createSimulation(sheet(method, 9, { pins: [0, 8] }, { wind, events: [{ at: 0, cut: column(4, 9) }] }));
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
    const simulation = await createSimulation(sheet(method, 7, { damping: { viscous: 0, relative: 0.02 }, stretch: "free" }, still));
    simulation.edit.grab(0, [-0.1, 0.2, 0]);
    run(simulation, 10).edit.release(0);
    run(simulation, 40); // BDF2 remembers the hand for a while
    const { momentum, kinetic } = simulation.view.measure();
    const scale = Math.sqrt(2 * kinetic * 0.28);
    const worst = (): number => Math.max(...simulation.view.measure().momentum.map((p, c) => Math.abs(p - momentum[c])));
    simulation.edit.cut(column(3, 7));
    expect(worst()).toBeLessThan(1e-14 * scale);
    expect(simulation.view.measure().kinetic / kinetic).toBeCloseTo(1, 13);
    run(simulation, 20);
    if (conserves.includes("linear")) expect(worst()).toBeLessThan(1e-11 * scale);
  });

  it("continues bit for bit from snapshots before and after its cuts", async () => {
    const scene = sheet(method, 7, { pins: ["top"] }, { events: [{ at: 0.03, cut: column(2, 7, 4) }] });
    const simulation = await createSimulation(scene);
    const before = structuredClone(run(simulation, 4).snapshot());
    simulation.edit.cut(column(5, 7, 3));
    const cut = structuredClone(run(simulation, 2).snapshot());
    const removed = simulation.edit.removeSprings(path(21, 22, 23));
    expect(removed).toBe(2);
    const torn = structuredClone(run(simulation, 5).snapshot()); // the event has fired
    expect(simulation.particleCount).toBe(49 + 3 + 4);
    const hash = run(simulation, 6).hash();
    simulation.edit.grab(30, [0, 1, 0]);
    run(simulation, 1);

    for (const one of [simulation, await createSimulation(scene)]) {
      one.restore(torn);
      expect([one.particleCount, one.revision]).toEqual([56, 3]);
      expect(run(one, 6).hash()).toBe(hash);
    }
    for (const one of [simulation, await createSimulation(scene)]) {
      one.restore(cut);
      one.edit.removeSprings(path(21, 22, 23));
      expect(run(one, 11).hash()).toBe(hash);
    }
    for (const one of [simulation, await createSimulation(scene)]) {
      one.restore(before);
      expect([one.particleCount, one.revision]).toEqual([49, 0]);
      one.edit.cut(column(5, 7, 3));
      run(one, 2).edit.removeSprings(path(21, 22, 23));
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
    simulation.edit.cut(column(3, 7, 2));
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
    simulation.edit.cut(column(3, 7));
    const after = readState(simulation).x;
    for (let c = 0; c < after.length; c++) expect(after[c]).toBe(before[3 * simulation.origin[Math.floor(c / 3)] + (c % 3)]);
  });

  it("of single edges opens as soon as they meet", async () => {
    const simulation = await createSimulation(sheet("verlet", 7));
    simulation.edit.cut([[17, 24]]);
    expect([simulation.particleCount, simulation.revision]).toEqual([49, 0]);
    simulation.edit.cut([[24, 31]]);
    expect([simulation.particleCount, simulation.revision]).toEqual([50, 1]);
    expect(simulation.origin[49]).toBe(24);
    simulation.edit.cut([[3, 10]]);
    expect(simulation.particleCount).toBe(51); // the border opens
    simulation.edit.cut([[10, 17]]);
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
    plain.edit.cut(edges);
    other.edit.cut(edges.map(([a, b]): Pair => [shuffled[a], shuffled[b]]));
    const split = [4, 13, 22, 31];
    expect([...plain.origin.subarray(SHEET_SIZE)]).toEqual(split);
    expect([...other.origin.subarray(SHEET_SIZE)]).toEqual(split.map((i) => shuffled[i]).sort((a, b) => a - b));
    plain.edit.grab(SHEET_SIZE + 1, [4, 1, 1]); // a copy of 13
    other.edit.grab(other.origin.indexOf(shuffled[13], SHEET_SIZE), [4, 1, 1]);
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
    slit.edit.cut(column(3, 7, 5));
    run(slit, 150);
    const gap = (copy: number): number => {
      const [a, b] = [place(slit, slit.origin[copy]), place(slit, copy)];
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    };
    for (let copy = 49; copy < 54; copy++) expect(gap(copy)).toBeGreaterThan(0.02);

    const torn = run(await createSimulation(hanging), 100);
    torn.edit.cut(path(21, 22, 23, 24, 25, 26, 27));
    const below = place(torn, 48)[1];
    run(torn, 100); // 0.4 s: a free fall of 0.785 m
    expect(place(torn, 0)[1]).toBe(0);
    expect(below - place(torn, 48)[1]).toBeGreaterThan(0.6);
    expect(Math.abs(place(torn, 3)[1])).toBeLessThan(0.3);
  });

  it.each([
    [
      "two vertices without an edge",
      [
        [0, 8],
        [0, 16],
      ],
      "edges[1]: got [0, 16]; give two vertices that an edge of the mesh joins",
    ],
    ["a vertex out of range", [[48, 49]], "edges[0]: got [48,49]; use vertices from 0 to 48"],
    ["a vertex that is none", [[0, Number.NaN]], "edges[0]: got [0,null]; give two vertices [i, j]"],
    ["no list", 3, "edges: got 3; give a list of pairs [[i, j], …]"],
  ])("refuses %s and leaves the cloth alone", async (_, edges, message) => {
    const simulation = await createSimulation(sheet("verlet", 7));
    expect(() => simulation.edit.cut(edges as Pair[])).toThrow(InputError);
    expect(() => simulation.edit.cut(edges as Pair[])).toThrow(message);
    simulation.edit.cut([]);
    expect([simulation.particleCount, simulation.snapshot().edits.length]).toEqual([49, 0]);
  });

  it("of an edge that is no more is refused by its old numbers", async () => {
    const simulation = await createSimulation(sheet("verlet", 7));
    simulation.edit.cut(column(3, 7));
    expect(() => simulation.edit.cut([[10, 11]])).toThrow(InputError); // 11 now joins a copy of 10
    simulation.edit.cut([[50, 11]]);
    expect(simulation.origin[50]).toBe(10);
  });

  it("after which a step fails keeps the last good state, cut", async () => {
    const scene = sheet("explicit-euler", 7, { pins: ["top"] }, { timestep: 0.3, events: [{ at: 3, cut: column(3, 7) }] });
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
        simulation.edit.cut(column(5, 7));
        hash = simulation.hash();
      }
    }
    expect(failure).toBeInstanceOf(NumericalError);
    expect(simulation.hash()).toBe(hash);
    expect(() => simulation.step()).toThrow(NumericalError);
    expect(simulation.hash()).toBe(hash);
  });
});

test("a snapshot of another method brings its cuts along", async () => {
  const from = run(await createSimulation(sheet("bdf2", 7)), 3);
  from.edit.cut(column(3, 7));
  run(from, 3);
  const to = await createSimulation(sheet("rk4", 7));
  to.restore(from.snapshot());
  expect([to.particleCount, to.steps]).toEqual([56, 6]);
  expect(readState(to)).toEqual(readState(from));
  run(to, 5);
  expect(to.view.measure().strainMax).toBeLessThan(0.1);
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
