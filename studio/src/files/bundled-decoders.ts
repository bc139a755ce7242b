/// <reference path="./draco3dgltf.d.ts" />
import type { DecoderSources } from "drape/files";

/** What unpacks compressed glTF files, loaded when one is opened. In workers alone: there no policy keeps WebAssembly out. */
export const BUNDLED_DECODERS: DecoderSources = {
  async draco() {
    const [{ default: createDecoderModule }, { default: url }] = await Promise.all([
      import("draco3dgltf/draco_decoder_gltf_nodejs.js"),
      import("draco3dgltf/draco_decoder_gltf.wasm?url"),
    ]);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The decoder for Draco did not load (status ${response.status}); reload the page.`);
    return createDecoderModule({ wasmBinary: await response.arrayBuffer() });
  },
  async meshopt() {
    return (await import("meshoptimizer/decoder")).MeshoptDecoder;
  },
};
