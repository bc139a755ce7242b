import { boundsOf } from "../core/bounds.ts";
import type { Surface } from "./surface.ts";

/** Texture coordinates: the mesh's own, else the material scaled to its box, else zero. */
export function textureCoordinates({ positions, uv, material }: Surface): Float32Array {
  if (uv !== undefined) return Float32Array.from(uv);
  const out = new Float32Array((2 * positions.length) / 3);
  if (material === undefined) return out;
  const { low, high } = boundsOf(material, 2);
  for (let i = 0; i < material.length; i++) {
    const c = i % 2;
    if (high[c] > low[c]) out[i] = (material[i] - low[c]) * (1 / (high[c] - low[c]));
  }
  return out;
}
