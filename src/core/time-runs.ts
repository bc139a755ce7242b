/** Smallest and middle value of a list of times. */
export function minAndMedian(times: readonly number[]): [min: number, median: number] {
  const sorted = [...times].sort((a, b) => a - b);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)]];
}

/** Smallest and middle milliseconds of `run`, repeated at least `least` times and until `budget` ms are spent; `prepare` is not timed. */
export function timeRuns(run: () => void, least: number, budget: number, prepare: () => void = () => {}): [min: number, median: number] {
  const times: number[] = [];
  const started = performance.now();
  while (times.length < least || (times.length < 1000 && performance.now() - started < budget)) {
    prepare();
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  return minAndMedian(times);
}
