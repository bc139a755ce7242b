import type { MeshLoader } from "drape";

/** Contents of mesh files by name. */
type Meshes = Readonly<Record<string, string | Uint8Array>>;

/** The mesh files of the scene that is loaded, or about to be. */
export interface MeshFiles {
  meshes: Meshes;
  readonly load: MeshLoader;
}

export function createMeshFiles(): MeshFiles {
  const files: MeshFiles = {
    meshes: {},
    async load(name) {
      if (Object.hasOwn(files.meshes, name)) return files.meshes[name];
      throw new Error(`The mesh file "${name}" is not among the studio's scenes.`);
    },
  };
  return files;
}
