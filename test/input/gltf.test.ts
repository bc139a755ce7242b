import { Document, NodeIO } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrangeMesh } from "../../src/input/arrange-mesh.ts";
import { parseGltf } from "../../src/input/gltf.ts";
import { createMeshMotion } from "../../src/input/mesh-motion.ts";
import { readMeshFile } from "../../src/input/read-mesh-file.ts";
import { findGroup, groupNames, type MeshFile, type MeshSkin } from "../../src/mesh/mesh-file.ts";
import { bake, fileOf } from "../output/bake.ts";
import { gridScene } from "../scene/sample-scenes.ts";
import { bendingGltf, createBuffer, embed, makeGlb, morphingGltf, squareGltf } from "./gltf-files.ts";

const glb = ({ json, binary }: ReturnType<typeof squareGltf>): Uint8Array => makeGlb(json, binary);

describe("parseGltf", () => {
  test("reads a GLB file and the same as glTF with an embedded buffer", () => {
    const square = squareGltf();
    const mesh = parseGltf(glb(square), "square.glb");
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(groupNames(mesh)).toEqual(["square", "plate", "cloth"]);
    expect([...(findGroup(mesh, "cloth") ?? [])]).toEqual([0, 1, 2, 3]);
    expect(readMeshFile(embed(square), "square.gltf")).toEqual(mesh);
  });

  test("joins nodes with their transforms, parents before children", () => {
    const square = squareGltf();
    square.json.scenes = [{ nodes: [1] }];
    square.json.nodes = [
      { mesh: 0, translation: [1, 0, 0] },
      { children: [0, 2], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: [2, 2, 2] },
      { mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1] },
    ];
    const { positions, triangles } = parseGltf(glb(square), "two.glb");
    const corner = (i: number): number[] => [...positions.subarray(3 * i, 3 * i + 3)].map((c) => Math.round(1e6 * c) / 1e6);
    expect(corner(0)).toEqual([-0, 2, 0]); // (1, 0, 0), turned by a quarter about z and doubled
    expect(corner(2)).toEqual([-2, 4, 0]);
    expect(corner(4)).toEqual([0, 0, 10]);
    expect([...triangles.subarray(6)]).toEqual([4, 5, 6, 4, 6, 7]);
  });

  test.each([[[1]], [[1, 0]], [[0, 1, 1]]])("shows the nodes %j of the scene where they stand in the tree, each once", (listed) => {
    const { json, binary } = squareGltf();
    json.nodes = [
      { translation: [0, 0, 5], children: [1] },
      { mesh: 0, translation: [1, 0, 0] },
    ];
    json.scenes = [{ nodes: listed }];
    const { positions, pieces } = readMeshFile(makeGlb(json, binary), "m.glb");
    expect([...positions]).toEqual([1, 0, 5, 2, 0, 5, 2, 1, 5, 1, 1, 5]);
    expect(pieces).toHaveLength(1);
  });

  test("strips and fans become triangles of one turning sense", () => {
    for (const [mode, expected] of [
      [5, [0, 1, 2, 2, 1, 3]],
      [6, [0, 1, 2, 0, 2, 3]],
    ] as const) {
      const square = squareGltf();
      const [primitive] = square.json.meshes[0].primitives;
      Object.assign(primitive, { mode, indices: undefined });
      expect([...parseGltf(glb(square), "strip.glb").triangles]).toEqual(expected);
    }
  });

  test("applies sparse changes, strides and normalised integers", () => {
    const buffer = createBuffer();
    const bytes = buffer.view(Int16Array.of(0, 0, 0, 99, 32767, 0, 0, 99, 0, 32767, 0, 99));
    const which = buffer.view(Uint8Array.of(2));
    const values = buffer.view(Int16Array.of(0, 0, -32768));
    const { json, binary } = buffer.finish({
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      extensionsRequired: ["KHR_mesh_quantization"],
    });
    json.bufferViews[bytes].byteStride = 8;
    json.accessors = [
      {
        bufferView: bytes,
        componentType: 5122,
        normalized: true,
        count: 3,
        type: "VEC3",
        sparse: { count: 1, indices: { bufferView: which, componentType: 5121 }, values: { bufferView: values } },
      },
    ];
    const { positions } = parseGltf(makeGlb(json, binary), "small.glb");
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 0, -1]);
  });

  test("adds morph targets by their weights at rest, and takes colours", () => {
    const buffer = createBuffer();
    const POSITION = buffer.floats([0, 0, 0, 1, 0, 0, 0, 1, 0], "VEC3", 3);
    const up = buffer.floats([0, 0, 1, 0, 0, 1, 0, 0, 2], "VEC3", 3);
    const COLOR_0 = buffer.floats([1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1], "VEC4", 4);
    const primitive = { attributes: { POSITION, COLOR_0 }, targets: [{ POSITION: up }] };
    const { json, binary } = buffer.finish({
      nodes: [{ mesh: 0, weights: [0.5] }],
      meshes: [{ weights: [0], primitives: [primitive] }],
    });
    const { positions, colours } = parseGltf(makeGlb(json, binary), "morph.glb");
    expect([...positions]).toEqual([0, 0, 0.5, 1, 0, 0.5, 0, 1, 1]);
    expect([...(colours ?? [])]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  test("an animation that moves no node leaves the mesh still", () => {
    const file = bendingGltf();
    file.json.animations[0].channels[0].target.path = "weights";
    expect(parseGltf(glb(file), "still.glb").skin).toBeUndefined();
  });

  test("agrees with another reader on random documents", async () => {
    const io = new NodeIO();
    const seed = 20260;
    await fc.assert(
      fc.asyncProperty(randomDocument(), async (document) => {
        const bytes = await io.writeBinary(document);
        const other = await io.readBinary(bytes);
        const expected = positionsOf(other);
        const { positions } = parseGltf(bytes, "random.glb");
        expect(positions.length).toBe(expected.length);
        for (let c = 0; c < expected.length; c++) expect(positions[c]).toBeCloseTo(expected[c], 4);
      }),
      { numRuns: 60, seed },
    );
  });
});

/** Nodes in a row under each other or side by side, each with a transform and a mesh of a few triangles. */
function randomDocument(): fc.Arbitrary<Document> {
  const number = fc.integer({ min: -20, max: 20 }).map((n) => n / 8);
  const vector = fc.tuple(number, number, number);
  const node = fc.record({
    translation: vector,
    rotation: fc.tuple(number, number, number, fc.integer({ min: 1, max: 8 })),
    scale: fc.tuple(number, number, number),
    corners: fc.array(vector, { minLength: 3, maxLength: 9 }),
    isChild: fc.boolean(),
  });
  return fc.array(node, { minLength: 1, maxLength: 5 }).map((nodes) => {
    const document = new Document();
    const buffer = document.createBuffer();
    const scene = document.createScene();
    let parent = scene.listChildren()[0];
    for (const { translation, rotation, scale, corners, isChild } of nodes) {
      const length = Math.hypot(...rotation);
      const position = document.createAccessor().setType("VEC3").setArray(Float32Array.from(corners.flat())).setBuffer(buffer);
      const indices = Uint16Array.from({ length: 3 * (corners.length - 2) }, (_, k) => (k % 3) + Math.floor(k / 3));
      const primitive = document
        .createPrimitive()
        .setAttribute("POSITION", position)
        .setIndices(document.createAccessor().setType("SCALAR").setArray(indices).setBuffer(buffer));
      const made = document
        .createNode()
        .setTranslation(translation)
        .setRotation(rotation.map((c) => c / length) as [number, number, number, number])
        .setScale(scale)
        .setMesh(document.createMesh().addPrimitive(primitive));
      if (isChild && parent !== undefined) parent.addChild(made);
      else scene.addChild(made);
      parent = made;
    }
    return document;
  });
}

/** Every vertex in the world, as the other reader has it, in the order of its scene, level by level. */
function positionsOf(document: Document): number[] {
  const out: number[] = [];
  const queue = [...(document.getRoot().listScenes()[0]?.listChildren() ?? [])];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    const m = node.getWorldMatrix();
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const accessor = primitive.getAttribute("POSITION");
      for (let i = 0; i < (accessor?.getCount() ?? 0); i++) {
        const [x, y, z] = accessor?.getElement(i, [] as number[]) ?? [0, 0, 0];
        for (let c = 0; c < 3; c++) out.push(m[c] * x + m[4 + c] * y + m[8 + c] * z + m[12 + c]);
      }
    }
    queue.push(...node.listChildren());
  }
  return out;
}

