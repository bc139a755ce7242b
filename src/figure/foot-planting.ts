import { cos, sin } from "../core/trig.ts";
import { computeRotation, fixPoint, movePoint, multiplyTransposed, POSE_SIZE } from "./pose-matrix.ts";
import { FOOT_SIZE, type Posture } from "./posture.ts";
import { HIPS, LEGS, type Skeleton } from "./skeleton.ts";

/**
 * Legs from the ground up. A foot is put where the posture wants it, whatever the hips do, so one that stands does not slide; then
 * thigh and shin, two bones of fixed length between hip and ankle, find the knee.
 */
export interface LegRig {
  /** Of the left leg and the right: hip, ankle, toe joint, heel at rest [m], packed by threes. */
  readonly points: Float64Array;
  /** Lengths of thigh and shin [m]. */
  readonly lengths: Float64Array;
  /** The frames of thigh and shin at rest, 18 numbers a leg. */
  readonly restFrames: Float64Array;
  readonly scratch: Float64Array;
}

/** Where the ball of the heel is at rest, left, for REFERENCE_HEIGHT and girth 1 [m]. */
export const HEEL: readonly [number, number, number] = [0.108, 0.034, -0.058];

const HIP = 0;
const ANKLE = 3;
const TOE = 6;
const HEEL_POINT = 9;
const POINTS = 12;

export function createLegRig({ heads, scale, girth }: Skeleton): LegRig {
  const rig: LegRig = {
    points: new Float64Array(2 * POINTS),
    lengths: new Float64Array(4),
    restFrames: new Float64Array(36),
    scratch: new Float64Array(27),
  };
  for (let leg = 0; leg < 2; leg++) {
    const bone = LEGS[leg];
    const at = POINTS * leg;
    for (let c = 0; c < 3; c++) {
      rig.points[at + HIP + c] = heads[3 * bone + c];
      rig.points[at + ANKLE + c] = heads[3 * (bone + 2) + c];
      rig.points[at + TOE + c] = heads[3 * (bone + 3) + c];
      rig.points[at + HEEL_POINT + c] = HEEL[c] * scale * (c === 0 ? girth * (leg === 0 ? 1 : -1) : 1);
    }
    const knee = heads.subarray(3 * bone + 3, 3 * bone + 6);
    rig.lengths[2 * leg] = distance(heads.subarray(3 * bone, 3 * bone + 3), knee);
    rig.lengths[2 * leg + 1] = distance(knee, heads.subarray(3 * bone + 6, 3 * bone + 9));
    rig.scratch.set(heads.subarray(3 * bone, 3 * bone + 3), 0);
    rig.scratch.set(heads.subarray(3 * bone + 6, 3 * bone + 9), 3);
    bendLeg(rig.lengths, 2 * leg, 0, 1, rig.scratch, rig.restFrames, 18 * leg);
  }
  return rig;
}

