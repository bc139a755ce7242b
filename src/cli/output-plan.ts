import { InputError } from "../core/errors.ts";
import { readChoice, readNumber } from "../core/read.ts";
import { UNITS } from "../input/arrange-mesh.ts";
import { type BakePlan, DEFAULT_FPS, planBake } from "../output/bake-plan.ts";
import type { PictureSize } from "../output/draw-picture.ts";
import type { PictureOptions } from "../output/draw-simulation.ts";
import type { FileSpace } from "../output/file-space.ts";
import { plainNames } from "../output/plain-names.ts";
import { checkWritable, endingsWith, estimateBytes, findWriter, WRITERS, type WriterInfo } from "../output/writers.ts";
import type { Simulation } from "../sim/simulation.ts";
import { type Arguments, type Flag, readFlagNumber, readIntegerFlag, readNumberFlag } from "./arguments.ts";
import { checkFfmpeg } from "./encode-video.ts";

/** What --out and its companions ask for. */
export interface OutputPlan {
  readonly path: string;
  readonly writer: WriterInfo;
  /** Which moments are written; absent where it is the last state alone. */
  readonly frames?: BakePlan;
  /** The number of the first frame. */
  readonly startFrame: number;
  /** Bodies and figures come too. */
  readonly withBodies: boolean;
  /** The files of one cloth each, where there is not one for all. */
  readonly split?: readonly string[];
  readonly space: FileSpace;
  readonly picture: PictureSize;
  readonly view: PictureOptions;
}

/** The flags that go with --out alone. */
export const OUTPUT_FLAGS: readonly Flag[] = [
  { name: "every", value: "K", summary: "with --out: a frame every K steps; of a state FILE_000000.obj and on" },
  { name: "fps", value: "F", summary: `with --out: F frames a second, also between steps (default: ${DEFAULT_FPS})` },
  { name: "keys", value: "N", summary: "with --out: N frames, evenly over the run (.glb: at most 100 by default)" },
  { name: "start-frame", value: "N", summary: "the number of the first frame, of sequences and in files that count frames (default: 0)" },
  { name: "overwrite", summary: "replace the sequence that is there, all of it" },
  { name: "bodies", summary: `with --out FILE${endingsWith("holdsBodies").replace(" or ", ", ")}: bodies and figures too` },
  { name: "split", value: "cloths", summary: "a file each cloth, FILE_NAME.pc2, of the kinds that hold all frames" },
  { name: "unit", value: "U", summary: `the unit of coordinates, ${Object.keys(UNITS).join(", ")} (default: m)` },
  { name: "up", value: "A", summary: "the axis that points up, y or z (default: y)" },
  { name: "size", value: "WxH", summary: "the size of pictures and videos in pixels (default: 960x720)" },
  {
    name: "camera",
    value: "X,Y,Z,X,Y,Z[,A]",
    summary: "from where to where pictures look, and their vertical angle (default: the scene's camera, 35)",
  },
  { name: "resume", summary: "go on with an interrupted run of --out; from the start where there is none" },
  { name: "fresh", summary: "start over, whatever an interrupted run left" },
];

const DEFAULT_SIZE = "960x720";
/** The largest picture: 4K of cinemas. */
const MOST_PIXELS = 4096 * 2160;
/** Larger files are warned of [bytes]. */
const LARGE = 100e6;

export async function planOutput(
  args: Arguments,
  cloths: readonly { readonly name: string }[],
  steps: number,
  timestep: number,
): Promise<OutputPlan | undefined> {
  const { flags } = args;
  const path = flags.get("out");
  const asked = ["every", "fps", "keys"].filter((name) => flags.has(name));
  if (path === undefined) {
    for (const { name } of OUTPUT_FLAGS.filter((one) => flags.has(one.name))) {
      throw new InputError(`--${name}`, flags.get(name) || "no --out", "it goes with --out FILE");
    }
    return undefined;
  }
  const writer = findWriter(path, "--out");
  if (asked.length > 1) throw new InputError("--out", `--${asked.join(" and --")}`, "give one of them");
  if (writer.holds === "video") await checkFfmpeg(writer.name);
  const choice = {
    every: readIntegerFlag(flags, "every", { min: 1 }, undefined),
    fps: readNumberFlag(flags, "fps", { above: 0, max: 10_000, unit: "1/s" }, undefined),
    keys: readIntegerFlag(flags, "keys", { min: 1 }, undefined),
  };
  const isLastState = writer.holds === "state" && asked.length === 0;
  return {
    path,
    writer,
    ...(isLastState ? {} : { frames: planBake(steps, timestep, choice, writer.maxFrames) }),
    startFrame: readStartFrame(flags, writer, isLastState),
    ...readContent(flags, path, writer, cloths),
    space: readSpace(flags, writer),
    ...readPicture(flags, writer),
  };
}

