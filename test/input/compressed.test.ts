import { beforeAll, describe, expect, test } from "vitest";
import { createSimulation, InputError } from "../../src/index.ts";
import { readMeshFile } from "../../src/input/read-mesh-file.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "../../src/mesh/limits.ts";
import type { MeshFile } from "../../src/mesh/mesh-file.ts";
import { loadDecoders, makeCompressed, waves } from "./compressed-files.ts";

const KINDS = ["draco", "sequential draco", "meshopt", "filtered meshopt"] as const;
const files = new Map<string, Uint8Array>();
let decoders: Awaited<ReturnType<typeof loadDecoders>>;
const fileOf = (kind: string): Uint8Array => files.get(kind) as Uint8Array;

beforeAll(async () => {
  decoders = await loadDecoders();
  for (const kind of KINDS) files.set(kind, await makeCompressed(kind));
});

const keyOf = (...numbers: number[]): string => numbers.map((c) => Math.round(1000 * c)).join(" ");

/** The centres of all triangles, ascending: encoders number vertices and triangles anew. */
function centres({ positions, triangles }: Pick<MeshFile, "positions" | "triangles"> | ReturnType<typeof waves>): number[][] {
  const rows: number[][] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    rows.push([0, 1, 2].map((c) => [0, 1, 2].reduce((sum, k) => sum + positions[3 * triangles[t + k] + c] / 3, 0)));
  }
  return rows.sort((a, b) => keyOf(a[0], a[1]).localeCompare(keyOf(b[0], b[1])));
}

test.each(KINDS)("a file packed by %s has the mesh that went in, within its rounding", (kind) => {
  const source = waves(12);
  const mesh = readMeshFile(fileOf(kind), "waves.glb", { decoders });
  expect(mesh.positions).toHaveLength(source.positions.length);
  expect(mesh.triangles).toHaveLength(source.triangles.length);
  const expected = centres(source);
  centres(mesh).forEach((centre, t) => {
    for (let c = 0; c < 3; c++) expect(Math.abs(centre[c] - expected[t][c])).toBeLessThan(1 / 4096);
  });
  for (let i = 0; i < mesh.positions.length / 3; i++) {
    // the texture coordinates are x and y, where v counts upwards
    expect(Math.abs((mesh.uv?.[2 * i] ?? 9) - mesh.positions[3 * i])).toBeLessThan(1 / 2048);
    expect(Math.abs(1 - (mesh.uv?.[2 * i + 1] ?? 9) - mesh.positions[3 * i + 1])).toBeLessThan(1 / 2048);
  }
  expect(mesh.colours).toHaveLength(source.colours.length);
  expect(Math.max(...(mesh.colours ?? []))).toBeGreaterThan(0.99);
  expect(mesh.pieces[0].names).toEqual(["sheet", "waves"]);
});

test.each<[(typeof KINDS)[number], string]>([
  ["draco", '"KHR_draco_mesh_compression"; install the package draco3dgltf'],
  ["meshopt", '"EXT_meshopt_compression"; install the package meshoptimizer'],
])("without a decoder a file packed by %s says which package to install", (kind, sentence) => {
  expect(() => readMeshFile(fileOf(kind), "waves.glb")).toThrow(`waves.glb extensionsRequired: got ${sentence}`);
  // a file that does not require what it cannot be read without
  const text = new TextDecoder("latin1").decode(fileOf(kind)).replace("extensionsRequired", "extensionsREQUIRED");
  const sly = Uint8Array.from(text, (c, n) => (n < 4000 ? c.charCodeAt(0) : fileOf(kind)[n]));
  expect(() => readMeshFile(sly, "waves.glb")).toThrow(/^waves\.glb .* install the package (draco3dgltf|meshoptimizer) and/);
});

// biome-ignore lint/suspicious/noExplicitAny: JSON of a test's own file
type Json = any;

/** The JSON of a GLB file changed, its binary part as it was. */
function withJson(bytes: Uint8Array, change: (json: Record<string, never>) => void): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  change(json);
  const text = JSON.stringify(json);
  const head = new TextEncoder().encode(text.padEnd(4 * Math.ceil(text.length / 4)));
  const out = new Uint8Array(20 + head.length + bytes.length - 20 - length);
  out.set(bytes.subarray(0, 20));
  out.set(head, 20);
  out.set(bytes.subarray(20 + length), 20 + head.length);
  new DataView(out.buffer).setUint32(8, out.length, true);
  new DataView(out.buffer).setUint32(12, head.length, true);
  return out;
}

