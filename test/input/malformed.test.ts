import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { MAX_MORPHS, MAX_NODES, MAX_NUMBERS } from "../../src/input/limits.ts";
import { readMeshFile } from "../../src/input/read-mesh-file.ts";
import { MAX_VERTICES } from "../../src/mesh/limits.ts";
import { bendingGltf, embed, type Gltf, makeGlb, morphingGltf, squareGltf } from "./gltf-files.ts";

/** The one sentence with which a file is refused. */
function refusal(content: string | Uint8Array, name = "m.glb"): string {
  try {
    readMeshFile(content, name);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).not.toContain("\n");
    return (error as Error).message;
  }
  return "opened";
}

function changed(change: (json: Gltf) => void, make: typeof squareGltf = squareGltf): Uint8Array {
  const { json, binary } = make();
  change(json);
  return makeGlb(json, binary);
}

const good = makeGlb(squareGltf().json, squareGltf().binary);
const withWord = (at: number, value: number): Uint8Array => {
  const bytes = good.slice();
  new DataView(bytes.buffer).setUint32(at, value, true);
  return bytes;
};
const binaryAt = 20 + new DataView(good.buffer).getUint32(12, true);

describe("the container of a GLB file", () => {
  test.each<[string, Uint8Array, string]>([
    ["an empty file", new Uint8Array(0), "m.glb: got an empty file; "],
    ["a header alone", good.slice(0, 12), "m.glb: got no GLB file; "],
    ["a truncated file", good.slice(0, -4), `m.glb: got ${good.length - 4} bytes where its header says ${good.length}; `],
    ["a length mismatch", withWord(8, good.length + 4), `m.glb: got ${good.length} bytes where its header says`],
    ["version 1", withWord(4, 1), "m.glb: got version 1 of the GLB format; export it as version 2"],
    ["a chunk that is too big", withWord(12, 0x7ffffffc), "m.glb: got a chunk of 2147483644 bytes where"],
    ["a chunk of an odd length", withWord(12, 13), "m.glb: got a chunk of 13 bytes, not a multiple of 4; "],
    ["a first chunk that is not JSON", withWord(16, 0x004e4942), "m.glb: got a first chunk that is not JSON; "],
    ["a second JSON chunk", withWord(binaryAt + 4, 0x4e4f534a), "m.glb: got a second JSON chunk; "],
    ["a chunk cut off in its header", withWord(binaryAt, 0), "m.glb: got "],
    ["JSON that is none", makeGlb("{ nodes: 1 }"), 'm.glb:1: got "{ nodes: 1 }"'.slice(0, 12)],
    ["a list", makeGlb("[]"), "m.glb: got []; give an object"],
    ["JSON nested 65 deep", makeGlb(`{"a":${"[".repeat(65)}${"]".repeat(65)}}`), "m.glb:1: got lists or objects nested more than 64 deep"],
  ])("%s", (_name, bytes, sentence) => {
    expect(refusal(bytes)).toContain(sentence);
  });

  test("a chunk of another type is passed over", () => {
    const bytes = new Uint8Array(good.length + 12);
    bytes.set(good);
    const view = new DataView(bytes.buffer);
    view.setUint32(8, bytes.length, true);
    view.setUint32(good.length, 4, true);
    view.setUint32(good.length + 4, 0x12345678, true);
    expect(refusal(bytes)).toBe("opened");
  });
});

