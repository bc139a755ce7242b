/** The numbers of [Choi13, Table 7.3] to [Choi13, Table 7.5], as printed. */
export interface Printed {
  /** Milliseconds a step in [Choi13, Table 7.3] at 1245, 2485 and 4219 vertices. */
  readonly totals: readonly number[];
  /** Force, build and solve in [Choi13, Table 7.4 and 7.5], at 5472 vertices. */
  readonly parts: readonly [force: number, build: number, solve: number];
}

/** In the order of `CHOI_MODELS`. */
export const PRINTED: readonly Printed[] = [
  { totals: [5.75, 14.74, 29.81], parts: [0.983, 23.249, 25.346] },
  { totals: [2.17, 4.97, 9.08], parts: [5.722, 0, 6.863] },
  { totals: [1.11, 2.72, 5.39], parts: [0.887, 0, 6.905] },
  { totals: [7.18, 16.79, 33.68], parts: [1.71, 28.028, 22.157] },
  { totals: [2.73, 6.25, 11.39], parts: [8.928, 0, 6.169] },
  { totals: [1.4, 3.18, 6.26], parts: [1.944, 0, 6.225] },
];
/** Milliseconds a step at the sizes of `SIZES`. */
export function printedTotal({ totals, parts }: Printed, s: number): number {
  return s < totals.length ? totals[s] : parts[0] + parts[1] + parts[2];
}

/** Linear models among `CHOI_MODELS`. */
export const LINEAR = [1, 2, 4, 5];

/** Printed speed-up of a model over the conventional one with the same elements. */
export function printedGain(m: number, s: number): number {
  return printedTotal(PRINTED[m - (m % 3)], s) / printedTotal(PRINTED[m], s);
}

/** The grids that stand for 1245, 2485, 4219 and 5472 vertices. */
export const SIZES: readonly { readonly vertices: number; readonly size: number }[] = [
  { vertices: 1245, size: 35 },
  { vertices: 2485, size: 50 },
  { vertices: 4219, size: 65 },
  { vertices: 5472, size: 74 },
];
/** Nonzeros of the matrix and of L before and after reordering, in [Choi13, Table 7.3]. */
export const PRINTED_FILL: readonly { readonly vertices: number; matrix: number; before: number; after: number }[] = [
  { vertices: 1245, matrix: 15293, before: 286430, after: 84145 },
  { vertices: 2485, matrix: 30969, before: 829610, after: 236537 },
  { vertices: 4219, matrix: 53067, before: 2200249, after: 505102 },
];
