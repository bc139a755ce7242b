import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_HINGES } from "../../src/fabric/cloth.ts";
import { createSpringList } from "../../src/fabric/spring-list.ts";
import { createSimulation, InputError, type Simulation } from "../../src/index.ts";
import { buildTethers } from "../../src/scene/build-tethers.ts";
import { gridScene, type Json } from "../scene/sample-scenes.ts";

const graph = fc.integer({ min: 2, max: 14 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    springs: fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: count - 1 }),
        fc.integer({ min: 1, max: count - 1 }),
        fc.double({ min: 0.01, max: 5, noNaN: true }),
      ),
      { maxLength: 40 },
    ),
    held: fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { minLength: 1, maxLength: 4 }),
    slack: fc.double({ min: 1, max: 1.5, noNaN: true }),
  }),
);

/** Shortest ways between all pairs, by Floyd and Warshall. */
function shortestWays(count: number, springs: readonly (readonly number[])[]): number[][] {
  const way = Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_, j) => (i === j ? 0 : Number.POSITIVE_INFINITY)));
  for (const [i, j, length] of springs) way[i][j] = way[j][i] = Math.min(way[i][j], length);
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) way[i][j] = Math.min(way[i][j], way[i][k] + way[k][j]);
  }
  return way;
}

describe("buildTethers", () => {
  test("ties each vertex to the nearest held one by the shortest way along springs, and no others", () => {
    fc.assert(
      fc.property(graph, ({ count, springs: drawn, held, slack }) => {
        const springs = drawn.map(([i, step, length]) => [i, (i + step) % count, length] as const);
        const list = createSpringList();
        for (const [i, j, length] of springs) list.push(i, j, length, 1, 0);
        const mass = new Float64Array(count).fill(1);
        const tethers = buildTethers(
          {
            name: "",
            particleCount: count,
            mass,
            viscousDamping: mass,
            friction: mass,
            thickness: mass,
            springs: list.finish({ asymmetric: false, relativeDamping: 0 }),
            hinges: NO_HINGES,
            triangles: new Uint32Array(0),
          },
          held,
          slack,
        );
        const way = shortestWays(count, springs);
        for (let i = 0; i < count; i++) {
          const least = Math.min(...held.map((anchor) => way[i][anchor]));
          const found = tethers.filter(({ vertex }) => vertex === i);
          if (held.includes(i) || least === Number.POSITIVE_INFINITY) expect(found).toEqual([]);
          else {
            expect(found).toHaveLength(1);
            expect(found[0].length).toBeCloseTo(slack * least, 10);
            expect(held).toContain(found[0].anchor);
            expect(way[i][found[0].anchor]).toBeCloseTo(least, 10);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** A heavy banner that stretches by several per cent where nothing holds it. */
function banner(method: string, more: Json = {}): Json {
  return {
    drape: 1,
    timestep: 1 / 60,
    solver: { method, sweeps: 2 },
    cloths: [
      {
        grid: { columns: 6, rows: 21, width: 0.5, height: 2 },
        springs: { stretch: 1000, shear: 200 },
        masses: 0.05,
        pins: ["top"],
        ...more,
      },
    ],
  };
}

function lowest(simulation: Simulation): number {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return Math.min(...x.filter((_, c) => c % 3 === 1));
}

describe("tethers of a scene", () => {
  test.each(["gauss-seidel", "block-jacobi"])("keep a banner under %s from sagging", async (method) => {
    const depth = async (more: Json): Promise<number> => {
      const simulation = await createSimulation(banner(method, more));
      let deepest = 0;
      for (let n = 0; n < 120; n++) {
        simulation.step();
        deepest = Math.min(deepest, lowest(simulation));
      }
      return deepest;
    };
    const [free, tethered] = [await depth({}), await depth({ tethers: 1.01 })];
    expect(-tethered).toBeLessThan(2 * 1.01 + 1e-9);
    expect(-free).toBeGreaterThan(2 * 1.01 + 0.01);
  });

  test("end where their pin is let go, and when the cloth is cut or loses springs", async () => {
    const ends = async (act: (simulation: Simulation) => void): Promise<number> => {
      const scene = gridScene(3, 6, { tethers: 1, springs: { stretch: 10 }, pins: ["top"] });
      scene.cloths[0].grid.v = [0, -1, 0];
      const simulation = await createSimulation(scene);
      for (let n = 0; n < 20; n++) simulation.step();
      expect(lowest(simulation)).toBeGreaterThan(-5 - 1e-9);
      act(simulation);
      for (let n = 0; n < 100; n++) simulation.step();
      return lowest(simulation);
    };
    expect(await ends(() => {})).toBeGreaterThan(-5 - 1e-9);
    expect(await ends((s) => s.edit.cut([[0, 4]]))).toBeLessThan(-5.1);
    expect(await ends((s) => s.edit.removeSprings([[9, 12]]))).toBeLessThan(-5.1);
  });

  test("end where their pin is released", async () => {
    const scene = gridScene(3, 6, { tethers: 1, springs: { stretch: 10 }, pins: [{ vertices: "top", release: 0.2 }] });
    scene.cloths[0].grid.v = [0, -1, 0];
    const simulation = await createSimulation(scene);
    for (let n = 0; n < 120; n++) simulation.step();
    expect(lowest(simulation)).toBeLessThan(-6);
  });

  test("are never shorter than the cloth", async () => {
    await expect(createSimulation(banner("gauss-seidel", { tethers: 0.9 }))).rejects.toThrow(InputError);
  });
});