describe("what a glTF file says", () => {
  test.each<[string, (json: Gltf) => void, string]>([
    ["no version", (j) => delete j.asset.version, "m.glb asset.version: got nothing"],
    ["version 1", (j) => Object.assign(j.asset, { version: "1.0" }), 'm.glb asset.version: got "1.0"; export it as glTF 2.0'],
    ["Draco", (j) => Object.assign(j, { extensionsRequired: ["KHR_draco_mesh_compression"] }), "export it without compression"],
    ["meshopt", (j) => Object.assign(j, { extensionsRequired: ["EXT_meshopt_compression"] }), "export it without compression"],
    ["an unknown extension", (j) => Object.assign(j, { extensionsRequired: ["X_y"] }), "export it without this extension"],
    [
      "an external buffer",
      (j) => Object.assign(j.buffers[0], { uri: "other.bin" }),
      'm.glb buffers[0].uri: got "other.bin"; embed the data',
    ],
    ["a buffer from elsewhere", (j) => Object.assign(j.buffers[0], { uri: "https://example.com/a.bin" }), "nothing else is fetched"],
    ["a script for a buffer", (j) => Object.assign(j.buffers[0], { uri: "javascript:alert(1)" }), "nothing else is fetched"],
    [
      "data that is not base64",
      (j) => Object.assign(j.buffers[0], { uri: "data:application/octet-stream;base64,A(==" }),
      '"(" in base64 data',
    ],
    [
      "a byteLength beyond the data",
      (j) => Object.assign(j.buffers[0], { byteLength: 4096 }),
      "m.glb buffers[0].byteLength: got 4096 where",
    ],
    ["a negative byteLength", (j) => Object.assign(j.buffers[0], { byteLength: -1 }), "m.glb buffers[0].byteLength: got -1"],
    [
      "a buffer without data",
      (j) => Object.assign(j.bufferViews[0], { buffer: 1 }),
      "m.glb bufferViews[0].buffer: got 1; the file has 1 buffers",
    ],
    ["a view beyond its buffer", (j) => Object.assign(j.bufferViews[0], { byteOffset: 60 }), "m.glb bufferViews[0]: got bytes 60 to 108"],
    [
      "an accessor that is too long",
      (j) => Object.assign(j.accessors[0], { count: 5 }),
      "5 elements, 60 bytes; the buffer view has 48 bytes",
    ],
    [
      "two thousand million vertices",
      (j) => Object.assign(j.accessors[0], { count: 2e9 }),
      `got 2000000000; give a whole number of at least 1 and up to ${MAX_VERTICES}`,
    ],
    [
      "as many without any bytes",
      (j) => (j.accessors[0] = { componentType: 5126, count: 2e9, type: "VEC3" }),
      "m.glb accessors[0].count: got 2000000000",
    ],
    ["no vertices", (j) => Object.assign(j.accessors[0], { count: 0 }), "m.glb accessors[0].count: got 0"],
    ["a stride that overlaps", (j) => Object.assign(j.bufferViews[0], { byteStride: 4 }), "m.glb bufferViews[0].byteStride: got 4"],
    ["an unknown component", (j) => Object.assign(j.accessors[0], { componentType: 5130 }), "m.glb accessors[0].componentType: got 5130"],
    ["positions of two numbers", (j) => Object.assign(j.accessors[0], { type: "VEC2" }), 'm.glb accessors[0].type: got "VEC2"'],
    [
      "an accessor that is not there",
      (j) => Object.assign(j.meshes[0].primitives[0].attributes, { POSITION: 7 }),
      "got 7; the file has 2 accessors",
    ],
    ["five corners", (j) => Object.assign(j.accessors[1], { count: 5 }), "got 5 corners; give three a triangle"],
    ["an index out of bounds", (j) => Object.assign(j.accessors[0], { count: 3 }), "indices: got vertex 3; use 0 to 2"],
    ["a mesh that is not there", (j) => Object.assign(j.nodes[0], { mesh: 3 }), "m.glb nodes[0].mesh: got 3; the file has 1 meshes"],
    ["a scene that is not there", (j) => Object.assign(j, { scene: 3 }), "m.glb scene: got 3; the file has 1 scenes"],
    ["a root that is not there", (j) => Object.assign(j.scenes[0], { nodes: [9] }), "m.glb scenes[0].nodes[0]: got 9"],
    ["a node that is its own child", (j) => Object.assign(j.nodes[0], { children: [0] }), "got a node that is its own ancestor"],
    ["a loop of nodes", (j) => j.nodes.push({ children: [2] }, { children: [1] }), "got a node that is its own ancestor"],
    ["a node with two parents", (j) => j.nodes.push({ children: [0] }, { children: [0] }), "got node 0 a second time"],
    ["a rotation of nothing", (j) => Object.assign(j.nodes[0], { rotation: [0, 0, 0, 0] }), "give a quaternion of length 1"],
    ["a projection", (j) => Object.assign(j.nodes[0], { matrix: [...Array(15).fill(0), 2] }), "got a projection"],
    ["a translation of text", (j) => Object.assign(j.nodes[0], { translation: ["1", 0, 0] }), 'nodes[0].translation[0]: got "1"'],
    ["transforms that multiply to infinity", (j) => deepen(j), "as a coordinate; give the nodes smaller transforms"],
    [
      "a forbidden key",
      (j) => (j.nodes[0] = JSON.parse('{ "mesh": 0, "__proto__": { "polluted": 1 } }')),
      "m.glb nodes[0].__proto__: got a forbidden key",
    ],
    ["nothing but points", (j) => Object.assign(j.meshes[0].primitives[0], { mode: 0 }), "m.glb: got no triangles"],
    ["too many nodes", (j) => (j.nodes = Array(MAX_NODES + 1).fill({})), `got ${MAX_NODES + 1} nodes`],
    [
      "sparse changes without end",
      (j) => Object.assign(j.accessors[0], { sparse: { count: 1e9 } }),
      "m.glb accessors[0].sparse.count: got 1000000000",
    ],
    ["a mesh shown ten thousand times", (j) => flood(j), `use at most ${MAX_VERTICES}`],
  ])("%s", (_name, change, sentence) => {
    expect(refusal(changed(change))).toContain(sentence);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test.each<[string, (json: Gltf) => void, string]>([
    ["a joint that is not there", (j) => Object.assign(j.skins[0], { joints: [0, 9] }), "m.glb skins[0].joints[1]: got 9"],
    ["fewer joints than the vertices follow", (j) => Object.assign(j.skins[0], { joints: [0] }), "got joint 1; the skin has 1"],
    ["a skin without joints", (j) => Object.assign(j.skins[0], { joints: [] }), "got no joints"],
    ["too few matrices", (j) => Object.assign(j.accessors[4], { count: 1 }), "got 1 matrices; give 2"],
    [
      "a channel without its sampler",
      (j) => Object.assign(j.animations[0].channels[0], { sampler: 4 }),
      "got 4; the animation has 1 samplers",
    ],
    [
      "a sampler called after a method",
      (j) => Object.assign(j.animations[0].channels[0], { sampler: "at" }),
      "got at; the animation has 1 samplers",
    ],
    ["more values than times", (j) => Object.assign(j.accessors[5], { count: 1 }), "got 2 values; give 1 for its times"],
    [
      "an animated node with a matrix",
      (j) => (j.nodes[1] = { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }),
      "which has a matrix",
    ],
    ["more numbers than memory is taken for", (j) => reread(j), `use a smaller file, of at most ${MAX_NUMBERS} numbers`],
  ])("of what moves: %s", (_name, change, sentence) => {
    expect(refusal(changed(change, bendingGltf))).toContain(sentence);
  });

  test.each<[string, (json: Gltf) => void, string]>([
    ["more morph targets than weights", (j) => j.meshes[0].primitives[0].targets.push({}), "got 4 values; give 6 for its times"],
    [
      "parts with different counts of targets",
      (j) => j.meshes[0].primitives.push({ ...j.meshes[0].primitives[0], targets: [{}] }),
      "m.glb meshes[0].primitives[1].targets: got 1 morph targets; give 2, as its mesh has",
    ],
    [
      "a target of another count",
      (j) => Object.assign(j.accessors[2], { count: 2 }),
      "m.glb accessors[2].count: got 2; give 3, one a vertex",
    ],
    [
      "weights a second time",
      (j) => j.animations[0].channels.push(j.animations[0].channels[0]),
      "m.glb animations[0].channels[1]: got weights of a node a second time; give them once",
    ],
    ["more targets than memory is taken for", (j) => mixMany(j), `use at most ${MAX_MORPHS}`],
    ["zeros that are read over and over", (j) => mixZeros(j), `use a smaller file, of at most ${MAX_NUMBERS} numbers`],
  ])("of what changes its form: %s", (_name, change, sentence) => {
    expect(refusal(changed(change, morphingGltf))).toContain(sentence);
  });

  test("numbers that are not finite in the buffer", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const { json, binary } = squareGltf();
      new DataView(binary.buffer).setFloat32(8, value, true);
      expect(refusal(makeGlb(json, binary))).toContain(`got ${value} in element 0; give finite numbers`);
    }
    const text = embed(squareGltf()).replace('"mesh":0', '"mesh":0,"translation":[1e999,0,0]');
    expect(refusal(text, "m.gltf")).toContain("m.gltf nodes[0].translation[0]: got Infinity");
  });

  test("names with markup are kept as text", () => {
    const name = '<img src=x onerror="alert(1)">';
    const mesh = readMeshFile(
      changed((j) => Object.assign(j.nodes[0], { name })),
      "m.glb",
    );
    expect(mesh.pieces[0].names[0]).toBe(name);
    expect(refusal("f 1 2 3", `${name}\n.obj`)).toContain("onerror"); // on one line, seen by refusal
  });
});

