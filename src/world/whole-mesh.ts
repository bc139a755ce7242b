import type { Run } from "../sim/run.ts";

/** The mesh of one cloth of a run, numbered from 0: the vertices of the uncut cloth in its order, then the copies as cuts made them. */
export interface PartMesh {
  /** The run's number of each vertex; undefined where they are the same. */
  readonly vertices: Uint32Array | undefined;
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  readonly uv: Float32Array;
  readonly origin: Uint32Array;
}

/** The mesh of a run that has one cloth alone. */
export function wholeMesh({ rig }: Run): PartMesh {
  const { cloth, triangles, uv, origin } = rig.revision;
  return { vertices: undefined, vertexCount: cloth.particleCount, triangles: triangles.slice(), uv: uv.slice(), origin: origin.slice() };
}
