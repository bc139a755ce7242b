/** The import worker's entry: it finds the models in what was opened, reads one and answers questions about it until the page ends it, which is also how to cancel. */
import type { SceneInput } from "drape";
import type { MeshArrangement, MeshFile } from "drape/files";
import { describeError } from "../describe-error.ts";
import { namedFile, type PickedFile } from "./named-file.ts";
import {
  type ArrangedMesh,
  arrange,
  checkScene,
  listModels,
  type Models,
  type Opened,
  openContent,
  type PinChoice,
} from "./open-content.ts";
import type { Meshes } from "./scene-file.ts";

export type OpenRequest =
  | { type: "list"; files: readonly PickedFile[] }
  | { type: "open"; model: string }
  | { type: "arrange"; arrangement: MeshArrangement; pins: PinChoice | undefined; animation: string | false | undefined }
  | { type: "check"; input: SceneInput; meshes: Meshes };

export type OpenAnswer =
  | { type: "progress"; fraction: number }
  | { type: "listed"; models: readonly string[] }
  | { type: "opened"; name: string; opened: Opened }
  | { type: "arranged"; arranged: ArrangedMesh }
  | { type: "checked"; notices: readonly string[] }
  | { type: "error"; message: string };

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const post = (answer: OpenAnswer): void => scope.postMessage(answer);
let found: Models = { files: [], models: [] };
let mesh: MeshFile | undefined;
let name = "";

scope.onmessage = async ({ data }: MessageEvent<OpenRequest>): Promise<void> => {
  try {
    if (data.type === "list") {
      found = await listModels(data.files.map(namedFile));
      post({ type: "listed", models: found.models.map(({ path }) => path) });
    } else if (data.type === "open") {
      const model = found.models.find(({ path }) => path === data.model) ?? found.models[0];
      const content = await openContent(model, found.files, (fraction) => post({ type: "progress", fraction }));
      ({ mesh, name } = content);
      post({ type: "opened", name, opened: content.opened });
    } else if (data.type === "check") {
      post({ type: "checked", notices: await checkScene(data.input, data.meshes) });
    } else if (mesh !== undefined) {
      const { arrangement, pins, animation } = data;
      post({ type: "arranged", arranged: arrange(mesh, name, arrangement, pins, animation) });
    }
  } catch (error) {
    post({ type: "error", message: describeError(error).message });
  }
};
