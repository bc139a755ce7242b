import { EXPERIMENTS } from "../../src/papers/catalog.ts";
import { PAPERS } from "../../src/papers/papers.ts";
import { checkExperiments } from "./check-quick-report.ts";

const shortest = PAPERS.map(({ key }) =>
  EXPERIMENTS.filter(({ paper }) => paper === key).reduce((least, one) => (one.seconds.quick < least.seconds.quick ? one : least)),
);

checkExperiments("the quick report of the shortest experiment of each paper", shortest);