function distance(a: Float64Array, b: Float64Array): number {
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const z = b[2] - a[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Poses of both legs' bones, for hips that are placed already. */
export function plantFeet(rig: LegRig, skeleton: Skeleton, posture: Posture, poses: Float64Array): void {
  const { points, lengths, restFrames, scratch } = rig;
  const { path, feet } = posture;
  for (let leg = 0; leg < 2; leg++) {
    const thigh = POSE_SIZE * LEGS[leg];
    const shin = thigh + POSE_SIZE;
    const foot = shin + POSE_SIZE;
    const toe = foot + POSE_SIZE;
    const at = POINTS * leg;
    placeFoot(rig, leg, skeleton.scale, feet, FOOT_SIZE * leg, poses, foot, toe);
    movePoint(poses, POSE_SIZE * HIPS, points, at + HIP, scratch, 0);
    movePoint(poses, foot, points, at + ANKLE, scratch, 3);
    // the knee points where hips and foot face on average
    const body = path[2] + posture.angles[3 * HIPS + 1];
    const facing = 0.5 * (body + feet[FOOT_SIZE * leg + 3]);
    bendLeg(lengths, 2 * leg, sin(facing), cos(facing), scratch, scratch, 9);
    multiplyTransposed(scratch, 9, restFrames, 18 * leg, poses, thigh);
    multiplyTransposed(scratch, 18, restFrames, 18 * leg + 9, poses, shin);
    fixPoint(poses, thigh, points, at + HIP, scratch, 0);
    fixPoint(poses, shin, skeleton.heads, 3 * (LEGS[leg] + 1), scratch, 6);
  }
}

/** Foot and toes: turned about the heel by the toes' rise, then about the toe joint by the heel's, then to their place. */
function placeFoot(
  { points, scratch }: LegRig,
  leg: number,
  scale: number,
  feet: Float64Array,
  at: number,
  poses: Float64Array,
  foot: number,
  toe: number,
): void {
  const heading = feet[at + 3];
  const heelUp = feet[at + 4];
  const toesUp = feet[at + 5];
  // the flat foot: a turn about the figure's axis, then a shift
  computeRotation(0, heading, 0, poses, toe);
  poses[toe + 9] = scale * feet[at];
  poses[toe + 10] = scale * feet[at + 1];
  poses[toe + 11] = scale * feet[at + 2];
  for (let c = 0; c < POSE_SIZE; c++) poses[foot + c] = poses[toe + c];
  if (toesUp > 0) {
    movePoint(poses, toe, points, POINTS * leg + HEEL_POINT, scratch, 0);
    computeRotation(-toesUp, heading, 0, poses, toe);
    fixPoint(poses, toe, points, POINTS * leg + HEEL_POINT, scratch, 0);
    for (let c = 0; c < POSE_SIZE; c++) poses[foot + c] = poses[toe + c];
  } else if (heelUp > 0) {
    movePoint(poses, toe, points, POINTS * leg + TOE, scratch, 0);
    computeRotation(heelUp, heading, 0, poses, foot);
    fixPoint(poses, foot, points, POINTS * leg + TOE, scratch, 0);
  }
}

/**
 * The knee between a hip and an ankle, on the side that (facingX, 0, facingZ) points to, and the frames of both bones. `io` has the
 * hip at 0 and the ankle at 3, and gets the knee at 6. A frame has the columns: the knee's hinge, the bone's way down, their cross product.
 *
 *      hip ───a───┬────── ankle      d = |ankle − hip|,   a = (l₁² − l₂² + d²)/(2 d),   b = √(l₁² − a²)
 *         ╲ l₁    │b   ╱ l₂
 *            ╲  knee ╱
 *
 * Out of reach, the leg is straight and does not meet its foot.
 */
function bendLeg(
  lengths: Float64Array,
  atLengths: number,
  facingX: number,
  facingZ: number,
  io: Float64Array,
  frames: Float64Array,
  at: number,
): void {
  const l1 = lengths[atLengths];
  const l2 = lengths[atLengths + 1];
  let ux = io[3] - io[0];
  let uy = io[4] - io[1];
  let uz = io[5] - io[2];
  const d = Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux /= d;
  uy /= d;
  uz /= d;
  // the hinge is across the leg and what it faces; the knee goes to hinge × u
  let hx = uy * facingZ;
  let hy = uz * facingX - ux * facingZ;
  let hz = -uy * facingX;
  const size = Math.sqrt(hx * hx + hy * hy + hz * hz);
  hx /= size;
  hy /= size;
  hz /= size;
  const a = (l1 * l1 - l2 * l2 + d * d) / (2 * d);
  const b = Math.sqrt(Math.max(0, l1 * l1 - a * a));
  io[6] = io[0] + a * ux + b * (hy * uz - hz * uy);
  io[7] = io[1] + a * uy + b * (hz * ux - hx * uz);
  io[8] = io[2] + a * uz + b * (hx * uy - hy * ux);
  writeFrame(io, 0, 6, hx, hy, hz, frames, at);
  writeFrame(io, 6, 3, hx, hy, hz, frames, at + 9);
}

/** The frame of a bone from one point of `io` to another. */
function writeFrame(
  io: Float64Array,
  from: number,
  to: number,
  hx: number,
  hy: number,
  hz: number,
  frames: Float64Array,
  at: number,
): void {
  const x = io[to] - io[from];
  const y = io[to + 1] - io[from + 1];
  const z = io[to + 2] - io[from + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const dx = x / length;
  const dy = y / length;
  const dz = z / length;
  frames[at] = hx;
  frames[at + 3] = hy;
  frames[at + 6] = hz;
  frames[at + 1] = dx;
  frames[at + 4] = dy;
  frames[at + 7] = dz;
  frames[at + 2] = hy * dz - hz * dy;
  frames[at + 5] = hz * dx - hx * dz;
  frames[at + 8] = hx * dy - hy * dx;
}