function readStartFrame(flags: Arguments["flags"], writer: WriterInfo, isLastState: boolean): number {
  const start = readIntegerFlag(flags, "start-frame", { min: 0, max: 1_000_000 }, 0);
  if (!flags.has("start-frame") || writer.countsFrames === true || (writer.holds === "state" && !isLastState)) return start;
  const got = isLastState ? `${writer.ending} of the last state` : writer.ending;
  throw new InputError(
    "--start-frame",
    got,
    `it goes with ${endingsWith("countsFrames")}, and with sequences of .obj or .png (--fps, --every)`,
  );
}

/** Bodies, and a file each cloth. */
function readContent(
  flags: Arguments["flags"],
  path: string,
  writer: WriterInfo,
  cloths: readonly { readonly name: string }[],
): Pick<OutputPlan, "withBodies" | "split"> {
  const withBodies = flags.has("bodies");
  if (withBodies && !writer.holdsBodies) {
    throw new InputError("--bodies", writer.ending, `it goes with --out FILE${endingsWith("holdsBodies").replaceAll(" or ", " or FILE")}`);
  }
  const split = flags.get("split");
  if (split === undefined) return { withBodies };
  readChoice(split, "--split", ["cloths"]);
  if (writer.holds !== "frames") throw new InputError("--split", writer.ending, "it goes with files that hold all frames, such as .pc2");
  if (withBodies) throw new InputError("--split", "--bodies too", "write the bodies into a file with all cloths");
  const stem = path.slice(0, path.length - writer.ending.length);
  return { withBodies, split: plainNames(cloths.map(({ name }) => name)).map((name) => `${stem}_${name}${path.slice(stem.length)}`) };
}

function readSpace(flags: Arguments["flags"], writer: WriterInfo): FileSpace {
  const unit = readChoice(flags.get("unit") ?? "m", "--unit", Object.keys(UNITS) as (keyof typeof UNITS)[]);
  const up = readChoice(flags.get("up") ?? "y", "--up", ["y", "z"]);
  const asked = ["unit", "up"].find((name) => flags.has(name));
  if (asked !== undefined && isPicture(writer)) {
    throw new InputError(`--${asked}`, writer.ending, "it goes with files of coordinates, not with pictures");
  }
  if (writer.isMetric && (unit !== "m" || up !== "y")) {
    const flag = unit === "m" ? "up" : "unit";
    throw new InputError(
      `--${flag}`,
      `${flags.get(flag)} for ${writer.ending}`,
      "its format says metres with y up, which readers turn to their own",
    );
  }
  return { metresPerUnit: UNITS[unit], up };
}

function readPicture(flags: Arguments["flags"], writer: WriterInfo): Pick<OutputPlan, "picture" | "view"> {
  for (const name of ["size", "camera"].filter((one) => flags.has(one) && !isPicture(writer))) {
    const endings = WRITERS.filter(isPicture).map(({ ending }) => ending);
    throw new InputError(`--${name}`, writer.ending, `it goes with ${endings.join(", ")}`);
  }
  const size = flags.get("size") ?? DEFAULT_SIZE;
  const [width, height] = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/.test(size) ? size.split("x").map(Number) : [0, 0];
  if (width * height === 0 || width * height > MOST_PIXELS) {
    throw new InputError("--size", size.slice(0, 40), "give width and height in pixels, such as 1280x720, up to 4096x2160");
  }
  if (writer.holds === "video" && (width % 2 === 1 || height % 2 === 1)) throw new InputError("--size", size, "a video has even sides");
  return { picture: { width, height }, view: readCamera(flags.get("camera")) };
}

function readCamera(text: string | undefined): PictureOptions {
  if (text === undefined) return {};
  const numbers = text.split(",").map((word) => readFlagNumber(word));
  if (numbers.length !== 6 && numbers.length !== 7) {
    throw new InputError(
      "--camera",
      text.slice(0, 60),
      "give x,y,z of the eye and of what it looks at [m], and the vertical angle [degrees] if you like",
    );
  }
  const values = numbers.slice(0, 6).map((value) => readNumber(value, "--camera", { unit: "m" }));
  const [eye, target] = [values.slice(0, 3), values.slice(3)] as unknown as [[number, number, number], [number, number, number]];
  if (eye.every((x, c) => x === target[c])) throw new InputError("--camera", text, "look at another point than the eye's own");
  if (numbers.length === 6) return { eye, target };
  return { eye, target, fieldOfView: readNumber(numbers[6], "--camera", { above: 0, max: 170, unit: "degrees" }) };
}

function isPicture({ vertexBytes }: WriterInfo): boolean {
  return vertexBytes === 0;
}

/** Refuses, before anything is simulated or written, what this kind of file cannot hold. */
export function checkHeld({ writer, frames, split }: OutputPlan, { triangles, cloths, particleCount }: Simulation): void {
  const largest = split === undefined ? particleCount : Math.max(...cloths.map(({ start, end }) => end - start));
  checkWritable(writer, triangles, largest, frames?.frameCount);
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