/** A row of nodes, each a million times the size of its parent. */
function deepen(json: Gltf): void {
  json.nodes = Array.from({ length: 100 }, (_, n) => ({ scale: [1e6, 1e6, 1e6], children: [n + 1] }));
  json.nodes.push({ mesh: 0 });
}

function flood(json: Gltf): void {
  json.accessors[0] = { componentType: 5126, count: 1000, type: "VEC3" };
  json.nodes = Array(MAX_NODES).fill({ mesh: 0 });
  json.scenes = [{ nodes: Array.from({ length: MAX_NODES }, (_, n) => n) }];
}

/** Morph targets that all look at the same zeros, which need no bytes at all. */
function reread(json: Gltf): void {
  const primitive = {
    attributes: { POSITION: json.accessors.length },
    targets: Array(30).fill({ POSITION: json.accessors.length }),
  };
  json.accessors.push({ componentType: 5126, type: "VEC3", count: 999_999 });
  json.meshes = [{ primitives: [primitive], weights: Array(30).fill(1) }];
  delete json.nodes[2].skin;
}

/** Nodes that all show the same thousands of targets, and all mix them. */
function mixMany(json: Gltf): void {
  json.meshes[0].primitives[0].targets = Array(10_000).fill({});
  json.accessors.push({ componentType: 5126, type: "SCALAR", count: 20_000 });
  json.animations[0].samplers[0].output = json.accessors.length - 1;
  json.nodes = Array(7).fill({ mesh: 0 });
  json.animations[0].channels = json.nodes.map((_: unknown, node: number) => ({
    sampler: 0,
    target: { node, path: "weights" },
  }));
}

