/** A worker that bakes one file from the start of a scene, tells how far it is, and hands the file over. */
import {
  createRecording,
  createSimulation,
  type FileChunk,
  type FrameChoice,
  formatObjFile,
  formatRecording,
  NumericalError,
  planBake,
  type SceneInput,
  WRITERS,
} from "drape";
import { describeError } from "../worker/describe-error.ts";

export interface BakeRequest {
  readonly scene: SceneInput;
  /** The content of each mesh file that it names. */
  readonly meshes: Readonly<Record<string, string | Uint8Array>>;
  /** The name of the scene's file, without its ending. */
  readonly name: string;
  /** A writer of the library. */
  readonly format: string;
  readonly steps: number;
  readonly frames: FrameChoice;
}

export type BakeMessage =
  | { readonly type: "progress"; readonly fraction: number }
  /** `trouble` says why the file ends early. */
  | { readonly type: "done"; readonly file: Blob; readonly trouble?: string }
  | { readonly type: "error"; readonly message: string };

/** Between two reports of progress [ms]. */
const REPORT_MS = 100;

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const post = (message: BakeMessage): void => scope.postMessage(message);

scope.onmessage = ({ data }: MessageEvent<BakeRequest>): void => {
  bake(data).then(post, (error: unknown) => post({ type: "error", message: describeError(error).message }));
};

async function bake({ scene, meshes, name, format, steps, frames }: BakeRequest): Promise<BakeMessage> {
  const writer = WRITERS.find((one) => one.name === format);
  if (writer === undefined) throw new Error(`No file is called ${format}.`);
  const simulation = await createSimulation(scene, {
    loadMesh: async (file) => {
      if (Object.hasOwn(meshes, file)) return meshes[file];
      throw new Error(`The mesh file "${file}" is not among the studio's scenes.`);
    },
  });
  const plan = planBake(steps, simulation.timestep, frames, writer.maxFrames);
  const recording = writer.holds === "frames" ? createRecording(simulation, plan, writer.precision) : undefined;
  let trouble: string | undefined;
  let reported = performance.now();
  recording?.keep();
  try {
    while (simulation.steps < steps) {
      simulation.step();
      recording?.keep();
      if (performance.now() - reported < REPORT_MS) continue;
      reported = performance.now();
      post({ type: "progress", fraction: simulation.steps / steps });
    }
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    trouble = error.message;
  }
  const chunks: FileChunk[] =
    recording === undefined ? [formatObjFile(simulation, `${name}.json`)] : [...formatRecording(writer, recording)];
  const file = new Blob(chunks, { type: writer.mediaType });
  return trouble === undefined ? { type: "done", file } : { type: "done", file, trouble };
}
