import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseJson } from "../../src/files.ts";
import { createSimulation, parseScene, type SceneInput } from "../../src/index.ts";
import { bendingGltf, embed, makeGlb, squareGltf } from "../input/gltf-files.ts";

const { arrange, checkScene, listModels, openContent } = await import("../../studio/src/files/open-content.ts");
const { namedFile } = await import("../../studio/src/files/named-file.ts");
const { describeNotices } = await import("../../studio/src/files/describe-notices.ts");
const { describeSize } = await import("../../studio/src/files/open-dialog.ts");
const { sceneAround } = await import("../../studio/src/files/open-scene.ts");
const { findUnder } = await import("../../studio/src/files/pin-brush.ts");
const { formatSceneFile, nameInScene } = await import("../../studio/src/files/scene-file.ts");

const SHEET = "v 0 0 0 1 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\ng low\nf 1 2 3\ng high\nf 1 3 4\n";
const CURRENT: SceneInput = {
  drape: 1,
  cloths: [{ grid: { columns: 5, rows: 5, width: 1, height: 1 }, pins: ["top"] }],
  colliders: [{ name: "bend.glb", sphere: { center: [0, -3, 0], radius: 1 } }],
};
/** Opens one file. */
const open = async (name: string, bytes: Uint8Array, onProgress: (fraction: number) => void = () => {}) => {
  const { models, files } = await listModels([namedFile({ path: name, file: new File([Buffer.from(bytes)], name) })]);
  return openContent(models[0], files, onProgress);
};
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const metres = { scale: 1, up: "y" } as const;

async function hashAfter(scene: SceneInput, steps: number, meshes: Record<string, string | Uint8Array>): Promise<number> {
  const simulation = await createSimulation(scene, { loadMesh: async (name) => meshes[name] });
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation.hash();
}

test("a mesh is summed up in its own unit, and its pins are found by top, group and colour", async () => {
  const shares: number[] = [];
  const { opened, mesh } = await open("sheet.obj", bytesOf(SHEET), (fraction) => shares.push(fraction));
  expect(opened).toEqual({
    kind: "mesh",
    content: bytesOf(SHEET),
    summary: {
      format: "obj",
      vertexCount: 4,
      triangleCount: 2,
      bounds: [0, 0, 0, 1, 2, 0],
      groups: ["low", "high"],
      isPainted: true,
      animations: [],
      hasSeams: false,
    },
  });
  if (mesh === undefined) throw new Error("no mesh");
  const pins = (choice: Parameters<typeof arrange>[3]) => arrange(mesh, "sheet.obj", metres, choice).pins;
  expect(pins("top")).toEqual([2, 3]);
  expect(pins({ group: "high" })).toEqual([0, 2, 3]);
  expect(pins({ color: "red" })).toEqual([0]);
  expect(pins("none")).toEqual([]);
  expect(arrange(mesh, "sheet.obj", { scale: 0.01, up: "z" }, "none").bounds).toEqual([0, 0, -0.02, 0.01, 0, -0]);
});

test("a large file tells how far it is", async () => {
  const shares: number[] = [];
  await open("large.obj", bytesOf(`${SHEET}${"v 0.125 1.5 -7.25\n".repeat(60_000)}`), (share) => shares.push(share));
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
});

test("sizes are told in the unit and along the axis that are chosen", () => {
  expect(describeSize([0, 0, 0, 60, 174, 30], 0.01, "y")).toBe("1.74 m tall, 0.6 m wide, 0.3 m deep");
  expect(describeSize([0, 0, 0, 60, 174, 30], 0.001, "z")).toBe("30 mm tall, 60 mm wide, 0.174 m deep");
});

test("cloth hangs in a scene of its own, which is valid", async () => {
  const choice = { use: "cloth", arrangement: metres, fabric: "silk", pins: "top", meets: "sheet" } as const;
  const { mesh } = await open("sheet.obj", bytesOf(SHEET));
  if (mesh === undefined) throw new Error("no mesh");
  const scene = sceneAround("sheet.obj", "Sheet", choice, arrange(mesh, "sheet.obj", metres, "top"), CURRENT);
  expect(parseScene(scene).cloths[0].pins.map(({ vertices }) => vertices)).toEqual([[2], [3]]);
  await checkScene(scene, { "sheet.obj": SHEET });
  await expect(checkScene(scene, {})).rejects.toThrow('The scene names the file "sheet.obj"');
  const painted = sceneAround("a.obj", "", { ...choice, pins: { color: "red" } }, arrange(mesh, "a.obj", metres, "top"), CURRENT);
  expect(parseScene(painted).cloths[0].pins[0].vertices).toEqual({ color: "red", above: 0.5 });
});

test("what was mended in a mesh is told in a line, by the name of its file", async () => {
  const corner = bytesOf("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 -1 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\nf 1 1 2\n");
  const choice = { use: "cloth", arrangement: { ...metres, repair: true }, fabric: "silk", pins: "top", meets: "sheet" } as const;
  const { mesh } = await open("corner.obj", corner);
  if (mesh === undefined) throw new Error("no mesh");
  const scene = sceneAround("corner.obj", "Corner", choice, arrange(mesh, "corner.obj", choice.arrangement, "top"), CURRENT);
  const notices = await checkScene(scene, { "corner.obj": corner });
  expect(describeNotices("corner.obj", notices, "cloths[0].mesh")).toMatch(/^corner\.obj: passed over 1 face .*; took apart 1 edge .*\.$/);
  expect(describeNotices("scene.json", notices)).toContain("scene.json: cloths[0].mesh: passed over");
  expect(describeNotices("other.obj", notices, "colliders[0].mesh")).toBe("");
});

