import { describe, expect, test } from "vitest";
import type { Attendant } from "../../src/world/attend.ts";
import { createEngine } from "../../src/world/engine.ts";
import type { ClothDetail } from "../../src/world/world.ts";
import { KINDS, play, vertexOf, withWorld } from "./worlds.ts";

const SIDE = 17;
const GRID = { columns: SIDE, rows: SIDE, width: 1, height: 1, origin: [-0.5, 2, 0], u: [1, 0, 0], v: [0, -0.8, 0.6] } as const;
const GUSTS = { velocity: [0.5, 0, -3], airDensity: 1.2, gusts: { strength: 0.7, period: 0.7 } } as const;
const LEVELS: readonly ClothDetail[] = ["full", "half", "full", "quarter", "half", "quarter"];

/** The largest way of a vertex from one state shown to another [m]. */
function largestWay(before: Float32Array, now: Float32Array): number {
  let most = 0;
  for (let i = 0; i < now.length; i += 3)
    most = Math.max(most, Math.hypot(now[i] - before[i], now[i + 1] - before[i + 1], now[i + 2] - before[i + 2]));
  return most;
}

/** The largest strain of the edges of a square grid of a square metre along rows and columns. */
function strainOf(positions: ArrayLike<number>): number {
  const side = Math.round(Math.sqrt(positions.length / 3));
  let most = 0;
  const look = (a: number, b: number): void => {
    const way = [0, 1, 2].map((c) => positions[3 * a + c] - positions[3 * b + c]);
    most = Math.max(most, Math.hypot(...way) * (side - 1) - 1);
  };
  for (let i = 0; i < side * side; i++) {
    if (i % side < side - 1) look(i, i + 1);
    if (i + side < side * side) look(i, i + side);
  }
  return most;
}

/** Notes of each step of a world with one cloth: strain, and kinetic and elastic energy [J], as they are simulated. */
function createNotes() {
  const strains: number[] = [];
  const energies: number[] = [];
  const attendant: Attendant = {
    stepped(simulation) {
      const positions = new Float64Array(3 * simulation.particleCount);
      simulation.readPositions(positions);
      strains.push(strainOf(positions));
      const { kinetic, elastic } = simulation.view.measure();
      energies.push(kinetic + elastic);
    },
  };
  return { strains, energies, attend: () => attendant };
}

