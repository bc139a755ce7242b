/** The code of src/worker.ts in one piece, made by scripts/build-worker.mjs. */
export const WORKER_CODE: string;
