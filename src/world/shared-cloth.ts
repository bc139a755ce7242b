import type { ClothArrays } from "./engine.ts";

/** Shared memory for what is shown of a cloth. Plain data. */
export interface SharedCloth {
  readonly id: number;
  readonly buffer: SharedArrayBuffer;
  readonly vertexCount: number;
  readonly withTangents: boolean;
}

/** The arrays in it, and the frame in which they were filled. */
export interface SharedArrays extends ClothArrays, SharedCloth {
  readonly frame: Int32Array;
}

/** Before the arrays [bytes]: the number of the frame. */
const HEAD = 16;

export function createSharedCloth(id: number, { vertexCount, withTangents }: Omit<SharedCloth, "id" | "buffer">): SharedCloth {
  return { id, vertexCount, withTangents, buffer: new SharedArrayBuffer(HEAD + 4 * vertexCount * (withTangents ? 10 : 6)) };
}

export function arraysIn(shared: SharedCloth): SharedArrays {
  const { buffer, vertexCount, withTangents } = shared;
  const at = (first: number, size: number): Float32Array => new Float32Array(buffer, HEAD + 4 * first * vertexCount, size * vertexCount);
  return {
    ...shared,
    frame: new Int32Array(buffer, 0, 1),
    positions: at(0, 3),
    normals: at(3, 3),
    tangents: withTangents ? at(6, 4) : undefined,
  };
}
