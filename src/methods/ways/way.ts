import type { ClothDescription } from "../describe-cloth.ts";
import type { OptionValue } from "../method.ts";

/** The names of the methods that `auto` may stand for. */
export type WayName = "implicit-euler" | "triangle-implicit" | "symplectic-euler" | "verlet" | "theta" | "linear-edge" | "two-level";

/** One way to take the step. Errors are shares of the motion. */
export interface Way {
  readonly method: WayName;
  readonly settings: Readonly<Record<string, OptionValue>>;
  /** Absent for a method that does not iterate. */
  readonly counter?: Counter;
  /** Of one proposal [ns]. */
  cost(iterations: number): number;
  /** What contact costs a step beside the proposals [ns]; absent where cloth touches nothing, and proposes once. */
  readonly contact?: number;
  readonly timeError: number;
}

/** The option that counts iterations, the least and the most that make sense, how many are asked for, and the share of those allowed that is taken. */
interface Counter {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly needed: number;
  readonly share: number;
  /** What is left with so many times fewer iterations than are asked for. */
  error(lack: number): number;
}

/** Time may cost this share of the motion, and so may conjugate gradients that end early. */
export const TIME_ERROR = 0.02;
export const ITERATION_ERROR = 0.025;
/** So many times as long without WebAssembly, for the methods that have kernels there. */
const WITHOUT_KERNELS = 4;

/** What a cloth is counted by; pairs are springs and hinges. */
export interface Size {
  readonly particles: number;
  readonly pairs: number;
}

/**
 * What a step of a method costs: so many of each count, at so many nanoseconds. They are fitted (`npm run bench -- auto-costs`; docs/findings.md, "Auto"): one thread, contact left out,
 * which costs every method the same.
 */
export interface Price {
  readonly costs: readonly number[];
  counts(size: Size, iterations: number): readonly number[];
}

/** The cost of a way with kernels in WebAssembly, where those are to be used. */
export function priceOf({ costs, counts }: Price, { particles, springs, hinges, hasKernels }: ClothDescription): Way["cost"] {
  const times = hasKernels ? 1 : WITHOUT_KERNELS;
  return (iterations) =>
    counts({ particles, pairs: springs + hinges }, iterations).reduce((sum, count, c) => sum + times * count * costs[c], 0);
}

/** The next whole number; what is one but for rounding stays, however the particles are numbered. */
export function ceil(value: number): number {
  return Math.ceil(value - 1e-9);
}
