/** A worker that bakes one file from the start of a scene, tells how far it is, and hands the file over. */
import { createSimulation, NumericalError, parseScene, type SceneInput, type Simulation } from "drape";
import {
  type BakePlan,
  createFrameSampler,
  createRecording,
  createZipFile,
  type FileChunk,
  type FrameChoice,
  formatObjFile,
  formatRecording,
  listBodies,
  numberedName,
  planBake,
  type WriterInfo,
} from "drape/files";
import { describeError } from "../describe-error.ts";
import { OBJ_SEQUENCE, OFFERED } from "./save-formats.ts";

export interface BakeRequest {
  readonly scene: SceneInput;
  /** The content of each mesh file that it names. */
  readonly meshes: Readonly<Record<string, string | Uint8Array>>;
  /** The name of the scene's file, without its ending. */
  readonly name: string;
  /** A kind of file that the dialog offers. */
  readonly format: string;
  readonly steps: number;
  readonly frames: FrameChoice;
  readonly withBodies: boolean;
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

async function bake(request: BakeRequest): Promise<BakeMessage> {
  const { scene, meshes, format, steps, frames } = request;
  const writer = OFFERED.find((one) => one.name === format);
  if (writer === undefined) throw new Error(`No file is called ${format}.`);
  const simulation = await createSimulation(scene, {
    loadMesh: async (file) => {
      if (Object.hasOwn(meshes, file)) return meshes[file];
      throw new Error(`The mesh file "${file}" is not among the studio's scenes.`);
    },
  });
  const plan = planBake(steps, simulation.timestep, frames, writer.maxFrames);
  const maker = createMaker(writer, simulation, plan, request);
  let trouble: string | undefined;
  let reported = performance.now();
  maker.keep();
  try {
    while (simulation.steps < steps) {
      simulation.step();
      maker.keep();
      if (performance.now() - reported < REPORT_MS) continue;
      reported = performance.now();
      post({ type: "progress", fraction: simulation.steps / steps });
    }
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    trouble = error.message;
  }
  const file = new Blob(maker.finish(), { type: writer.mediaType });
  return trouble === undefined ? { type: "done", file } : { type: "done", file, trouble };
}

/** What makes a file of a run: told of the start and of each step, and asked for its pieces at the end. */
interface Maker {
  keep(): void;
  finish(): FileChunk[];
}

function createMaker(writer: WriterInfo, simulation: Simulation, plan: BakePlan, { name, scene, withBodies }: BakeRequest): Maker {
  if (writer === OBJ_SEQUENCE) {
    const zip = createZipFile();
    const sampler = createFrameSampler(simulation, plan);
    return {
      keep() {
        for (const frame of sampler.take()) {
          zip.add(numberedName(`${name}.obj`, frame.index), formatObjFile(simulation, `${name}.json`, { frame }));
        }
      },
      finish: zip.pieces,
    };
  }
  if (writer.holds === "state") return { keep() {}, finish: () => [formatObjFile(simulation, `${name}.json`)] };
  const recording = createRecording(simulation, plan, writer.precision, { velocities: writer.holdsVelocities });
  const bodies = withBodies ? listBodies(parseScene(scene), simulation.bodies.list) : [];
  return { keep: recording.keep, finish: () => [...formatRecording(writer, recording, bodies)] };
}
