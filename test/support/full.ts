import { test } from "vitest";

/** Whether long forms run too: `npm run test:full` sets FULL=1. Files named *.full.test.ts run only then. */
export const FULL: boolean = process.env.FULL === "1";

/** How often a random test is repeated: as often as given in the full form, a tenth of it under `npm test`. */
export function repeats(full: number): number {
  return FULL ? full : Math.ceil(full / 10);
}

/** The values that a test is run with: all in the full form, the first `short` under `npm test`. */
export function some<Value>(values: readonly Value[], short: number): readonly Value[] {
  return FULL ? values : values.slice(0, short);
}

/** A test of the full form alone. Under `npm test` it does not exist, so that nothing counts as skipped. */
export function testFull(name: string, body: () => Promise<void>): void {
  if (FULL) test(name, body);
}
