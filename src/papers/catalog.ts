import type { Experiment } from "./experiment.ts";

/** Every experiment, in the order of the report: a new one is a file in the folder of its paper and a line here. */
export const EXPERIMENTS: readonly Experiment[] = [];
