import { InputError, nearestWord } from "../core/errors.ts";
import type { MeshSkin } from "../mesh/mesh-file.ts";
import { computeMorph } from "../mesh/morph.ts";
import { computeSkin } from "../mesh/skin.ts";
import { MATRIX_SIZE } from "./gltf-nodes.ts";

/** Puts the vertices of a mesh where they are at a time [s], into out[at..]. */
export type PlaceAt = (time: number, out: Float64Array, at: number) => void;

/** The times at which an animation is looked at before it is played. */
const LOOKS = 1000;

/**
 * A mesh that an animation of its file moves: played from time 0 on, once, or over and over. Nothing is allocated while it plays.
 * `reach` is how far vertices may get from the origin [m].
 */
export function createMeshMotion(skin: MeshSkin, animation: number, repeat: boolean, reach: number, path: string): PlaceAt {
  const { rest, bones, weights, boneCount, morphs } = skin;
  const { duration } = skin.animations[animation];
  const poses = new Float64Array(MATRIX_SIZE * boneCount);
  const mix = new Float64Array(skin.morphWeightCount);
  const form = morphs.length > 0 ? rest.slice() : rest;
  const restSpan = furthest(rest);
  const changes = morphs.map(({ offsets }) => furthest(offsets));
  for (let k = 0; k <= LOOKS; k++) {
    skin.computePoses(animation, (duration * k) / LOOKS, poses, mix);
    const span = changes.reduce((sum, change, n) => sum + Math.abs(mix[morphs[n].weight]) * change, restSpan);
    // |M p + t| ≤ √3 · 3 · largest number of M · span + …: roughly is enough
    const far = poses.reduce((most, value, c) => Math.max(most, Math.abs(value) * (c % MATRIX_SIZE < 9 ? 6 * span : 2)), 0);
    if (!(far <= reach)) {
      throw new InputError(path, `vertices ${far} m away at ${(duration * k) / LOOKS} s`, `keep them within ${reach} m`);
    }
  }
  return (time, out, at) => {
    const now = repeat && duration > 0 ? time - duration * Math.floor(time / duration) : time;
    skin.computePoses(animation, now, poses, mix);
    if (morphs.length > 0) computeMorph(rest, morphs, mix, form);
    computeSkin(form, bones, weights, poses, out.subarray(at, at + rest.length));
  };
}

function furthest(numbers: Float64Array | Float32Array): number {
  let most = 0;
  for (let n = 0; n < numbers.length; n++) most = Math.max(most, Math.abs(numbers[n]));
  return most;
}

/** The number of an animation by its name; the first without one. */
export function findAnimation({ animations }: MeshSkin, name: string | undefined, path: string): number {
  if (name === undefined) return 0;
  const names = animations.map((animation) => animation.name);
  const found = names.indexOf(name);
  if (found >= 0) return found;
  const near = nearestWord(name, names);
  const list = `the file has ${names.slice(0, 12).join(", ")}`;
  throw new InputError(path, JSON.stringify(name), near === undefined ? list : `did you mean "${near}"? ${list}`);
}
