import "./open-files.css";
import type { SceneInput } from "drape";
import { readScene } from "../engine.ts";
import type { Banner } from "../page/banner.ts";
import { saveFile } from "../page/save-file.ts";
import { loadMeshes, type SceneEntry } from "../page/scenes.ts";
import type { ClothView } from "../stage/cloth-view.ts";
import type { Stage } from "../stage/stage.ts";
import type { Studio } from "../studio.ts";
import { describeNotices } from "./describe-notices.ts";
import { droppedFiles, listFiles } from "./dropped-files.ts";
import { createFileBar } from "./file-bar.ts";
import type { PickedFile } from "./named-file.ts";
import { type OpenJob, startOpenJob } from "./open-job.ts";
import { sceneAround, scenePins } from "./open-scene.ts";
import { createPinBrush } from "./pin-brush.ts";
import { currentScene } from "./save-scene.ts";
import { formatSceneFile, type Meshes, nameInScene } from "./scene-file.ts";

/** Opening files (by a button or dropped on the page), saving the scene, and painting the pins of an opened cloth. */
export interface OpenFiles {
  /** Settings changed: shows what can be done with the scene that is open. */
  show(): void;
  open(files: readonly PickedFile[]): Promise<void>;
}

/** A scene that came from a file. */
interface OpenedScene {
  readonly input: SceneInput;
  readonly entry: SceneEntry;
  readonly meshes: Meshes;
  /** Where the mesh stands in the scene that was made around it. */
  readonly path?: string;
  /** Vertices held at the start, of a cloth whose pins can be painted. */
  readonly pins?: readonly number[];
  /** How the scene calls the vertices of that cloth, where that is not by their place. */
  readonly numbers?: Uint32Array;
}

