import "./save.css";
import { type BakePlan, checkWritable, estimateBytes, type FrameChoice, planBake, type WriterInfo } from "drape/files";
import { saveFile } from "../page/save-file.ts";
import { SCENES } from "../page/scenes.ts";
import type { Studio } from "../studio.ts";
import { bakeFile } from "./save-bake.ts";
import { formatCode, meshFiles } from "./save-code.ts";
import { createSaveForm } from "./save-form.ts";
import { OFFERED } from "./save-formats.ts";
import { changedFields, currentScene } from "./save-scene.ts";
import { encodeStage, type VideoSource } from "./save-video.ts";

/** What the dialog needs of the page. */
export interface SaveHost {
  readonly studio: Studio;
  /** Where the simulation stands: its steps, the hash of its state, its vertices and triangles. */
  moment(): {
    readonly steps: number;
    readonly hash: string;
    readonly vertexCount: number;
    readonly triangles: Uint32Array;
  };
  /** A video's pictures, and one of the view as it is; both of this size [px], or the page's without. */
  readonly video: VideoSource;
  beginPictures(size: { readonly width: number; readonly height: number }): void;
  endPictures(): void;
  takePicture(): Promise<Blob>;
}

export interface SaveDialog {
  open(): void;
}

/** Larger files are warned of [bytes]. */
const LARGE = 100e6;

export function createSaveDialog(host: SaveHost): SaveDialog {
  const { studio } = host;
  const form = createSaveForm(OFFERED);
  let running: AbortController | undefined;

  function writer(): WriterInfo {
    return OFFERED.find(({ name }) => name === form.format.value) ?? OFFERED[0];
  }

  function steps(): number {
    const seconds = Number(form.seconds.value);
    return Math.max(0, Math.min(1e7, Math.round((seconds > 0 ? seconds : 0) / studio.state.timestep)));
  }

  /** The file can hold bodies, and there are some. */
  function hasBodies(): boolean {
    return writer().holdsBodies === true && (studio.state.scene?.colliders.length ?? 0) > 0;
  }

  /** What is asked for; without a change of the field, what the command line does by itself. */
  function frames(): FrameChoice {
    const asked = Number(form.frames.value);
    if (form.frames.value === form.frames.defaultValue || !(asked > 0)) return {};
    return writer().name === "glb" ? { keys: Math.ceil(asked) } : { fps: asked };
  }

  function plan(choice: FrameChoice = frames()): BakePlan {
    return planBake(steps(), studio.state.timestep, choice, writer().maxFrames);
  }

  /** Fields as the kind of file wants them, and what would come of it. */
  function show(): void {
    const { name, holds, summary, maxFrames } = writer();
    const isPicture = name === "png";
    form.summary.textContent = isPicture ? "the view as it is now" : `${summary}.`;
    form.secondsRow.hidden = isPicture;
    form.framesRow.hidden = holds === "state";
    form.pictureRow.hidden = holds !== "video";
    form.bodiesRow.hidden = !hasBodies();
    form.framesLabel.textContent = name === "glb" ? "Key frames" : "Frames a second";
    if (isPicture) form.size.textContent = "";
    else showSize(name, holds, maxFrames);
  }

  function showSize(name: string, holds: WriterInfo["holds"], maxFrames: number): void {
    const { frameCount } = plan();
    const count = holds === "state" ? 1 : frameCount;
    const bytes = estimateBytes(writer(), host.moment().vertexCount, count);
    const size = bytes === 0 ? "" : `, about ${formatBytes(bytes)}`;
    const isLarge = bytes > LARGE || count > maxFrames;
    const advice = name === "glb" ? "fewer key frames" : "a shorter run or fewer frames";
    form.size.textContent = `${count === 1 ? "one frame" : `${count} frames`}${size}${isLarge ? `: that is much, ${advice} make it smaller` : ""}.`;
    form.size.classList.toggle("large", isLarge);
  }

  /** The fields' own values for this kind of file. */
  function refill(): void {
    form.frames.defaultValue = String(writer().name === "glb" ? plan({}).frameCount : plan({}).rate);
    form.frames.value = form.frames.defaultValue;
    show();
  }

  async function save(): Promise<void> {
    const { entry } = studio.state;
    const { name, ending, holds } = writer();
    const attempt = new AbortController();
    running = attempt;
    form.setBusy(true);
    try {
      const { file, trouble } = await make(name, holds, attempt.signal);
      saveFile(`${entry.name}${ending}`, file);
      form.say(trouble === undefined ? `Saved ${entry.name}${ending}, ${formatBytes(file.size)}.` : trouble);
    } catch (error) {
      form.say(attempt.signal.aborted ? "Cancelled; nothing was saved." : (error as Error).message);
    }
    running = undefined;
    form.setBusy(false);
  }

  async function make(format: string, holds: WriterInfo["holds"], signal: AbortSignal): Promise<{ file: Blob; trouble?: string }> {
    if (format === "png") return { file: await host.takePicture() };
    if (holds === "video") {
      const [width, height] = form.picture.value.split("x").map(Number);
      host.beginPictures({ width, height });
      try {
        return { file: await encodeStage(host.video, plan(), { width, height }, form.progress, signal) };
      } finally {
        host.endPictures();
      }
    }
    const { entry, scene } = studio.state;
    if (scene === undefined) throw new Error("There is no scene to save; choose one first.");
    const { triangles, vertexCount } = host.moment();
    checkWritable(writer(), triangles, vertexCount, plan().frameCount);
    const request = { scene: currentScene(studio.state), meshes: await studio.meshes(), name: entry.name };
    const wish = { format, steps: steps(), frames: frames(), withBodies: hasBodies() && form.bodies.checked };
    return bakeFile({ ...request, ...wish }, form.progress, signal);
  }

  async function copyCode(): Promise<void> {
    const { state } = studio;
    const isOurs = SCENES.includes(state.entry);
    const path = isOurs ? findPath(state.entry.name) : undefined;
    const { steps, hash } = host.moment();
    const scene = currentScene(state);
    const code = formatCode({ scene, changes: changedFields(state), path, steps, hash });
    const files = path === undefined ? meshFiles(scene) : [];
    const beside = files.length > 0 ? ` and ${files.join(", ")}` : "";
    form.code.textContent = code;
    form.code.hidden = false;
    try {
      await navigator.clipboard.writeText(code);
      form.say(
        `Copied. It runs in Node beside the package drape${beside} and prints the state's hash at this step, unless a hand moved the cloth.`,
      );
    } catch {
      form.say("The browser keeps the clipboard to itself; copy the lines from here.");
    }
  }

  form.format.addEventListener("change", refill);
  form.seconds.addEventListener("input", refill);
  form.frames.addEventListener("input", show);
  form.saveButton.addEventListener("click", () => void save());
  form.codeButton.addEventListener("click", () => void copyCode());
  form.cancelButton.addEventListener("click", () => running?.abort());
  form.dialog.addEventListener("close", () => running?.abort());
  return {
    open() {
      form.code.hidden = true;
      form.say("");
      form.seconds.value = String(studio.state.scene?.duration ?? 5);
      refill();
      form.dialog.showModal();
    },
  };
}

const scenePaths = Object.keys(import.meta.glob("../../../scenes/**/*.json"));

/** A scene's file within `scenes/`. */
function findPath(name: string): string | undefined {
  const found = scenePaths.find((path) => path.endsWith(`/${name}.json`));
  return found?.slice(found.indexOf("/scenes/") + "/scenes/".length);
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
