import type { Surface } from "./surface.ts";

/** Texture coordinates: the mesh's own, else the material scaled to its box, else zero. */
export function textureCoordinates({ positions, uv, material }: Surface): Float32Array {
  if (uv !== undefined) return Float32Array.from(uv);
  const out = new Float32Array((2 * positions.length) / 3);
  if (material === undefined) return out;
  for (let c = 0; c < 2; c++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = c; i < material.length; i += 2) {
      low = Math.min(low, material[i]);
      high = Math.max(high, material[i]);
    }
    const scale = high > low ? 1 / (high - low) : 0;
    for (let i = c; i < material.length; i += 2) out[i] = (material[i] - low) * scale;
  }
  return out;
}
