import { parseObj } from "./obj.ts";
import { orientTriangles } from "./orient-triangles.ts";
import type { Surface } from "./surface.ts";
import { validateSurface } from "./validate-surface.ts";

/** An OBJ text as a surface to make cloth of: read, validated, every connected piece with one turning sense. */
export function surfaceFromObj(text: string, path: string): Surface {
  const surface = parseObj(text, path);
  const topology = validateSurface(surface, path);
  return { ...surface, triangles: orientTriangles(surface.triangles, topology) };
}