test("data that stands beside the compressed is read where there is no decoder", async () => {
  const plain = await makeCompressed("plain");
  const beside = withJson(plain, (json: Json) => {
    json.meshes[0].primitives[0].extensions = { KHR_draco_mesh_compression: { bufferView: 99, attributes: { POSITION: 0 } } };
    json.bufferViews[0].extensions = { EXT_meshopt_compression: { buffer: 99 } };
  });
  expect(readMeshFile(beside, "waves.glb")).toEqual(readMeshFile(plain, "waves.glb"));
  expect(() => readMeshFile(beside, "waves.glb", { decoders })).toThrow("99");
});

test("counts of Draco data that are not those of the file are taken, with a notice", () => {
  const good = readMeshFile(fileOf("draco"), "waves.glb", { decoders });
  for (const [isCorner, count] of [
    [false, 7],
    [false, 999],
    [true, 3 * 500],
  ] as const) {
    const file = withJson(fileOf("draco"), (json: Json) => {
      for (const accessor of json.accessors) if ((accessor.type === "SCALAR") === isCorner) accessor.count = count;
    });
    const { notices, ...mesh } = readMeshFile(file, "waves.glb", { decoders });
    expect(mesh).toEqual(good);
    expect(notices).toEqual(["passed over: counts that are not those of the Draco data (1)"]);
  }
});

test("meshopt goes by its newer name too", () => {
  const renamed = withJson(fileOf("meshopt"), (json: Json) => {
    const text = JSON.stringify(json).replaceAll("EXT_meshopt", "KHR_meshopt");
    Object.assign(json, JSON.parse(text));
  });
  expect(readMeshFile(renamed, "waves.glb", { decoders })).toEqual(readMeshFile(fileOf("meshopt"), "waves.glb", { decoders }));
  expect(() => readMeshFile(renamed, "waves.glb")).toThrow('"KHR_meshopt_compression"; install the package meshoptimizer');
});

describe("in a scene", () => {
  const scene = { drape: 1, solver: { method: "implicit-euler" }, cloths: [{ mesh: "waves.glb", pins: [0] }] } as const;

  test("decoders are passed along, or fetched when a file needs them", async () => {
    const asked: string[] = [];
    const lazy = {
      draco: async () => {
        asked.push("draco");
        return decoders.draco;
      },
      meshopt: async () => {
        asked.push("meshopt");
        return decoders.meshopt;
      },
    };
    for (const kind of ["draco", "meshopt"] as const) {
      const loadMesh = async (): Promise<Uint8Array> => fileOf(kind);
      asked.length = 0;
      const simulations = [
        await createSimulation(scene, { loadMesh, decoders }),
        await createSimulation(scene, { loadMesh, decoders: lazy }),
      ];
      expect(asked).toEqual([kind]);
      for (const simulation of simulations) simulation.step();
      expect(simulations[0].particleCount).toBe(144);
      expect(simulations[0].hash()).toBe(simulations[1].hash());
      await expect(createSimulation(scene, { loadMesh })).rejects.toThrow("install the package");
      await expect(createSimulation(scene, { loadMesh, decoders: { [kind]: async () => undefined } })).rejects.toThrow(
        "install the package",
      );
    }
  });
});

