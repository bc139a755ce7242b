import { describe, expect, test } from "vitest";
import { readMeshFile } from "../../src/input/read-mesh-file.ts";
import { createBuffer, type Gltf, makeGlb, squareGltf } from "./gltf-files.ts";

/** The mesh of a file with a unit square, changed. */
function read(change: (json: Gltf) => void): ReturnType<typeof readMeshFile> {
  const { json, binary } = squareGltf();
  change(json);
  return readMeshFile(makeGlb(json, binary), "m.glb");
}

describe("KHR_node_visibility", () => {
  test("hides a node and all below it, whatever these say", () => {
    const mesh = read((json) => {
      json.extensionsUsed = ["KHR_node_visibility"];
      json.extensionsRequired = ["KHR_node_visibility"];
      const visible = (value: boolean) => ({ KHR_node_visibility: { visible: value } });
      json.nodes = [
        { name: "shown", mesh: 0, extensions: visible(true) },
        { name: "hidden", mesh: 0, children: [2], extensions: visible(false) },
        { name: "below", mesh: 0, extensions: visible(true) },
        { name: "plain", mesh: 0, extensions: { KHR_node_visibility: {} } },
      ];
      json.scenes = [{ nodes: [0, 1, 3] }];
    });
    expect(mesh.pieces.map(({ names }) => names[0])).toEqual(["shown", "plain"]);
    expect(mesh.positions).toHaveLength(24);
  });

  test("of everything leaves no triangles", () => {
    const hide = (json: Gltf) => Object.assign(json.nodes[0], { extensions: { KHR_node_visibility: { visible: false } } });
    expect(() => read(hide)).toThrow("m.glb: got no triangles; export a mesh of triangles");
  });
});

/** A file whose square is copied by these attributes. */
function copied(attributes: (buffer: ReturnType<typeof createBuffer>) => Gltf, node: Gltf = {}): Uint8Array {
  const buffer = createBuffer();
  const POSITION = buffer.floats([0, 0, 0, 1, 0, 0, 1, 1, 0], "VEC3", 3);
  const extensions = { EXT_mesh_gpu_instancing: { attributes: attributes(buffer) } };
  const { json, binary } = buffer.finish({
    extensionsUsed: ["EXT_mesh_gpu_instancing"],
    extensionsRequired: ["EXT_mesh_gpu_instancing"],
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, extensions, ...node }],
    meshes: [{ primitives: [{ attributes: { POSITION } }] }],
  });
  return makeGlb(json, binary);
}

describe("EXT_mesh_gpu_instancing", () => {
  test("shows a mesh once for every copy: scaled, turned, moved, then as its node is", () => {
    const half = Math.SQRT1_2;
    const bytes = copied(
      (buffer) => ({
        TRANSLATION: buffer.floats([0, 0, 0, 0, 0, 5], "VEC3", 3),
        ROTATION: buffer.floats([0, 0, 0, 1, 0, 0, half, half], "VEC4", 4),
        SCALE: buffer.floats([1, 1, 1, 2, 2, 2], "VEC3", 3),
        _ID: 0,
      }),
      { translation: [10, 0, 0] },
    );
    const { positions, triangles } = readMeshFile(bytes, "m.glb");
    const rounded = [...positions].map((value) => Math.round(1e6 * value) / 1e6 + 0);
    expect(rounded).toEqual([10, 0, 0, 11, 0, 0, 11, 1, 0, 10, 0, 5, 10, 2, 5, 8, 2, 5]);
    expect([...triangles]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("turns the triangles of copies that are mirrored, and of nodes that are", () => {
    const mirrored = (buffer: ReturnType<typeof createBuffer>) => ({ SCALE: buffer.floats([1, 1, 1, -1, 1, 1], "VEC3", 3) });
    expect([...readMeshFile(copied(mirrored), "m.glb").triangles]).toEqual([0, 1, 2, 3, 5, 4]);
    expect([...readMeshFile(copied(mirrored, { scale: [1, -1, 1] }), "m.glb").triangles]).toEqual([0, 2, 1, 3, 4, 5]);
    expect([...read((json) => Object.assign(json.nodes[0], { scale: [1, 1, -1] })).triangles]).toEqual([0, 2, 1, 0, 3, 2]);
  });

  test("that does not fit together is refused", () => {
    const uneven = copied((buffer) => ({
      TRANSLATION: buffer.floats([0, 0, 0], "VEC3", 3),
      SCALE: buffer.floats([1, 1, 1, 1, 1, 1], "VEC3", 3),
    }));
    expect(() => readMeshFile(uneven, "m.glb")).toThrow("attributes.SCALE: got 2 copies; give 1");
    const flat = copied((buffer) => ({ ROTATION: buffer.floats([0, 0, 0, 0], "VEC4", 4) }));
    expect(() => readMeshFile(flat, "m.glb")).toThrow("a quaternion of length 0");
    const many = copied((buffer) => ({ TRANSLATION: buffer.floats(new Array(30_003).fill(0), "VEC3", 3) }));
    expect(() => readMeshFile(many, "m.glb")).toThrow("count: got 10001");
  });
});

describe("KHR_animation_pointer", () => {
  /** A square that is moved by what a pointer means, from 0 to (2, 0, 0) in a second. */
  function pointed(pointer: string): Uint8Array {
    const buffer = createBuffer();
    const POSITION = buffer.floats([0, 0, 0, 1, 0, 0, 1, 1, 0], "VEC3", 3);
    const input = buffer.floats([0, 1], "SCALAR", 1);
    const output = buffer.floats([0, 0, 0, 2, 0, 0], "VEC3", 3);
    const target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
    const { json, binary } = buffer.finish({
      extensionsUsed: ["KHR_animation_pointer"],
      extensionsRequired: ["KHR_animation_pointer"],
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION } }] }],
      animations: [{ channels: [{ sampler: 0, target }], samplers: [{ input, output }] }],
    });
    return makeGlb(json, binary);
  }

  test("moves nodes that it points at", () => {
    const { skin } = readMeshFile(pointed("/nodes/0/translation"), "m.glb");
    if (skin === undefined) throw new Error("it does not move");
    const poses = new Float64Array(12);
    skin.computePoses(0, 0.5, poses, new Float64Array(0));
    expect([...poses.subarray(9)]).toEqual([1, 0, 0]);
  });

  test.each(["/materials/0/pbrMetallicRoughness/baseColorFactor", "/nodes/0/extensions/KHR_node_visibility/visible", "/cameras/0"])(
    "leaves %s alone, and says so",
    (pointer) => {
      const mesh = readMeshFile(pointed(pointer), "m.glb");
      expect(mesh.skin).toBeUndefined();
      expect(mesh.notices).toEqual(["passed over: animations of something else than nodes (1)"]);
    },
  );
});

