import type { MorphTarget } from "./morph.ts";
import type { Surface } from "./surface.ts";

/** A mesh as a file has it: a surface, with what its maker said about parts of it. */
export interface MeshFile extends Surface {
  /** Red, green and blue of each vertex, from 0 to 1. */
  readonly colours?: Float32Array;
  /** All triangles in runs that share their names. */
  readonly pieces: readonly MeshPiece[];
  /** Vertices in one place are one vertex: such a file has no other way to write the seam of a texture. */
  readonly hasSeams?: true;
  /** What was mended or passed over in reading it: a sentence each, without the file's name. */
  readonly notices?: readonly string[];
  /** How a scene calls the vertices, where that is not by their place: of a mesh from which some were left out, or with copies. */
  readonly numbers?: VertexNumbers;
  /** Of a mesh whose vertices were welded. */
  readonly welded?: WeldedCorners;
  /** Of a file whose mesh moves. */
  readonly skin?: MeshSkin;
}

/** The number of each vertex, which copies share, and how many numbers there are; not every one need be a vertex. */
export interface VertexNumbers {
  readonly of: Uint32Array;
  readonly count: number;
}

/** The corners of the triangles before their vertices were welded, and how many triangles lost one by that and are gone. */
export interface WeldedCorners {
  readonly before: Uint32Array;
  readonly closedCount: number;
}

/** The triangles from `start` to before `end`, and the names of the objects, groups and materials that they belong to. */
export interface MeshPiece {
  readonly names: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** How a mesh moves: its forms are mixed as `computeMorph` does it, then it follows its bones as `computeSkin` does it. */
export interface MeshSkin {
  /** Vertices before anything moves them, and four bones a vertex with their weights. */
  readonly rest: Float64Array;
  readonly bones: Uint16Array;
  readonly weights: Float64Array;
  readonly boneCount: number;
  readonly animations: readonly { readonly name: string; readonly duration: number }[];
  readonly morphs: readonly MorphTarget[];
  readonly morphWeightCount: number;
  /**
   * The poses of all bones, 12 numbers each, and the weights of all morph targets at a time [s] of an animation; without one, as the file
   * has them.
   */
  computePoses(animation: number | undefined, time: number, poses: Float64Array, morphWeights: Float64Array): void;
}

/** The vertices of all triangles that belong to a name, ascending; undefined where none does. */
export function findGroup({ pieces, triangles, positions }: MeshFile, name: string): Uint32Array | undefined {
  const chosen = pieces.filter(({ names }) => names.includes(name));
  if (chosen.length === 0) return undefined;
  const isIn = new Uint8Array(positions.length / 3);
  for (const { start, end } of chosen) for (let c = 3 * start; c < 3 * end; c++) isIn[triangles[c]] = 1;
  return Uint32Array.from(isIn.keys()).filter((i) => isIn[i] === 1);
}

/** Every name of a mesh, once, in the order of the file. */
export function groupNames({ pieces }: MeshFile): string[] {
  return [...new Set(pieces.flatMap(({ names }) => names))];
}
