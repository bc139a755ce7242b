/** The package has no types of its own. */
declare module "draco3dgltf/draco_decoder_gltf_nodejs.js" {
  export default function createDecoderModule(options: { wasmBinary: ArrayBuffer }): Promise<import("drape/files").DracoModule>;
}

declare module "draco3dgltf/draco_decoder_gltf.wasm?url" {
  const url: string;
  export default url;
}
