import { InputError } from "../core/errors.ts";
import { finish, type Slices } from "../core/slices.ts";
import type { Cloth } from "../fabric/cloth.ts";
import { cutClothAt, removeSprings, withCopies } from "../fabric/cut-cloth.ts";
import { computeRestAreas, type RestShape } from "../fabric/rest-shape.ts";
import { invertPermutation } from "../mesh/reorder.ts";
import type { PinScript } from "./drive.ts";
import type { LeashScript, TetherScript } from "./leash.ts";
import type { SimulationSetup } from "./setup.ts";

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

export interface Revised {
  readonly revision: Revision;
  /** The former particle of each particle; absent where the particles are the same. */
  readonly origin?: Uint32Array;
  /** The former springs that are gone; absent after a cut. */
  readonly removedSprings?: Uint32Array;
}

/** The cloth of the scene, before any edit. */
export function createRevision(
  setup: Pick<SimulationSetup, "cloth" | "sceneIndex" | "uv" | "positions" | "pins" | "leashes" | "tethers">,
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

export function applyEdit(revision: Revision, edit: Edit): Revised {
  return edit.kind === "cut" ? finish(applyCut(revision, edit)) : applyRemoval(revision, edit);
}

export function* applyCut(revision: Revision, edit: CutEdit): Slices<Revised> {
  const { cloth, sceneIndex, start, rest, pins, leashes } = revision;
  const wrong = edit.corners.findIndex((h) => h >= cloth.triangles.length);
  if (wrong >= 0) {
    throw new InputError("corners", String(edit.corners[wrong]), `the mesh has ${cloth.triangles.length} corners`);
  }
  const cutCorners = [...new Set([...revision.cutCorners, ...edit.corners])];
  const edits = [...revision.edits, edit];
  const cut = yield* cutClothAt(cloth, cutCorners, rest);
  if (cut.cloth === cloth) return { revision: { ...revision, edits, cutCorners } };

  const { origin } = cut;
  const numbers = extendSceneIndex(sceneIndex, origin);
  const engineIndex = invertPermutation(numbers);
  const sceneOrigin = engineIndex.map((i) => sceneIndex[origin[i]]); // of each vertex now, among those before
  return {
    revision: {
      cloth: cut.cloth,
      edits,
      sceneIndex: numbers,
      engineIndex,
      triangles: cut.cloth.triangles.map((i) => numbers[i]),
      uv: withCopies(revision.uv, 2, sceneOrigin),
      origin: sceneOrigin.map((i) => revision.origin[i]),
      start: withCopies(start, 3, origin),
      rest: { ...rest, coordinates: withCopies(rest.coordinates, rest.dimension, origin) },
      pins: copyScripts(pins, origin, cloth.particleCount),
      leashes: copyScripts(leashes, origin, cloth.particleCount),
      tethers: [],
      cutCorners,
    },
    origin,
  };
}

/** Scripts of particles, and the same of those that a cut made of them: particles from `count` on, copies of their `origin`. */
function copyScripts<Script extends { readonly vertex: number }>(scripts: readonly Script[], origin: Uint32Array, count: number): Script[] {
  const copies = new Map<number, number[]>();
  for (let i = count; i < origin.length; i++) copies.set(origin[i], [...(copies.get(origin[i]) ?? []), i]);
  const copied = scripts.flatMap((script) => (copies.get(script.vertex) ?? []).map((vertex) => ({ ...script, vertex })));
  return [...scripts, ...copied];
}

function applyRemoval(revision: Revision, edit: RemovalEdit): Revised {
  const { cloth, sceneIndex } = revision;
  const { ends, count } = cloth.springs;
  const keyOf = (a: number, b: number): number => Math.min(a, b) * cloth.particleCount + Math.max(a, b);
  const asked = new Set<number>();
  const named = new Uint8Array(cloth.particleCount); // by engine index
  for (let p = 0; p < edit.pairs.length; p += 2) {
    asked.add(keyOf(edit.pairs[p], edit.pairs[p + 1]));
    named[revision.engineIndex[edit.pairs[p]]] = 1;
    named[revision.engineIndex[edit.pairs[p + 1]]] = 1;
  }
  const removed: number[] = [];
  for (let s = 0; s < count; s++) {
    if (named[ends[2 * s]] === 0 || named[ends[2 * s + 1]] === 0) continue;
    if (asked.has(keyOf(sceneIndex[ends[2 * s]], sceneIndex[ends[2 * s + 1]]))) removed.push(s);
  }
  if (removed.length === 0) return { revision };
  return {
    revision: { ...revision, cloth: removeSprings(cloth, removed), edits: [...revision.edits, edit], tethers: [] },
    removedSprings: Uint32Array.from(removed),
  };
}

/** True when two lists of edits are the same. */
export function sameEdits(a: readonly Edit[], b: readonly Edit[]): boolean {
  const words = (edit: Edit): Uint32Array => (edit.kind === "cut" ? edit.corners : edit.pairs);
  return (
    a.length === b.length &&
    a.every((edit, n) => {
      const [mine, others] = [words(edit), words(b[n])];
      return edit.kind === b[n].kind && mine.length === others.length && mine.every((word, c) => word === others[c]);
    })
  );
}

/** New particles are numbered in the scene by the number of their origin, so the engine's own order does not show. */
function extendSceneIndex(sceneIndex: Uint32Array, origin: Uint32Array): Uint32Array {
  const count = sceneIndex.length;
  const added = Array.from({ length: origin.length - count }, (_, n) => count + n);
  added.sort((a, b) => sceneIndex[origin[a]] - sceneIndex[origin[b]] || a - b);
  const numbers = new Uint32Array(origin.length);
  numbers.set(sceneIndex);
  added.forEach((i, n) => {
    numbers[i] = count + n;
  });
  return numbers;
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
