import { readPlace } from "../core/body-place.ts";
import { checkArray } from "../core/check-array.ts";
import { disposable } from "../core/disposable.ts";
import { createListeners } from "../core/listeners.ts";
import { checkUpdate } from "../core/update-options.ts";
import { computeNormals } from "../output/normals.ts";
import { given } from "../scene/given.ts";
import { refuseMesh } from "../scene/mesh-loader.ts";
import { applyChanges } from "./change.ts";
import { readBones } from "./read-bones.ts";
import { numberBy } from "./retrace.ts";

/**
 * What the front of a world shares with engines and scenes. What fronts alone load exports it, though they have it: a bundler that puts together what the
 * same entries reach then keeps it in two pieces, as ../scene/ground.ts does for scenes.
 */
export const FRONT_GROUND = [
  readPlace,
  checkArray,
  disposable,
  createListeners,
  checkUpdate,
  computeNormals,
  given,
  refuseMesh,
  applyChanges,
  readBones,
  numberBy,
] as const;
