import type { Run } from "../sim/run.ts";
import type { PartMesh } from "./whole-mesh.ts";

/** The mesh of one of several cloths of a run. */
export function partMesh({ rig, setup }: Run, part: number): PartMesh {
  const { cloth, triangles, uv, origin } = rig.revision;
  const { particleCount } = cloth;
  const { start, end } = setup.cloth.parts[part];
  const isOwn = (vertex: number): boolean => origin[vertex] >= start && origin[vertex] < end;
  const own: number[] = [];
  const numbers = new Int32Array(particleCount).fill(-1);
  for (let vertex = 0; vertex < particleCount; vertex++) {
    if (!isOwn(vertex)) continue;
    numbers[vertex] = own.length;
    own.push(vertex);
  }
  const vertices = Uint32Array.from(own);
  const corners: number[] = [];
  for (const vertex of triangles) if (numbers[vertex] >= 0) corners.push(numbers[vertex]);
  return {
    vertices,
    vertexCount: own.length,
    triangles: Uint32Array.from(corners),
    uv: Float32Array.from({ length: uv.length === 0 ? 0 : 2 * own.length }, (_, c) => uv[2 * own[c >> 1] + (c & 1)]),
    origin: vertices.map((vertex) => origin[vertex] - start),
  };
}
