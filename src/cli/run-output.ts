import { open } from "node:fs/promises";
import { basename } from "node:path";
import { deflateSync } from "node:zlib";
import { placeSurface } from "../contact/shapes/place-surface.ts";
import { DrapeError, InputError } from "../core/errors.ts";
import { type BakePlan, planBake } from "../output/bake-plan.ts";
import { listBodies } from "../output/baked-bodies.ts";
import { type Drawn, drawSimulation } from "../output/draw-simulation.ts";
import type { FileChunk } from "../output/file-chunk.ts";
import type { FrameStore } from "../output/frame-store.ts";
import { numberedName } from "../output/numbered-name.ts";
import { formatObjFile } from "../output/obj-file.ts";
import { encodePng } from "../output/png.ts";
import { createRecording, type Recording } from "../output/recording.ts";
import { checkWritable, estimateBytes, findWriter, formatRecording, type WriterInfo } from "../output/writers.ts";
import type { Scene } from "../scene/parse-scene.ts";
import type { SimulationSetup } from "../sim/setup.ts";
import type { Simulation } from "../sim/simulation.ts";
import { type Arguments, readIntegerFlag, readNumberFlag } from "./arguments.ts";
import { checkFfmpeg, encodeVideo } from "./encode-video.ts";
import type { OutputFiles } from "./files.ts";

/** What --out and its companions ask for. */
export interface OutputPlan {
  readonly path: string;
  readonly writer: WriterInfo;
  /** Which steps are written; absent where it is the last state alone. */
  readonly frames?: BakePlan;
  /** Bodies and figures come too. */
  readonly withBodies: boolean;
}

/** Writes a run as the plan asks for it. */
export interface RunOutput {
  /** Call it at the start and after each step. */
  keep(): Promise<void>;
  /** Writes what is written at the end; `report` is told how much of a long job is done. */
  finish(report: (done: number, total: number) => void): Promise<void>;
}

/** Someone asked the program to stop. */
export class Interruption extends DrapeError {}

/** Pictures have this size. */
const PICTURE = { width: 960, height: 720 };
/** Larger files are warned of [bytes]. */
const LARGE = 100e6;

export async function planOutput({ flags }: Arguments, steps: number, timestep: number): Promise<OutputPlan | undefined> {
  const path = flags.get("out");
  const asked = ["every", "fps", "keys"].filter((name) => flags.has(name));
  if (path === undefined) {
    for (const name of [...asked, "bodies", "resume", "fresh"].filter((one) => flags.has(one))) {
      throw new InputError(`--${name}`, flags.get(name) || "no --out", "it goes with --out FILE");
    }
    return undefined;
  }
  const writer = findWriter(path, "--out");
  if (asked.length > 1) throw new InputError("--out", `--${asked.join(" and --")}`, "give one of them");
  const withBodies = flags.has("bodies");
  if (withBodies && !writer.holdsBodies) throw new InputError("--bodies", writer.ending, "it goes with --out FILE.glb");
  if (writer.holds === "video") await checkFfmpeg(writer.name);
  const choice = {
    every: readIntegerFlag(flags, "every", { min: 1 }, undefined),
    fps: readNumberFlag(flags, "fps", { above: 0, max: 10_000, unit: "1/s" }, undefined),
    keys: readIntegerFlag(flags, "keys", { min: 1 }, undefined),
  };
  if (writer.holds === "state" && asked.length === 0) return { path, writer, withBodies };
  return { path, writer, withBodies, frames: planBake(steps, timestep, choice, writer.maxFrames) };
}

/** A sentence where the file will be large, or has more frames than its kind is good for. */
export function describeSize({ path, writer, frames }: OutputPlan, vertexCount: number): string | undefined {
  const count = frames?.frameCount ?? 1;
  const bytes = estimateBytes(writer, vertexCount, count);
  if (bytes < LARGE && count <= writer.maxFrames) return undefined;
  const files = writer.holds === "state" ? "files" : "frames";
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${Math.round(bytes / 1e6)} MB`;
  return `${path}: ${count} ${files} make about ${size}; --keys or --fps ask for fewer`;
}

export function createRunOutput(
  { path, writer, frames, withBodies }: OutputPlan,
  scenePath: string,
  scene: Scene,
  setup: SimulationSetup,
  simulation: Simulation,
  files: OutputFiles,
  store: FrameStore | undefined,
  isInterrupted: () => boolean,
): RunOutput {
  checkWritable(writer, simulation.triangles, simulation.particleCount, frames?.frameCount);
  const draw = (drawn: Drawn): Uint8Array => drawSimulation(drawn, scene, setup, {}, PICTURE);
  const stopIfInterrupted = (): void => {
    if (isInterrupted()) throw new Interruption("interrupted");
  };
  if (writer.holds === "state") {
    const write = (name: string): Promise<void> =>
      files.write(
        name,
        writer.name === "png"
          ? encodePng(draw(simulation), PICTURE.width, PICTURE.height, deflateSync)
          : formatObjFile(simulation, basename(scenePath)),
      );
    let next = 0;
    return {
      keep: async () => {
        if (frames === undefined) return;
        const { steps } = simulation;
        while (next < frames.frameCount && frames.stepOf(next) < steps) next++;
        if (next < frames.frameCount && frames.stepOf(next) === steps) await write(numberedName(path, steps));
      },
      finish: async () => {
        if (frames === undefined) await write(path);
      },
    };
  }
  const recording = createRecording(simulation, frames as BakePlan, writer.precision, store);
  return {
    keep: async () => recording.keep(),
    finish: (report) =>
      files.produce(path, async (temporary) => {
        if (writer.holds === "frames") {
          const bodies = withBodies ? listBodies(scene, simulation.bodies.list) : [];
          await writeChunks(temporary, formatRecording(writer, recording, bodies), stopIfInterrupted);
          return;
        }
        const { rate } = recording.plan;
        const pictures = drawFrames(recording, simulation, draw, (done) => {
          report(done, recording.frameCount);
          stopIfInterrupted();
        });
        await encodeVideo(temporary, writer.name, PICTURE, rate, pictures);
      }),
  };
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
  { cloths, bodies: { list }, timestep }: Simulation,
  draw: (drawn: Drawn) => Uint8Array,
  drawn: (count: number) => void,
): Generator<Uint8Array> {
  for (let frame = 0; frame < recording.frameCount; frame++) {
    const { step, topology, positions, poses } = recording.readFrame(frame);
    yield draw({
      cloths,
      particleCount: topology.vertexCount,
      triangles: topology.triangles,
      origin: topology.origin,
      readPositions: (out) => out.set(positions),
      bodies: {
        list,
        readPoses: (out) => out.set(poses),
        readSurface: (body, out) => {
          const { surface } = list[Number(body)];
          if (surface === undefined) return;
          const placed = new Float64Array(surface.positions.length);
          placeSurface(surface, poses, Number(body), step * timestep, placed);
          out.set(placed);
        },
      },
    });
    drawn(frame + 1);
  }
}
