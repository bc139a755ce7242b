import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { beside, makeGlb, squareGltf } from "../input/gltf-files.ts";
import { testFull } from "../support/full.ts";
import { makeZip } from "./zip-files.ts";

const { listModels, openContent } = await import("../../studio/src/files/open-content.ts");
const { namedFile } = await import("../../studio/src/files/named-file.ts");
const { readZip } = await import("../../studio/src/files/read-zip.ts");

const square = squareGltf();
const { text, binary } = beside(square, "data/F%C3%A4hnchen%201.bin");
const GLTF = Buffer.from(text);
const list = (...given: readonly [path: string, bytes: Uint8Array][]) =>
  listModels(given.map(([path, bytes]) => namedFile({ path, file: new File([Buffer.from(bytes)], path) })));
const open = async (...given: readonly [path: string, bytes: Uint8Array][]) => {
  const { files, models } = await list(...given);
  return openContent(models[0], files, () => {});
};
const whole = (n: number): Promise<Uint8Array>[] =>
  readZip(makeZip([{ name: "a.bin", bytes: new Uint8Array(n) }]), "a.zip").map((file) => file.read());

test.each([
  ["in folders of an archive", "model/deep/", "model/deep/data/Fähnchen 1.bin"],
  ["whose accents are written apart", "", "data/Fähnchen 1.bin".normalize("NFD")],
  ["that was dropped without its folder", "", "Fähnchen 1.bin"],
])("a glTF file finds its buffer %s", async (_what, folder, path) => {
  const files: [string, Uint8Array][] = [
    [path, binary],
    [`${folder}sheet.gltf`, GLTF],
    [`${folder}readme.txt`, Buffer.from("nothing")],
    [`${folder}package.json`, Buffer.from('{ "name": "no model" }')],
  ];
  const entries = files.map(([name, bytes], n) => ({ name, bytes, isStored: n % 2 === 0 }));
  for (const { name, opened } of [await open(...files), await open(["a.zip", makeZip(entries)])]) {
    expect(name).toBe("sheet.gltf");
    expect(opened).toMatchObject({ kind: "mesh", summary: { format: "gltf", vertexCount: 4, triangleCount: 2 } });
    if (opened.kind !== "mesh") throw new Error("no mesh");
    // in the scene it is one file
    expect((await open(["one.glb", opened.content])).opened).toMatchObject({ summary: { format: "glb", vertexCount: 4 } });
  }
});

test("a scene finds its meshes among the files", async () => {
  const scene = { drape: 1, cloths: [{ mesh: "meshes/sheet.gltf", fabric: "silk" }] };
  const { name, opened } = await open(
    ["show/scene.json", Buffer.from(JSON.stringify(scene))],
    ["show/meshes/sheet.gltf", GLTF],
    ["show/meshes/data/Fähnchen 1.bin", binary],
  );
  expect(name).toBe("scene.json");
  if (opened.kind !== "scene") throw new Error("no scene");
  expect(Object.keys(opened.meshes)).toEqual(["meshes/sheet.gltf"]);
});

test("of several models all are listed, the likeliest first, of scenes and their meshes the scenes alone", async () => {
  const stl = Buffer.alloc(84 + 50 * 400);
  stl.writeUInt32LE(400, 80);
  const meshes: [string, Uint8Array][] = [
    ["a/ball.obj", Buffer.from("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")],
    ["a/notes.txt", Buffer.from("verily")],
    ["a/table.stl", stl],
    ["a/b/sheet.gltf", GLTF],
    ["a/b/data/Fähnchen 1.bin", binary],
    ["a/sheet.glb", makeGlb(square.json, square.binary)],
  ];
  const paths = async (...given: [string, Uint8Array][]) => (await list(...given)).models.map(({ path }) => path);
  const found = ["a/sheet.glb", "a/b/sheet.gltf", "a/table.stl", "a/ball.obj"];
  expect(await paths(...meshes)).toEqual(found);
  expect(await paths(["a.zip", makeZip(meshes.map(([name, bytes]) => ({ name, bytes })))])).toEqual(found);
  expect(await paths(...meshes, ["a/scene.json", Buffer.from('{ "drape": 1 }')])).toEqual(["a/scene.json"]);
});

