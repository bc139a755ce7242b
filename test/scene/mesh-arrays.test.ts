import { describe, expect, test } from "vitest";
import { createSimulation, type MeshArraysInput, type SceneInput, type Simulation } from "../../src/index.ts";
import { MAX_VERTICES } from "../../src/mesh/limits.ts";
import { bindRenderMesh, updateRenderMesh } from "../../src/surface.ts";
import { makeGlb, squareGltf } from "../input/gltf-files.ts";

const POSITIONS = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const TRIANGLES = [0, 1, 2, 0, 2, 3];
const square: MeshArraysInput = { positions: POSITIONS, triangles: TRIANGLES };
/** Every triangle with corners of its own, as three.js draws what has no index. */
const loose = TRIANGLES.flatMap((i) => POSITIONS.slice(3 * i, 3 * i + 3));

const scene = (cloth: object, colliders: object[] = []): SceneInput => ({
  drape: 1,
  solver: { method: "implicit-euler" },
  cloths: [{ fabric: "cotton", ...cloth }],
  colliders,
});
const create = (cloth: object, colliders?: object[]): Promise<Simulation> => createSimulation(scene(cloth, colliders));

function positionsOf(simulation: Simulation): number[] {
  const out = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(out);
  return [...out];
}

async function hashAfter(simulation: Simulation): Promise<string | number> {
  for (let n = 0; n < 5; n++) simulation.step();
  return simulation.hash();
}