test("a body gets a sheet that falls on it, or joins the scene that is open under a name of its own", async () => {
  const { json, binary } = bendingGltf();
  const bytes = makeGlb(json, binary);
  const { mesh } = await open("bend.glb", bytes);
  if (mesh === undefined) throw new Error("no mesh");
  const choice = {
    use: "body",
    arrangement: { ...metres, weld: 0 },
    fabric: "cotton",
    pins: "none",
    meets: "sheet",
  } as const;
  const arranged = arrange(mesh, "bend.glb", choice.arrangement, undefined);
  expect(arranged.reach).toEqual(arranged.bounds);
  const { reach } = arrange(mesh, "bend.glb", choice.arrangement, undefined, "bend");
  expect(reach.map((c) => Math.round(100 * c) / 100)).toEqual([-1, 0, 0, 1, 2.41, 0]);
  const alone = sceneAround("bend.glb", "bend.glb", choice, arranged, CURRENT);
  const simulation = await createSimulation(alone, { loadMesh: async () => bytes });
  expect(simulation.view.inspect()).toMatchObject({ intersections: 0, maxPenetration: 0 });
  const joined = sceneAround("bend.glb", "bend.glb", { ...choice, meets: "current" }, arranged, CURRENT);
  expect(parseScene(joined).colliders.map(({ name }) => name)).toEqual(["bend.glb", "bend.glb 2"]);
  expect(joined.cloths).toEqual(CURRENT.cloths);
  const still = { ...choice, meets: "floor", animation: false } as const;
  const below = sceneAround("bend.glb", "bend.glb", still, arranged, CURRENT);
  const seen = await createSimulation(below, { loadMesh: async () => bytes });
  const [before, after] = [new Float32Array(18), new Float32Array(18)];
  seen.bodies.readSurface(0, before);
  for (let n = 0; n < 20; n++) seen.step();
  seen.bodies.readSurface(0, after);
  expect(after).toEqual(before);
  expect(seen.view.inspect()).toMatchObject({ intersections: 0, maxPenetration: 0 });
});

test("a saved scene holds its meshes and continues to the same bits", async () => {
  const { json, binary } = bendingGltf();
  const meshes = { "sheet.obj": SHEET, "bend.glb": makeGlb(json, binary) };
  const scene: SceneInput = {
    drape: 1,
    cloths: [{ mesh: "sheet.obj", pins: ["high"] }, { mesh: { file: "sheet.obj", unit: 0.3, up: "z" } }],
    colliders: [{ mesh: { file: "bend.glb", unit: 2, repeat: true } }, { plane: { point: [0, -1, 0] } }],
  };
  const text = formatSceneFile(scene, meshes);
  expect(text).not.toContain('"sheet.obj"');
  const saved = parseJson(text, "saved.json") as SceneInput;
  expect(await hashAfter(saved, 8, {})).toBe(await hashAfter(scene, 8, meshes));
  const plain = parseJson(readFileSync("scenes/flag.json", "utf8"), "flag.json") as SceneInput;
  expect(JSON.parse(formatSceneFile(plain, {}))).toEqual(plain);
});

test("a file keeps its name in the scene where it can", () => {
  expect(nameInScene("My shirt-2.glb", {}, 3)).toBe("My shirt-2.glb");
  expect(nameInScene("shirt.glb", { "shirt.glb": "" }, 3)).toBe("mesh-3.glb");
  expect(nameInScene("../../<b>.OBJ", {}, 4)).toBe("mesh-4.obj");
});

test("the brush takes what lies under it and not what is behind the camera", () => {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const view = { matrix: identity, width: 200, height: 100 };
  const positions = Float32Array.of(0, 0, 0, 0.05, 0, 0, 0.5, 0.5, 0);
  expect(findUnder(positions, view, 100, 50, 6)).toEqual([0, 1]);
  expect(findUnder(positions, view, 150, 25, 6)).toEqual([2]);
  const behind = { ...view, matrix: identity.map((value, n) => (n === 15 ? -1 : value)) };
  expect(findUnder(positions, behind, 100, 50, 600)).toEqual([]);
});

test("a file is what its bytes are, whatever it is called", async () => {
  const scene = { drape: 1, cloths: [{ grid: { columns: 2, rows: 2, width: 1, height: 1 } }] };
  expect((await open("cloth.glb", bytesOf(JSON.stringify(scene)))).opened).toEqual({ kind: "scene", input: scene, meshes: {} });
  const square = squareGltf();
  for (const bytes of [makeGlb(square.json, square.binary), bytesOf(embed(square))]) {
    const { opened } = await open("square.json", bytes);
    expect(opened).toMatchObject({ kind: "mesh", summary: { vertexCount: 4, hasSeams: true } });
  }
  expect((await open("sheet", bytesOf(SHEET))).opened).toMatchObject({ kind: "mesh", summary: { hasSeams: false } });
  await expect(open("shirt.obj", bytesOf("; FBX 7.7.0\n"))).rejects.toThrow("shirt.obj: got an FBX file; export it as GLB");
});
