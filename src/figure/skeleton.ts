import type { Vec3 } from "../core/vec3.ts";
import { add3, cross3, dot3, length3, normalise3, scale3, subtract3 } from "../core/vec3.ts";

/** Bones by name, each after its parent. L is the figure's left side, at positive x. */
export const BONE_NAMES = [
  "hips",
  "spine",
  "chest",
  "neck",
  "head",
  "thighL",
  "shinL",
  "footL",
  "toeL",
  "thighR",
  "shinR",
  "footR",
  "toeR",
  "clavicleL",
  "armL",
  "forearmL",
  "handL",
  "clavicleR",
  "armR",
  "forearmR",
  "handR",
] as const;

export type BoneName = (typeof BONE_NAMES)[number];

/** The number of a bone of every figure. */
export const BONE: Readonly<Record<BoneName, number>> = Object.fromEntries(BONE_NAMES.map((name, index) => [name, index])) as Record<
  BoneName,
  number
>;

export const HIPS = 0;
/** The first of a leg's four bones (thigh, shin, foot, toe), left and right. */
export const LEGS: readonly [number, number] = [5, 9];

const PARENTS: readonly number[] = [-1, 0, 1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 2, 13, 14, 15, 2, 17, 18, 19];

/** The height [m] that all lengths of the figure and of its cycles are written for. */
export const REFERENCE_HEIGHT = 1.7;

/** The figure at rest, an A-pose: +Y up, facing +Z, soles on y = 0. */
export interface Skeleton {
  /** Height over REFERENCE_HEIGHT: what a length of the tables is multiplied with. */
  readonly scale: number;
  readonly girth: number;
  readonly parents: readonly number[];
  /** Where each bone's joint is at rest [m], packed by threes. */
  readonly heads: Float64Array;
  /** The axes that a bone's angles turn about, as the columns of a matrix, nine numbers a bone row by row. */
  readonly axes: Float64Array;
}

/** How far from the trunk's middle the left shoulder is [m]; a greater girth moves the whole arm out by its share of this. */
export const SHOULDER_X = 0.175;

/** Joints of the left half and of the middle for a height of REFERENCE_HEIGHT and girth 1 [m]. */
const JOINTS: Readonly<Record<string, Vec3>> = {
  hips: [0, 0.95, -0.01],
  spine: [0, 1.06, -0.005],
  chest: [0, 1.19, -0.01],
  neck: [0, 1.435, -0.02],
  head: [0, 1.53, -0.005],
  thigh: [0.093, 0.9, -0.008],
  foot: [0.108, 0.085, -0.03],
  toe: [0.112, 0.026, 0.1],
  clavicle: [0.03, 1.4, -0.012],
  arm: [SHOULDER_X, 1.39, -0.015],
  forearm: [0.359, 1.171, -0.02],
  hand: [0.5, 0.973, 0.012],
};

/** The knee lies this far from the line between hip and ankle [m], to the front: a leg at rest is a little bent. */
const KNEE_FORWARD = 0.024;
/** How far down that line the knee lies, as a share of it. */
const KNEE_SHARE = 0.505;

export function createSkeleton(height: number, girth: number): Skeleton {
  const scale = height / REFERENCE_HEIGHT;
  const count = BONE_NAMES.length;
  const heads = new Float64Array(3 * count);
  const axes = new Float64Array(9 * count);
  BONE_NAMES.forEach((name, bone) => {
    const side = name.endsWith("R") ? -1 : 1;
    const joint = restJoint(name.replace(/[LR]$/, ""), girth);
    heads.set(scale3([side * joint[0], joint[1], joint[2]], scale), 3 * bone);
    axes.set(name.startsWith("forearm") || name.startsWith("hand") ? armAxes(side) : IDENTITY, 9 * bone);
  });
  return { scale, girth, parents: PARENTS, heads, axes };
}

/** A joint of the left half or the middle, girth included, height not. */
function restJoint(part: string, girth: number): Vec3 {
  if (part === "shin") {
    const hip = restJoint("thigh", girth);
    const between = subtract3(restJoint("foot", girth), hip);
    const down = normalise3(between);
    const front = normalise3(subtract3([0, 0, 1], scale3(down, dot3([0, 0, 1], down))));
    return add3(add3(hip, scale3(down, KNEE_SHARE * length3(between))), scale3(front, KNEE_FORWARD));
  }
  const [x, y, z] = JOINTS[part];
  const isArm = part === "arm" || part === "forearm" || part === "hand";
  return [isArm ? x + (girth - 1) * SHOULDER_X : x * girth, y, z];
}

const IDENTITY: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Elbow and wrist turn about axes that lie along and across the arm: y up along it, z forward, x the elbow's hinge. */
function armAxes(side: number): number[] {
  const along = subtract3(JOINTS.arm, JOINTS.forearm);
  const y = normalise3([side * along[0], along[1], 0]);
  const x = cross3(y, [0, 0, 1]);
  return [x[0], y[0], 0, x[1], y[1], 0, x[2], y[2], 1];
}

/** The left knee for REFERENCE_HEIGHT and girth 1 [m]. */
export const KNEE: Vec3 = restJoint("shin", 1);
