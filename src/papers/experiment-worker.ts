import { parentPort, workerData } from "node:worker_threads";
import { EXPERIMENTS } from "./catalog.ts";
import { type Findings, sceneName } from "./experiment.ts";

/** What a thread is to run. */
export interface ExperimentOrder {
  readonly name: string;
  readonly isQuick: boolean;
}

/** From a thread that runs an experiment: how far it is, and at the end what came out. */
export type ExperimentNews =
  | { readonly kind: "progress"; readonly part: number }
  | { readonly kind: "done"; readonly findings: Findings }
  | { readonly kind: "failed"; readonly message: string };

const { name, isQuick } = workerData as ExperimentOrder;

function tell(news: ExperimentNews): void {
  parentPort?.postMessage(news);
}

try {
  const experiment = EXPERIMENTS.find((one) => sceneName(one) === name);
  if (experiment === undefined) throw new Error(`there is no experiment ${name}`);
  tell({ kind: "done", findings: await experiment.run({ isQuick, progress: async (part) => tell({ kind: "progress", part }) }) });
} catch (error) {
  tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
}
