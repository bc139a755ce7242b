import { VERSION } from "../core/version.ts";
import { type ClosedObject, closeObject, createAbcMesh } from "./abc-mesh.ts";
import { createMetadataTable, packText, packWords } from "./alembic-property.ts";
import type { BakedRun } from "./baked-run.ts";
import type { Bytes, FileChunk } from "./file-chunk.ts";
import { joinBytes } from "./join-bytes.ts";
import { computeNormals } from "./normals.ts";
import { createOgawaFile, EMPTY_GROUP, type OgawaNode, ogawaHead } from "./ogawa-file.ts";
import { pickVertices } from "./pick-vertices.ts";
import { uniqueNames } from "./plain-names.ts";

/** Of the layout of properties, and of the library that reads it: 1.8. */
const FILE_VERSION = 0;
const LIBRARY_VERSION = 10800;

/**
 * The run as an Alembic archive in the Ogawa container: a polygon mesh for each cloth and body. What does not change is one sample, positions, normals,
 * velocities and bounds are one a frame where they change. The time of a frame is its number by the rate.
 *
 * The head names the topmost group, which is the last: so the archive is made twice, and only the second one is handed out.
 */
export function* formatAbc(run: BakedRun): Generator<FileChunk> {
  const trial = formatNodes(run);
  let step = trial.next();
  while (!step.done) step = trial.next();
  yield ogawaHead(step.value);
  yield* formatNodes(run);
}

function* formatNodes(run: BakedRun): Generator<Bytes, OgawaNode> {
  const file = createOgawaFile();
  const names = uniqueNames(
    [...run.cloths, ...run.bodies].map(({ name }) => name),
    plainName,
  );
  const cloths = run.cloths.map(({ vertices, triangles }, n) => {
    const uv = run.uv.length > 0 ? pickVertices(run.uv, 2, vertices) : new Float32Array(0);
    return { vertices, mesh: createAbcMesh(file, names[n], triangles, uv) };
  });
  const bodies = run.bodies.map((body, n) => {
    return { body, mesh: createAbcMesh(file, names[cloths.length + n], body.triangles, new Float32Array(0)) };
  });

  for (let frame = 0; frame < run.frameCount; frame++) {
    const [positions, normals, velocities] = [0, 1, 2].map(() => new Float32Array(3 * run.vertexCount));
    run.readSurface(frame, positions, normals);
    run.readVelocities?.(frame, velocities);
    for (const { vertices, mesh } of cloths) {
      const pick = (values: Float32Array): Float32Array => pickVertices(values, 3, vertices);
      mesh.addFrame(pick(positions), pick(normals), run.readVelocities && pick(velocities));
    }
    for (const { body, mesh } of bodies) {
      const [placed, facing] = [0, 1].map(() => new Float32Array(body.positions.length));
      run.readBody(body, frame, placed);
      computeNormals(placed, body.triangles, facing);
      mesh.addFrame(placed, facing);
    }
    yield* file.take();
  }

  const metadata = createMetadataTable();
  const objects = [...cloths, ...bodies].map(({ mesh }): ClosedObject => mesh.close(metadata));
  const top = closeObject(file, "ABC", 0, EMPTY_GROUP, new Uint8Array(16), objects);
  const root = file.addGroup([
    file.addData(packWords(FILE_VERSION)),
    file.addData(packWords(LIBRARY_VERSION)),
    top.node,
    file.addData(packText(`_ai_Application=drape ${VERSION};FramesPerTimeUnit=${run.rate}`)),
    file.addData(formatTimes(0, 1, 0), formatTimes(run.frameCount, 1 / run.rate, run.startFrame / run.rate)),
    file.addData(metadata.pack()),
  ]);
  yield* file.take();
  return root;
}

/** How many samples go by these times at most, the time from one to the next, and that of the first [s]. */
function formatTimes(samples: number, step: number, first: number): Bytes {
  const double = (value: number): Bytes => new Uint8Array(Float64Array.of(value).buffer);
  return joinBytes(packWords(samples), double(step), packWords(1), double(first));
}

/** A name without what a path is made of. */
function plainName(name: string): string {
  return name.replace(/[\p{Cc}/]/gu, "_") || "_";
}
