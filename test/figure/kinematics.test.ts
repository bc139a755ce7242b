import { expect, it } from "vitest";
import { createPosedSkeleton, posePosture } from "../../src/figure/kinematics.ts";
import { createPosture, turnBone } from "../../src/figure/posture.ts";
import { BONE, BONE_NAMES, createSkeleton } from "../../src/figure/skeleton.ts";
import { move } from "./figure-samples.ts";

const skeleton = createSkeleton(1.7, 1);
const head = (bone: number): number[] => Array.from(skeleton.heads.subarray(3 * bone, 3 * bone + 3));

function expectNear(got: readonly number[], wanted: readonly number[]): void {
  wanted.forEach((value, c) => {
    expect(got[c]).toBeCloseTo(value, 12);
  });
}

it("leaves everything where it is in a posture of zeros", () => {
  const poses = new Float64Array(12 * BONE_NAMES.length);
  posePosture(createPosedSkeleton(skeleton), createPosture(), poses);
  BONE_NAMES.forEach((_, bone) => {
    expectNear(move(poses, bone, [0.3, 0.7, -0.2]), [0.3, 0.7, -0.2]);
  });
});

it("turns a chain of bones as worked out by hand", () => {
  const posture = createPosture();
  // the figure stands at (1, 2), facing +X; its spine bends forward by a right angle, its head back up by one
  posture.path.set([1, 2, Math.PI / 2]);
  turnBone(posture, BONE.spine, Math.PI / 2, 0, 0);
  turnBone(posture, BONE.head, -Math.PI / 2, 0, 0);
  const poses = new Float64Array(12 * BONE_NAMES.length);
  posePosture(createPosedSkeleton(skeleton), posture, poses);
  // heading: (x, y, z) → (z, y, −x) + (1, 0, 2)
  const hips = head(BONE.hips);
  expectNear(move(poses, BONE.hips, hips), [1 + hips[2], hips[1], 2]);
  // above the spine's joint, what was up is forward and what was forward is down
  const spine = head(BONE.spine);
  const neck = head(BONE.neck);
  const up = neck[1] - spine[1];
  const front = neck[2] - spine[2];
  expectNear(move(poses, BONE.chest, neck), [1 + spine[2] + up, spine[1] - front, 2]);
  // the head is upright again, so a point 0.1 above its joint is 0.1 above it
  const joint = head(BONE.head);
  const placed = move(poses, BONE.head, joint);
  expectNear(move(poses, BONE.head, [joint[0], joint[1] + 0.1, joint[2]]), [placed[0], placed[1] + 0.1, placed[2]]);
});

it("bends an elbow about the hinge across the arm: the hand comes forward, the distance to the elbow stays", () => {
  const posture = createPosture();
  turnBone(posture, BONE.forearmL, -Math.PI / 2, 0, 0);
  const poses = new Float64Array(12 * BONE_NAMES.length);
  posePosture(createPosedSkeleton(skeleton), posture, poses);
  const elbow = head(BONE.forearmL);
  const hand = head(BONE.handL);
  const along = [elbow[0] - head(BONE.armL)[0], elbow[1] - head(BONE.armL)[1]];
  const length = Math.hypot(along[0], along[1]);
  const reach = ((hand[0] - elbow[0]) * along[0] + (hand[1] - elbow[1]) * along[1]) / length;
  const moved = move(poses, BONE.handL, hand);
  // what lay along the arm (in the plane of the body) now points forward
  expect(moved[2] - elbow[2]).toBeCloseTo(reach, 12);
  expect(Math.hypot(...moved.map((value, c) => value - elbow[c]))).toBeCloseTo(Math.hypot(...hand.map((value, c) => value - elbow[c])), 12);
});

it("finds the knee for a raised foot: bones keep their lengths and meet", () => {
  const posture = createPosture();
  posture.feet.set([0, 0.2, 0.3, 0.3, 0.4, 0]);
  const poses = new Float64Array(12 * BONE_NAMES.length);
  posePosture(createPosedSkeleton(skeleton), posture, poses);
  expectNear(move(poses, BONE.thighL, head(BONE.thighL)), head(BONE.thighL));
  expectNear(move(poses, BONE.thighL, head(BONE.shinL)), move(poses, BONE.shinL, head(BONE.shinL)));
  expectNear(move(poses, BONE.shinL, head(BONE.footL)), move(poses, BONE.footL, head(BONE.footL)));
  expect(move(poses, BONE.shinL, head(BONE.shinL))[2]).toBeGreaterThan(0.2);
  expectNear(move(poses, BONE.footL, head(BONE.toeL)), move(poses, BONE.toeL, head(BONE.toeL)));
  expectNear(move(poses, BONE.shinR, head(BONE.shinR)), head(BONE.shinR));
});

it("mirrors left and right, scales with height and spreads with girth", () => {
  for (const name of BONE_NAMES.filter((bone) => bone.endsWith("L"))) {
    const [x, y, z] = head(BONE[name]);
    expect(head(BONE[name.replace(/L$/, "R") as typeof name])).toEqual([-x, y, z]);
  }
  const tall = createSkeleton(2.04, 1);
  const stout = createSkeleton(1.7, 1.2);
  skeleton.heads.forEach((value, n) => {
    expect(tall.heads[n]).toBeCloseTo(1.2 * value, 12);
  });
  expect(stout.heads[3 * BONE.thighL]).toBeCloseTo(1.2 * skeleton.heads[3 * BONE.thighL], 12);
  expect(stout.heads[3 * BONE.head + 1]).toBe(skeleton.heads[3 * BONE.head + 1]);
});
