import type { BakeMessage, BakeRequest } from "./save-worker.ts";

export interface BakedFile {
  readonly file: Blob;
  /** Why it ends early, where it does. */
  readonly trouble?: string;
}

/** Bakes in a worker of its own, beside the simulation on the stage. Aborting ends the worker; the promise then rejects with `AbortError`. */
export function bakeFile(request: BakeRequest, progress: (fraction: number) => void, signal: AbortSignal): Promise<BakedFile> {
  const worker = new Worker(new URL("./save-worker.ts", import.meta.url), { type: "module" });
  const baked = new Promise<BakedFile>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<BakeMessage>) => {
      if (data.type === "progress") progress(data.fraction);
      else if (data.type === "done") resolve(data);
      else reject(new Error(data.message));
    };
    worker.onerror = ({ message }) =>
      reject(new Error(`The worker that bakes stopped (${message || "its script did not load"}); reload the page.`));
    signal.addEventListener("abort", () => reject(new DOMException("Cancelled.", "AbortError")));
  });
  worker.postMessage(request);
  return baked.finally(() => worker.terminate());
}
