import { describeValue, InputError, UnsupportedError } from "../core/errors.ts";
import { formatAbc } from "./abc-writer.ts";
import type { BakedBody } from "./baked-bodies.ts";
import { type BakedRun, type BakedRunOptions, createBakedRun } from "./baked-run.ts";
import { clothRun } from "./cloth-run.ts";
import type { FileChunk } from "./file-chunk.ts";
import { formatGlb } from "./glb-writer.ts";
import { formatMdd } from "./mdd-writer.ts";
import { formatPc2 } from "./pc2-writer.ts";
import { formatPositions } from "./positions-csv.ts";
import type { Precision, Recording } from "./recording.ts";
import { formatUsda } from "./usda-writer.ts";
import { checkTexture, formatVat } from "./vat-writer.ts";

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
  /** It counts frames, from any number on. */
  readonly countsFrames?: boolean;
  /** It tells velocities, which a recording keeps where it is asked to. */
  readonly holdsVelocities?: boolean;
  /** Its coordinates are metres with y up, as its specification says. */
  readonly isMetric?: boolean;
}

interface Writer extends WriterInfo {
  /** A mesh is a set of triangles for it. */
  readonly needsTriangles?: boolean;
  /** Refuses a run of this size that it cannot hold. */
  check?(vertexCount: number, frameCount: number): void;
  format?(run: BakedRun): Generator<FileChunk>;
}

const UNLIMITED = Number.POSITIVE_INFINITY;

const FRAMES = { holds: "frames", precision: "single", maxFrames: UNLIMITED } as const;
const STATE = { holds: "state", precision: "double", maxFrames: UNLIMITED } as const;
const VIDEO = { holds: "video", precision: "single", maxFrames: UNLIMITED, vertexBytes: 0 } as const;

/** Files end as the kind is called. */
function writer(
  name: string,
  mediaType: string,
  title: string,
  summary: string,
  traits: Omit<Writer, "name" | "ending" | "mediaType" | "title" | "summary"> & { readonly ending?: string },
): Writer {
  return { name, ending: `.${name}`, mediaType, title, summary, ...traits };
}

const CATALOG: readonly Writer[] = [
  writer("glb", "model/gltf-binary", "glTF binary", "a mesh a cloth, a morph target a key frame: for game engines, viewers and Blender", {
    ...FRAMES,
    maxFrames: 100,
    vertexBytes: 24,
    needsTriangles: true,
    holdsBodies: true,
    isMetric: true,
    format: formatGlb,
  }),
  writer("usda", "text/plain", "USD, as text", "a mesh a cloth with time samples: for film pipelines, Blender and Houdini", {
    ...FRAMES,
    vertexBytes: 105,
    needsTriangles: true,
    holdsBodies: true,
    holdsVelocities: true,
    countsFrames: true,
    format: formatUsda,
  }),
  writer("abc", "application/octet-stream", "Alembic", "a mesh a cloth and frame: for Maya, Houdini, Blender and other film programs", {
    ...FRAMES,
    vertexBytes: 36,
    needsTriangles: true,
    holdsBodies: true,
    holdsVelocities: true,
    countsFrames: true,
    format: formatAbc,
  }),
  writer(
    "vat",
    "application/zip",
    "Vertex-animation textures",
    "a mesh, and a texel a vertex and frame for positions and normals: for game engines",
    { ...FRAMES, ending: ".vat.zip", vertexBytes: 15, needsTriangles: true, isMetric: true, check: checkTexture, format: formatVat },
  ),
  writer(
    "pc2",
    "application/octet-stream",
    "Point cache PC2",
    "all vertices of all frames, for the OBJ of the same run in 3ds Max and Blender",
    { ...FRAMES, vertexBytes: 12, countsFrames: true, format: formatPc2 },
  ),
  writer(
    "mdd",
    "application/octet-stream",
    "Point cache MDD",
    "all vertices of all frames, for the OBJ of the same run in Maya, LightWave and Blender",
    { ...FRAMES, vertexBytes: 12, format: formatMdd },
  ),
  writer("csv", "text/csv", "Table of positions", "a row a vertex and frame: time, vertex, x, y, z in full precision", {
    ...FRAMES,
    precision: "double",
    vertexBytes: 70,
    format: formatPositions,
  }),
  writer("obj", "text/plain", "Wavefront OBJ", "the mesh of a state in full precision", { ...STATE, vertexBytes: 150 }),
  writer("png", "image/png", "Picture", "a picture of a state", { ...STATE, vertexBytes: 0 }),
  writer("mp4", "video/mp4", "Video, H.264", "pictures from the scene's camera, by ffmpeg", VIDEO),
  writer("webm", "video/webm", "Video, VP9", "the same; in the studio as the view is seen", VIDEO),
];

