import { realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { InputError } from "../core/errors.ts";
import { MAX_MESH_BYTES } from "../input/limits.ts";
import { type MeshLoader, withDecoders } from "../scene/mesh-loader.ts";
import { readBytes } from "./files.ts";
import { INSTALLED_DECODERS } from "./installed-decoders.ts";

/** Loads the meshes that a scene names, and the files that belong to them, from the scene's own folder, and unpacks them by the packages that are installed. */
export function meshLoaderBeside(scenePath: string): MeshLoader {
  return withDecoders((name) => readBelow(dirname(scenePath), name), INSTALLED_DECODERS);
}

/**
 * Reads a file by its name as seen from a folder. Strangers write these names: what a link leads to outside of the folder is refused. A name is
 * also found whose accents some system has written apart from their letters.
 */
async function readBelow(folder: string, name: string): Promise<Uint8Array> {
  const home = await realpath(folder);
  for (const form of new Set([name, name.normalize("NFC"), name.normalize("NFD")])) {
    const path = join(folder, form);
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) continue;
    if (real.startsWith(home.endsWith(sep) ? home : home + sep)) return readBytes(path, MAX_MESH_BYTES);
    throw new InputError(path, "a link out of the folder", `put the file itself there: nothing outside of ${folder} is read`);
  }
  return readBytes(join(folder, name), MAX_MESH_BYTES); // tells why it cannot be read
}
