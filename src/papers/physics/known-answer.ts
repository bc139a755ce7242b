import type { Cell, Column, Table } from "../experiment.ts";

/** A number that is known, and what came out for it at each resolution, coarse to fine. */
export interface KnownAnswer {
  readonly name: string;
  readonly known: number;
  readonly ours: readonly number[];
}

/** Expected, then ours and its error at each resolution, a row a number; the finest, which is judged, first: a narrow screen shows the first columns. */
export function knownTable(
  title: string,
  quantity: string,
  resolutions: readonly string[],
  answers: readonly KnownAnswer[],
  note?: string,
): Table {
  const [finest, ...coarser] = [...resolutions].reverse();
  const columns: Column[] = [
    { heading: quantity },
    { heading: "known", isPaper: true, digits: 5 },
    { heading: finest, digits: 5 },
    { heading: "error [%]", digits: 2 },
    ...coarser.flatMap((heading) => [
      { heading, digits: 5 },
      { heading: "error [%]", digits: 2 },
    ]),
  ];
  const rows = answers.map(({ name, known, ours }): Cell[] => [
    name,
    known,
    ...[...ours].reverse().flatMap((value) => [value, percentError(value, known)]),
  ]);
  return { title, columns, rows, ...(note === undefined ? {} : { note }) };
}

/** The largest error of any answer at a resolution, the finest without [%]. */
export function worstError(answers: readonly KnownAnswer[], resolution?: number): number {
  const errors = answers.map(({ known, ours }) => Math.abs(percentError(ours[resolution ?? ours.length - 1], known)));
  return errors.some((error) => Number.isNaN(error)) ? Number.NaN : Math.max(...errors);
}

/** How much larger the worst error is at the coarsest resolution than at the finest [−]. */
export function errorGain(answers: readonly KnownAnswer[]): number {
  return worstError(answers, 0) / worstError(answers);
}

export function percentError(value: number, known: number): number {
  return 100 * (value / known - 1);
}
