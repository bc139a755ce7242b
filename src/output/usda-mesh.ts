import type { FileChunk } from "./file-chunk.ts";
import { shortFloat } from "./short-float.ts";

/** Vertices of a mesh in a frame, three numbers each. */
export interface UsdaShape {
  readonly points: Float32Array;
  readonly normals: Float32Array;
  readonly velocities?: Float32Array;
}

export interface UsdaMesh {
  readonly name: string;
  readonly triangles: Uint32Array;
  /** Two numbers a vertex. */
  readonly uv?: Float32Array;
  /** The time codes at which it has a shape; a mesh that keeps its form has one shape and none. */
  readonly codes: readonly number[];
  readShape(sample: number): UsdaShape;
  /** Lines of its own. */
  readonly place?: string;
}

const INDENT = "        ";

/** A mesh of a USD stage in text: its shape as time samples. */
export function* formatUsdaMesh({ name, triangles, uv, codes, readShape, place = "" }: UsdaMesh): Generator<FileChunk> {
  const counts = Array.from({ length: triangles.length / 3 }, () => 3);
  yield `    def Mesh "${name}"\n    {\n${place}`;
  yield `${INDENT}uniform token subdivisionScheme = "none"\n${INDENT}uniform bool doubleSided = 1\n`;
  yield `${INDENT}int[] faceVertexCounts = [${counts.join(", ")}]\n`;
  yield `${INDENT}int[] faceVertexIndices = [${triangles.join(", ")}]\n`;
  if (uv !== undefined) yield `${INDENT}texCoord2f[] primvars:st = [${formatVectors(uv, 2)}]${PER_VERTEX}\n`;
  yield* formatSamples("float3[] extent", "", codes, (sample) => formatVectors(extentOf(readShape(sample).points)));
  yield* formatSamples("point3f[] points", "", codes, (sample) => formatVectors(readShape(sample).points));
  yield* formatSamples("normal3f[] normals", PER_VERTEX, codes, (sample) => formatVectors(readShape(sample).normals));
  if (readShape(0).velocities !== undefined) {
    yield* formatSamples("vector3f[] velocities", "", codes, (sample) =>
      formatVectors(readShape(sample).velocities ?? new Float32Array(0)),
    );
  }
  yield "    }\n";
}

const PER_VERTEX = ` (\n${INDENT}    interpolation = "vertex"\n${INDENT})`;

/** A list for each time code, or one for all times. */
function* formatSamples(
  attribute: string,
  metadata: string,
  codes: readonly number[],
  format: (sample: number) => string,
): Generator<FileChunk> {
  if (codes.length === 0) {
    yield `${INDENT}${attribute} = [${format(0)}]${metadata}\n`;
    return;
  }
  if (metadata !== "") yield `${INDENT}${attribute}${metadata}\n`;
  yield `${INDENT}${attribute}.timeSamples = {\n`;
  for (const [sample, code] of codes.entries()) yield `${INDENT}    ${code}: [${format(sample)}],\n`;
  yield `${INDENT}}\n`;
}

/** The corners of the box around the points. */
function extentOf(points: Float32Array): Float32Array {
  const extent = Float32Array.of(1, 1, 1, -1, -1, -1).map((sign) => sign * Number.POSITIVE_INFINITY);
  for (let k = 0; k < points.length; k++) {
    const c = k % 3;
    extent[c] = Math.min(extent[c], points[k]);
    extent[3 + c] = Math.max(extent[3 + c], points[k]);
  }
  return extent;
}

function formatVectors(values: Float32Array, size: 2 | 3 = 3): string {
  const vectors: string[] = [];
  for (let k = 0; k < values.length; k += size) vectors.push(`(${Array.from(values.subarray(k, k + size), shortFloat).join(", ")})`);
  return vectors.join(", ");
}