describe.each(KINDS)("levels of detail of a world $kind", ({ options }) => {
  test("fewer steps bring calm cloth to the same place, and it moves evenly on the way", () =>
    withWorld({ ...options, sleep: false }, async (world) => {
      const input = { grid: GRID, pins: ["top"], fabric: "jersey" } as const;
      const whole = await world.addCloth(input);
      const sparse = await Promise.all([2, 3].map((steps) => world.addCloth({ ...input, detail: { steps } as ClothDetail })));
      const ways: number[][] = [[], [], []];
      let before = [whole, ...sparse].map(({ positions }) => positions.slice());
      await play(world, 240, () => {
        [whole, ...sparse].forEach(({ positions }, n) => void ways[n].push(largestWay(before[n], positions)));
        before = [whole, ...sparse].map(({ positions }) => positions.slice());
      });
      for (const cloth of sparse) expect(largestWay(whole.positions, cloth.positions)).toBeLessThan(0.03);
      for (const way of ways.slice(1)) {
        for (let frame = 12; frame < 50; frame++) {
          expect(way[frame]).toBeGreaterThan(0.45 * way[frame - 1]);
          expect(way[frame]).toBeLessThan(1.8 * way[frame - 1] + 1e-3);
        }
      }
    }));

  test("bodies and hands are met where they are at the times of few steps", () =>
    withWorld(options, async (world) => {
      const box = await world.addCollider({ box: { center: [0, 2, -0.1], halfSizes: [0.5, 0.05, 0.05] } });
      const cape = await world.addCloth({ grid: GRID, detail: { steps: 2 } });
      cape.attach(
        Array.from({ length: SIDE }, (_, i) => i),
        box,
      );
      const left = vertexOf(cape, 0);
      await play(world, 61, (frame) => box.place({ position: [0.02 * frame, 2, -0.1], quaternion: [0, 0, 0, 1] }));
      expect(vertexOf(cape, 0)[0] - left[0]).toBeCloseTo(box.matrix[12], 5);
      expect(box.matrix[12]).toBeGreaterThan(1.13);
      expect(strainOf(cape.positions)).toBeLessThan(0.06);
      cape.grab(SIDE * SIDE - 1, [2, 1, 0.5]);
      await play(world, 30);
      expect(largestWay(Float32Array.of(2, 1, 0.5), Float32Array.from(vertexOf(cape, SIDE * SIDE - 1)))).toBeLessThan(0.02);
    }));

  test("fewer vertices show all of them, and nothing jumps when the level changes", () =>
    withWorld({ ...options, wind: GUSTS }, async (world) => {
      const ball = await world.addCollider({ sphere: { center: [0, 1.3, 0.3], radius: 0.25 } });
      const sheet = await world.addCloth({ grid: GRID, pins: ["top"], fabric: "cotton" });
      const { triangles } = sheet;
      let before = sheet.positions.slice();
      const ways: number[] = [];
      const frame = async (): Promise<void> => {
        before = sheet.positions.slice();
        await play(world, 1);
        ways.push(largestWay(before, sheet.positions));
      };
      for (let n = 0; n < 60; n++) await frame();
      for (const level of [...LEVELS, "full"] as const) {
        const shown = sheet.positions.slice();
        await sheet.set({ detail: level });
        expect(largestWay(shown, sheet.positions)).toBeLessThan(1e-6);
        expect(sheet.vertexCount).toBe(SIDE * SIDE);
        expect(sheet.triangles).toEqual(triangles);
        const usual = Math.max(...ways.slice(-30));
        await frame();
        expect(ways.at(-1), String(level)).toBeLessThan(2.5 * usual); // a finer grid may begin a little inside the ball
        for (let n = 0; n < 30; n++) await frame();
        if (level === "full") expect(strainOf(sheet.positions)).toBeLessThan(0.1);
      }
      await play(world, 60);
      const least = Math.min(
        ...Array.from({ length: SIDE * SIDE }, (_, i) => largestWay(Float32Array.of(0, 1.3, 0.3), Float32Array.from(vertexOf(sheet, i)))),
      );
      expect(least).toBeGreaterThan(0.25);
      await ball.remove();
    }));

  test("what is held at run time is held at every level, by the same vertices", () =>
    withWorld(options, async (world) => {
      const box = await world.addCollider({ name: "box", box: { center: [0, 2, -0.1], halfSizes: [0.5, 0.05, 0.05] } });
      const sheet = await world.addCloth({ grid: GRID, pins: [0, 1], attachments: [{ vertices: [SIDE - 1], to: "box" }] });
      await play(world, 30);
      sheet.attach([7], box);
      sheet.pin([SIDE * (SIDE - 1) + 3]);
      await play(world, 5);
      await sheet.set({ detail: { vertices: 4 } });
      await play(world, 20);
      const place = (frame: number) => box.place({ position: [-0.01 * frame, 2, -0.1], quaternion: [0, 0, 0, 1] });
      const held = vertexOf(sheet, 7);
      await play(world, 20, place);
      await sheet.set({ detail: "full" });
      await play(world, 30, () => place(19));
      expect(vertexOf(sheet, 7)[0] - held[0]).toBeCloseTo(-0.19, 1);
      const [pinned, free] = [vertexOf(sheet, SIDE * (SIDE - 1) + 3), vertexOf(sheet, SIDE * (SIDE - 1) + 12)];
      sheet.unpin([7]);
      await play(world, 20);
      expect(vertexOf(sheet, SIDE * (SIDE - 1) + 3)).toEqual(pinned);
      expect(vertexOf(sheet, SIDE * (SIDE - 1) + 12)).not.toEqual(free);
      expect(strainOf(sheet.positions)).toBeLessThan(0.1);
    }));

  test("a coarse cloth is not cut, a cut one is not made coarse, and a reset keeps the level", () =>
    withWorld(options, async (world) => {
      const sheet = await world.addCloth({ name: "cape", grid: GRID, pins: ["top"], detail: "half" });
      const start = sheet.positions.slice();
      await play(world, 10);
      await expect(sheet.cut([[8, 8 + SIDE]])).rejects.toThrow(/cloth: got detail "half".*await set\(\{ detail: "full" \}\) before/);
      await world.reset();
      expect(largestWay(start, sheet.positions)).toBeLessThan(1e-6);
      await sheet.set({ detail: "full" });
      await sheet.cut([[SIDE * SIDE - 9, SIDE * (SIDE - 1) - 9]]);
      expect(sheet.vertexCount).toBeGreaterThan(SIDE * SIDE);
      await expect(sheet.set({ detail: "half" })).rejects.toThrow(
        /cloth\.detail: got a cloth that was cut; it keeps its vertices: give \{ steps \} alone/,
      );
      await sheet.set({ detail: { steps: 2 } });
      await play(world, 10);
      await expect(sheet.set({ detail: "haf" as never })).rejects.toThrow(/cloth\.detail: got "haf"/);
      await expect(sheet.set({ detail: { vertices: 3 as never } })).rejects.toThrow("cloth.detail.vertices: got 3; give 1, 2 or 4");
    }));
});

