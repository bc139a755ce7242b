import type { Clearance } from "./clearance.ts";
import { addVertex, type GarmentMesh } from "./garment-mesh.ts";
import { type Loop, polylineLength, resampleLoop } from "./loop.ts";
import { placeOutside, type Station } from "./wrap.ts";

/** Height of an equilateral triangle of side 1. */
export const ROW_HEIGHT: number = Math.sqrt(3) / 2;

/** What the vertices of a ring keep to. */
export interface RingFit {
  readonly clearance: Clearance;
  /** Least distance to the body [m]. */
  readonly ease: number;
  /** Distance between vertices [m]. */
  readonly spacing: number;
}

/** Vertices on a loop of this length at about the given spacing: an even number, so that there can be one in front and one behind. */
export function ringCount(length: number, spacing: number): number {
  return Math.max(6, 2 * Math.round(length / (2 * spacing)));
}

/**
 * Adds the vertices of one ring of a tube, at equal distances on a loop: beginning in front, or half a distance after it where
 * `row` is odd, so that rings of the same number make equilateral triangles. Texture: u is the way from the front on either
 * side [m], the same on both, so that a closed ring has no seam; v is given.
 */
export function addRing(
  mesh: GarmentMesh,
  station: Station,
  loop: Loop,
  row: number,
  v: number,
  fit: RingFit,
  count: number = ringCount(polylineLength(loop, true), fit.spacing),
): number[] {
  const length = polylineLength(loop, true);
  const shift = row % 2 === 0 ? 0 : 0.5;
  const points = resampleLoop(loop, count, shift);
  const ring: number[] = [];
  for (let i = 0; i < count; i++) {
    const place = placeOutside(fit.clearance, station, points[2 * i], points[2 * i + 1], fit.ease);
    const share = (i + shift) / count;
    ring.push(addVertex(mesh, place, Math.min(share, 1 - share) * length, v));
  }
  return ring;
}
