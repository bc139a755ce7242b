/** The import worker's entry: it reads what was opened and answers questions about it until the page ends it, which is also how to cancel. */
import type { SceneInput } from "drape";
import type { MeshArrangement, MeshFile } from "drape/files";
import { describeError } from "../describe-error.ts";
import { namedFile, type PickedFile } from "./named-file.ts";
import { type ArrangedMesh, arrange, checkScene, type Opened, openContent, type PinChoice } from "./open-content.ts";
import type { Meshes } from "./scene-file.ts";

export type OpenRequest =
  | { type: "open"; files: readonly PickedFile[] }
  | { type: "arrange"; arrangement: MeshArrangement; pins: PinChoice | undefined; animation: string | false | undefined }
  | { type: "check"; input: SceneInput; meshes: Meshes };

export type OpenAnswer =
  | { type: "progress"; fraction: number }
  | { type: "opened"; name: string; opened: Opened }
  | { type: "arranged"; arranged: ArrangedMesh }
  | { type: "checked" }
  | { type: "error"; message: string };

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const post = (answer: OpenAnswer): void => scope.postMessage(answer);
let mesh: MeshFile | undefined;
let name = "";

scope.onmessage = async ({ data }: MessageEvent<OpenRequest>): Promise<void> => {
  try {
    if (data.type === "open") {
      const found = await openContent(data.files.map(namedFile), (fraction) => post({ type: "progress", fraction }));
      ({ mesh, name } = found);
      post({ type: "opened", name, opened: found.opened });
    } else if (data.type === "check") {
      await checkScene(data.input, data.meshes);
      post({ type: "checked" });
    } else if (mesh !== undefined) {
      const { arrangement, pins, animation } = data;
      post({ type: "arranged", arranged: arrange(mesh, name, arrangement, pins, animation) });
    }
  } catch (error) {
    post({ type: "error", message: describeError(error).message });
  }
};
