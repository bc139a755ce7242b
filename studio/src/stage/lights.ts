import { DirectionalLight, HemisphereLight, type Object3D, Vector3 } from "three";
import type { Framing } from "./framing.ts";

/** The lamps of the stage: a warm key, which casts the shadows, a cool fill, a rim from behind, and the sky. */
export interface Lights {
  readonly objects: readonly Object3D[];
  /** Aims the key at what the camera frames. */
  aim(framing: Framing): void;
  /** Takes the key along. */
  moveBy(step: Vector3): void;
  setDark(dark: boolean): void;
}

const SHADOW_TEXELS = 2048;
/** Where the lamps hang, seen from the cloth. */
const KEY_DIRECTION = new Vector3(0.65, 1.05, 1.05).normalize();
const FILL_DIRECTION = new Vector3(-1, 0.35, 0.6).normalize();
const RIM_DIRECTION = new Vector3(-0.5, 0.6, -1).normalize();

export function createLights(): Lights {
  const sky = new HemisphereLight(0xffffff, 0xd8cabb, 0.5);
  const key = new DirectionalLight(0xffeedb, 2.5);
  key.castShadow = true;
  key.shadow.mapSize.set(SHADOW_TEXELS, SHADOW_TEXELS);
  key.shadow.radius = 6;
  const fill = new DirectionalLight(0xcfe0f5, 0.5);
  const rim = new DirectionalLight(0xffe6cf, 0.9);
  fill.position.copy(FILL_DIRECTION);
  rim.position.copy(RIM_DIRECTION);

  return {
    objects: [sky, key, key.target, fill, rim],
    aim({ centre, radius }) {
      const reach = 2.2 * radius;
      key.target.position.set(...centre);
      key.position.copy(key.target.position).addScaledVector(KEY_DIRECTION, 4 * radius);
      const { camera: lamp } = key.shadow;
      lamp.left = -reach;
      lamp.right = reach;
      lamp.top = reach;
      lamp.bottom = -reach;
      lamp.near = 0.1 * radius;
      lamp.far = 9 * radius;
      lamp.updateProjectionMatrix();
      key.shadow.normalBias = 0.012 * radius;
      key.shadow.bias = -0.0006;
    },
    moveBy(step) {
      key.position.add(step);
      key.target.position.add(step);
    },
    setDark(dark) {
      sky.intensity = dark ? 0.75 : 1.35;
      key.intensity = dark ? 2.4 : 2.7;
      fill.intensity = dark ? 0.8 : 0.6;
    },
  };
}
