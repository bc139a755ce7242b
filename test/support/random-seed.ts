import fc from "fast-check";
import { FULL } from "./full.ts";

/**
 * Random tests draw the same cases every time, so that a change, not chance, turns them red. `SEED=7 npm test` draws others, and
 * `SEED=random` new ones each time; what fails prints the seed it was drawn from.
 * Where a test does not say how many cases it draws, they are a hundred in the full form, and a quarter of that under `npm test`.
 */
const { SEED = "20261116" } = process.env;
const numRuns = FULL ? 100 : 25;
fc.configureGlobal(SEED === "random" ? { numRuns } : { numRuns, seed: Number(SEED) });
