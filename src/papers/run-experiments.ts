import { DrapeError } from "../core/errors.ts";
import type { Experiment, Findings } from "./experiment.ts";

/** An experiment that was run: what it found, or why it found nothing. */
export interface Result {
  readonly experiment: Experiment;
  readonly findings?: Findings;
  readonly failure?: string;
  /** What it took [s]. */
  readonly seconds: number;
}

/** How the runs go on, and what others may do about it. */
export interface Watch {
  readonly isQuick: boolean;
  /** How far all of it is, 0 to 1 by the time that the experiments are said to take, and at which one. */
  show(part: number, experiment: Experiment): void;
  isCancelled(): boolean;
  /** Called after each experiment with what there is so far, in the order of the experiments, and with what is new. */
  keep(results: readonly Result[], newest: Result): Promise<void>;
}

/** Thrown through an experiment that is no longer wanted. */
class Cancelled extends DrapeError {
  override name = "Cancelled";
}

/** Runs the experiments one by one; what one throws is its failure and ends no other. Ends early when cancelled. */
export async function runExperiments(experiments: readonly Experiment[], watch: Watch): Promise<Result[]> {
  const results: Result[] = [];
  const cost = experiments.map(({ seconds }) => (watch.isQuick ? seconds.quick : seconds.full));
  const total = cost.reduce((sum, one) => sum + one, 0);
  let before = 0;
  for (const [n, experiment] of experiments.entries()) {
    const progress = async (part: number): Promise<void> => {
      watch.show(total > 0 ? (before + cost[n] * part) / total : 0, experiment);
      await new Promise((resolve) => setTimeout(resolve)); // so that an interrupt is seen
      if (watch.isCancelled()) throw new Cancelled("cancelled");
    };
    const start = performance.now();
    try {
      await progress(0);
      const findings = await experiment.run({ isQuick: watch.isQuick, progress });
      results.push({ experiment, findings, seconds: (performance.now() - start) / 1000 });
    } catch (error) {
      if (error instanceof Cancelled) return results;
      const failure = error instanceof Error ? error.message : String(error);
      results.push({ experiment, failure, seconds: (performance.now() - start) / 1000 });
    }
    before += cost[n];
    await watch.keep(results, results[results.length - 1]);
  }
  return results;
}
