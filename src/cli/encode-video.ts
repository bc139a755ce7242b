import { spawn } from "node:child_process";
import { DrapeError, InputError } from "../core/errors.ts";
import type { PictureSize } from "../output/draw-picture.ts";

/** The same pictures give the same bytes: one thread, no dates. Even sizes, and colours that every player shows. */
const COMMON = ["-pix_fmt", "yuv420p", "-threads", "1", "-map_metadata", "-1", "-fflags", "+bitexact"];
const CODECS: Readonly<Record<string, readonly string[]>> = {
  mp4: ["-c:v", "libx264", "-crf", "20", "-movflags", "+faststart", "-f", "mp4"],
  webm: ["-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-f", "webm"],
};

/** Refuses a video where there is no ffmpeg to encode it. */
export async function checkFfmpeg(format: string): Promise<void> {
  const found = await new Promise<boolean>((done) => {
    const child = spawn("ffmpeg", ["-version"], { stdio: "ignore" });
    child.on("error", () => done(false)).on("close", (code) => done(code === 0));
  });
  if (found) return;
  throw new InputError("--out", `.${format} without ffmpeg`, "install ffmpeg on the PATH, or write .png with --every");
}

/** Has ffmpeg make a video of pictures (red, green, blue; rows from the top), `rate` of them a second. */
export async function encodeVideo(
  path: string,
  format: string,
  { width, height }: PictureSize,
  rate: number,
  pictures: Iterable<Uint8Array>,
): Promise<void> {
  const input = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`, "-r", String(rate), "-i", "-"];
  const args = ["-v", "error", "-y", ...input, ...COMMON, ...CODECS[format], path];
  const child = spawn("ffmpeg", args, { stdio: ["pipe", "ignore", "pipe"] });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const ended = new Promise<number | null>((done) => child.on("error", () => done(null)).on("close", done));
  child.stdin.on("error", () => {}); // it ended early, and its code says so
  try {
    for (const picture of pictures) {
      if (!child.stdin.write(picture)) {
        await Promise.race([new Promise((done) => child.stdin.once("drain", done)), ended]);
      }
      // an interrupt is seen
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch (error) {
    child.kill();
    await ended;
    throw error;
  }
  child.stdin.end();
  const code = await ended;
  if (code === 0) return;
  const reason = complaint.trim().split("\n")[0];
  throw new DrapeError(`ffmpeg failed (${reason || `code ${code}`}); write .png with --every and encode it elsewhere`);
}
