import { UnsupportedError } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import type { BakedRun } from "./baked-run.ts";
import { formatExr } from "./exr.ts";
import type { Bytes, FileChunk } from "./file-chunk.ts";
import { formatGlb } from "./glb-writer.ts";
import { formatStoredPng } from "./stored-png.ts";
import { formatZip } from "./zip-file.ts";

/** A vertex-animation texture: a texel a vertex and frame. A frame is so many rows. */
interface TextureLayout {
  readonly width: number;
  readonly height: number;
  readonly rowsPerFrame: number;
}

/** What nearly every graphics card takes [texels]. */
const MAX_WIDTH = 4096;
const MAX_HEIGHT = 8192;

/** Refuses what no texture holds. */
export function checkTexture(vertexCount: number, frameCount: number): void {
  const most = Math.floor(MAX_HEIGHT / rowsOf(vertexCount));
  if (frameCount <= most) return;
  const texture = `a texture of ${MAX_WIDTH} × ${MAX_HEIGHT} texels holds`;
  if (most === 0) throw new UnsupportedError(`${texture} fewer than ${vertexCount} vertices: write .abc or .pc2`);
  throw new UnsupportedError(`${texture} ${most} frames of ${vertexCount} vertices, not ${frameCount}: ask for fewer`);
}

/**
 * The run as vertex-animation textures, which a game engine plays in its vertex shader, packed in one archive: the mesh of the first frame, whose second texture
 * coordinates say where in the first frame's rows the texel of a vertex is, its position in every frame, its normal in every frame, and what there is to know.
 */
export function* formatVat(run: BakedRun): Generator<FileChunk> {
  const layout = planTexture(run);
  const { width, height, rowsPerFrame } = layout;
  const { low, high } = boundsOf(run);
  const about = {
    generator: `drape ${VERSION}`,
    mesh: "mesh.glb",
    positions: "position.exr",
    normals: "normal.png",
    frames: run.frameCount,
    rate: run.rate,
    vertices: run.vertexCount,
    width,
    height,
    rowsPerFrame,
    bounds: { low, high },
  };
  yield* formatZip([
    { name: "animation.json", chunks: () => [encode(`${JSON.stringify(about, null, 2)}\n`)] },
    { name: "mesh.glb", chunks: () => encodeAll(formatGlb({ ...run, frameCount: 1, bodies: [] }, placesOf(run, layout))) },
    {
      name: "position.exr",
      chunks: () =>
        formatExr(
          width,
          height,
          textureRows(run, layout, "positions", (row) => row),
        ),
    },
    { name: "normal.png", chunks: () => formatStoredPng(width, height, textureRows(run, layout, "normals", encodeNormals)) },
  ]);
}

function rowsOf(vertexCount: number): number {
  return Math.ceil(vertexCount / MAX_WIDTH);
}

function planTexture({ vertexCount, frameCount }: BakedRun): TextureLayout {
  checkTexture(vertexCount, frameCount);
  const rowsPerFrame = rowsOf(vertexCount);
  return { width: Math.ceil(vertexCount / rowsPerFrame), height: rowsPerFrame * frameCount, rowsPerFrame };
}

/** Texture coordinates of each vertex: the middle of its texel in the first frame, from the left and from the top. */
function placesOf({ vertexCount }: BakedRun, { width, height }: TextureLayout): Float32Array {
  return Float32Array.from({ length: 2 * vertexCount }, (_, k) => {
    const vertex = k >> 1;
    return k % 2 === 0 ? ((vertex % width) + 0.5) / width : (Math.floor(vertex / width) + 0.5) / height;
  });
}

/** Three numbers a texel, row by row, frame after frame; where a frame's last row has no vertex they are 0. */
function* textureRows<Row>(
  run: BakedRun,
  { width, rowsPerFrame }: TextureLayout,
  what: "positions" | "normals",
  encode: (numbers: Float32Array) => Row,
): Generator<Row> {
  const surface = { positions: new Float32Array(3 * run.vertexCount), normals: new Float32Array(3 * run.vertexCount) };
  for (let frame = 0; frame < run.frameCount; frame++) {
    run.readSurface(frame, surface.positions, surface.normals);
    for (let row = 0; row < rowsPerFrame; row++) {
      const numbers = new Float32Array(3 * width);
      numbers.set(surface[what].subarray(3 * width * row, 3 * width * (row + 1)));
      yield encode(numbers);
    }
  }
}

/** −1 to 1 as 0 to 255. */
function encodeNormals(row: Float32Array): Bytes {
  return Uint8Array.from(row, (value) => Math.round(127.5 * (value + 1)));
}

/** The box around all vertices in all frames. */
function boundsOf(run: BakedRun): { low: number[]; high: number[] } {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  const positions = new Float32Array(3 * run.vertexCount);
  for (let frame = 0; frame < run.frameCount; frame++) {
    run.readPositions(frame, positions);
    for (let k = 0; k < positions.length; k++) {
      if (positions[k] < low[k % 3]) low[k % 3] = positions[k];
      if (positions[k] > high[k % 3]) high[k % 3] = positions[k];
    }
  }
  return { low, high };
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function* encodeAll(chunks: Iterable<FileChunk>): Generator<Bytes> {
  for (const chunk of chunks) yield typeof chunk === "string" ? encode(chunk) : chunk;
}
