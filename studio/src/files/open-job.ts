import type { SceneInput } from "drape";
import { MAX_MESH_BYTES, type MeshArrangement } from "drape/files";
import type { ArrangedMesh, Opened, PinChoice } from "./open-content.ts";
import type { OpenAnswer, OpenRequest } from "./open-worker.ts";
import type { Meshes } from "./scene-file.ts";

/** A file that a worker has read. */
export interface OpenJob {
  readonly bytes: Uint8Array;
  readonly opened: Opened;
  /** How the mesh would stand in a scene, and go where it plays an animation. */
  arrange(arrangement: MeshArrangement, pins: PinChoice | undefined, animation?: string | false): Promise<ArrangedMesh>;
  /** Resolves if the scene can be opened, and rejects with a sentence if not. */
  check(input: SceneInput, meshes: Meshes): Promise<void>;
  /** Ends the worker. */
  close(): void;
}

/** The part of the progress that reading the bytes is; parsing them is the rest. */
const READING = 0.3;

/** A worker that says nothing for so long is stuck in the file [ms]. */
const PATIENCE = 60_000;

/** Reads a file in a worker of its own, and tells how far it is, 0 to 1; aborting the signal ends both. */
export async function startOpenJob(file: File, signal: AbortSignal, onProgress: (fraction: number) => void): Promise<OpenJob> {
  if (file.size > MAX_MESH_BYTES) {
    throw new Error(`${file.name}: got ${file.size} bytes; choose a file of at most ${MAX_MESH_BYTES} bytes.`);
  }
  const bytes = await readBytes(file, signal, (fraction) => onProgress(READING * fraction));
  const worker = new Worker(new URL("./open-worker.ts", import.meta.url), { type: "module" });
  const close = (): void => worker.terminate();
  signal.addEventListener("abort", close);

  function ask<Type extends OpenAnswer["type"]>(request: OpenRequest, wanted: Type): Promise<Extract<OpenAnswer, { type: Type }>> {
    let deadline = 0;
    const answer = new Promise<Extract<OpenAnswer, { type: Type }>>((resolve, reject) => {
      const wait = (): void => {
        clearTimeout(deadline);
        deadline = window.setTimeout(() => reject(new Error(describeStuck(file.name))), PATIENCE);
      };
      wait();
      signal.addEventListener("abort", () => reject(signal.reason));
      worker.onerror = () => reject(new Error(`${file.name}: the import stopped; reload the page and try again.`));
      worker.onmessage = ({ data }: MessageEvent<OpenAnswer>) => {
        wait();
        if (data.type === "progress") onProgress(READING + (1 - READING) * data.fraction);
        else if (data.type === "error") reject(new Error(data.message));
        else if (data.type === wanted) resolve(data as Extract<OpenAnswer, { type: Type }>);
      };
      worker.postMessage(request);
    });
    return answer.finally(() => clearTimeout(deadline));
  }

  try {
    const { opened } = await ask({ type: "open", name: file.name, bytes }, "opened");
    const arrange: OpenJob["arrange"] = async (arrangement, pins, animation) =>
      (await ask({ type: "arrange", arrangement, pins, animation }, "arranged")).arranged;
    const check: OpenJob["check"] = async (input, meshes) => {
      await ask({ type: "check", input, meshes }, "checked");
    };
    return { bytes, opened, arrange, check, close };
  } catch (error) {
    close();
    throw error;
  }
}

function describeStuck(name: string): string {
  return `${name}: got no further in ${PATIENCE / 1000} s; try a smaller file, or one that another program has written anew.`;
}

async function readBytes(file: File, signal: AbortSignal, onProgress: (fraction: number) => void): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  let at = 0;
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes.set(value, at);
    at += value.length;
    onProgress(at / file.size);
  }
}
