import type { Json } from "../scene/sample-scenes.ts";
import type { Draws } from "./draws.ts";

/** A scene to begin with. */
export interface BaseScene {
  readonly name: string;
  readonly scene: Json;
}

/** A scene with something strange in it, and what was done to it. */
export interface Mutant {
  readonly index: number;
  readonly base: string;
  readonly changes: readonly string[];
  readonly scene: Json;
}

/** What a mutation does to a scene, in words; undefined where the scene has no place for it. */
export type Mutation = (scene: Json, draws: Draws) => string | undefined;

/** Numbers that few scenes have. */
export const EXTREMES: readonly unknown[] = [
  0, -1, 1, 1e-30, -1e-30, 5e-324, 1e-9, 1e-3, 0.5, 7, 1e3, 80e3, 1e6, 1e9, -1e9, 1.1e9, 1e30, 1e300, -1e300,
];
/** Values of the wrong kind. Counts between what is quick to build and what is refused are left out. */
export const WRONG: readonly unknown[] = [
  null,
  true,
  "",
  "NaN",
  "all",
  "__proto__",
  [],
  {},
  [[]],
  [null],
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 31,
  2 ** 53,
];
/** Ways in which something may go. */
export const DIRECTIONS = [
  [0, -1, 0],
  [0, 1, 0],
  [1, 0, 0],
  [0.3, -0.6, 0.7],
];
/** How strongly [m/s², m/s]. */
export const STRENGTHS = [1, 30, 1e3, 1e6, 1e9, 1e9, 1e12];

export function show(value: unknown): string {
  if (typeof value === "number") return String(value);
  return (JSON.stringify(value) ?? String(value)).slice(0, 160);
}
