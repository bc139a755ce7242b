import { MAX_VERTICES } from "./limits.ts";
import { createObjTallies, type ObjTallies } from "./obj-tallies.ts";

/** The most texture points (`vt`) of a file. */
export const MAX_TEXTURE_POINTS: number = 2 * MAX_VERTICES;

/** What the statements said, before faces become triangles. Arrays grow by doubling; the counts say how far they are filled. */
export interface ObjContent {
  positions: Float64Array;
  vertexCount: number;
  /** Red, green and blue of each vertex, once one has them; white where none are given. */
  colours: Float32Array | undefined;
  texture: Float64Array;
  textureCount: number;
  /** Vertex of each face corner, from 0, and its texture point from 1 (0: none). */
  corners: Uint32Array;
  cornerTexture: Uint32Array;
  cornerCount: number;
  /** First corner and line of each face. */
  faceStart: Uint32Array;
  faceLine: Uint32Array;
  faceCount: number;
  triangleCount: number;
  /** The names in force from a face on: object, material, groups. */
  labels: FaceLabel[];
  /** What is passed over or mended, to be told. */
  readonly tallies: ObjTallies;
}

/** Names of all faces from `face` to where the next begins. */
export interface FaceLabel {
  readonly face: number;
  readonly object: string;
  readonly material: string;
  readonly groups: readonly string[];
}

export const NO_LABEL: FaceLabel = { face: 0, object: "", material: "", groups: [] };

export function createObjContent(): ObjContent {
  return {
    positions: new Float64Array(3 * 1024),
    vertexCount: 0,
    colours: undefined,
    texture: new Float64Array(2 * 1024),
    textureCount: 0,
    corners: new Uint32Array(4 * 1024),
    cornerTexture: new Uint32Array(4 * 1024),
    cornerCount: 0,
    faceStart: new Uint32Array(1024),
    faceLine: new Uint32Array(1024),
    faceCount: 0,
    triangleCount: 0,
    labels: [],
    tallies: createObjTallies(),
  };
}

/** The same numbers in an array of twice the length. */
export function doubled<T extends Float64Array | Uint32Array>(array: T): T {
  const larger = array instanceof Float64Array ? new Float64Array(2 * array.length) : new Uint32Array(2 * array.length);
  larger.set(array);
  return larger as T;
}
