import type { SceneInput, SpringRow } from "../../scene/scene-input.ts";

export interface Thread {
  /** Points of the thread [m], and the mass at each [kg]. */
  readonly points: readonly (readonly [number, number, number])[];
  readonly masses: readonly number[];
  /** Tension between each point and the next [N]. */
  readonly tension: readonly number[];
}

/** A thread of stiff springs that starts with the given tensions. */
export function threadScene(thread: Thread, stiffness: number, more: Record<string, unknown>): SceneInput {
  const { points, masses, tension } = thread;
  const springs = tension.map((pull, i): SpringRow => {
    const [x, y, z] = points[i].map((value, c) => points[i + 1][c] - value);
    const length = Math.sqrt(x * x + y * y + z * z);
    return [i, i + 1, length - pull / stiffness, stiffness, "stretch"];
  });
  return {
    drape: 1,
    cloths: [{ network: { positions: points, masses, springs }, damping: { viscous: 2e-5 } }],
    ...more,
  };
}
