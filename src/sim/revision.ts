import type { Cloth } from "../fabric/cloth.ts";
import { computeRestAreas, type RestShape } from "../fabric/rest-shape.ts";
import { invertPermutation } from "../mesh/invert-permutation.ts";
import type { PinScript } from "./drive.ts";
import type { LeashScript, TetherScript } from "./leash.ts";
import type { RunSetup } from "./setup.ts";

/**
 * One change of the cloth, as snapshots keep it. A cut names its edges by corners that face them (see mesh/cut), which hold through
 * all cuts; a removal names pairs of vertices, packed by twos, as the scene numbered them then.
 */
export type Edit = CutEdit | RemovalEdit;

export interface CutEdit {
  readonly kind: "cut";
  readonly corners: Uint32Array;
}

export interface RemovalEdit {
  readonly kind: "remove-springs";
  readonly pairs: Uint32Array;
}

/** The cloth between two edits, with everything that is numbered like its particles. */
export interface Revision {
  readonly cloth: Cloth;
  /** The edits that made it from the cloth of the scene, in order. */
  readonly edits: readonly Edit[];
  /** The scene's number of each particle, and the particle of each number. Particles that a cut adds come last in both. */
  readonly sceneIndex: Uint32Array;
  readonly engineIndex: Uint32Array;
  /** In the scene's numbering: triangles, texture coordinates, and the vertex of the uncut scene that each vertex is or copies. */
  readonly triangles: Uint32Array;
  readonly uv: Float32Array;
  readonly origin: Uint32Array;
  /** Where particles start [m], and where they are at rest. */
  readonly start: Float64Array;
  readonly rest: RestShape;
  readonly pins: readonly PinScript[];
  readonly leashes: readonly LeashScript[];
  /** Empty after a cut or a removal: the cloth between the two ends may be gone. */
  readonly tethers: readonly TetherScript[];
  /** A corner facing each edge cut so far; those that could not come open yet do so when a later cut reaches them. */
  readonly cutCorners: readonly number[];
}

/** The cloth of the scene, before any edit. */
export function createRevision(
  setup: Pick<RunSetup, "cloth" | "sceneIndex" | "uv" | "positions" | "pins" | "leashes" | "tethers">,
): Revision {
  const { cloth, sceneIndex, uv, positions: start, pins, leashes = [], tethers = [] } = setup;
  return {
    cloth,
    edits: [],
    sceneIndex,
    engineIndex: invertPermutation(sceneIndex),
    triangles: cloth.triangles.map((i) => sceneIndex[i]),
    uv,
    origin: sceneIndex.map((_, i) => i),
    start,
    rest: restPlaces(cloth, start),
    pins,
    leashes,
    tethers,
    cutCorners: [],
  };
}

/** The material coordinates (u, v, 0) where a particle has them, else its rest position, else where it starts: all cloths of a scene in one shape. */
function restPlaces(cloth: Cloth, start: Float64Array): RestShape {
  const { material, triangles, particleCount } = cloth;
  const coordinates = (cloth.restPositions ?? start).slice();
  if (material.length === 0) return { dimension: 3, coordinates };
  const areas = new Float64Array(triangles.length / 3);
  computeRestAreas(triangles, { dimension: 2, coordinates: material }, areas);
  const flat = new Uint8Array(particleCount);
  for (let h = 0; h < triangles.length; h++) if (areas[Math.floor(h / 3)] > 0) flat[triangles[h]] = 1;
  for (let i = 0; i < particleCount; i++) {
    if (flat[i] !== 0) coordinates.set([material[2 * i], material[2 * i + 1], 0], 3 * i);
  }
  return { dimension: 3, coordinates };
}
