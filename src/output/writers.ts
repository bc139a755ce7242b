import { InputError, UnsupportedError } from "../core/errors.ts";
import type { BakedBody } from "./baked-bodies.ts";
import { type BakedRun, createBakedRun } from "./baked-run.ts";
import type { FileChunk } from "./file-chunk.ts";
import { formatGlb } from "./glb-writer.ts";
import { formatMdd } from "./mdd-writer.ts";
import { formatPc2 } from "./pc2-writer.ts";
import { formatPositions } from "./positions-csv.ts";
import type { Precision, Recording } from "./recording.ts";
import { formatUsda } from "./usda-writer.ts";

/** A kind of file that a run can be written as. */
export interface WriterInfo {
  readonly name: string;
  /** The end of its files' names, and what a browser calls them. */
  readonly ending: string;
  readonly mediaType: string;
  readonly title: string;
  readonly summary: string;
  /** `frames`: one file holds them all; `state`: a file a state, numbered where there are several; `video`: pictures, encoded elsewhere. */
  readonly holds: "frames" | "state" | "video";
  /** The numbers that its frames need. */
  readonly precision: Precision;
  /** Where nothing is asked for, no more frames than this. */
  readonly maxFrames: number;
  /** About how much a vertex takes in a frame [bytes]; 0 for pictures. */
  readonly vertexBytes: number;
  /** It can hold bodies beside the cloth. */
  readonly holdsBodies?: boolean;
}

interface Writer extends WriterInfo {
  /** A mesh is a set of triangles for it. */
  readonly needsTriangles?: boolean;
  format?(run: BakedRun): Generator<FileChunk>;
}

const UNLIMITED = Number.POSITIVE_INFINITY;

const CATALOG: readonly Writer[] = [
  {
    name: "glb",
    ending: ".glb",
    mediaType: "model/gltf-binary",
    title: "glTF binary",
    summary: "a mesh a cloth, a morph target a key frame: for game engines, viewers and Blender",
    holds: "frames",
    precision: "single",
    maxFrames: 100,
    vertexBytes: 24,
    needsTriangles: true,
    holdsBodies: true,
    format: formatGlb,
  },
  {
    name: "usda",
    ending: ".usda",
    mediaType: "text/plain",
    title: "USD, as text",
    summary: "a mesh a cloth with time samples: for film pipelines, Blender and Houdini",
    holds: "frames",
    precision: "single",
    maxFrames: UNLIMITED,
    vertexBytes: 36,
    needsTriangles: true,
    format: formatUsda,
  },
  {
    name: "pc2",
    ending: ".pc2",
    mediaType: "application/octet-stream",
    title: "Point cache PC2",
    summary: "all vertices of all frames, for the OBJ of the same run in 3ds Max and Blender",
    holds: "frames",
    precision: "single",
    maxFrames: UNLIMITED,
    vertexBytes: 12,
    format: formatPc2,
  },
  {
    name: "mdd",
    ending: ".mdd",
    mediaType: "application/octet-stream",
    title: "Point cache MDD",
    summary: "all vertices of all frames, for the OBJ of the same run in Maya, LightWave and Blender",
    holds: "frames",
    precision: "single",
    maxFrames: UNLIMITED,
    vertexBytes: 12,
    format: formatMdd,
  },
  {
    name: "csv",
    ending: ".csv",
    mediaType: "text/csv",
    title: "Table of positions",
    summary: "a row a vertex and frame: time, vertex, x, y, z in full precision",
    holds: "frames",
    precision: "double",
    maxFrames: UNLIMITED,
    vertexBytes: 70,
    format: formatPositions,
  },
  {
    name: "obj",
    ending: ".obj",
    mediaType: "text/plain",
    title: "Wavefront OBJ",
    summary: "the mesh of a state in full precision",
    holds: "state",
    precision: "double",
    maxFrames: UNLIMITED,
    vertexBytes: 110,
  },
  {
    name: "png",
    ending: ".png",
    mediaType: "image/png",
    title: "Picture",
    summary: "a picture of a state",
    holds: "state",
    precision: "double",
    maxFrames: UNLIMITED,
    vertexBytes: 0,
  },
  {
    name: "mp4",
    ending: ".mp4",
    mediaType: "video/mp4",
    title: "Video, H.264",
    summary: "pictures from the scene's camera, by ffmpeg",
    holds: "video",
    precision: "single",
    maxFrames: UNLIMITED,
    vertexBytes: 0,
  },
  {
    name: "webm",
    ending: ".webm",
    mediaType: "video/webm",
    title: "Video, VP9",
    summary: "the same; in the studio as the view is seen",
    holds: "video",
    precision: "single",
    maxFrames: UNLIMITED,
    vertexBytes: 0,
  },
];

/** Every kind of file, by what it is good for. */
export const WRITERS: readonly WriterInfo[] = CATALOG;

/** The kind of a file by the end of its name. */
export function findWriter(fileName: string, path: string): WriterInfo {
  const found = CATALOG.find(({ ending }) => fileName.toLowerCase().endsWith(ending));
  if (found !== undefined) return found;
  const given = /\.[^./\\]*$/.exec(fileName)?.[0] ?? "no ending";
  throw new InputError(path, given, `this version writes ${CATALOG.map(({ ending }) => ending).join(", ")}`);
}

/** Refuses, before anything is simulated, what this kind of file cannot hold. */
export function checkWritable({ name }: WriterInfo, triangles: Uint32Array): void {
  const writer = CATALOG.find((one) => one.name === name);
  if (writer?.needsTriangles !== true || triangles.length > 0) return;
  throw new UnsupportedError(`a cloth without triangles has no mesh for ${writer.title}: write .pc2, .mdd or .csv`);
}

/** The file of all frames that were recorded, piece by piece; `bodies` where it is to hold those too. */
export function formatRecording({ name }: WriterInfo, recording: Recording, bodies: readonly BakedBody[] = []): Generator<FileChunk> {
  const writer = CATALOG.find((one) => one.name === name);
  if (writer?.format === undefined) throw new InputError("format", name, "it holds no frames");
  if (bodies.length > 0 && !writer.holdsBodies) throw new InputError("bodies", writer.ending, "write .glb");
  return writer.format(createBakedRun(recording, bodies));
}

/** About how large a file is [bytes]. */
export function estimateBytes({ vertexBytes }: WriterInfo, vertexCount: number, frameCount: number): number {
  return vertexBytes * vertexCount * frameCount;
}