describe("a skinned and animated mesh", () => {
  const bent = (time: number, repeat = false, mesh: MeshFile = parseGltf(glb(bendingGltf()), "bend.glb")): number[] => {
    const out = new Float64Array(mesh.positions.length);
    createMeshMotion(mesh.skin as MeshSkin, 0, repeat, 1e9, "bend.glb")(time, out, 0);
    return [...out].map((c) => Math.round(1e6 * c) / 1e6 + 0);
  };

  test("stands as the file places it without an animation, wherever its node is", () => {
    const mesh = parseGltf(glb(bendingGltf()), "bend.glb");
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0]);
    expect(mesh.skin?.animations.map(({ name, duration }) => ({ name, duration }))).toEqual([{ name: "bend", duration: 1 }]);
  });

  test("turns along the arc between keyframes, blends, and holds the last one", () => {
    expect(bent(0)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0]);
    const quarter = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.5, 1.5, 0, -1, 1, 0, -1, 2, 0];
    expect(bent(1)).toEqual(quarter);
    expect(bent(7)).toEqual(quarter);
    const eighth = Math.round(1e6 * Math.SQRT1_2) / 1e6;
    expect(bent(0.5).slice(12, 15)).toEqual([-eighth, Math.round(1e6 * (1 + Math.SQRT1_2)) / 1e6, 0]);
    expect(bent(2.5, true)).toEqual(bent(0.5));
  });

  test("is taken to metres and y up like any mesh, and keeps moving when it is welded", () => {
    const mesh = parseGltf(glb(bendingGltf()), "bend.glb");
    const arranged = arrangeMesh(mesh, { scale: 0.01, up: "z", weld: 0 }, "bend.glb");
    expect([...arranged.positions.subarray(12, 15)]).toEqual([0, 0, -0.02]);
    expect(bent(1, false, arranged).slice(12, 15)).toEqual([-0.01, 0, -0.01]);
  });

  test("steps and splines follow their definitions", () => {
    const values = [0, 0, 0, 4, 0, 0];
    const spline = [0, 0, 0, 0, 0, 0, 8, 0, 0, /* in, value, out */ 0, 0, 0, 4, 0, 0, 0, 0, 0];
    const at = (interpolation: string, numbers: number[], time: number): number => {
      const buffer = createBuffer();
      const POSITION = buffer.floats([0, 0, 0, 1, 0, 0, 0, 1, 0], "VEC3", 3);
      const input = buffer.floats([1, 3], "SCALAR", 1);
      const output = buffer.floats(numbers, "VEC3", 3);
      const { json, binary } = buffer.finish({
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION } }] }],
        animations: [
          {
            channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
            samplers: [{ input, output, interpolation }],
          },
        ],
      });
      const mesh = parseGltf(makeGlb(json, binary), "move.glb");
      const out = new Float64Array(9);
      createMeshMotion(mesh.skin as MeshSkin, 0, false, 1e9, "move.glb")(time, out, 0);
      return out[0];
    };
    expect([0, 1, 1.5, 2.999, 3, 4].map((t) => at("STEP", values, t))).toEqual([0, 0, 0, 0, 4, 4]);
    expect([0, 1, 1.5, 2, 4].map((t) => at("LINEAR", values, t))).toEqual([0, 0, 1, 2, 4]);
    // p = (2u³ − 3u² + 1)·0 + 2(u³ − 2u² + u)·8 + (3u² − 2u³)·4 at u = ½: 2 · ⅛ · 8 + ½ · 4
    expect(at("CUBICSPLINE", spline, 2)).toBe(4);
  });
});

