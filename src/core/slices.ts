/**
 * Interruptible work: each `next` does one slice, and the result comes with the last. Slices end where the work says, never by a clock, so
 * one slice a step gives the result after the same number of steps on every machine.
 */
export type Slices<Result> = Generator<undefined, Result, undefined>;

/** All slices at once. */
export function finish<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

// Notes. Why a cut is prepared in slices, although generators then run through every `prepare…`: cutting a swinging sheet of 10,000 vertices
// from edge to edge, the longest frame takes 330 ms at once and 24 ms in slices with linear-edge (482 and 36 ms with self-collision), 101 and
// 24 ms with gauss-seidel (bench/results/cut.csv, columns `first` and `gradual`). A worker that builds the next rig would copy the cloth and
// have its kernels and memory a second time.
