import { InputError } from "../core/errors.ts";
import { finish, type Slices } from "../core/slices.ts";
import { cutClothAt, removeSprings, withCopies } from "../fabric/cut-cloth.ts";
import { invertPermutation } from "../mesh/invert-permutation.ts";
import type { CutEdit, Edit, RemovalEdit, Revision } from "./revision.ts";

export interface Revised {
  readonly revision: Revision;
  /** The former particle of each particle; absent where the particles are the same. */
  readonly origin?: Uint32Array;
  /** The former springs that are gone; absent after a cut. */
  readonly removedSprings?: Uint32Array;
}

/** The cloth after an edit. */
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
