import { UnsupportedError } from "../core/errors.ts";
import type { DecoderSources } from "../input/mesh-decoders.ts";

/** Fetches a mesh file that a scene names: its bytes, or of an OBJ or glTF file its text. */
export interface MeshLoader {
  (name: string): Promise<string | Uint8Array>;
  /** What unpacks the compressed ones. */
  readonly decoders?: DecoderSources;
}

/** The same loader, with what unpacks the files that it loads. */
export function withDecoders(loadMesh: MeshLoader, decoders: DecoderSources | undefined = loadMesh.decoders): MeshLoader {
  return decoders === undefined ? loadMesh : Object.assign((name: string) => loadMesh(name), { decoders });
}

/** What loads meshes where nobody does. */
export function refuseMesh(name: string): Promise<never> {
  throw new UnsupportedError(`the scene names the mesh ${name}: pass a loadMesh function that gives its content`);
}