describe("damaged and hostile data", () => {
  const change = (kind: string, by: (json: Json) => void): Uint8Array =>
    withJson(fileOf(kind), by as (json: Record<string, never>) => void);
  const packed = (json: Json): Json => json.bufferViews.find(({ extensions }: Json) => extensions).extensions.EXT_meshopt_compression;

  test.each<[string, string, (json: Json) => void, string]>([
    [
      "fewer triangles",
      "draco",
      (j) => {
        j.accessors.find(({ type }: Json) => type === "SCALAR").count = 3;
      },
      "242 triangles in its Draco data; give 1, as the file says",
    ],
    [
      "no such attribute",
      "draco",
      (j) => (j.meshes[0].primitives[0].extensions.KHR_draco_mesh_compression.attributes.POSITION = 99),
      "attribute 99",
    ],
    [
      "numbers of another size",
      "draco",
      (j) => (j.meshes[0].primitives[0].extensions.KHR_draco_mesh_compression.attributes.POSITION = 1),
      "numbers a vertex",
    ],
    ["a strip", "draco", (j) => (j.meshes[0].primitives[0].mode = 5), "mode: got 5 of a block of Draco; export triangles"],
    ["a gigantic count", "meshopt", (j) => (packed(j).count = 99_000_000), "bytes when unpacked; keep it below"],
    ["a count beyond all", "meshopt", (j) => (packed(j).count = 4e9), "count: got 4000000000"],
    ["a stride of nothing", "meshopt", (j) => (packed(j).byteStride = 0), "byteStride: got 0"],
    ["an odd stride", "meshopt", (j) => (packed(j).byteStride = 7), "elements of 7 bytes"],
    ["an unknown mode", "meshopt", (j) => (packed(j).mode = "POINTS"), 'mode: got "POINTS"'],
    ["an unknown filter", "meshopt", (j) => (packed(j).filter = "MAGIC"), 'filter: got "MAGIC"'],
    ["a view beyond its buffer", "meshopt", (j) => (packed(j).byteLength = 1e8), "the buffer has"],
    ["another count", "meshopt", (j) => (packed(j).count = 64), "meshopt data that cannot be unpacked"],
  ])("%s in %s is refused in one sentence", (_name, kind, by, sentence) => {
    const bytes = change(kind, by);
    expect(() => readMeshFile(bytes, "bad.glb", { decoders })).toThrow(InputError);
    expect(() => readMeshFile(bytes, "bad.glb", { decoders })).toThrow(sentence);
  });

  test("a block of Draco that claims more triangles than the file is never unpacked", () => {
    const bytes = fileOf("sequential draco").slice();
    const at = Buffer.from(bytes).indexOf("DRACO");
    bytes.set([0xff, 0xff, 0xff, 0xff, 0x0f], at + 11);
    let calls = 0;
    const draco = new Proxy(decoders.draco, {
      get(module, key) {
        calls++;
        return Reflect.get(module, key);
      },
    });
    expect(() => readMeshFile(bytes, "bad.glb", { decoders: { draco } })).toThrow("4294967295 triangles in its Draco data; give 242");
    expect(calls).toBe(0);
    bytes.set([2, 1], at + 5);
    expect(() => readMeshFile(bytes, "bad.glb", { decoders })).toThrow("Draco data of version 2.1");
    bytes.set([2, 2], at + 5);
    bytes[at + 10] = 0x80;
    expect(() => readMeshFile(bytes, "bad.glb", { decoders })).toThrow("Draco data with metadata");
  });

  test("a block of Draco with nothing behind a claim as large as can be is refused, in bounded memory", () => {
    const large = change("sequential draco", (j) => {
      for (const accessor of j.accessors) accessor.count = accessor.type === "SCALAR" ? 3 * MAX_TRIANGLES : MAX_VERTICES;
    });
    const at = Buffer.from(large).indexOf("DRACO") + 11;
    const varint = (value: number): number[] => [0, 7, 14, 21].map((shift) => ((value >> shift) & 127) | (shift < 21 ? 128 : 0));
    large.set([...varint(MAX_TRIANGLES), ...varint(MAX_VERTICES)], at);
    expect(() => readMeshFile(large, "bad.glb", { decoders })).toThrow("Draco data that cannot be unpacked");
    expect(decoders.draco.HEAPF32.byteLength).toBeLessThan(512 * 2 ** 20);
  });

  test.each(KINDS)("%s with flipped bytes or a cut end is refused in one sentence or opened", (kind) => {
    const good = fileOf(kind);
    const start = 28 + new DataView(good.buffer, good.byteOffset).getUint32(12, true);
    let seed = 20261118;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    let refused = 0;
    for (let n = 0; n < 200; n++) {
      const bytes = good.slice();
      for (let k = 0; k <= n % 4; k++) bytes[start + random(good.length - start)] ^= 1 + random(255);
      if (n % 10 === 0) bytes.fill(0, start + random(good.length - start));
      try {
        const mesh = readMeshFile(bytes, "flip.glb", { decoders });
        expect(mesh.positions.every(Number.isFinite)).toBe(true);
        expect(mesh.triangles.every((corner) => corner < mesh.positions.length / 3)).toBe(true);
      } catch (error) {
        refused++;
        expect(error).toBeInstanceOf(InputError);
        expect((error as Error).message).toMatch(/^flip\.glb[^\n]*: got [^\n]+; [^\n]+$/);
      }
    }
    expect(refused).toBeGreaterThan(0);
    // the decoder still works, in the memory that it had
    expect(decoders.draco.HEAPF32.byteLength).toBeLessThan(512 * 2 ** 20);
    expect(readMeshFile(good, "good.glb", { decoders }).positions).toHaveLength(432);
  });
});