export function createOpenFiles(
  parent: HTMLElement,
  canvas: HTMLCanvasElement,
  stage: Stage,
  cloth: ClothView,
  studio: Studio,
  banner: Banner,
): OpenFiles {
  const opened = new Map<string, OpenedScene>();
  const { picker, folderPicker, openButton, folderButton, saveButton, pinsButton, progress, brushBar } = createFileBar(parent);
  const brush = createPinBrush(canvas, stage, cloth, brushBar);
  let job: AbortController | undefined;
  let count = 0;

  for (const [button, input] of [[openButton, picker] as const, [folderButton, folderPicker] as const]) {
    button.addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      const files = listFiles(input.files ?? []);
      input.value = "";
      if (files.length > 0) void open(files);
    });
  }
  saveButton.addEventListener("click", () => void save());
  pinsButton.addEventListener("click", () => void paintPins());
  progress.cancel.addEventListener("click", () => job?.abort());
  window.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    if (event.dataTransfer === null || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    droppedFiles(event.dataTransfer).then(open, (error: Error) => banner.show(error.message));
  });

  /** Whatever goes wrong is a sentence in the banner, and the scene that is open stays. */
  async function open(files: readonly PickedFile[]): Promise<void> {
    const [first] = files;
    if (first === undefined) return banner.show("The folder has no files in it.");
    job?.abort();
    const attempt = new AbortController();
    job = attempt;
    let reading: OpenJob | undefined;
    try {
      progress.show(first.path);
      reading = await startOpenJob(files, attempt.signal, progress.set, chooseModel);
      progress.hide();
      if (reading === undefined) return;
      const found = await describeScene(reading.name, reading);
      if (found === undefined) return;
      progress.show(reading.name);
      const notices = await reading.check(found.input, found.meshes);
      enter({ ...found, entry: { ...found.entry, notice: describeNotices(reading.name, notices, found.path) } });
    } catch (error) {
      if (attempt.signal.aborted) return;
      banner.show(error instanceof Error ? error.message : String(error));
    } finally {
      reading?.close();
      if (job === attempt) progress.hide();
    }
  }

  /** Which of several models a person wants. */
  async function chooseModel(models: readonly string[]): Promise<string | undefined> {
    progress.hide();
    const { askWhichModel } = await import("./model-dialog.ts");
    const model = await askWhichModel(models);
    if (model !== undefined) progress.show(model);
    return model;
  }

  /** The scene in a file, or around the mesh in it; undefined where the person wants none. */
  async function describeScene(name: string, reading: OpenJob): Promise<OpenedScene | undefined> {
    if (reading.opened.kind === "scene") {
      const { input, meshes } = reading.opened;
      return {
        input,
        entry: entryOf(`opened-${count + 1}`, name, input),
        meshes: { ...(await loadMeshes(await readScene(input))), ...meshes },
      };
    }
    const { summary, content } = reading.opened;
    const { askAboutMesh } = await import("./open-dialog.ts");
    const choice = await askAboutMesh(name, summary);
    if (choice === undefined) return undefined;
    const isCloth = choice.use === "cloth";
    const mesh = await reading.arrange(choice.arrangement, isCloth ? choice.pins : undefined, isCloth ? false : choice.animation);
    const joined = choice.use === "body" && choice.meets === "current" ? await studio.meshes() : {};
    const file = nameInScene(name, joined, count + 1);
    const input = sceneAround(file, name, choice, mesh, studio.state.input ?? { drape: 1, cloths: [] });
    return {
      input,
      entry: entryOf(`opened-${count + 1}`, name, input),
      meshes: { ...joined, [file]: content },
      path: isCloth ? "cloths[0].mesh" : `colliders[${(input.colliders?.length ?? 1) - 1}].mesh`,
      ...(isCloth ? { pins: mesh.pins, ...(mesh.numbers && { numbers: mesh.numbers }) } : {}),
    };
  }

  function enter(scene: OpenedScene): void {
    count++;
    opened.set(scene.entry.name, scene);
    studio.add(scene.entry, scene.meshes);
    location.hash = `scene=${scene.entry.name}`;
  }

  async function save(): Promise<void> {
    try {
      saveFile(`${studio.state.entry.name}.json`, formatSceneFile(currentScene(studio.state), await studio.meshes()));
    } catch (error) {
      banner.show(String((error as Error).message));
    }
  }

  async function paintPins(): Promise<void> {
    const scene = opened.get(studio.state.entry.name);
    if (brush.active) {
      const pins = brush.end();
      if (scene !== undefined) repin(scene, pins);
    } else if (scene?.pins !== undefined) {
      studio.setPlaying(false);
      await studio.reset();
      await nextFrame(); // by then the page has taken up the mesh of the start
      if (scene === opened.get(studio.state.entry.name)) brush.begin(scene.pins);
    }
    show();
  }

  function repin(scene: OpenedScene, pins: readonly number[]): void {
    const [first, ...others] = scene.input.cloths;
    const input = { ...scene.input, cloths: [{ ...(first as object), pins: scenePins(pins, scene.numbers) }, ...others] };
    const { notice: _, ...entry } = scene.entry; // it was told
    const changed = { ...scene, input, entry: { ...entry, load: async () => input }, pins };
    opened.set(scene.entry.name, changed);
    studio.add(changed.entry, changed.meshes);
    void studio.open({ scene: scene.entry.name, options: {} });
  }

  function show(): void {
    const canPaint = opened.get(studio.state.entry.name)?.pins !== undefined;
    if (brush.active && !canPaint) brush.end();
    pinsButton.hidden = !canPaint;
    pinsButton.setAttribute("aria-pressed", String(brush.active));
    pinsButton.textContent = brush.active ? "Done" : "Pins";
    brushBar.element.hidden = !brush.active;
  }
  show();
  return { show, open };
}

/** A scene as the studio lists it; it is called after its file where it has no title. */
function entryOf(name: string, file: string, input: SceneInput): SceneEntry {
  const { title, description } = input;
  return {
    name,
    title: typeof title === "string" && title !== "" ? title : file,
    description: typeof description === "string" ? description : "",
    load: async () => input,
  };
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
