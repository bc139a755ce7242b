import type { MeshLoader } from "../scene/mesh-loader.ts";
import type { Change } from "./change.ts";

/** The files that changes name, and those that belong to them, with their contents: a worker has no loader of its own. */
export async function loadMeshes(changes: readonly Change[], loadMesh: MeshLoader): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const names = new Set(
    changes.flatMap((change) => fileOf("input" in change ? change.input : "changes" in change ? change.changes : {}) ?? []),
  );
  const contents = new Map<string, string | Uint8Array>();
  for (const name of names) {
    const content = await loadMesh(name);
    contents.set(name, content);
    if (!mayBeGltf(content)) continue;
    const { loadFilesBeside } = await import("./rooms/files-beside.ts");
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    for (const [beside, bytes] of await loadFilesBeside(content, name, loadMesh)) contents.set(folder + beside, bytes);
  }
  return contents;
}

/** Whether other files may belong to this one, by how it begins. */
function mayBeGltf(content: string | Uint8Array): boolean {
  const head = typeof content === "string" ? content.slice(0, 64) : String.fromCharCode(...content.subarray(0, 64));
  return /^(glTF|[^\w{]*\{)/.test(head);
}

function fileOf({ mesh }: { readonly mesh?: unknown }): string | undefined {
  const file = typeof mesh === "object" && mesh !== null && "file" in mesh ? mesh.file : mesh;
  return typeof file === "string" && !file.startsWith("data:") ? file : undefined;
}
