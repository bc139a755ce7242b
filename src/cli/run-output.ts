import { open } from "node:fs/promises";
import { basename } from "node:path";
import { deflateSync } from "node:zlib";
import { DrapeError } from "../core/errors.ts";
import type { BakePlan } from "../output/bake-plan.ts";
import { listBodies } from "../output/baked-bodies.ts";
import { type Drawn, drawSimulation } from "../output/draw-simulation.ts";
import { drawnFrame } from "../output/drawn-frame.ts";
import type { FileChunk } from "../output/file-chunk.ts";
import { createFrameSampler, type SampledFrame } from "../output/frame-sampler.ts";
import type { FrameStore } from "../output/frame-store.ts";
import { numberedName } from "../output/numbered-name.ts";
import { formatObjFile } from "../output/obj-file.ts";
import { encodePng } from "../output/png.ts";
import { createRecording, type Recording } from "../output/recording.ts";
import { formatRecording } from "../output/writers.ts";
import type { Scene } from "../scene/parse-scene.ts";
import type { SimulationSetup } from "../sim/setup.ts";
import type { Simulation } from "../sim/simulation.ts";
import { encodeVideo } from "./encode-video.ts";
import type { OutputFiles } from "./files.ts";
import type { OutputPlan } from "./output-plan.ts";

/** Writes a run as the plan asks for it. */
export interface RunOutput {
  /** Call it at the start, or where a run goes on, and after each step. */
  keep(): Promise<void>;
  /** Writes what is written at the end; `report` is told how much of a long job is done. */
  finish(report: (done: number, total: number) => void): Promise<void>;
}

/** What output is made from. */
export interface OutputSource {
  readonly scenePath: string;
  readonly scene: Scene;
  readonly setup: SimulationSetup;
  readonly simulation: Simulation;
}

/** Someone asked the program to stop. */
export class Interruption extends DrapeError {}

export function createRunOutput(
  plan: OutputPlan,
  source: OutputSource,
  files: OutputFiles,
  store: FrameStore | undefined,
  isInterrupted: () => boolean,
): RunOutput {
  const { writer, picture, view } = plan;
  const { scene, setup, simulation } = source;
  const draw = (drawn: Drawn): Uint8Array => drawSimulation(drawn, scene, setup, view, picture);
  const stopIfInterrupted = (): void => {
    if (isInterrupted()) throw new Interruption("interrupted");
  };
  if (writer.holds === "state") return writeStates(plan, source, files, draw);
  const recording = createRecording(simulation, plan.frames as BakePlan, writer.precision, { store, velocities: writer.holdsVelocities });
  return {
    keep: async () => recording.keep(),
    async finish(report) {
      if (writer.holds === "frames") {
        await writeFrames(plan, source, recording, files, stopIfInterrupted);
        return;
      }
      const pictures = drawFrames(recording, simulation, draw, (done) => {
        report(done, recording.frameCount);
        stopIfInterrupted();
      });
      const { rate } = recording.plan;
      await files.produce(plan.path, (temporary) => encodeVideo(temporary, writer.name, picture, rate, pictures));
    },
  };
}

/** A file each state: a sequence as the run goes on, or the last one at its end. */
function writeStates(
  { path, writer, frames, startFrame, space, picture }: OutputPlan,
  { scenePath, simulation }: OutputSource,
  files: OutputFiles,
  draw: (drawn: Drawn) => Uint8Array,
): RunOutput {
  const write = (name: string, frame?: SampledFrame): Promise<void> =>
    files.write(
      name,
      writer.name === "png"
        ? encodePng(draw(frame === undefined ? simulation : drawnFrame(simulation, frame)), picture.width, picture.height, deflateSync)
        : formatObjFile(simulation, basename(scenePath), { ...space, frame }),
    );
  if (frames === undefined) return { keep: async () => {}, finish: () => write(path) };
  const sampler = createFrameSampler(simulation, frames, findFrame(frames, simulation.steps));
  return {
    async keep() {
      for (const frame of sampler.take()) await write(numberedName(path, startFrame + frame.index), frame);
    },
    finish: async () => {},
  };
}

/** The first frame that is not before this step. */
function findFrame(plan: BakePlan, step: number): number {
  let low = 0;
  let high = plan.frameCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (plan.momentOf(middle) < step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** All frames in a file, or in one each cloth. */
async function writeFrames(
  { path, split, writer, withBodies, startFrame, space }: OutputPlan,
  { scene, simulation }: OutputSource,
  recording: Recording,
  files: OutputFiles,
  look: () => void,
): Promise<void> {
  const bodies = withBodies ? listBodies(scene, simulation.bodies.list) : [];
  for (const [n, name] of (split ?? [path]).entries()) {
    const options = { ...space, startFrame, cloth: split && n };
    await files.produce(name, (temporary) => writeChunks(temporary, formatRecording(writer, recording, bodies, options), look));
  }
}

async function writeChunks(path: string, chunks: Iterable<FileChunk>, look: () => void): Promise<void> {
  const file = await open(path, "w");
  try {
    for (const chunk of chunks) {
      await file.writeFile(chunk);
      look();
    }
  } finally {
    await file.close();
  }
}

/** A picture of each frame that was recorded. */
function* drawFrames(
  recording: Recording,
  { cloths, bodies }: Simulation,
  draw: (drawn: Drawn) => Uint8Array,
  drawn: (count: number) => void,
): Generator<Uint8Array> {
  for (let frame = 0; frame < recording.frameCount; frame++) {
    const kept = recording.readFrame(frame);
    const { vertexCount, triangles, origin } = kept.topology;
    yield draw(drawnFrame({ cloths, bodies, particleCount: vertexCount, triangles, origin, readPositions() {} }, kept));
    drawn(frame + 1);
  }
}
