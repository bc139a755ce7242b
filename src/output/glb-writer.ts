import { DrapeError } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import type { BakedCloth, BakedRun } from "./baked-run.ts";
import { CLOTH_COLOURS } from "./cloth-colours.ts";
import type { FileChunk } from "./file-chunk.ts";

// names of numbers in glTF
const UNSIGNED_INT = 5125;
const FLOAT = 5126;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

interface View {
  readonly buffer: 0;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride?: number;
  readonly target?: number;
}

/** Bytes of the file's one buffer, by view; `bytes` makes them when their turn comes. */
interface Part {
  readonly view: Omit<View, "buffer" | "byteOffset">;
  bytes(): Iterable<Uint8Array<ArrayBuffer>>;
}

/**
 * The run as a binary glTF: a mesh for each cloth with the first frame as its shape, each later frame a morph target (positions and normals),
 * and an animation that goes from one to the next by their weights.
 *
 *     buffer:  triangles | uv | positions, normals of frame 0, then their changes in frame 1, 2 …   for each cloth
 *              times | weights                                                                      once
 */
export function* formatGlb(run: BakedRun): Generator<FileChunk> {
  const parts: Part[] = [];
  const accessors: object[] = [];
  const meshes = run.cloths.map((cloth, n) => describeMesh(run, cloth, n, parts, accessors));
  const animated = run.frameCount > 1;
  const animations = animated ? [describeAnimation(run, parts, accessors)] : [];
  let length = 0;
  const bufferViews = parts.map(({ view }): View => {
    length += view.byteLength;
    return { buffer: 0, byteOffset: length - view.byteLength, ...view };
  });
  const json = {
    asset: { version: "2.0", generator: `drape ${VERSION}` },
    scene: 0,
    scenes: [{ nodes: run.cloths.map((_, n) => n) }],
    nodes: run.cloths.map(({ name }, mesh) => ({ name, mesh })),
    meshes,
    materials: run.cloths.map(({ name }, n) => describeMaterial(name, n)),
    ...(animated ? { animations } : {}),
    accessors,
    bufferViews,
    buffers: [{ byteLength: length }],
  };
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padding = (4 - (text.length % 4)) % 4;
  const total = 12 + 8 + text.length + padding + 8 + length;
  if (total > 0xffffffff) {
    throw new DrapeError(
      `a GLB file has at most 4 GiB, and this one would have ${total} bytes; ask for fewer key frames`,
    );
  }
  yield headOf(0x46546c67, 2, total);
  yield headOf(text.length + padding, 0x4e4f534a);
  yield text;
  yield " ".repeat(padding);
  yield headOf(length, 0x004e4942);
  for (const part of parts) yield* part.bytes();
}

function describeMesh(run: BakedRun, cloth: BakedCloth, n: number, parts: Part[], accessors: object[]): object {
  const { vertices, triangles, name } = cloth;
  const view = (part: Part): number => parts.push(part) - 1;
  const accessor = (fields: object): number => accessors.push(fields) - 1;
  const indices = accessor({
    ...{ bufferView: view(indexPart(triangles)), componentType: UNSIGNED_INT },
    ...{ count: triangles.length, type: "SCALAR" },
  });
  const attributes: Record<string, number> = {};
  if (run.uv.length > 0) {
    const uv = Float32Array.from({ length: 2 * vertices.length }, (_, k) => run.uv[2 * vertices[k >> 1] + (k & 1)]);
    const bufferView = view({ view: { byteLength: uv.byteLength, target: ARRAY_BUFFER }, bytes: () => [bytesOf(uv)] });
    attributes.TEXCOORD_0 = accessor({ bufferView, componentType: FLOAT, count: vertices.length, type: "VEC2" });
  }
  const vectors = view(vectorPart(run, vertices));
  const size = 12 * vertices.length;
  const frames = Array.from(readFrames(run, vertices), ({ positions }, frame) => {
    const vector = { bufferView: vectors, componentType: FLOAT, count: vertices.length, type: "VEC3" };
    return {
      POSITION: accessor({ ...vector, byteOffset: 2 * frame * size, ...rangeOf(positions) }),
      NORMAL: accessor({ ...vector, byteOffset: (2 * frame + 1) * size }),
    };
  });
  const [base, ...targets] = frames;
  const primitive = { attributes: { ...base, ...attributes }, indices, material: n };
  return { name, primitives: [targets.length > 0 ? { ...primitive, targets } : primitive] };
}

