import type { DecoderSources } from "../input/mesh-decoders.ts";

/** The decoders that are installed beside Drape, each fetched when a file needs it. Both packages are optional. */
export const INSTALLED_DECODERS: DecoderSources = {
  async draco() {
    const found = await import("draco3dgltf").catch(ignoreMissing);
    return found?.default.createDecoderModule();
  },
  async meshopt() {
    const found = await import("meshoptimizer").catch(ignoreMissing);
    return found?.MeshoptDecoder;
  },
};

/** A package that is not there is none; one that does not load is an error. */
function ignoreMissing(error: unknown): undefined {
  if ((error as { code?: string }).code !== "ERR_MODULE_NOT_FOUND") throw error;
}
