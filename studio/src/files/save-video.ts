import type { BakePlan } from "drape/files";

/** How a video gets its pictures. */
export interface VideoSource {
  /** Back to the start of the scene, paused. */
  restart(): Promise<void>;
  /** Takes so many steps and draws what is there; false where the simulation cannot go on. */
  advance(steps: number): Promise<boolean>;
  readonly canvas: HTMLCanvasElement;
}

/** What the browser may offer, the best first. Level 4.1 of VP9 goes up to 1920 × 1080 at 60 frames a second. */
const CODECS = [
  { codec: "vp09.00.41.08", id: "V_VP9" },
  { codec: "vp8", id: "V_VP8" },
];
const BITS_PER_PIXEL = 0.12;
const KEY_FRAME_SECONDS = 2;
/** The encoder is waited for when so many frames are before it. */
const MOST_WAITING = 4;

/** A video of the stage as WebM. Throws a sentence where the browser cannot encode one. */
export async function encodeStage(
  source: VideoSource,
  plan: BakePlan,
  size: { readonly width: number; readonly height: number },
  progress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { width, height } = size;
  const bitrate = Math.round(BITS_PER_PIXEL * width * height * plan.rate);
  const settings = { width, height, bitrate, framerate: plan.rate };
  const found = await findCodec(settings);
  const { ArrayBufferTarget, Muxer } = await import("webm-muxer");
  const target = new ArrayBufferTarget();
  const muxer = new Muxer({ target, video: { codec: found.id, width, height, frameRate: plan.rate } });
  let failure: Error | undefined;
  const encoder = new VideoEncoder({
    output: (chunk, meta) => muxer.addVideoChunk(chunk, meta),
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure({ ...settings, codec: found.codec });
  try {
    await source.restart();
    let taken = 0;
    for (let index = 0; index < plan.frameCount; index++) {
      const step = plan.stepOf(index);
      if (step === taken && index > 0) continue;
      if (!(await source.advance(step - taken))) break;
      taken = step;
      signal.throwIfAborted();
      if (failure !== undefined) throw failure;
      // the stage shows whole steps: each picture has the time of its own, so that nothing judders where they are not as many a second
      const frame = new VideoFrame(source.canvas, { timestamp: 1e6 * step * plan.timestep, alpha: "discard" });
      encoder.encode(frame, { keyFrame: index % Math.ceil(KEY_FRAME_SECONDS * plan.rate) === 0 });
      frame.close();
      while (encoder.encodeQueueSize > MOST_WAITING) await new Promise((resolve) => setTimeout(resolve, 5));
      progress((index + 1) / plan.frameCount);
    }
    await encoder.flush();
    muxer.finalize();
    return new Blob([target.buffer], { type: "video/webm" });
  } finally {
    if (encoder.state !== "closed") encoder.close();
  }
}

async function findCodec(settings: Omit<VideoEncoderConfig, "codec">): Promise<(typeof CODECS)[number]> {
  if (typeof VideoEncoder !== "undefined") {
    for (const one of CODECS) {
      const { supported } = await VideoEncoder.isConfigSupported({ ...settings, codec: one.codec });
      if (supported === true) return one;
    }
  }
  throw new Error(
    "This browser cannot encode a video of this size (it needs WebCodecs with VP9 or VP8). Try a smaller one or another browser, or `drape run SCENE --out FILE.mp4` on the command line.",
  );
}