describe("a mesh whose morph targets are animated", () => {
  const tip = (file: ReturnType<typeof morphingGltf>, time: number): number[] => {
    const mesh = parseGltf(glb(file), "morph.glb");
    const out = new Float64Array(mesh.positions.length);
    createMeshMotion(mesh.skin as MeshSkin, 0, false, 1e9, "morph.glb")(time, out, 0);
    return [...out.slice(6)];
  };

  test("stands as the file mixes it without an animation", () => {
    const file = morphingGltf();
    expect([...parseGltf(glb(file), "morph.glb").positions.slice(6)]).toEqual([0, 1, 5]);
    file.json.nodes[0].weights = [0.5, 1];
    const { positions, skin } = parseGltf(glb(file), "morph.glb");
    expect([...positions.slice(6)]).toEqual([2, 1.5, 5]);
    expect(skin?.animations.map(({ name, duration }) => ({ name, duration }))).toEqual([{ name: "mix", duration: 3 }]);
  });

  test("mixes them evenly, in steps or along splines, and holds the first and the last", () => {
    const even = morphingGltf();
    expect([0, 1, 2, 3, 9].map((time) => tip(even, time))).toEqual([
      [0, 1, 5],
      [0, 1, 5],
      [0.5, 1.5, 5],
      [1, 2, 5],
      [1, 2, 5],
    ]);
    const steps = morphingGltf([0, 0, 1, 0.5], "STEP");
    expect([2.99, 3].map((time) => tip(steps, time)[1])).toEqual([1, 2]);
    // two tangents in, two values, two tangents out a keyframe; as for places above: 2 · ⅛ · 8 + ½ · 4 at the middle
    const spline = morphingGltf([0, 0, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0], "CUBICSPLINE");
    expect(tip(spline, 2)).toEqual([0, 5, 5]);
  });

  test("all parts of a mesh and the bones beneath move together, in metres and y up", () => {
    const file = morphingGltf();
    const [primitive] = file.json.meshes[0].primitives;
    file.json.meshes[0].primitives.push({ ...primitive });
    const mesh = arrangeMesh(parseGltf(glb(file), "two.glb"), { scale: 0.01, up: "z" }, "two.glb");
    const out = new Float64Array(mesh.positions.length);
    createMeshMotion(mesh.skin as MeshSkin, 0, false, 1e9, "two.glb")(3, out, 0);
    expect([...out.slice(6, 9)]).toEqual([0.01, 0.05, -0.02]);
    expect([...out.slice(15)]).toEqual([0.01, 0.05, -0.02]);
    // where both parts stand in the same place and go the same way, they are still two
    const welded = arrangeMesh(parseGltf(glb(file), "two.glb"), { scale: 1, up: "y", weld: 0 }, "two.glb");
    expect(welded.positions.length).toBe(18);
  });
});

