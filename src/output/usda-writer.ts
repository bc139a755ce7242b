import { VERSION } from "../core/version.ts";
import type { BakedCloth, BakedRun } from "./baked-run.ts";
import type { FileChunk } from "./file-chunk.ts";
import { uniqueNames } from "./unique-names.ts";

/**
 * The run as a USD stage in text: a mesh for each cloth, its points as time samples, one a frame. Time codes count the frames. Numbers are the shortest
 * that read back as the same 32-bit float.
 */
export function* formatUsda(run: BakedRun): Generator<FileChunk> {
  yield [
    "#usda 1.0",
    "(",
    '    defaultPrim = "drape"',
    `    doc = "drape ${VERSION}"`,
    "    startTimeCode = 0",
    `    endTimeCode = ${Math.max(0, run.frameCount - 1)}`,
    `    framesPerSecond = ${run.rate}`,
    `    timeCodesPerSecond = ${run.rate}`,
    "    metersPerUnit = 1",
    '    upAxis = "Y"',
    ")",
    "",
    'def Xform "drape"',
    "{",
    "",
  ].join("\n");
  const names = uniqueNames(
    run.cloths.map(({ name }) => name),
    primName,
  );
  for (const [n, cloth] of run.cloths.entries()) yield* formatCloth(run, cloth, names[n]);
  yield "}\n";
}

function* formatCloth(run: BakedRun, cloth: BakedCloth, name: string): Generator<FileChunk> {
  const { vertices, triangles } = cloth;
  const counts = Array.from({ length: triangles.length / 3 }, () => 3);
  yield `    def Mesh "${name}"\n    {\n`;
  yield '        uniform token subdivisionScheme = "none"\n        uniform bool doubleSided = 1\n';
  yield `        int[] faceVertexCounts = [${counts.join(", ")}]\n`;
  yield `        int[] faceVertexIndices = [${triangles.join(", ")}]\n`;
  if (run.uv.length > 0) {
    const pairs = Array.from(vertices, (v) => `(${shortFloat(run.uv[2 * v])}, ${shortFloat(run.uv[2 * v + 1])})`);
    yield `        texCoord2f[] primvars:st = [${pairs.join(", ")}] (\n            interpolation = "vertex"\n        )\n`;
  }
  const positions = new Float32Array(3 * run.vertexCount);
  yield "        float3[] extent.timeSamples = {\n";
  for (let frame = 0; frame < run.frameCount; frame++) {
    run.readPositions(frame, positions);
    yield `            ${frame}: [${extentOf(positions, vertices).map(formatPoint).join(", ")}],\n`;
  }
  yield "        }\n        point3f[] points.timeSamples = {\n";
  for (let frame = 0; frame < run.frameCount; frame++) {
    run.readPositions(frame, positions);
    const points = Array.from(vertices, (v) => formatPoint(positions.subarray(3 * v, 3 * v + 3)));
    yield `            ${frame}: [${points.join(", ")}],\n`;
  }
  yield "        }\n    }\n";
}

/** The corners of the box around these vertices. */
function extentOf(positions: Float32Array, vertices: Uint32Array): [Float32Array, Float32Array] {
  const low = new Float32Array(3).fill(Number.POSITIVE_INFINITY);
  const high = new Float32Array(3).fill(Number.NEGATIVE_INFINITY);
  for (const v of vertices) {
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], positions[3 * v + c]);
      high[c] = Math.max(high[c], positions[3 * v + c]);
    }
  }
  return [low, high];
}

function formatPoint([x, y, z]: Float32Array): string {
  return `(${shortFloat(x)}, ${shortFloat(y)}, ${shortFloat(z)})`;
}

/** The shortest decimal that reads back as this 32-bit float. */
export function shortFloat(value: number): string {
  for (let digits = 7; digits < 9; digits++) {
    const near = Number(value.toPrecision(digits));
    if (Math.fround(near) === value) return String(near);
  }
  return String(Number(value.toPrecision(9)));
}

/** A name as USD wants it: letters, digits and underscores. */
function primName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?![A-Za-z_])/, "_");
}