function indexPart(triangles: Uint32Array): Part {
  return {
    view: { byteLength: triangles.byteLength, target: ELEMENT_ARRAY_BUFFER },
    bytes: () => [bytesOf(triangles)],
  };
}

function vectorPart(run: BakedRun, vertices: Uint32Array): Part {
  return {
    view: { byteLength: 24 * vertices.length * run.frameCount, byteStride: 12, target: ARRAY_BUFFER },
    *bytes() {
      for (const { positions, normals } of readFrames(run, vertices)) {
        yield bytesOf(positions);
        yield bytesOf(normals);
      }
    },
  };
}

/** Positions and normals of a cloth: those of the first frame, then of each frame what differs from the first. */
function* readFrames(
  run: BakedRun,
  vertices: Uint32Array,
): Generator<{ positions: Float32Array; normals: Float32Array }> {
  const [positions, normals] = [new Float32Array(3 * run.vertexCount), new Float32Array(3 * run.vertexCount)];
  const pick = (values: Float32Array): Float32Array =>
    Float32Array.from({ length: 3 * vertices.length }, (_, k) => values[3 * vertices[Math.floor(k / 3)] + (k % 3)]);
  let base: { positions: Float32Array; normals: Float32Array } | undefined;
  for (let frame = 0; frame < run.frameCount; frame++) {
    run.readSurface(frame, positions, normals);
    const own = { positions: pick(positions), normals: pick(normals) };
    if (base === undefined) {
      base = own;
      yield own;
    } else {
      const { positions: p, normals: n } = base;
      yield { positions: own.positions.map((x, k) => x - p[k]), normals: own.normals.map((x, k) => x - n[k]) };
    }
  }
}

/** At the time of frame k the weight of its target is 1 and that of all others 0; between frames they change evenly. */
function describeAnimation(run: BakedRun, parts: Part[], accessors: object[]): object {
  const { frameCount } = run;
  const times = Float32Array.from({ length: frameCount }, (_, frame) => run.timeOf(frame));
  const weights = new Float32Array(frameCount * (frameCount - 1));
  for (let frame = 1; frame < frameCount; frame++) weights[frame * (frameCount - 1) + frame - 1] = 1;
  const accessor = (values: Float32Array, range: object): number => {
    const bufferView = parts.push({ view: { byteLength: values.byteLength }, bytes: () => [bytesOf(values)] }) - 1;
    return accessors.push({ bufferView, componentType: FLOAT, count: values.length, type: "SCALAR", ...range }) - 1;
  };
  const input = accessor(times, { min: [times[0]], max: [times[frameCount - 1]] });
  const output = accessor(weights, {});
  return {
    name: "drape",
    samplers: [{ input, output, interpolation: "LINEAR" }],
    channels: run.cloths.map((_, node) => ({ sampler: 0, target: { node, path: "weights" } })),
  };
}

function describeMaterial(name: string, n: number): object {
  const [colour] = CLOTH_COLOURS[n % CLOTH_COLOURS.length];
  return {
    name,
    doubleSided: true,
    // the colours are for a screen; glTF wants them by their light
    pbrMetallicRoughness: {
      baseColorFactor: [...colour.map((c) => Math.round(1000 * c * c) / 1000), 1],
      metallicFactor: 0,
      roughnessFactor: 0.9,
    },
  };
}

function rangeOf(values: Float32Array): { min: number[]; max: number[] } {
  const min = [0, 1, 2].map((c) => values[c] ?? 0);
  const max = [...min];
  for (let k = 0; k < values.length; k++) {
    if (values[k] < min[k % 3]) min[k % 3] = values[k];
    if (values[k] > max[k % 3]) max[k % 3] = values[k];
  }
  return { min, max };
}

function headOf(...words: number[]): Uint8Array<ArrayBuffer> {
  return bytesOf(Uint32Array.from(words));
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