/** Every kind of file, by what it is good for. */
export const WRITERS: readonly WriterInfo[] = CATALOG;

/** The endings of the kinds of file that have a trait, as in ".glb or .usda". */
export function endingsWith(trait: "holdsBodies" | "countsFrames"): string {
  return CATALOG.filter((writer) => writer[trait])
    .map(({ ending }) => ending)
    .join(" or ");
}

/** The kind of a file by the end of its name. */
export function findWriter(fileName: string, path: string): WriterInfo {
  const found = CATALOG.find(({ ending }) => fileName.toLowerCase().endsWith(ending));
  if (found !== undefined) return found;
  const given = /\.[^./\\]*$/.exec(fileName)?.[0] ?? "no ending";
  throw new InputError(path, given, `this version writes ${CATALOG.map(({ ending }) => ending).join(", ")}`);
}

function writerOf(info: WriterInfo): (typeof CATALOG)[number] {
  const writer = CATALOG.find(({ name }) => name === info?.name);
  if (writer === undefined) throw new InputError("writer", describeValue(info), "give one of WRITERS");
  return writer;
}

/**
 * Refuses, before anything is simulated, what this kind of file cannot hold: cloth without triangles, and, where these are given, too many vertices and frames. A
 * writer of somebody's own holds what it will.
 */
export function checkWritable(info: WriterInfo, triangles: Uint32Array, vertexCount: number = 0, frameCount: number = 0): void {
  const writer = typeof info?.name === "string" ? CATALOG.find(({ name }) => name === info.name) : writerOf(info);
  writer?.check?.(vertexCount, frameCount);
  if (writer?.needsTriangles !== true || triangles.length > 0) return;
  throw new UnsupportedError(`a cloth without triangles has no mesh for ${writer.title}: write .pc2, .mdd or .csv`);
}

/** How a file of a recording is to be. */
export interface RecordingFileOptions extends BakedRunOptions {
  /** The number of the one cloth that it holds: all without. */
  readonly cloth?: number | undefined;
}

/** The file of all frames that were recorded, piece by piece; `bodies` where it is to hold those too. */
export function formatRecording(
  info: WriterInfo,
  recording: Recording,
  bodies: readonly BakedBody[] = [],
  options: RecordingFileOptions = {},
): Generator<FileChunk> {
  const writer = writerOf(info);
  if (writer.format === undefined) throw new InputError("format", info.name, "it holds no frames");
  if (bodies.length > 0 && !writer.holdsBodies) throw new InputError("bodies", writer.ending, `write ${endingsWith("holdsBodies")}`);
  const { cloth, ...rest } = options;
  if (writer.isMetric && ((rest.metresPerUnit ?? 1) !== 1 || (rest.up ?? "y") !== "y")) {
    throw new InputError("options", `another unit or axis for ${writer.ending}`, "its format says metres with y up");
  }
  const run = createBakedRun(recording, bodies, rest);
  return writer.format(cloth === undefined ? run : clothRun(run, cloth));
}

/** About how large a file is [bytes]. */
export function estimateBytes({ vertexBytes }: WriterInfo, vertexCount: number, frameCount: number): number {
  return vertexBytes * vertexCount * frameCount;
}
