import { computePoses, createFigure, type Figure, type FigureMotion } from "../../src/figure/figure.ts";
import type { FleshCone } from "../../src/figure/flesh.ts";

/** The default figure; its skin is made once for a test file. */
export const figure: Figure = createFigure();

/** Motions whose limbs keep clear. */
export const CLEAR_MOTIONS: readonly FigureMotion[] = [
  { cycle: "stand" },
  { cycle: "walk" },
  { cycle: "walk", travel: "circle" },
  { cycle: "walk", travel: "none" },
  { cycle: "turn" },
  { cycle: "dance" },
];

export function nameOf(motion: FigureMotion): string {
  return motion.travel === undefined ? motion.cycle : `${motion.cycle} (${motion.travel})`;
}

export function posesAt(of: Figure, motion: FigureMotion, t: number): Float64Array {
  const poses = new Float64Array(12 * of.bones.length);
  computePoses(of, motion, t, poses);
  return poses;
}

/** R p + t of a bone's pose. */
export function move(poses: Float64Array, bone: number, p: readonly number[]): [number, number, number] {
  const at = 12 * bone;
  const row = (c: number): number =>
    poses[at + 3 * c] * p[0] + poses[at + 3 * c + 1] * p[1] + poses[at + 3 * c + 2] * p[2] + poses[at + 9 + c];
  return [row(0), row(1), row(2)];
}

export function boneOf(of: Figure, name: string): number {
  return of.bones.findIndex((bone) => bone.name === name);
}

/** Cones of some bones in a pose. */
export function poseCones(of: Figure, poses: Float64Array, bones: readonly number[]): FleshCone[] {
  return bones.flatMap((bone) =>
    of.bones[bone].cones.map((cone) => ({ ...cone, a: move(poses, bone, cone.a), b: move(poses, bone, cone.b) })),
  );
}

export function distance(p: readonly number[], q: readonly number[]): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/**
 * Signed distance of a point from a rounded cone, by the balls that make it up: the least |p − c(u)| − r(u) over u in 0 … 1, which is convex in u.
 */
export function ballDistance({ a, b, ra, rb }: FleshCone, p: readonly number[]): number {
  const f = (u: number): number =>
    distance([a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1]), a[2] + u * (b[2] - a[2])], p) - (ra + u * (rb - ra));
  let low = 0;
  let high = 1;
  for (let n = 0; n < 60; n++) {
    const u = low + (high - low) / 3;
    const v = high - (high - low) / 3;
    if (f(u) < f(v)) high = v;
    else low = u;
  }
  return Math.min(f(0), f(1), f(0.5 * (low + high)));
}

/** How far two sets of cones are apart, looked at from balls along the first. */
export function clearance(from: readonly FleshCone[], to: readonly FleshCone[]): number {
  let least = Infinity;
  for (const { a, b, ra, rb } of from) {
    for (let s = 0; s <= 4; s++) {
      const u = s / 4;
      const p = [a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1]), a[2] + u * (b[2] - a[2])];
      for (const cone of to) least = Math.min(least, ballDistance(cone, p) - (ra + u * (rb - ra)));
    }
  }
  return least;
}