test("what is missing is told by name", async () => {
  await expect(open(["sheet.gltf", GLTF])).rejects.toThrow("sheet.gltf: got no data/Fähnchen 1.bin with it; open both together");
  await expect(open(["a.png", Buffer.from("\x89PNG")], ["b.txt", Buffer.from("text")])).rejects.toThrow(
    "got 2 files, none of which is a scene",
  );
  await expect(open(["a.zip", makeZip([])])).rejects.toThrow("got nothing");
});

describe("a hostile archive", () => {
  testFull("is unpacked no further than a mesh may be large, whatever it claims", async () => {
    const bomb = makeZip([{ name: "bomb.glb", bytes: new Uint8Array(110_000_000), claims: 12 }]);
    expect(bomb.length).toBeLessThan(200_000);
    const [file] = readZip(bomb, "a.zip");
    expect((await file.head(16)).length).toBeLessThan(1_000_000);
    await expect(file.read()).rejects.toThrow(/^bomb\.glb: got 1000\d+ bytes; choose a file of at most 100000000 bytes\.$/);
  });

  test("may claim any size", async () => {
    const [file] = readZip(makeZip([{ name: "a.glb", bytes: makeGlb(square.json, square.binary), claims: 0xffffffff }]), "a.zip");
    expect(await file.read()).toEqual(makeGlb(square.json, square.binary));
  });

  test("gives no more than its budget in all", async () => {
    const archive = makeZip([1, 2, 3, 4].map((n) => ({ name: `${n}.bin`, bytes: new Uint8Array(1_000_000), claims: 12 })));
    expect(archive.length).toBeLessThan(10_000);
    const files = readZip(archive, "a.zip", 3_500_000);
    expect((await files[3].head(16)).length).toBeLessThan(500_000);
    const read = async () => {
      for (const file of files) await file.read();
    };
    await expect(read()).rejects.toThrow("4.bin: got more bytes than an archive may hold; choose a smaller one.");
  });

  test("has no names that lead upwards, and none of its folders are files", () => {
    const names = ["../up.glb", "a/../../up.glb", "..\\up.glb", "folder/", "__MACOSX/a.glb", "/root.glb", "b\\c.glb", "./d.glb"];
    const files = readZip(makeZip(names.map((name) => ({ name, bytes: new Uint8Array(1) }))), "a.zip");
    expect(files.map(({ path }) => path)).toEqual(["root.glb", "b/c.glb", "d.glb"]);
  });

  test("with a password or another way of packing is refused in a sentence", async () => {
    const [locked] = readZip(makeZip([{ name: "a.glb", bytes: new Uint8Array(9), flags: 1 }]), "a.zip");
    await expect(locked.read()).rejects.toThrow("a.glb: got a file with a password");
    const bytes = makeZip([{ name: "a.glb", bytes: new Uint8Array(9), isStored: true }]);
    new DataView(bytes.buffer).setUint16(bytes.length - 22 - 51 + 10, 14, true);
    await expect(readZip(bytes, "a.zip")[0].read()).rejects.toThrow("a.glb: got compression method 14");
  });

  test("that is damaged anywhere is refused in a sentence, or opened", async () => {
    const good = makeZip([
      { name: "a.bin", bytes: randomBytes(40) },
      { name: "b.bin", bytes: new Uint8Array(400) },
    ]);
    for (let at = 0; at < good.length; at++) {
      const bytes = good.slice();
      bytes[at] ^= 0xff;
      try {
        for (const file of readZip(bytes, "a.zip")) await file.read();
      } catch (error) {
        expect((error as Error).message).toMatch(/^\S[^\n]*: got [^\n]+; [^\n]+\.$/);
      }
    }
    for (let length = 0; length < good.length; length++)
      expect(() => readZip(good.slice(0, length), "a.zip")).toThrow("an archive that cannot be read");
    expect((await Promise.all(whole(10)))[0]).toHaveLength(10);
  });
});
