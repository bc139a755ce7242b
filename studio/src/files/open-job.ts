import type { SceneInput } from "drape";
import type { MeshArrangement } from "drape/files";
import type { PickedFile } from "./named-file.ts";
import type { ArrangedMesh, Opened, PinChoice } from "./open-content.ts";
import type { OpenAnswer, OpenRequest } from "./open-worker.ts";
import type { Meshes } from "./scene-file.ts";

/** What a worker has read. */
export interface OpenJob {
  /** The name of the file that was opened, of several the one that the others belong to. */
  readonly name: string;
  readonly opened: Opened;
  /** How the mesh would stand in a scene, and go where it plays an animation. */
  arrange(arrangement: MeshArrangement, pins: PinChoice | undefined, animation?: string | false): Promise<ArrangedMesh>;
  /** Resolves with its notices if the scene can be opened, and rejects with a sentence if not. */
  check(input: SceneInput, meshes: Meshes): Promise<readonly string[]>;
  /** Ends the worker. */
  close(): void;
}

/** A worker that says nothing for so long is stuck in the file [ms]. */
const PATIENCE = 60_000;

/**
 * Reads files in a worker of their own, and tells how far it is, 0 to 1; aborting the signal ends both. Of several models `choose` names one, or undefined: then there is no job.
 */
export async function startOpenJob(
  files: readonly PickedFile[],
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
  choose: (models: readonly string[]) => Promise<string | undefined>,
): Promise<OpenJob | undefined> {
  const [{ path: called }] = files;
  const worker = new Worker(new URL("./open-worker.ts", import.meta.url), { type: "module" });
  const close = (): void => worker.terminate();
  signal.addEventListener("abort", close);

  async function ask<Type extends OpenAnswer["type"]>(request: OpenRequest, wanted: Type): Promise<Extract<OpenAnswer, { type: Type }>> {
    signal.throwIfAborted();
    let deadline = 0;
    const answer = new Promise<Extract<OpenAnswer, { type: Type }>>((resolve, reject) => {
      const wait = (): void => {
        clearTimeout(deadline);
        deadline = window.setTimeout(() => reject(new Error(describeStuck(called))), PATIENCE);
      };
      wait();
      signal.addEventListener("abort", () => reject(signal.reason));
      worker.onerror = () => reject(new Error(`${called}: the import stopped; reload the page and try again.`));
      worker.onmessage = ({ data }: MessageEvent<OpenAnswer>) => {
        wait();
        if (data.type === "progress") onProgress(data.fraction);
        else if (data.type === "error") reject(new Error(data.message));
        else if (data.type === wanted) resolve(data as Extract<OpenAnswer, { type: Type }>);
      };
      worker.postMessage(request);
    });
    return answer.finally(() => clearTimeout(deadline));
  }

  try {
    const { models } = await ask({ type: "list", files }, "listed");
    const model = models.length > 1 ? await choose(models) : models[0];
    if (model === undefined) {
      close();
      return undefined;
    }
    const { name, opened } = await ask({ type: "open", model }, "opened");
    const arrange: OpenJob["arrange"] = async (arrangement, pins, animation) =>
      (await ask({ type: "arrange", arrangement, pins, animation }, "arranged")).arranged;
    const check: OpenJob["check"] = async (input, meshes) => (await ask({ type: "check", input, meshes }, "checked")).notices;
    return { name, opened, arrange, check, close };
  } catch (error) {
    close();
    throw error;
  }
}

function describeStuck(name: string): string {
  return `${name}: got no further in ${PATIENCE / 1000} s; try a smaller file, or one that another program has written anew.`;
}