describe("a cloth from arrays", () => {
  test("moves to the same bits as the same mesh from a file, however the arrays are written", async () => {
    const { json, binary } = squareGltf();
    const loadMesh = async (): Promise<Uint8Array> => makeGlb(json, binary);
    const expected = await hashAfter(await createSimulation(scene({ mesh: "square.glb", pins: [0] }), { loadMesh }));
    const rows = (list: readonly number[]): number[][] => Array.from({ length: list.length / 3 }, (_, i) => list.slice(3 * i, 3 * i + 3));
    const meshes: MeshArraysInput[] = [
      square,
      { positions: rows(POSITIONS), triangles: rows(TRIANGLES) },
      { positions: Float32Array.from(POSITIONS), triangles: Uint16Array.from(TRIANGLES) },
      { positions: Float64Array.from(POSITIONS), triangles: rows(TRIANGLES).map((row) => Uint8Array.from(row)) },
      { positions: Float32Array.from(loose) },
    ];
    for (const mesh of meshes) expect(await hashAfter(await create({ mesh, pins: [0] }))).toBe(expected);
  });

  test("has its unit, its axis and its texture coordinates", async () => {
    const simulation = await create({ mesh: { ...square, unit: "cm", up: "z", uv: [0, 0, 1, 0, 1, 1, 0, 1] } });
    expect(positionsOf(simulation).map((c) => c + 0)).toEqual([0, 0, 0, 0.01, 0, 0, 0.01, 0, -0.01, 0, 0, -0.01]);
    expect([...simulation.uv]).toEqual([0, 0, 1, 0, 1, 1, 0, 1]);
  });

  test("is one where its vertices are in one place, or as near as is said", async () => {
    expect((await create({ mesh: { positions: loose } })).particleCount).toBe(4);
    const torn = loose.map((c, n) => (n > 9 ? c + 1e-4 : c));
    expect((await create({ mesh: { positions: torn } })).particleCount).toBe(6);
    expect((await create({ mesh: { positions: torn, weld: 1e-3 } })).particleCount).toBe(4);
  });

  test("is pinned by names and colours, and chosen by name", async () => {
    const groups = [
      { names: ["left", "cotton"], start: 0, count: 1 },
      { names: ["right"], start: 1, count: 1 },
    ];
    const colors = [1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0];
    const held = async (pins: object[] | string[]): Promise<number[]> => {
      const simulation = await create({ mesh: { ...square, groups, colors }, pins });
      const before = positionsOf(simulation);
      simulation.step();
      const after = positionsOf(simulation);
      return [0, 1, 2, 3].filter((i) => after[3 * i + 1] === before[3 * i + 1]);
    };
    expect(await held(["left"])).toEqual([0, 1, 2]);
    expect(await held([{ vertices: "cotton" }])).toEqual([0, 1, 2]);
    expect(await held(["right"])).toEqual([0, 2, 3]);
    expect(await held([{ vertices: { color: "red" } }])).toEqual([0, 3]);
    expect((await create({ mesh: { ...square, groups, group: "right" } })).particleCount).toBe(3);
  });

  test("is drawn with its seams when the same arrays are bound to it", async () => {
    const simulation = await create({ mesh: { positions: loose }, pins: [0, 3] });
    const render = { positions: Float64Array.from(loose), triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) };
    const binding = bindRenderMesh({ positions: Float64Array.from(positionsOf(simulation)), triangles: simulation.triangles }, render);
    for (let n = 0; n < 10; n++) simulation.step();
    const simulated = Float64Array.from(positionsOf(simulation));
    const drawn = new Float64Array(loose.length);
    updateRenderMesh(binding, simulated, drawn, new Float64Array(loose.length));
    TRIANGLES.forEach((i, corner) => {
      for (let c = 0; c < 3; c++) expect(drawn[3 * corner + c]).toBeCloseTo(simulated[3 * i + c], 9);
    });
  });

  const mesh = (fields: object): object => ({ mesh: { ...square, ...fields } });
  const FINS = [0, 0, 0, 0, 0, 1, 1, 0, 0, -1, 0, 0, 0, 1, 0];
  const FIN_TRIANGLES = [0, 1, 2, 1, 0, 3, 0, 1, 4];
  test.each<[string, object, string]>([
    ["a corner that is not there", mesh({ triangles: [0, 1, 4] }), "cloths[0].mesh.triangles[2]: got 4; give a whole number"],
    ["the same of typed arrays", mesh({ triangles: Uint32Array.of(9, 1, 2) }), "cloths[0].mesh.triangles[0]: got 9; give a whole number"],
    ["a number too many", mesh({ positions: [...POSITIONS, 1] }), "cloths[0].mesh.positions: got 13 numbers; give a multiple of 3"],
    ["not a number", mesh({ positions: Float32Array.of(0, 0, Number.NaN) }), "cloths[0].mesh.positions[2]: got NaN"],
    ["large whole numbers", mesh({ positions: new BigInt64Array(12) }), "cloths[0].mesh.positions[0]: got 0n"],
    ["no triangles", { mesh: { positions: POSITIONS } }, "cloths[0].mesh.triangles: got nothing, with 4 positions; give the corners"],
    ["nothing at all", { mesh: { positions: [] } }, "cloths[0].mesh.triangles: got nothing, with 0 positions"],
    ["an empty list", mesh({ triangles: new Uint32Array(0) }), "cloths[0].mesh.triangles: got an empty list"],
    ["too few texture coordinates", mesh({ uv: [0, 0] }), "cloths[0].mesh.uv: got 1 rows for 4 vertices; give one row a vertex"],
    ["too few colours", mesh({ colors: [0, 0, 0] }), "cloths[0].mesh.colors: got 1 rows for 4 vertices"],
    [
      "groups that overlap",
      mesh({
        groups: [
          { names: ["a"], start: 0, count: 2 },
          { names: ["b"], start: 1, count: 1 },
        ],
      }),
      "cloths[0].mesh.groups[1].start: got 1; begin at 2 or later",
    ],
    [
      "a group beyond the end",
      mesh({ groups: [{ names: ["a"], start: 1, count: 2 }] }),
      "cloths[0].mesh.groups[0]: got triangles 1 to 2; the mesh has 2",
    ],
    ["a group that is not there", mesh({ group: "lift" }), 'cloths[0].mesh: got no group "lift"; it names no groups'],
    ["a file besides", mesh({ file: "a.obj" }), "cloths[0].mesh.file: got a field that does not exist"],
    ["a triangle of no area", mesh({ triangles: [0, 1, 1, 0, 1, 2] }), ""],
    ["a triangle that is there twice", mesh({ triangles: [0, 1, 2, 1, 0, 2] }), ""],
    [
      "edges of three triangles",
      mesh({ positions: FINS, triangles: FIN_TRIANGLES }),
      "cloths[0].mesh: got 1 edge of three or more triangles",
    ],
    ["a tear", { ...mesh({}), tear: true }, "cloths[0].tear: got true with a mesh without flat rest coordinates"],
  ])("%s is refused in one sentence, or left out", async (_name, cloth, sentence) => {
    if (sentence === "") expect((await create(cloth)).particleCount).toBe(3);
    else await expect(create(cloth)).rejects.toThrow(sentence);
  });

  test("edges of three triangles are taken apart by repair, and the notices tell it", async () => {
    const { particleCount, notices } = await create(mesh({ positions: FINS, triangles: FIN_TRIANGLES, repair: true }));
    expect(particleCount).toBe(7);
    expect(notices).toEqual(["cloths[0].mesh: took apart 1 edge of three or more triangles, by 2 more vertices"]);
  });

  test("more vertices than there may be are refused before room is made for them", async () => {
    const positions = new Uint8Array(3 * (MAX_VERTICES + 1));
    await expect(create({ mesh: { positions } })).rejects.toThrow(`got ${MAX_VERTICES + 1} entries; give at most ${MAX_VERTICES}`);
  });
});

test("a body is made of the same arrays, with or without an index", async () => {
  const cloth = { grid: { columns: 3, rows: 3, width: 0.5, height: 0.5, origin: [0.2, 0.5, 0.1], u: [1, 0, 0], v: [0, 1, 0] } };
  const uv = new Float32Array(8);
  for (const mesh of [{ ...square, uv }, { positions: Float32Array.from(loose) }]) {
    const simulation = await create(cloth, [{ name: "wall", mesh }]);
    const out = new Float64Array(mesh.positions.length);
    simulation.bodies.readSurface("wall", out);
    expect([...out]).toEqual([...(mesh.positions as ArrayLike<number> as number[])]);
  }
  await expect(create(cloth, [{ mesh: { positions: Float32Array.of(0, 0, 0), triangles: [0, 0, 0] } }])).rejects.toThrow(
    "colliders[0].mesh.triangles[0]: got [0, 0, 0]; give three different corners",
  );
});
