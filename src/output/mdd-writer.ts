import type { BakedRun } from "./baked-run.ts";
import type { FileChunk } from "./file-chunk.ts";

/**
 * A point cache of LightWave, Maya and Blender: frames and points as 32-bit integers, the time of each frame [s], then x, y, z of every vertex of
 * every frame, as 32-bit floats, all big endian. It goes with a mesh of the same vertices: the OBJ of the run.
 */
export function* formatMdd(run: BakedRun): Generator<FileChunk> {
  const header = new DataView(new ArrayBuffer(8 + 4 * run.frameCount));
  header.setInt32(0, run.frameCount);
  header.setInt32(4, run.vertexCount);
  for (let frame = 0; frame < run.frameCount; frame++) header.setFloat32(8 + 4 * frame, run.timeOf(frame));
  yield new Uint8Array(header.buffer);
  const positions = new Float32Array(3 * run.vertexCount);
  for (let frame = 0; frame < run.frameCount; frame++) {
    run.readPositions(frame, positions);
    const bytes = new DataView(new ArrayBuffer(positions.byteLength));
    for (let k = 0; k < positions.length; k++) bytes.setFloat32(4 * k, positions[k]);
    yield new Uint8Array(bytes.buffer);
  }
}
