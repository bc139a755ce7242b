import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSimulation, type Simulation } from "../../src/index.ts";
import { readState } from "../methods/run-scene.ts";
import type { Json } from "../scene/sample-scenes.ts";

type Pair = [number, number];

/** Mass [kg], by the momentum of a fall in the void: one step of explicit Euler from rest adds m g h to it. */
async function weigh(simulation: Simulation, scene: Json): Promise<number> {
  const still = await createSimulation({ ...scene, events: [] });
  const snapshot = simulation.snapshot();
  still.restore({ ...snapshot, velocities: snapshot.velocities.map(() => 0) });
  const before = still.view.measure().momentum[1];
  still.step();
  return (still.view.measure().momentum[1] - before) / (-9.81 * still.timestep);
}

/** Area of all triangles at rest [m²], by the texture coordinates that go with the vertices. */
function areaOf({ triangles, uv }: Simulation): number {
  let area = 0;
  for (let q = 0; q < triangles.length; q += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 2 * triangles[q + k]);
    area += 0.5 * Math.abs((uv[b] - uv[a]) * (uv[c + 1] - uv[a + 1]) - (uv[c] - uv[a]) * (uv[b + 1] - uv[a + 1]));
  }
  return area;
}

const SIDE = 9;

function freeSheet(solver: Json): Json {
  return {
    drape: 1,
    timestep: 1 / 240,
    solver,
    cloths: [
      {
        grid: { columns: SIDE, rows: SIDE, width: 0.4, height: 0.3 },
        fabric: { base: "jersey", damping: 0 },
      },
    ],
  };
}

describe("any strokes of scissors", () => {
  it("leave area and mass as they are to 1e-12", async () => {
    const scene = freeSheet({ method: "explicit-euler" });
    const edge = fc.tuple(fc.nat({ max: 10_000 }), fc.nat({ max: 2 }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edge, { minLength: 1, maxLength: 12 }), { maxLength: 6 }), async (strokes) => {
        const simulation = await createSimulation(scene);
        const [mass, area] = [await weigh(simulation, scene), areaOf(simulation)];
        for (const stroke of strokes) {
          const { triangles } = simulation;
          simulation.edit.cut(
            stroke.map(([t, k]): Pair => {
              const q = 3 * (t % (triangles.length / 3));
              return [triangles[q + k], triangles[q + ((k + 1) % 3)]];
            }),
          );
          simulation.step();
        }
        expect(Math.abs((await weigh(simulation, scene)) / mass - 1)).toBeLessThan(1e-12);
        expect(Math.abs(areaOf(simulation) / area - 1)).toBeLessThan(1e-12);
        expect(Number.isFinite(simulation.view.measure().elastic)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});

describe("a swinging sheet that is cut edge by edge, one a frame, under self-collision", () => {
  const COLUMNS = 13;
  const ROWS = 13;
  const scene: Json = {
    drape: 1,
    timestep: 1 / 60,
    solver: { method: "implicit-euler", tolerance: 1e-3 },
    cloths: [
      {
        grid: { columns: COLUMNS, rows: ROWS, width: 0.6, height: 0.6, v: [0, -0.8, 0.6] },
        fabric: "jersey",
        pins: [0, 5],
      },
    ],
    collision: { self: true, thickness: 0.003 },
  };

  it("falls apart, and its lips neither explode nor pass through each other", async () => {
    const simulation = await createSimulation(scene);
    for (let n = 0; n < 6; n++) simulation.step();
    const middle = (COLUMNS - 1) / 2;
    /** How far apart the middles of the halves are [m], and the largest speed of the one that is held [m/s]. */
    const look = (): { gap: number; speed: number } => {
      const { x, v } = readState(simulation);
      const [held, loose] = [0, 1].map((half) =>
        Array.from({ length: COLUMNS * ROWS }, (_, i) => i).filter((i) => Math.sign((i % COLUMNS) - middle) === 2 * half - 1),
      );
      const meanOf = (vertices: number[], c: number): number => vertices.reduce((sum, i) => sum + x[3 * i + c], 0) / vertices.length;
      const gap = Math.hypot(...[0, 1, 2].map((c) => meanOf(loose, c) - meanOf(held, c)));
      const speed = Math.max(...held.map((i) => Math.hypot(v[3 * i], v[3 * i + 1], v[3 * i + 2])));
      return { gap, speed };
    };
    const before = look().gap;
    let [fastest, strained, crossed] = [0, 0, 0];
    for (let n = 0; n < 120; n++) {
      if (n < ROWS - 1) {
        const from = (ROWS - 1 - n) * COLUMNS + middle;
        simulation.edit.cut([[from, from - COLUMNS]]);
      }
      simulation.step();
      fastest = Math.max(fastest, look().speed);
      strained = Math.max(strained, simulation.view.measure().strainMax);
      if (n % 10 === 9) crossed += simulation.view.inspect().intersections;
    }
    expect(simulation.particleCount).toBe(COLUMNS * ROWS + ROWS);
    expect(look().gap).toBeGreaterThan(before + 5); // one half falls, for more than a second
    expect(fastest).toBeLessThan(6); // from the height of the sheet a fall ends at 3.4 m/s
    expect(strained).toBeLessThan(0.6);
    expect(crossed).toBe(0);
  });
});
