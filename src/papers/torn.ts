/**
 * A cloth is torn when a spring is three times its length, whatever becomes of its numbers: no spring of a whole cloth of these experiments comes near
 * that. A strain [−]; that of a run whose numbers left all bounds is not finite, and so it is not whole either.
 */
export const TORN = 2;

/** What counts as the end of a cloth, in words for set-ups. */
export const LOST_OR_TORN = `A cloth is lost when a number leaves all bounds and torn when a spring is ${1 + TORN} times its length.`;

/** Neither lost nor torn, by the largest strain of a run. */
export function isWhole(strain: number): boolean {
  return strain < TORN;
}
