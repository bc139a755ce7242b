import { readPlace } from "../core/body-place.ts";
import { disposable } from "../core/disposable.ts";
import { createListeners } from "../core/listeners.ts";
import { checkUpdate } from "../core/update-options.ts";
import { isColliderShape } from "../scene/collider-shape.ts";
import { given } from "../scene/given.ts";
import { refuseMesh } from "../scene/mesh-loader.ts";
import { SCENE_DEFAULTS } from "../scene/scene-defaults.ts";

/**
 * What the front of a world shares with engines and scenes. What fronts alone load exports it, though they have it: a bundler that puts together what the
 * same entries reach then keeps it in two pieces, as ../scene/ground.ts does for scenes.
 */
export const FRONT_GROUND = [
  readPlace,
  disposable,
  createListeners,
  checkUpdate,
  isColliderShape,
  given,
  refuseMesh,
  SCENE_DEFAULTS,
] as const;