describe("a baked run that is opened again", () => {
  const cut = {
    ...gridScene(5, 5),
    events: [
      {
        at: 0.03,
        cut: [
          [2, 7],
          [7, 12],
        ],
      },
    ],
  };

  test.each([
    ["cloth", gridScene(5, 4)],
    ["cloth that is cut on the way", cut],
  ])("%s plays back as it was, seams closed and cuts open", async (_, scene) => {
    const { recording, run } = await bake(scene, 9, { every: 3 });
    const file = parseGltf(fileOf(recording, ".glb"), "baked.glb");
    const mesh = arrangeMesh(file, { scale: 1, up: "y", weld: 0 }, "baked.glb");
    expect(mesh.positions.length).toBe(3 * run.vertexCount);
    const play = createMeshMotion(mesh.skin as MeshSkin, 0, false, 1e9, "baked.glb");
    const out = new Float64Array(mesh.positions.length);
    const expected = new Float32Array(out.length);
    for (let frame = 0; frame < run.frameCount; frame++) {
      play(run.timeOf(frame), out, 0);
      run.readPositions(frame, expected);
      expect(Math.max(...out.map((x, c) => Math.abs(x - expected[c])))).toBeLessThan(1e-6);
      if (frame === 0) expect(mesh.positions).toEqual(Float64Array.from(expected));
    }
  });
});
