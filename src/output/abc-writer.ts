import { VERSION } from "../core/version.ts";
import { type ClosedObject, closeObject, createAbcMesh } from "./abc-mesh.ts";
import { createMetadataTable, packText, packWords } from "./alembic-property.ts";
import type { BakedRun } from "./baked-run.ts";
import type { Bytes, FileChunk } from "./file-chunk.ts";
import { joinBytes } from "./join-bytes.ts";
import { computeNormals } from "./normals.ts";
import { createOgawaFile, EMPTY_GROUP, type OgawaNode, ogawaHead } from "./ogawa-file.ts";
import { pickVertices } from "./pick-vertices.ts";
import { placeBody } from "./place-body.ts";
import { uniqueNames } from "./unique-names.ts";

/** Of the layout of properties, and of the library that reads it: 1.8. */
const FILE_VERSION = 0;
const LIBRARY_VERSION = 10800;
/** Stands for times that follow no rule [s]. */
const ACYCLIC = Number.MAX_VALUE / 32;

/**
 * The run as an Alembic archive in the Ogawa container: a polygon mesh for each cloth and body. What does not change is one sample, positions, normals and
 * bounds are one a frame where they change, and a frame is read once for all meshes.
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
    const [positions, normals] = [new Float32Array(3 * run.vertexCount), new Float32Array(3 * run.vertexCount)];
    run.readSurface(frame, positions, normals);
    for (const { vertices, mesh } of cloths) {
      mesh.addFrame(pickVertices(positions, 3, vertices), pickVertices(normals, 3, vertices));
    }
    const poses = bodies.length > 0 ? run.readPoses(frame) : new Float64Array(0);
    for (const { body, mesh } of bodies) {
      const placed = new Float64Array(body.positions.length);
      placeBody(body, poses, run.timeOf(frame), placed);
      const shape = Float32Array.from(placed);
      const facing = new Float32Array(shape.length);
      computeNormals(shape, body.triangles, facing);
      mesh.addFrame(shape, facing);
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
    file.addData(formatTimes(0, 1, [0]), timesOf(run)),
    file.addData(metadata.pack()),
  ]);
  yield* file.take();
  return root;
}

/** The times of the run: evenly from the first on, or each by itself where frames are the nearest steps. */
function timesOf({ frameCount, rate, timeOf }: BakedRun): Bytes {
  const times = Array.from({ length: frameCount }, (_, frame) => timeOf(frame));
  const even = times.every((time, frame) => Math.abs(time - times[0] - frame / rate) <= 1e-9 * (1 + Math.abs(time)));
  return even ? formatTimes(frameCount, 1 / rate, [times[0]]) : formatTimes(frameCount, ACYCLIC, times);
}

/** The most samples that go by these times, the length of a cycle [s], and the times of the first one [s]. */
function formatTimes(samples: number, cycle: number, times: readonly number[]): Bytes {
  const doubles = (values: readonly number[]): Bytes => new Uint8Array(Float64Array.from(values).buffer);
  return joinBytes(packWords(samples), doubles([cycle]), packWords(times.length), doubles(times));
}

/** A name without what a path is made of. */
function plainName(name: string): string {
  return name.replace(/[\p{Cc}/]/gu, "_") || "_";
}
