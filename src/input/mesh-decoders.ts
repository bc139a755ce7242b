import type { DracoModule } from "./draco-mesh.ts";
import { findMeshFormat } from "./mesh-format.ts";

/** What unpacks compressed glTF files. Both come from packages of others: a program passes those that it has. */
export interface MeshDecoders {
  /** For KHR_draco_mesh_compression: what `createDecoderModule()` of the package draco3dgltf resolves to. */
  readonly draco?: DracoModule | undefined;
  /** For EXT_meshopt_compression: `MeshoptDecoder` of the package meshoptimizer, once it is `ready`. */
  readonly meshopt?: MeshoptModule | undefined;
}

/** The part of meshoptimizer's decoder that is called. */
export interface MeshoptModule {
  readonly ready?: Promise<void>;
  decodeGltfBuffer(target: Uint8Array, count: number, size: number, source: Uint8Array, mode: string, filter?: string): void;
}

/** The same, each of them ready or fetched when a file needs it. */
export interface DecoderSources {
  readonly draco?: DracoModule | (() => Promise<DracoModule | undefined>) | undefined;
  readonly meshopt?: MeshoptModule | (() => Promise<MeshoptModule | undefined>) | undefined;
}

/** What a file asks for, in the extensions that it names. */
export const COMPRESSIONS: Readonly<Record<string, keyof MeshDecoders>> = {
  KHR_draco_mesh_compression: "draco",
  EXT_meshopt_compression: "meshopt",
  KHR_meshopt_compression: "meshopt",
};

/** What to do where a file needs a decoder that is not there. */
export function adviceFor(decoder: keyof MeshDecoders): string {
  const name = decoder === "draco" ? "draco3dgltf" : "meshoptimizer";
  return `install the package ${name} and, in a program, pass it as decoders.${decoder}; or export it without compression`;
}

const GLB_JSON = 20;

/** The decoders that a file needs, of those that there are; the others stay where they are. */
export async function fetchDecoders(content: string | Uint8Array, sources: DecoderSources, name: string): Promise<MeshDecoders> {
  const format = findMeshFormat(content, name);
  if (format !== "glb" && format !== "gltf") return {};
  const text = typeof content === "string" ? content : new TextDecoder().decode(format === "glb" ? headOf(content) : content);
  const found: { draco?: DracoModule | undefined; meshopt?: MeshoptModule | undefined } = {};
  for (const [extension, decoder] of Object.entries(COMPRESSIONS)) {
    if (!text.includes(extension)) continue;
    if (decoder === "draco") found.draco = await (typeof sources.draco === "function" ? sources.draco() : sources.draco);
    else found.meshopt = await (typeof sources.meshopt === "function" ? sources.meshopt() : sources.meshopt);
  }
  await found.meshopt?.ready;
  return found;
}

/** The JSON of a GLB file. */
function headOf(bytes: Uint8Array): Uint8Array {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(GLB_JSON - 8, GLB_JSON - 4);
  return bytes.subarray(GLB_JSON, GLB_JSON + a + 256 * (b + 256 * (c + 256 * d)));
}
