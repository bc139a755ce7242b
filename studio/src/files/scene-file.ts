import type { SceneInput } from "drape";

/** The content of mesh files by the names that a scene calls them. */
export type Meshes = Readonly<Record<string, string | Uint8Array>>;

/** A scene may be this long [characters]; the library refuses longer ones. */
const MAX_LENGTH = 64_000_000;

/** By the ends of names, for people who look into the file: the bytes tell what a mesh is. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["obj", "model/obj"],
  ["glb", "model/gltf-binary"],
  ["gltf", "model/gltf+json"],
]);

/** What a scene calls a mesh file: its own name, or where a scene cannot have that, or has it, one with this number. */
export function nameInScene(name: string, taken: Meshes, number: number): string {
  if (/^\w[\w. -]*$/.test(name) && !Object.hasOwn(taken, name)) return name;
  return `mesh-${number}${/\.\w{1,8}$/.exec(name)?.[0].toLowerCase() ?? ""}`;
}

/** A scene as one file: its JSON, with every mesh file that it names embedded, so that it opens anywhere. */
export function formatSceneFile(input: SceneInput, meshes: Meshes): string {
  const holding = { ...input, cloths: embedAll(input.cloths, meshes) };
  const bodies = Array.isArray(input.colliders) ? { colliders: embedAll(input.colliders, meshes) } : {};
  const text = `${JSON.stringify({ ...holding, ...bodies }, undefined, 2)}\n`;
  if (text.length > MAX_LENGTH) {
    throw new Error("The meshes of this scene are too large for one file; keep scene and meshes apart, or thin them out.");
  }
  return text;
}

function embedAll(list: readonly unknown[], meshes: Meshes): unknown[] {
  return list.map((entry) => {
    const { mesh } = entry as { mesh?: unknown };
    const file = typeof mesh === "string" ? mesh : (mesh as { file?: unknown } | undefined)?.file;
    if (typeof file !== "string" || !Object.hasOwn(meshes, file)) return entry;
    const embedded = embed(file, meshes[file]);
    return {
      ...(entry as object),
      mesh: typeof mesh === "string" ? { file: embedded } : { ...(mesh as object), file: embedded },
    };
  });
}

function embed(name: string, content: string | Uint8Array): string {
  const type = MEDIA_TYPES.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase()) ?? "application/octet-stream";
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return `data:${type};base64,${encodeBase64(bytes)}`;
}

/** Bytes at once; a multiple of three, so that the pieces join. */
const PIECE = 3 * 8192;

function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  }
  return text;
}
