import { DrapeError } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import type { BakedCloth, BakedRun } from "./baked-run.ts";
import { BODY_COLOUR, CLOTH_COLOURS } from "./cloth-colours.ts";
import type { Bytes, FileChunk } from "./file-chunk.ts";
import { describeBodies } from "./glb-bodies.ts";
import { bytesOf, createGlbBuffer, type GlbBuffer } from "./glb-buffer.ts";
import { describeMesh, type GlbMesh } from "./glb-mesh.ts";
import { pickVertices } from "./pick-vertices.ts";

/**
 * The run as a binary glTF: a mesh for each cloth with the first frame as its shape, each later frame a morph target (positions and normals),
 * and an animation that goes from one to the next by their weights. Bodies come behind the cloths.
 *
 *     buffer:  cloth after cloth | times | weights | body after body
 *
 * `places`, two numbers a vertex, become second texture coordinates.
 */
export function* formatGlb(run: BakedRun, places?: Float32Array): Generator<FileChunk> {
  const buffer = createGlbBuffer();
  const { cloths, frameCount } = run;
  const clothMeshes = cloths.map((cloth, n) => {
    const second = places && { TEXCOORD_1: buffer.add(pickVertices(places, 2, cloth.vertices), "VEC2", 2, "vertices") };
    return describeMesh(buffer, { ...clothMesh(run, cloth, n), ...(second ? { attributes: second } : {}) });
  });
  const animated = frameCount > 1;
  const input = animated ? addTimes(run, buffer) : -1;
  const output = animated ? addWeights(frameCount, buffer) : -1;
  const bodies = describeBodies(run, buffer, { cloths: cloths.length, times: input });
  const animation = {
    name: "drape",
    samplers: [{ input, output, interpolation: "LINEAR" }, ...bodies.samplers],
    channels: [...cloths.map((_, node) => ({ sampler: 0, target: { node, path: "weights" } })), ...bodies.channels],
  };
  let length = 0;
  const bufferViews = buffer.parts.map(({ view }) => {
    length += view.byteLength;
    return { buffer: 0, byteOffset: length - view.byteLength, ...view };
  });
  const json = {
    asset: { version: "2.0", generator: `drape ${VERSION}` },
    scene: 0,
    scenes: [{ nodes: [...cloths.keys(), ...bodies.roots] }],
    nodes: [...cloths.map(({ name }, mesh) => ({ name, mesh })), ...bodies.nodes],
    meshes: [...clothMeshes, ...bodies.meshes],
    materials: [
      ...cloths.map(({ name }, n) => describeMaterial(name, CLOTH_COLOURS[n % CLOTH_COLOURS.length][0])),
      ...(run.bodies.length > 0 ? [describeMaterial("body", BODY_COLOUR)] : []),
    ],
    ...(bodies.skins.length > 0 ? { skins: bodies.skins } : {}),
    ...(animated ? { animations: [animation] } : {}),
    accessors: buffer.accessors,
    bufferViews,
    buffers: [{ byteLength: length }],
  };
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padding = (4 - (text.length % 4)) % 4;
  const total = 12 + 8 + text.length + padding + 8 + length;
  if (total > 0xffffffff) {
    throw new DrapeError(`a GLB file has at most 4 GiB, and this one would have ${total} bytes; ask for fewer key frames`);
  }
  yield headOf(0x46546c67, 2, total);
  yield headOf(text.length + padding, 0x4e4f534a);
  yield text;
  yield " ".repeat(padding);
  yield headOf(length, 0x004e4942);
  for (const part of buffer.parts) yield* part.bytes();
}

/** A cloth, which is a part of the run's vertices. */
function clothMesh(run: BakedRun, { name, vertices, triangles }: BakedCloth, material: number): GlbMesh {
  const [positions, normals] = [new Float32Array(3 * run.vertexCount), new Float32Array(3 * run.vertexCount)];
  return {
    name,
    material,
    vertexCount: vertices.length,
    triangles,
    frameCount: run.frameCount,
    ...(run.uv.length > 0 ? { uv: pickVertices(run.uv, 2, vertices) } : {}),
    readFrame(frame) {
      run.readSurface(frame, positions, normals);
      return { positions: pickVertices(positions, 3, vertices), normals: pickVertices(normals, 3, vertices) };
    },
  };
}

/** At the time of frame k the weight of its target is 1 and that of all others 0; between frames they change evenly. */
function addWeights(frameCount: number, buffer: GlbBuffer): number {
  const weights = new Float32Array(frameCount * (frameCount - 1));
  for (let frame = 1; frame < frameCount; frame++) weights[frame * (frameCount - 1) + frame - 1] = 1;
  return buffer.add(weights, "SCALAR", 1, "animation");
}

function addTimes({ frameCount, timeOf }: BakedRun, buffer: GlbBuffer): number {
  const times = Float32Array.from({ length: frameCount }, (_, frame) => timeOf(frame));
  return buffer.add(times, "SCALAR", 1, "animation", { min: [times[0]], max: [times[frameCount - 1]] });
}

function describeMaterial(name: string, colour: readonly number[]): object {
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

function headOf(...words: number[]): Bytes {
  return bytesOf(Uint32Array.from(words));
}
