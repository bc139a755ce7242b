import { defineConfig } from "vitest/config";
import { DOOR_ALIASES } from "./scripts/doors.mjs";

/** Long forms: `npm run test:full` runs them too. */
const LONG = process.env.FULL === "1" ? [] : ["test/**/*.full.test.ts"];

export default defineConfig({
  test: {
    maxWorkers: 2, // a bare machine of two cores would use one
    projects: [
      {
        resolve: { alias: DOOR_ALIASES },
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**", ...LONG],
          setupFiles: ["test/support/random-seed.ts"],
          testTimeout: 600_000, // a test ends by itself: this only stops one that hangs, on the busiest machine
          hookTimeout: 600_000,
          expect: { poll: { timeout: 120_000 } },
          execArgv: ["--expose-gc"], // some tests measure what a step allocates
        },
      },
      {
        // The built page in a real browser: after the others and one file at a time, so that nothing slows it down.
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: LONG,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 180_000 } },
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