/** Animated targets that all look at the same zeros, which need no bytes at all. */
function mixZeros(json: Gltf): void {
  const POSITION = json.accessors.push({ componentType: 5126, type: "VEC3", count: 999_999 }) - 1;
  const targets = Array(30).fill({ POSITION });
  json.meshes[0].primitives = [{ attributes: { POSITION }, targets }];
  json.accessors.push({ componentType: 5126, type: "SCALAR", count: 60 });
  json.animations[0].samplers[0].output = json.accessors.length - 1;
}

describe("OBJ files", () => {
  test.each<[string, string, string]>([
    ["a face of two vertices", "v 0 0 0\nv 1 0 0\nf 1 2", "m.obj: got 2 vertices and no faces"],
    ["index zero", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2", 'm.obj:4: got "0"; give a corner'],
    ["a huge index", "v 0 0 0\nf 1 2 99999999999999", "m.obj:2: got"],
    ["a negative index too far", "v 0 0 0\nf -1 -2 -3", "m.obj:2: got"],
    ["NaN as text", "v NaN 0 0", 'm.obj:1: got "NaN"; give a finite decimal number'],
    ["1e999", "v 1e999 0 0", 'm.obj:1: got "1e999"; give a finite decimal number'],
    ["a line without end", `v ${"1 ".repeat(140_000)}`, "m.obj:1: got a line of"],
    ["half a file", "v 0 0 0\nv 1 0", "m.obj:2: got a vertex of 2 numbers"],
    ["groups without end", "g a\nf 1 2 3\n".repeat(100_001), "changes of group"],
  ])("%s", (_name, text, sentence) => {
    expect(refusal(text, "m.obj")).toContain(sentence);
  });

  test("a file that is too large is refused by its size alone", () => {
    expect(refusal({ length: 100_000_001 } as Uint8Array, "m.obj")).toContain("keep a mesh file below 100000000 bytes");
  });
});
