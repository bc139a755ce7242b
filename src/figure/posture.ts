import { BONE_NAMES } from "./skeleton.ts";

/** Numbers of one foot in `Posture.feet`. */
export const FOOT_SIZE = 6;

/**
 * What a cycle decides about one moment; all lengths are those of a figure of REFERENCE_HEIGHT [m], all angles in radians. All
 * zeros is the rest pose.
 */
export interface Posture {
  /** The place on the ground x, z that the figure stands above, and where it heads: the angle from +Z towards +X. */
  readonly path: Float64Array;
  /** The hips' way out of their rest position: to the left, up, to the front. Fades in with the cycle. */
  readonly sway: Float64Array;
  /**
   * Three angles a bone, about the x, y and z axis of its joint: it is turned by R_y R_x R_z. Positive x bends forward, positive y
   * turns left, positive z raises the left side. Legs have none: their feet say it all. Fades in with the cycle.
   */
  readonly angles: Float64Array;
  /**
   * Each foot, left and right: place x, height y and place z that the foot's rest position is moved by after turning by a heading
   * about the figure's axis, that heading, how far the heel is raised on the planted toes, how far the toes are raised over the heel.
   */
  readonly feet: Float64Array;
  /** Room for the cycle's own numbers. */
  readonly scratch: Float64Array;
}

export function createPosture(): Posture {
  return {
    path: new Float64Array(3),
    sway: new Float64Array(3),
    angles: new Float64Array(3 * BONE_NAMES.length),
    feet: new Float64Array(2 * FOOT_SIZE),
    scratch: new Float64Array(6),
  };
}

export function clearPosture({ path, sway, angles, feet }: Posture): void {
  path.fill(0);
  sway.fill(0);
  angles.fill(0);
  feet.fill(0);
}

/** What fades in with a cycle, multiplied with `share`. */
export function fadePosture({ sway, angles }: Posture, share: number): void {
  for (let i = 0; i < sway.length; i++) sway[i] *= share;
  for (let i = 0; i < angles.length; i++) angles[i] *= share;
}

/** Sets the three angles of a bone. */
export function turnBone({ angles }: Posture, bone: number, x: number, y: number, z: number): void {
  angles[3 * bone] = x;
  angles[3 * bone + 1] = y;
  angles[3 * bone + 2] = z;
}
