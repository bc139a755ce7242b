import type { MeshLoader } from "../scene/mesh-loader.ts";
import type { Change } from "./change.ts";

/** The files that changes name, with their contents: a worker has no loader of its own. */
export async function loadMeshes(changes: readonly Change[], loadMesh: MeshLoader): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const names = new Set(
    changes.flatMap((change) => fileOf("input" in change ? change.input : "changes" in change ? change.changes : {}) ?? []),
  );
  const contents = new Map<string, string | Uint8Array>();
  for (const name of names) contents.set(name, await loadMesh(name));
  return contents;
}

function fileOf({ mesh }: { readonly mesh?: unknown }): string | undefined {
  const file = typeof mesh === "object" && mesh !== null && "file" in mesh ? mesh.file : mesh;
  return typeof file === "string" && !file.startsWith("data:") ? file : undefined;
}
