/**
 * Work that can be interrupted: each `next` does a slice of it, and what it is all for comes at the end. Where slices end depends on the
 * work alone, never on a clock, so that who does so many of them a step has the result after the same number of steps on every machine.
 */
export type Slices<Result> = Generator<undefined, Result, undefined>;

/** All of it at once. */
export function finish<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}
