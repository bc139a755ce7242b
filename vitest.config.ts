import { defineConfig } from "vitest/config";
import { DOOR_ALIASES } from "./scripts/doors.mjs";
import { LongFirst } from "./test/support/long-first.ts";

/** What does not run: long forms, but for `npm run test:full`; there a short form that is a part of them. */
const LEFT_OUT = process.env.FULL === "1" ? ["test/papers/quick.test.ts"] : ["test/**/*.full.test.ts"];

/** Tests that look at a process of their own: its memory, its threads, its folder, the modules that it has loaded or replaced. */
const APART = [
  "test/cli/**/*.test.ts",
  "test/contact/broad-phase.test.ts",
  "test/contact/continuous-test.test.ts",
  "test/input/byte-flips.test.ts",
  "test/kernels/**/*.test.ts",
  "test/methods/constant-system.test.ts",
  "test/methods/desbrun.test.ts",
  "test/output/render-mesh.test.ts",
  "test/sim/allocation.test.ts",
  "test/studio/studio.test.ts",
];

/** A test ends by itself: this only stops one that hangs, on the busiest machine. */
const PATIENCE = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 180_000 } } };

const UNIT = {
  setupFiles: ["test/support/random-seed.ts"],
  execArgv: ["--expose-gc"], // some tests measure what a step allocates
  ...PATIENCE,
};

export default defineConfig({
  test: {
    maxWorkers: 2, // a bare machine of two cores would use one
    sequence: { sequencer: LongFirst },
    globalSetup: ["test/support/worker-code.ts"],
    projects: [
      {
        resolve: { alias: DOOR_ALIASES },
        // in one process a worker: to load the engine anew takes longer than most files of tests
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**", ...APART, ...LEFT_OUT],
          isolate: false,
          ...UNIT,
        },
      },
      {
        resolve: { alias: DOOR_ALIASES },
        test: { name: "apart", include: APART, exclude: LEFT_OUT, ...UNIT },
      },
      {
        // The built page in a real browser, after the others.
        test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], exclude: LEFT_OUT, sequence: { groupOrder: 1 }, ...PATIENCE },
      },
    ],
  },
});
