import { buildWorker } from "../../scripts/build-worker.mjs";

/** Before all tests: worlds in workers run the code as it is now. */
export default async function setup(): Promise<void> {
  await buildWorker();
}