test("levels change to the same bits in a worker as in this thread", async () => {
  const shown = await Promise.all(
    KINDS.map(({ options }) =>
      withWorld({ ...options, wind: GUSTS }, async (world) => {
        const sheet = await world.addCloth({ grid: GRID, pins: ["top"] });
        const values: number[] = [];
        await play(world, 60, async (frame) => {
          if (frame % 9 === 8) await sheet.set({ detail: LEVELS[Math.floor(frame / 9) % LEVELS.length] });
          values.push(...sheet.positions, ...sheet.normals);
        });
        return values;
      }),
    ),
  );
  expect(shown[1]).toEqual(shown[0]);
});

test("fifty changes of level in gusts bring no energy in, and stretch no thread", async () => {
  const [calm, busy] = await Promise.all(
    [false, true].map((isBusy) => {
      const notes = createNotes();
      return withWorld({ wind: GUSTS, attend: notes.attend }, async (world) => {
        const sheet = await world.addCloth({ grid: GRID, pins: ["top"], fabric: "cotton" });
        await play(world, 800, async (frame) => {
          if (isBusy && frame >= 50 && frame % 15 === 0) await sheet.set({ detail: LEVELS[((frame / 15) % LEVELS.length) | 0] });
        });
        return notes;
      });
    }),
  );
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ours, others] = [busy, calm].map(({ energies }) => energies.slice(50));
  expect(mean(ours)).toBeLessThan(1.3 * mean(others));
  expect(Math.max(...ours)).toBeLessThan(1.1 * Math.max(...others));
  expect(Math.max(...busy.strains)).toBeLessThan(0.06); // what cotton bears
});

test("far capes cost less: fewer steps and vertices", async () => {
  const time = async (detail: ClothDetail): Promise<number> => {
    const engine = createEngine({ wind: GUSTS }, { loadMesh: () => Promise.reject(), sleep: true, together: false });
    const grid = { ...GRID, columns: 33, rows: 33 };
    await engine.change(
      Array.from(
        { length: 6 },
        (_, n) => ({ kind: "add-cloth", id: n + 1, input: { name: `${n}`, grid, pins: ["top"], detail } }) as const,
      ),
    );
    for (let n = 0; n < 20; n++) engine.update(1 / 60, 8);
    const start = performance.now();
    for (let n = 0; n < 60; n++) engine.update(1 / 60, 8);
    const took = performance.now() - start;
    engine.dispose();
    return took / 60;
  };
  const [full, half, quarter] = [await time("full"), await time("half"), await time("quarter")];
  expect(half).toBeLessThan(0.75 * full);
  expect(quarter).toBeLessThan(0.5 * full);
});
