import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { some } from "../support/full.ts";
import { repeatMesh, revolve, tetrahedron } from "./body-meshes.ts";
import { STRESS_SCENES } from "./catalog.ts";
import { createChecker } from "./checker.ts";
import { icosphere } from "./icosphere.ts";
import { jitter, setPositions } from "./jitter.ts";
import { runStressScene } from "./run-scene.ts";
import { cameOutRight, runStress } from "./run-stress.ts";
import type { StressScene } from "./stress-scene.ts";
import { csvHeader, csvRow } from "./table.ts";

/** A sheet of 3 × 3 that falls towards a tetrahedron, with or without getting anywhere. */
function tinyScene(done: boolean): StressScene {
  const mesh = repeatMesh(tetrahedron([0.03, 0, 0.02], 0.2), [[0, 0, 0]]);
  return {
    name: "tiny",
    shows: "nothing",
    build: ({ seed }) => ({
      scene: {
        drape: 1,
        timestep: 0.01,
        duration: 0.2,
        cloths: [{ grid: { columns: 3, rows: 3, width: 1, height: 1, origin: [-0.5, 0.1, -0.5], v: [0, 0, 1] } }],
        colliders: [{ mesh, motion: { keyframes: [{ at: 0, offset: [0, -5, 0] }] } }],
        collision: { thickness: 0.001 },
      },
      place: (x) => jitter(x, 1e-4, seed),
      watch: ({ x }) => ({ height: x[1] }),
      progress: () => ({ done, words: 'fell, "far"', numbers: {} }),
    }),
  };
}

/** The Euler characteristic, and how many edges do not have one triangle on each side. */
function describeSurface({ triangles, count }: { triangles: number[][]; count: number }): [number, number] {
  const edges = new Map<string, number>();
  for (const [a, b, c] of triangles) {
    for (const [i, j] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const key = `${Math.min(i, j)},${Math.max(i, j)}`;
      edges.set(key, (edges.get(key) ?? 0) + (i < j ? 1 : 1000));
    }
  }
  return [count - edges.size + triangles.length, [...edges.values()].filter((n) => n !== 1001).length];
}

describe("the bodies of the stress scenes", () => {
  it("are closed where they should be, and open where they should be", () => {
    const { points, triangles } = icosphere(2);
    expect(describeSurface({ triangles, count: points.length })).toEqual([2, 0]);
    const four = tetrahedron([0, 0, 0], 1);
    expect(describeSurface({ triangles: four.triangles, count: 4 })).toEqual([2, 0]);
    const pole = revolve(
      [
        [0, 0],
        [1, 0],
        [1, 2],
        [0, 2],
      ],
      5,
    );
    expect(describeSurface({ triangles: pole.triangles, count: pole.positions.length })).toEqual([2, 0]);
    const tube = revolve(
      [
        [1, 0],
        [1, 2],
      ],
      5,
    );
    expect(describeSurface({ triangles: tube.triangles, count: tube.positions.length })).toEqual([0, 10]);
  });
});

describe("the start of a stress scene", () => {
  it.each(STRESS_SCENES.flatMap(({ name, build }) => some(["short", "long"] as const, 1).map((size) => ({ name, size, build }))))(
    "$name, $size: free of intersections, jittered by the seed alone, and as many vertices as asked for",
    async ({ name, size, build }) => {
      const setup = build({ size, seed: 1 });
      const bare = { ...setup.scene, collision: {}, colliders: [] };
      const simulation = await createSimulation(bare, { loadMesh: async (file) => setup.meshes?.[file] ?? "" });
      const given = new Float64Array(3 * simulation.particleCount);
      simulation.readPositions(given);
      const [first, again, other] = [setup, build({ size, seed: 1 }), build({ size, seed: 2 })].map(({ place }) => {
        const x = given.slice();
        place(x);
        return x;
      });
      expect(again).toEqual(first);
      expect(other).not.toEqual(first);
      setPositions(simulation, first);
      const back = new Float64Array(first.length);
      simulation.readPositions(back);
      expect(back).toEqual(first);
      const check = createChecker(setup.scene, simulation.triangles, simulation.particleCount);
      expect(check(first, 0)).toEqual({ intersections: 0, penetration: 0 });
      if (size === "long") {
        const { scene } = setup;
        const sheets = scene.cloths.filter((cloth) => typeof cloth === "object" && cloth !== null && "grid" in cloth);
        const least = name === "twisted-cylinder" ? 10_000 : 4000 * sheets.length;
        expect(first.length / 3).toBeGreaterThanOrEqual(least);
        expect(scene).toMatchObject({ duration: 5, collision: { self: true } });
        expect(scene.solver).toBeUndefined();
      }
    },
  );
});

describe("the runner", () => {
  it("counts what the checker finds, also where the simulation knows no bodies", async () => {
    const row = await runStressScene(tinyScene(true), { size: "short", seed: 1, off: true });
    expect(row).toMatchObject({ collision: "off", vertices: 9, steps: 20, intersections: 0, pass: true });
    const scene = tinyScene(true);
    const still: StressScene = {
      ...scene,
      build(options) {
        const setup = scene.build(options);
        const colliders = (setup.scene.colliders as object[]).map((body) => ({ ...body, motion: undefined }));
        return { ...setup, scene: { ...setup.scene, colliders } };
      },
    };
    const hit = await runStressScene(still, { size: "short", seed: 1, off: true });
    expect(hit.intersections).toBeGreaterThan(0);
    expect(hit.firstStep).toBeGreaterThan(1);
    expect(hit.pass).toBe(false);
  });

  it("fails a run that gets nowhere, goes on after it, and after one that cannot begin", async () => {
    const broken: StressScene = { ...tinyScene(true), name: "broken", build: () => JSON.parse("{}") };
    const told: string[] = [];
    const options = {
      scenes: [tinyScene(false), broken, tinyScene(true)],
      seeds: [3],
      size: "short",
      off: true,
    } as const;
    const rows = await runStress(
      options,
      (row) => told.push(row.scene),
      () => {},
    );
    expect(rows.map(({ pass }) => pass)).toEqual([false, false, true]);
    expect(told).toEqual(["tiny", "broken", "tiny"]);
    expect(rows[1].progress.words).toMatch(/did not begin/);
    expect(cameOutRight(rows, false)).toBe(false);
    expect(cameOutRight(rows.slice(2), false)).toBe(true);
    expect(cameOutRight(rows.slice(0, 1), true)).toBe(false); // failed, but the checker saw nothing wrong
  });

  it("writes rows with as many fields as the header has", async () => {
    const row = await runStressScene(tinyScene(true), { size: "short", seed: 1, off: true, seconds: 0.03 });
    expect(row.steps).toBe(3);
    expect(csvRow(row)).toContain('"fell, ""far"""');
    const fields = csvRow(row)
      .replace(/"(?:""|[^"])*"/g, "text")
      .split(",");
    expect(fields).toHaveLength(csvHeader().split(",").length);
  });
});
