import { defineConfig } from "vitest/config";
import { DOOR_ALIASES } from "./scripts/doors.mjs";

export default defineConfig({
  test: {
    maxWorkers: 2, // a bare machine of two cores would use one
    projects: [
      {
        resolve: { alias: DOOR_ALIASES },
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**"],
          setupFiles: ["test/support/random-seed.ts"],
          testTimeout: 30_000,
          execArgv: ["--expose-gc"], // some tests measure what a step allocates
        },
      },
      {
        // The built page in a real browser: after the others and one file at a time, so that nothing slows it down.
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
