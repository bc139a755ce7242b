import { type Posture, turnBone } from "./posture.ts";
import { BONE } from "./skeleton.ts";

const ARMS: readonly [number, number] = [BONE.armL, BONE.armR];

/**
 * One arm, left (0) or right (1), mirrored: raised to the side from the A-pose, swung forward about the shoulders, turned inwards, and the
 * elbow bent [rad].
 */
export function setArm(posture: Posture, arm: number, raised: number, forward: number, inward: number, elbow: number): void {
  const side = arm === 0 ? 1 : -1;
  turnBone(posture, ARMS[arm], -forward, -side * inward, side * raised);
  turnBone(posture, ARMS[arm] + 1, -elbow, 0, 0);
}