test("extensions that concern no triangles may be required, others are refused by name", () => {
  const required = (...names: string[]) =>
    read((json) => Object.assign(json, { extensionsUsed: names, extensionsRequired: names })).positions.length;
  expect(required("KHR_materials_unlit", "KHR_texture_basisu", "EXT_texture_webp", "EXT_lights_image_based", "KHR_techniques_webgl")).toBe(
    12,
  );
  expect(() => required("KHR_materials_unlit", "KHR_gaussian_splatting")).toThrow(
    'extensionsRequired: got "KHR_gaussian_splatting"; export it without this extension, which is not known here',
  );
  const used = read((json) => Object.assign(json, { extensionsUsed: ["KHR_gaussian_splatting", "KHR_draco_mesh_compression"] }));
  expect(used.positions).toHaveLength(12);
});

test("points and lines beside triangles are passed over with a notice, and alone they are told", () => {
  const withModes = (...modes: number[]) =>
    read((json) => {
      const [primitive] = json.meshes[0].primitives;
      json.meshes[0].primitives = modes.map((mode) => ({ ...primitive, mode }));
    });
  const mesh = withModes(4, 0, 1, 3);
  expect(mesh.triangles).toHaveLength(6);
  expect(mesh.notices).toEqual(["passed over: primitives of points (1)", "passed over: primitives of lines (2)"]);
  expect(() => withModes(0, 2)).toThrow(
    "m.glb: got no triangles, but primitives of points and primitives of lines; export a mesh of triangles",
  );
  expect(withModes(4).notices).toBeUndefined();
});

test("two keyframes at one time are a jump", () => {
  const buffer = createBuffer();
  const POSITION = buffer.floats([0, 0, 0, 1, 0, 0, 1, 1, 0], "VEC3", 3);
  const input = buffer.floats([0, 1, 1, 2], "SCALAR", 1);
  const output = buffer.floats([0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 0, 0], "VEC3", 3);
  const { json, binary } = buffer.finish({
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION } }] }],
    animations: [{ channels: [{ sampler: 0, target: { node: 0, path: "translation" } }], samplers: [{ input, output }] }],
  });
  const { skin } = readMeshFile(makeGlb(json, binary), "m.glb");
  const poses = new Float64Array(12);
  const x = (time: number) => {
    skin?.computePoses(0, time, poses, new Float64Array(0));
    return poses[9];
  };
  expect([0.5, 1, 1.5, 3].map(x)).toEqual([0.5, 5, 5.5, 6]);
});
