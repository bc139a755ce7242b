/** glTF files for tests, written by hand: a JSON text, its buffer, and the container around them. */

export type Gltf = Record<string, unknown> & {
  // biome-ignore lint/suspicious/noExplicitAny: tests put anything anywhere
  [list: string]: any;
};

/** A GLB file of a JSON text or object and a binary chunk. */
export function makeGlb(json: Gltf | string, binary?: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(typeof json === "string" ? json : JSON.stringify(json));
  const jsonLength = padded(text.length);
  const length = 20 + jsonLength + (binary === undefined ? 0 : 8 + padded(binary.length));
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, length, true);
  view.setUint32(12, jsonLength, true);
  view.setUint32(16, 0x4e4f534a, true);
  bytes.fill(0x20, 20, 20 + jsonLength);
  bytes.set(text, 20);
  if (binary === undefined) return bytes;
  const at = 20 + jsonLength;
  view.setUint32(at, padded(binary.length), true);
  view.setUint32(at + 4, 0x004e4942, true);
  bytes.set(binary, at + 8);
  return bytes;
}

const padded = (length: number): number => 4 * Math.ceil(length / 4);

/** Collects arrays into one buffer, with a buffer view and an accessor each. */
export function createBuffer() {
  const chunks: Uint8Array[] = [];
  const bufferViews: Gltf[] = [];
  const accessors: Gltf[] = [];
  let byteLength = 0;

  function view(bytes: Uint8Array): number {
    bufferViews.push({ buffer: 0, byteOffset: byteLength, byteLength: bytes.length });
    chunks.push(bytes);
    chunks.push(new Uint8Array(padded(bytes.length) - bytes.length));
    byteLength += padded(bytes.length);
    return bufferViews.length - 1;
  }

  const bytesOf = (array: ArrayBufferView): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

  return {
    view: (array: ArrayBufferView) => view(bytesOf(array)),
    floats(values: readonly number[], type: string, size: number): number {
      const bufferView = view(bytesOf(Float32Array.from(values)));
      accessors.push({ bufferView, componentType: 5126, count: values.length / size, type });
      return accessors.length - 1;
    },
    shorts(values: readonly number[], type: string, size: number): number {
      const bufferView = view(bytesOf(Uint16Array.from(values)));
      accessors.push({ bufferView, componentType: 5123, count: values.length / size, type });
      return accessors.length - 1;
    },
    finish(rest: Gltf): { json: Gltf; binary: Uint8Array } {
      const binary = new Uint8Array(byteLength);
      let at = 0;
      for (const chunk of chunks) {
        binary.set(chunk, at);
        at += chunk.length;
      }
      return {
        json: { asset: { version: "2.0" }, buffers: [{ byteLength }], bufferViews, accessors, ...rest },
        binary,
      };
    },
  };
}

/** Two triangles that make the unit square in x and y, named in all three ways. */
export function squareGltf(): { json: Gltf; binary: Uint8Array } {
  const buffer = createBuffer();
  const POSITION = buffer.floats([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], "VEC3", 3);
  const indices = buffer.shorts([0, 1, 2, 0, 2, 3], "SCALAR", 1);
  return buffer.finish({
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "square", mesh: 0 }],
    meshes: [{ name: "plate", primitives: [{ attributes: { POSITION }, indices, material: 0 }] }],
    materials: [{ name: "cloth" }],
  });
}

/**
 * A strip of two squares, 0 to 2 along y, whose upper half bends about z: the bone at y = 1 turns from 0 to a quarter turn in one second.
 * Vertices at y = 1 follow both bones by half.
 */
export function bendingGltf(): { json: Gltf; binary: Uint8Array } {
  const buffer = createBuffer();
  const points = [0, 1, 2].flatMap((y) => [0, y, 0, 1, y, 0]);
  const POSITION = buffer.floats(points, "VEC3", 3);
  const indices = buffer.shorts([0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4], "SCALAR", 1);
  const JOINTS_0 = buffer.shorts(
    [0, 1, 2].flatMap(() => [0, 1, 0, 0, 0, 1, 0, 0]),
    "VEC4",
    4,
  );
  const shares = [
    [1, 0],
    [0.5, 0.5],
    [0, 1],
  ];
  const WEIGHTS_0 = buffer.floats(
    shares.flatMap(([a, b]) => [a, b, 0, 0, a, b, 0, 0]),
    "VEC4",
    4,
  );
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const down = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1];
  const inverseBindMatrices = buffer.floats([...identity, ...down], "MAT4", 16);
  const input = buffer.floats([0, 1], "SCALAR", 1);
  const half = Math.SQRT1_2;
  const output = buffer.floats([0, 0, 0, 1, 0, 0, half, half], "VEC4", 4);
  return buffer.finish({
    scenes: [{ nodes: [0, 2] }],
    nodes: [
      { name: "root", children: [1] },
      { name: "tip", translation: [0, 1, 0] },
      { name: "strip", mesh: 0, skin: 0, translation: [9, 9, 9] },
    ],
    skins: [{ joints: [0, 1], inverseBindMatrices }],
    meshes: [{ primitives: [{ attributes: { POSITION, JOINTS_0, WEIGHTS_0 }, indices }] }],
    animations: [
      {
        name: "bend",
        channels: [{ sampler: 0, target: { node: 1, path: "rotation" } }],
        samplers: [{ input, output }],
      },
    ],
  });
}

/** A triangle whose tip rises by 1 with its first target and goes aside by 2 with the second; they are mixed as the values say, from 1 s to 3 s. */
export function morphingGltf(values: readonly number[] = [0, 0, 1, 0.5], interpolation = "LINEAR"): { json: Gltf; binary: Uint8Array } {
  const buffer = createBuffer();
  const POSITION = buffer.floats([0, 0, 0, 1, 0, 0, 0, 1, 0], "VEC3", 3);
  const up = buffer.floats([0, 0, 0, 0, 0, 0, 0, 1, 0], "VEC3", 3);
  const aside = buffer.floats([0, 0, 0, 0, 0, 0, 2, 0, 0], "VEC3", 3);
  const input = buffer.floats([1, 3], "SCALAR", 1);
  const output = buffer.floats(values, "SCALAR", 1);
  return buffer.finish({
    nodes: [{ mesh: 0, translation: [0, 0, 5] }],
    meshes: [{ primitives: [{ attributes: { POSITION }, targets: [{ POSITION: up }, { POSITION: aside }] }] }],
    animations: [
      {
        name: "mix",
        channels: [{ sampler: 0, target: { node: 0, path: "weights" } }],
        samplers: [{ input, output, interpolation }],
      },
    ],
  });
}

export function embed({ json, binary }: { json: Gltf; binary: Uint8Array }): string {
  const uri = `data:application/octet-stream;base64,${Buffer.from(binary).toString("base64")}`;
  return JSON.stringify({ ...json, buffers: [{ ...json.buffers[0], uri }] });
}

/** The same file with its buffer beside it, at this address. */
export function beside({ json, binary }: { json: Gltf; binary: Uint8Array }, uri: string): { text: string; binary: Uint8Array } {
  return { text: JSON.stringify({ ...json, buffers: [{ uri, byteLength: binary.length }] }), binary };
}
