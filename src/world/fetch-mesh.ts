import { InputError } from "../core/errors.ts";
import type { MeshLoader } from "../scene/mesh-loader.ts";

/** The content of a file beside the page, where there is one. */
export const fetchMesh: MeshLoader = async (name) => {
  const address = name.split("/").map(encodeURIComponent).join("/");
  const response = await fetch(new URL(address, document.baseURI)).catch((error: Error) => error);
  if (response instanceof Error || !response.ok) {
    const found = response instanceof Error ? response.message : `status ${response.status}`;
    throw new InputError(
      "mesh",
      `${JSON.stringify(name)}, ${found}`,
      "give the address of a file that can be fetched, or a loadMesh function",
    );
  }
  return new Uint8Array(await response.arrayBuffer());
};
