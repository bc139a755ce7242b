import { Worker } from "node:worker_threads";
import { type Experiment, sceneName } from "./experiment.ts";
import type { ExperimentNews, ExperimentOrder } from "./experiment-worker.ts";
import { type Result, runExperiments, type Watch } from "./run-experiments.ts";

/** Beside this file, as source or as built. */
const WORKER_FILE = import.meta.url.endsWith(".ts") ? "experiment-worker.ts" : "experiment-worker.js";
const WORKER = new URL(WORKER_FILE, import.meta.url);
/** A thread reads TypeScript only by what the program was started with. */
const CAN_READ =
  WORKER_FILE.endsWith(".js") ||
  Boolean(Reflect.get(process.features, "typescript")) ||
  process.execArgv.some((flag) => /^--import\b/.test(flag));
/** How often it is looked whether all of it was cancelled [ms]. */
const LOOK = 100;

/**
 * Runs experiments beside each other, a thread each; those that measure times run alone, at the end. What comes out is in the order of the
 * experiments, and is what `runExperiments` gives, but for times.
 */
export async function runBeside(experiments: readonly Experiment[], threads: number, watch: Watch): Promise<Result[]> {
  if (threads < 2 || experiments.length < 2 || !CAN_READ) return runExperiments(experiments, watch);
  const { isQuick } = watch;
  const cost = ({ seconds }: Experiment): number => (isQuick ? seconds.quick : seconds.full);
  const total = experiments.reduce((sum, one) => sum + cost(one), 0);
  const parts = new Map<Experiment, number>();
  const show = (experiment: Experiment, part: number): void => {
    parts.set(experiment, part);
    const done = [...parts].reduce((sum, [one, share]) => sum + share * cost(one), 0);
    watch.show(total > 0 ? done / total : 0, experiment);
  };
  const results: Result[] = [];
  let keeping = Promise.resolve();
  /** One after the other: each writes the same page. */
  const keep = (result: Result): Promise<void> => {
    show(result.experiment, 1);
    results.push(result);
    results.sort((a, b) => experiments.indexOf(a.experiment) - experiments.indexOf(b.experiment));
    const soFar = [...results];
    keeping = keeping.then(() => watch.keep(soFar, result));
    return keeping;
  };
  // the longest first, so that none of them is left for last
  const queue = experiments.filter(({ isTimed }) => isTimed !== true).sort((a, b) => cost(b) - cost(a));
  const runQueue = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !watch.isCancelled(); next = queue.shift()) {
      const result = await runOnThread(next, watch, show);
      if (result !== undefined) await keep(result);
    }
  };
  await Promise.all(Array.from({ length: threads }, runQueue));
  for (const experiment of experiments.filter(({ isTimed }) => isTimed === true)) {
    if (watch.isCancelled()) break;
    const [result] = await runExperiments([experiment], { ...watch, show: (part) => show(experiment, part), keep: async () => {} });
    if (result !== undefined) await keep(result);
  }
  return results;
}

/** One experiment on a thread of its own; nothing where it was cancelled. */
async function runOnThread(
  experiment: Experiment,
  watch: Watch,
  show: (experiment: Experiment, part: number) => void,
): Promise<Result | undefined> {
  const start = performance.now();
  const order: ExperimentOrder = { name: sceneName(experiment), isQuick: watch.isQuick };
  show(experiment, 0);
  const worker = new Worker(WORKER, { workerData: order });
  let looking: ReturnType<typeof setInterval> | undefined;
  try {
    const news = await new Promise<Exclude<ExperimentNews, { kind: "progress" }> | undefined>((resolve) => {
      looking = setInterval(() => {
        if (watch.isCancelled()) resolve(undefined);
      }, LOOK);
      worker.on("message", (one: ExperimentNews) => {
        if (one.kind === "progress") show(experiment, one.part);
        else resolve(one);
      });
      worker.on("error", (error) => resolve({ kind: "failed", message: error.message }));
      worker.on("exit", () => resolve({ kind: "failed", message: "its thread ended early" }));
    });
    if (news === undefined) return undefined;
    const seconds = (performance.now() - start) / 1000;
    return news.kind === "done" ? { experiment, findings: news.findings, seconds } : { experiment, failure: news.message, seconds };
  } finally {
    clearInterval(looking);
    await worker.terminate();
  }
}
