import { test } from "vitest";

/** Whether long forms run too: `npm run test:full` sets FULL=1. Files named *.full.test.ts run only then. */
export const FULL: boolean = process.env.FULL === "1";

/** How often a random test is repeated: as often as given in the full form, a tenth of it under `npm test`. */
export function repeats(full: number): number {
  return FULL ? full : Math.ceil(full / 10);
}

/** The values that a test is run with: all in the full form; under `npm test` as many as `short`, the first and others evenly from all. */
export function some<Value>(values: readonly Value[], short: number): readonly Value[] {
  const share = (n: number): number => Math.ceil((n * short) / values.length);
  return FULL ? values : values.filter((_, n) => share(n) < share(n + 1));
}

/** A test of the full form alone. Under `npm test` it does not exist, so that nothing counts as skipped. */
export function testFull(name: string, body: () => Promise<void>): void {
  if (FULL) test(name, body);
}
