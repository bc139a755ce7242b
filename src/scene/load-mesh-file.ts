import { arrangeMesh } from "../input/arrange-mesh.ts";
import { readDataUri } from "../input/data-uri.ts";
import { loadFilesBeside } from "../input/files-beside.ts";
import { fetchDecoders } from "../input/mesh-decoders.ts";
import { readMeshFile } from "../input/read-mesh-file.ts";
import type { MeshFile } from "../mesh/mesh-file.ts";
import type { MeshArraysSpec } from "./fields/mesh-arrays-field.ts";
import { describeFile, type MeshFileSpec } from "./fields/mesh-file-field.ts";
import { given } from "./given.ts";
import type { MeshLoader } from "./mesh-loader.ts";

/** The mesh of a file, or of arrays in the scene, as the scene wants to have it: `arrange` is `arrangeCloth` where it becomes one. */
export async function loadMeshFile(
  spec: MeshFileSpec | MeshArraysSpec,
  loadMesh: MeshLoader,
  arrange: typeof arrangeMesh = arrangeMesh,
): Promise<MeshFile> {
  if ("mesh" in spec) return arrange(spec.mesh, spec.arrangement, spec.path);
  const { file, arrangement } = spec;
  const name = describeFile(file);
  const isBeside = name === file;
  const content = isBeside ? await loadMesh(file) : readDataUri(file, name).bytes;
  const decoders = loadMesh.decoders && (await fetchDecoders(content, loadMesh.decoders, name));
  const files = isBeside ? await loadFilesBeside(content, name, loadMesh) : undefined;
  const mesh = readMeshFile(content, name, given({ decoders, files }));
  return arrange(mesh, mesh.hasSeams ? { weld: 0, ...arrangement } : arrangement, name);
}
