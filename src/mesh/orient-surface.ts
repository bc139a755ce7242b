import { orientTriangles } from "./orient-triangles.ts";
import type { Surface } from "./surface.ts";
import { validateSurface } from "./validate-surface.ts";

/** A surface to make cloth of: validated, every connected piece with one turning sense. */
export function orientSurface<T extends Surface>(surface: T, path: string): T {
  const topology = validateSurface(surface, path);
  return { ...surface, triangles: orientTriangles(surface.triangles, topology) };
}
