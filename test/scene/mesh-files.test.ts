import { describe, expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { settleScene } from "../../src/scene/settle-scene.ts";
import { bendingGltf, makeGlb, squareGltf } from "../input/gltf-files.ts";

const square = makeGlb(squareGltf().json, squareGltf().binary);
const bending = makeGlb(bendingGltf().json, bendingGltf().binary);
const OBJ = "v 0 0 0 1 0 0\nv 100 0 0\nv 100 0 100\nv 0 0 100 1 0 0\no sheet\ng left\nf 1 2 3\ng right\nf 1 3 4\n";
const files: Record<string, string | Uint8Array> = { "square.glb": square, "bend.glb": bending, "sheet.obj": OBJ };
const loadMesh = async (name: string): Promise<string | Uint8Array> => files[name];
const scene = (cloth: object, colliders: object[] = []): SceneInput => ({
  drape: 1,
  solver: { method: "implicit-euler" },
  cloths: [{ fabric: "cotton", ...cloth }],
  colliders,
});
const create = (cloth: object, colliders?: object[]) => createSimulation(scene(cloth, colliders), { loadMesh });

async function positionsOf(cloth: object): Promise<number[]> {
  const simulation = await create(cloth);
  const out = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(out);
  return [...out];
}

describe("a cloth from a file", () => {
  test("comes from GLB as from OBJ, with unit and up-axis", async () => {
    expect(await positionsOf({ mesh: "square.glb" })).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect(await positionsOf({ mesh: { file: "sheet.obj", unit: "cm", up: "z" } })).toEqual([0, 0, -0, 1, 0, -0, 1, 1, -0, 0, 1, -0]);
    expect((await positionsOf({ mesh: { file: "sheet.obj", unit: 0.5 } }))[3]).toBe(50);
  });

  test("is the same whether the scene names the file or holds it", async () => {
    const embedded = `data:model/gltf-binary;base64,${Buffer.from(square).toString("base64")}`;
    const hashes = await Promise.all(
      ["square.glb", embedded].map(async (file) => {
        const simulation = await create({ mesh: { file, unit: "cm" }, pins: [0] });
        for (let n = 0; n < 5; n++) simulation.step();
        return simulation.hash();
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });

  test("is pinned by group and by colour", async () => {
    const mesh = { file: "sheet.obj", unit: "cm" };
    const moved = async (pins: object[] | string[]): Promise<number[]> => {
      const simulation = await create({ mesh, pins });
      const before = new Float64Array(12);
      const after = new Float64Array(12);
      simulation.readPositions(before);
      simulation.step();
      simulation.readPositions(after);
      return [0, 1, 2, 3].filter((i) => after[3 * i + 1] !== before[3 * i + 1]);
    };
    expect(await moved(["left"])).toEqual([3]);
    expect(await moved([{ vertices: "right" }])).toEqual([1]);
    expect(await moved([{ vertices: { color: "red" } }])).toEqual([1, 2]);
    expect(await moved([{ vertices: { color: "white", above: 0.9 } }])).toEqual([0, 3]);
  });

  test.each<[string, object, string]>([
    ["a group that is not there", { mesh: { file: "sheet.obj", group: "lift" } }, 'sheet.obj: got no group "lift"; did you mean "left"?'],
    ["pins of a group that is not there", { mesh: "sheet.obj", pins: ["lft"] }, 'cloths[0].pins[0]: got "lft"; did you mean "left"?'],
    [
      "a colour of an unpainted mesh",
      { mesh: "square.glb", pins: [{ vertices: { color: "red" } }] },
      "paint the vertices of the mesh first",
    ],
    ["a colour without a name", { mesh: "sheet.obj", pins: [{ vertices: { color: "rot" } }] }, "cloths[0].pins[0].vertices.color"],
    ["a unit that nobody knows", { mesh: { file: "sheet.obj", unit: "ell" } }, "cloths[0].mesh.unit: got"],
    ["an axis", { mesh: { file: "sheet.obj", up: "x" } }, 'cloths[0].mesh.up: got "x"; '],
    [
      "an animation of cloth",
      { mesh: { file: "bend.glb", animation: "bend" } },
      "cloths[0].mesh.animation: got a field that does not exist",
    ],
    ["another address", { mesh: "https://example.com/a.glb" }, "cloths[0].mesh: got"],
    ["data of another kind", { mesh: { file: "data:text/html;base64,AAAA" } }, "embed a mesh as data:model/gltf-binary"],
    ["damaged data", { mesh: { file: "data:model/obj;base64,<b>" } }, "embedded.obj: got"],
    ["a damaged file", { mesh: { file: "data:model/gltf-binary;base64,AAAA" } }, "embedded.glb: got binary data of no known kind"],
  ])("%s is refused in one sentence", async (_name, cloth, sentence) => {
    await expect(create(cloth)).rejects.toThrow(sentence);
  });

  test("methods that need flat coordinates refuse it", async () => {
    const input = { ...scene({ mesh: "square.glb" }), solver: { method: "linear-triangle" } } as const;
    await expect(createSimulation(input, { loadMesh })).rejects.toThrow("needs flat rest coordinates (u, v)");
  });
});

describe("an animated body", () => {
  const sheet = { grid: { columns: 9, rows: 9, width: 0.8, height: 0.8, origin: [-1.1, 1.4, -0.4], v: [0, 0, 1] } };
  const body = { name: "strip", mesh: { file: "bend.glb", animation: "bend" } };

  test("has its form at each time, moved by its own motion", async () => {
    const motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 1, offset: [0, 0, 3] },
      ],
    };
    const simulation = await create(sheet, [{ ...body, motion }]);
    const out = new Float64Array(18);
    simulation.bodies.readSurface("strip", out);
    expect([...out.subarray(12, 15)]).toEqual([0, 2, 0]);
    for (let n = 0; n < 60; n++) simulation.step();
    simulation.bodies.readSurface("strip", out);
    const [x, y, z] = out.subarray(12, 15);
    expect([x, y, z].map((c) => Math.round(1e6 * c) / 1e6)).toEqual([-1, 1, 3]);
    expect(() => simulation.bodies.readSurface("strip", new Float64Array(3))).toThrow("give an array of 18");
  });

  test("pushes the cloth that it meets aside, without an intersection, to the same bits after a snapshot", async () => {
    const curtain = { ...sheet.grid, height: 1.2, origin: [-0.5, 2.9, -0.4], u: [0, 0, 1], v: [0, -1, 0] };
    const simulation = await create({ grid: curtain, pins: ["top"] }, [body]);
    for (let n = 0; n < 30; n++) simulation.step();
    const middle = simulation.snapshot();
    let touched = 0;
    for (let n = 0; n < 30; n++) {
      simulation.step();
      touched = Math.max(touched, simulation.view.measure().contacts);
    }
    expect(touched).toBeGreaterThan(0);
    expect(simulation.view.inspect().intersections).toBe(0);
    const hash = simulation.hash();
    simulation.restore(middle);
    for (let n = 0; n < 30; n++) simulation.step();
    expect(simulation.hash()).toBe(hash);
  });

  test.each<[string, object, string]>([
    [
      "an animation that is not there",
      { file: "bend.glb", animation: "bent" },
      'colliders[0].mesh.animation: got "bent"; did you mean "bend"?',
    ],
    ["one of a file without any", { file: "square.glb", animation: "bend" }, "the file has no animations"],
  ])("%s is refused", async (_name, mesh, sentence) => {
    await expect(create(sheet, [{ mesh }])).rejects.toThrow(sentence);
  });

  test("carries cloth that is attached to it, as its nearest triangle goes and as it is moved itself", async () => {
    // 0.1 m in front of the tip, which turns by a quarter about (0, 1, 0) in a second
    const shred = { grid: { columns: 2, rows: 2, width: 0.2, height: 0.2, origin: [0.8, 2, 0.1] } };
    const rising = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 1, offset: [0, 3, 0] },
      ],
    };
    const attached = { ...shred, attachments: [{ vertices: [0, 1], to: "strip" }] };
    const simulation = await create(attached, [{ ...body, motion: rising }]);
    const cut = simulation.snapshot();
    const out = new Float64Array(12);
    const placeAt = (steps: number): number[] => {
      while (simulation.steps < steps) simulation.step();
      simulation.readPositions(out);
      return [...out.subarray(0, 3)].map((c) => Math.round(1e4 * c) / 1e4 + 0);
    };
    expect(placeAt(0)).toEqual([0.8, 2, 0.1]);
    const [x, y] = [0.8, 1].map((c) => c * Math.SQRT1_2);
    expect(placeAt(30)).toEqual([x - y, 1 + x + y + 1.5, 0.1].map((c) => Math.round(1e4 * c) / 1e4));
    expect(placeAt(60)).toEqual([-1, 1.8 + 3, 0.1]);
    const hash = simulation.hash();
    simulation.restore(cut);
    placeAt(60);
    expect(simulation.hash()).toBe(hash);
    const backstop = { ...shred, attachments: [{ vertices: [0], to: "strip", maxDistance: 0.1, backstop: 0.1 }] };
    await expect(create(backstop, [body])).rejects.toThrow('a backstop cannot go with "strip", which is animated');
  });

  test("stays as it is at the start while a scene is settled", async () => {
    const still = { ...scene(sheet, [body]), gravity: [0, 0, 0] };
    const settled = await settleScene(still, { loadMesh, seconds: 0.2 });
    const { positions } = (settled.scene.cloths as { positions: number[] }[])[0];
    expect(positions.slice(0, 3)).toEqual([-1.1, 1.4, -0.4]); // where the strip passes later
  });

  test.each([{}, { maxDistance: 0.01 }])("so does cloth that is attached to it, %j", async (leash) => {
    const shred = { grid: { columns: 2, rows: 2, width: 0.2, height: 0.2, origin: [0.8, 2, 0.1] } };
    const attached = { ...shred, attachments: [{ vertices: [0, 1, 2, 3], to: "strip", ...leash }] };
    const settled = await settleScene({ ...scene(attached, [body]), gravity: [0, 0, 0] }, { loadMesh, seconds: 0.2 });
    const { positions } = (settled.scene.cloths as { positions: number[] }[])[0];
    [0.8, 2, 0.1].forEach((c, k) => {
      expect(positions[k]).toBeCloseTo(c, 6);
    });
  });

  test("stands still where the scene wants no animation", async () => {
    const simulation = await create(sheet, [{ mesh: { file: "bend.glb", animation: false } }]);
    for (let n = 0; n < 10; n++) simulation.step();
    const out = new Float64Array(18);
    simulation.bodies.readSurface(0, out);
    expect([...out.subarray(12, 15)]).toEqual([0, 2, 0]);
  });
});
