import type { BakedRun } from "./baked-run.ts";
import type { FileChunk } from "./file-chunk.ts";

const MAGIC = "POINTCACHE2";
const HEADER_BYTES = 32;

/**
 * A point cache of 3ds Max and Blender: a header of 32 bytes (magic, version 1, points, first frame, frames a sample, samples), then x, y, z
 * of every vertex of every frame as 32-bit floats, all little endian. It goes with a mesh of the same vertices: the OBJ of the run.
 */
export function* formatPc2(run: BakedRun): Generator<FileChunk> {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  for (let k = 0; k < MAGIC.length; k++) header.setUint8(k, MAGIC.charCodeAt(k));
  header.setInt32(12, 1, true);
  header.setInt32(16, run.vertexCount, true);
  header.setFloat32(20, run.startFrame, true);
  header.setFloat32(24, 1, true);
  header.setInt32(28, run.frameCount, true);
  yield new Uint8Array(header.buffer);
  const positions = new Float32Array(3 * run.vertexCount);
  for (let frame = 0; frame < run.frameCount; frame++) {
    run.readPositions(frame, positions);
    yield new Uint8Array(positions.slice().buffer); // little endian, as all machines that run this are
  }
}
