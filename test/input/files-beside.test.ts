import { describe, expect, test } from "vitest";
import { fetchDecoders, listFilesBeside, loadFilesBeside, packGltf, readMeshFile } from "../../src/files.ts";
import { InputError } from "../../src/index.ts";
import { loadMeshes } from "../../src/world/load-meshes.ts";
import { loadDecoders, makeCompressed } from "./compressed-files.ts";
import { beside, makeGlb, morphingGltf, squareGltf } from "./gltf-files.ts";

const square = squareGltf();
const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];

test.each([
  ["a plain name", "sheet.bin", "sheet.bin"],
  ["percent signs", "F%C3%A4hnchen%20%5B1%5D%2B%26.bin", "Fähnchen [1]+&.bin"],
  ["the same as it is", "Fähnchen [1]+&.bin", "Fähnchen [1]+&.bin"],
  ["another script", "data/布%2Ebin", "data/布.bin"],
  ["a dot for the folder", "./data//sheet.bin", "data/sheet.bin"],
  ["a percent sign that escapes nothing", "100%.bin", "100%.bin"],
])("a buffer beside the file is found by %s", async (_what, uri, name) => {
  const { text, binary } = beside(square, uri);
  for (const content of [text, new TextEncoder().encode(text), makeGlb(text)]) {
    expect(listFilesBeside(content, "a.gltf")).toEqual([name]);
    const asked: string[] = [];
    const files = await loadFilesBeside(content, "models/a.gltf", async (path) => {
      asked.push(path);
      return binary;
    });
    expect(asked).toEqual([`models/${name}`]);
    expect([...readMeshFile(content, "a.gltf", { files }).positions]).toEqual(positions);
  }
});

test.each([
  ["https://example.com/a.bin", "nothing else is fetched"],
  ["file:///etc/passwd", "nothing else is fetched"],
  ["//host/share/a.bin", "nothing else is fetched"],
  ["/etc/passwd", "give its name as seen from the folder of this file"],
  ["%2Fetc%2Fpasswd", "give its name as seen from the folder of this file"],
  ["C%3A/a.bin", "give its name as seen from the folder of this file"],
  ["../a.bin", "nothing above it is read"],
  ["data/%2e%2e/%2E%2E/a.bin", "nothing above it is read"],
  ["..%5Ca.bin", "use / between folders"],
  ["a%00.bin", "no control characters"],
  ["./", "name a file"],
  ["a".repeat(2001), "at most 2000 characters"],
])("an address that is none of a file below, %j, is refused with its reason", async (uri, reason) => {
  const { text } = beside(square, uri);
  expect(() => listFilesBeside(text, "a.gltf")).toThrow(InputError);
  expect(() => listFilesBeside(text, "a.gltf")).toThrow(reason);
  expect(() => readMeshFile(text, "a.gltf", { files: new Map([[uri, square.binary]]) })).toThrow(reason);
});

test("what is missing, is text or is too large says so", async () => {
  const { text } = beside(square, "sheet.bin");
  expect(() => readMeshFile(text, "a.gltf")).toThrow(
    'a.gltf buffers[0].uri: got "sheet.bin"; embed the data, as in a GLB file, or give that file together with this one',
  );
  await expect(loadFilesBeside(text, "a.gltf", async () => "text")).rejects.toThrow("sheet.bin: got text; give the bytes");
  await expect(loadFilesBeside(text, "a.gltf", async () => new Uint8Array(1e8))).rejects.toThrow("bytes with a.gltf; keep them below");
  expect(() => readMeshFile(text, "a.gltf", { files: new Map([["sheet.bin", square.binary.subarray(0, 9)]]) })).toThrow(
    "where 9 bytes are there",
  );
  const huge = (count: number, byteLength: number): string => {
    const buffers = Array.from({ length: count }, (_, n) => ({ uri: `${n}.bin`, byteLength }));
    return JSON.stringify({ asset: { version: "2.0" }, buffers });
  };
  expect(() => listFilesBeside(huge(3, 4e7), "a.gltf")).toThrow("a.gltf buffers[2]: got 120000000 bytes so far");
  expect(() => listFilesBeside(huge(1001, 4), "a.gltf")).toThrow("use at most 1000");
});

test("a worker is sent the buffers with the mesh", async () => {
  const { text, binary } = beside(square, "sheet%201.bin");
  const files: Record<string, string | Uint8Array> = { "m/a.gltf": text, "m/sheet 1.bin": binary, "b.obj": "v 0 0 0\n" };
  const changes = [{ input: { mesh: { file: "m/a.gltf" } } }, { input: { mesh: "b.obj" } }] as unknown as Parameters<typeof loadMeshes>[0];
  const sent = await loadMeshes(changes, async (name) => files[name]);
  expect(Object.fromEntries(sent)).toEqual(files);
});

describe("a glTF file and its buffers become one file", () => {
  test("of the same mesh and motion", () => {
    const { json, binary } = morphingGltf();
    const { text } = beside({ json, binary }, "a.bin");
    const packed = packGltf(text, "a.gltf", new Map([["a.bin", binary]]));
    expect(JSON.stringify(readMeshFile(packed, "a.gltf"))).toBe(JSON.stringify(readMeshFile(makeGlb(json, binary), "a.gltf")));
    expect(packGltf(packed, "a.glb", new Map())).toEqual(packed);
    expect(() => packGltf(text, "a.gltf", new Map())).toThrow('a.gltf buffers[0].uri: got "a.bin"; give that file');
  });

  test("with its parts in several buffers, embedded or beside", () => {
    const cut = 48; // the positions; then the indices
    const buffers = [
      { uri: "one.bin", byteLength: cut },
      { uri: `data:;base64,${Buffer.from(square.binary.subarray(cut)).toString("base64")}`, byteLength: square.binary.length - cut },
    ];
    const views = square.json.bufferViews.map((view: object, n: number) => ({ ...view, buffer: n, byteOffset: 0 }));
    const text = JSON.stringify({ ...square.json, buffers, bufferViews: views });
    const packed = packGltf(text, "a.gltf", new Map([["one.bin", square.binary.subarray(0, cut)]]));
    expect([...readMeshFile(packed, "a.glb").positions]).toEqual(positions);
    expect([...readMeshFile(packed, "a.glb").triangles]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  test.each(["meshopt", "draco"] as const)("packed by %s", async (kind) => {
    const glb = await makeCompressed(kind);
    const decoders = await fetchDecoders(glb, await loadDecoders(), "waves.glb");
    const packed = packGltf(glb, "waves.glb", new Map());
    expect(readMeshFile(packed, "waves.glb", { decoders }).positions).toEqual(readMeshFile(glb, "waves.glb", { decoders }).positions);
  });
});
