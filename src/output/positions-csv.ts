import type { BakedRun } from "./baked-run.ts";
import type { FileChunk } from "./file-chunk.ts";

/** Where every vertex is in every frame: a row each with the time [s], the vertex's number and x, y, z [m] in full precision. */
export function* formatPositions(run: BakedRun): Generator<FileChunk> {
  yield "time,vertex,x,y,z\n";
  const positions = new Float64Array(3 * run.vertexCount);
  for (let frame = 0; frame < run.frameCount; frame++) {
    run.readPositions(frame, positions);
    const time = run.timeOf(frame);
    const rows: string[] = [];
    for (let v = 0; v < run.vertexCount; v++) {
      rows.push(`${time},${v},${positions[3 * v]},${positions[3 * v + 1]},${positions[3 * v + 2]}\n`);
    }
    yield rows.join("");
  }
}
