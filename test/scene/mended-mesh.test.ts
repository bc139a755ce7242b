import { describe, expect, test } from "vitest";
import { createSimulation, type EventInput, type MeshInput, type Simulation } from "../../src/index.ts";

const SHEET = "v 0 9 0\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 5 5 5\nv 2 0 0\nv 2 1 0\nv 7 7 7\nf 2 3 4 5\nf 3 7 8 4\n";
/** Two sheets and a third on the edge between them, of vertices 2 and 3. */
const CROSS = "v 0 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv 2 0 0\nv 2 1 0\nv 1 0 1\nv 1 1 1\nf 1 3 4 2\nf 3 5 6 4\nf 3 7 8 4\n";

function create(
  mesh: string | MeshInput,
  files: Record<string, string>,
  rest: object = {},
  events: readonly EventInput[] = [],
): Promise<Simulation> {
  const grid = { columns: 2, rows: 2, width: 1, height: 1, origin: [20, 0, 0] };
  return createSimulation(
    {
      drape: 1,
      cloths: [
        { mesh, ...rest },
        { grid, pins: [0] },
      ],
      events,
      timestep: 0.01,
    },
    { loadMesh: async (name) => files[name] },
  );
}

const placesAfter = (simulation: Simulation, steps: number): number[] => {
  for (let n = 0; n < steps; n++) simulation.step();
  const out = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(out);
  return Array.from(out);
};

describe("a file with vertices in no triangle", () => {
  const files = { "a.obj": SHEET };

  test("gives cloth without them, in the file's order, and tells it", async () => {
    const simulation = await create("a.obj", files);
    expect(simulation.particleCount).toBe(6 + 4);
    expect(placesAfter(simulation, 0).slice(0, 18)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0, 2, 1, 0]);
    expect(simulation.notices).toEqual([
      "cloths[0].mesh: left out 3 vertices in no triangle; pins and events go by the numbers of the file, results by those of the vertices that are left",
    ]);
  });

  test("is pinned by the file's numbers", async () => {
    const simulation = await create("a.obj", files, { pins: [4, { vertices: [7] }] });
    const places = placesAfter(simulation, 5);
    expect(places.slice(9, 12)).toEqual([0, 1, 0]);
    expect(places.slice(15, 18)).toEqual([2, 1, 0]);
    expect(places[1]).toBeLessThan(0);
  });

  test("lets go, and is cut, by the file's numbers, behind which those of the next cloth follow", async () => {
    const events = [
      { at: 0, cut: [[2, 3]] },
      { at: 0.02, release: [4, 9] },
    ];
    const simulation = await create("a.obj", files, { pins: [4, 7] }, events);
    const places = placesAfter(simulation, 10);
    expect(places[10]).toBeLessThan(1);
    expect(places.slice(15, 18)).toEqual([2, 1, 0]);
    expect(places[19]).toBeLessThan(0); // the grid's first vertex
    expect([...simulation.origin.subarray(10)]).toEqual([1, 2]);
  });

  test.each<[string, object, readonly EventInput[], string]>([
    ["a pin of a vertex that is left out", { pins: [5] }, [], "cloths[0].pins[0]: got vertex 5, which is in no triangle; "],
    ["a pin beyond the file", { pins: [9] }, [], "cloths[0].pins[0]: got 9; the cloth has vertices 0 to 8"],
    ["an event beyond the scene", {}, [{ at: 1, release: [13] }], "events[0].release: got 13; the scene has vertices 0 to 12"],
    ["a cut of a vertex that is left out", {}, [{ at: 1, cut: [[0, 1]] }], "events[0].cut[0]: got vertex 0, which is in no triangle; "],
  ])("%s is an error", async (_name, rest, events, sentence) => {
    await expect(create("a.obj", files, rest, events)).rejects.toThrow(sentence);
  });

  test("of which a group is chosen is numbered anew", async () => {
    const simulation = await create({ file: "g.obj", group: "all" }, { "g.obj": SHEET.replace("f ", "g all\nf ") }, { pins: [5] });
    expect(placesAfter(simulation, 3).slice(15, 18)).toEqual([2, 1, 0]);
    expect(simulation.notices).toEqual([]);
  });
});

describe("an edge of three sheets", () => {
  const files = { "x.obj": CROSS };

  test("is refused", async () => {
    await expect(create("x.obj", files)).rejects.toThrow("x.obj: got 1 edge of three or more triangles: 3 at (1, 0.5, 0); ");
  });

  test("is taken apart by repair, and a pin of a copied vertex holds its copies", async () => {
    const simulation = await create({ file: "x.obj", repair: true }, files, { pins: [2, 3] });
    expect(simulation.particleCount).toBe(10 + 4);
    const places = placesAfter(simulation, 5);
    for (const particle of [2, 8]) expect(places.slice(3 * particle, 3 * particle + 3)).toEqual([1, 0, 0]);
    for (const particle of [3, 9]) expect(places.slice(3 * particle, 3 * particle + 3)).toEqual([1, 1, 0]);
  });

  test("is no hindrance for a body, whose file may be any", async () => {
    const text = `${CROSS}nl 1\nf 1 1 2\nf 1 2 5\n`;
    const simulation = await createSimulation(
      { drape: 1, cloths: [{ grid: { columns: 2, rows: 2, width: 1, height: 1 } }], colliders: [{ mesh: "x.obj" }] },
      { loadMesh: async () => text },
    );
    expect(simulation.notices).toEqual([
      'colliders[0].mesh: passed over 1 line unknown to OBJ, the first line 12 ("nl")',
      "colliders[0].mesh: passed over 1 face of fewer than three corners, the first in line 13",
    ]);
  });
});
