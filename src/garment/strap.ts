import { InputError } from "../core/errors.ts";
import { cos, sin } from "../core/trig.ts";
import type { Vec3 } from "../core/vec3.ts";
import { marchIn, marchOut } from "./clearance.ts";
import { addToGroup, addVertex, type GarmentMesh, zipLattice } from "./garment-mesh.ts";
import { convexHull, pointsAlong, polylineLength } from "./loop.ts";
import type { RingFit } from "./tube.ts";

/** Where a strap goes. */
export interface StrapPlace {
  /** Distance of its middle from the plane of symmetry [m]. */
  readonly x: number;
  /** It keeps this far from that plane on the shoulder, for the neck [m]. */
  readonly inner: number;
  readonly width: number;
  /** No body higher than this above the ring counts [m]. */
  readonly reach: number;
}

/** Across the shoulder a strap is narrower than at its ends by this factor: the shoulder slopes, and cloth lies on the slope. */
const NARROWER = 0.9;

/** Directions from front to back in which the body is felt. */
const RAYS = 48;

/**
 * Adds a strap from the front of a ring over the shoulder to its back, on the left (side 1) or on the right (−1). Its ends are
 * vertices of the ring, which must have been made with an even number of them, one in front; across it there are as many
 * vertices as the width asks for. Each of its lines is taut over the body.
 *
 *     ring[i], ring[i + 1], …  in front        column j runs from the j-th of the one to the j-th of the other
 *     ring[n/2 − i], …         behind
 */
export function addStrap(mesh: GarmentMesh, ring: readonly number[], side: 1 | -1, place: StrapPlace, fit: RingFit, path: string): void {
  const n = ring.length;
  const across = Math.max(1, Math.round(place.width / fit.spacing));
  let first = 1;
  const offCentre = (i: number): number => Math.abs(mesh.positions[3 * ring[i]] + mesh.positions[3 * ring[i + across]] - 2 * place.x);
  while (first + across + 1 < n / 4 && offCentre(first + 1) < offCentre(first)) first++;
  if (first + across > n / 4) {
    throw new InputError(`${path}.strapWidth`, `${place.width} m`, "use less, or a finer spacing: it does not fit in front");
  }
  const step = NARROWER * fit.spacing;
  const x = Math.max(place.x, place.inner + 0.5 * across * step);
  const columns = Array.from({ length: across + 1 }, (_, j) => {
    const i = first + j;
    const front = ring[side === 1 ? i : n - i];
    const back = ring[side === 1 ? n / 2 - i : n / 2 + i];
    const crest = side * (x + (j - 0.5 * across) * step);
    const way: Way = { front: pointOf(mesh, front), back: pointOf(mesh, back), crest };
    return { front, back, way, line: tautLine(way, place.reach, fit) };
  });
  const middle = columns[across >> 1].line;
  const steps = Math.max(4, Math.round(polylineLength(middle, false) / fit.spacing));
  let lower = columns.map((column) => column.front);
  const rows = [lower];
  for (let k = 1; k <= steps; k++) {
    const row = columns.map((column) => (k === steps ? column.back : addStrapVertex(mesh, column, k / steps, fit)));
    zipLattice(mesh, side === 1 ? row : [...row].reverse(), side === 1 ? lower : [...lower].reverse(), k);
    rows.push(row);
    lower = row;
  }
  addToGroup(mesh, "straps", rows.flat());
  addToGroup(mesh, "shoulders", rows.slice(Math.floor((steps - 1) / 2), Math.floor(steps / 2) + 2).flat());
}

/** Where a line of the strap begins and ends, and its x on the crest of the shoulder [m]. */
interface Way {
  readonly front: Vec3;
  readonly back: Vec3;
  readonly crest: number;
}

/** A line of the strap: its first and last vertex, and the way between them. */
interface Column {
  readonly front: number;
  readonly back: number;
  readonly way: Way;
  readonly line: Float64Array;
}

/** x at a share of the way: at the ends on the ring, in the middle on the crest. */
function xAlong({ front, back, crest }: Way, share: number): number {
  const straight = front[0] + share * (back[0] - front[0]);
  return straight + 4 * share * (1 - share) * (crest - straight);
}

function pointOf({ positions }: GarmentMesh, i: number): Vec3 {
  return [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
}

/** The way of a taut line over the body from a point in front to one behind at the same height: (−z, y), packed by twos. */
function tautLine(way: Way, reach: number, { clearance, ease }: RingFit): Float64Array {
  const { front, back } = way;
  const points = new Float64Array(2 * (RAYS + 1));
  const middle = 0.5 * (front[2] + back[2]);
  for (let k = 0; k <= RAYS; k++) {
    const angle = (Math.PI * k) / RAYS;
    const x = xAlong(way, k / RAYS);
    const ray: Vec3 = [0, sin(angle), cos(angle)];
    const r = marchIn(clearance, [x, front[1], middle], ray, reach, ease);
    points[2 * k] = -middle - r * ray[2];
    points[2 * k + 1] = front[1] + r * ray[1];
  }
  points.set([-front[2], front[1]]);
  points.set([-back[2], back[1]], 2 * RAYS);
  const hull = convexHull(points);
  const count = hull.length / 2;
  const isAt = (k: number, z: number, y: number): boolean => hull[2 * k] === -z && hull[2 * k + 1] === y;
  let start = 0;
  while (start < count - 1 && !isAt(start, front[2], front[1])) start++;
  const line: number[] = [];
  for (let s = 0; s < count; s++) {
    const k = (start + s) % count;
    line.push(hull[2 * k], hull[2 * k + 1]);
    if (isAt(k, back[2], back[1])) break;
  }
  return Float64Array.from(line);
}

function addStrapVertex(mesh: GarmentMesh, column: Column, share: number, { clearance, ease }: RingFit): number {
  const { way, line, front: first, back: last } = column;
  const length = polylineLength(line, false);
  const [p, y] = pointsAlong(line, Float64Array.of(share * length));
  const x = xAlong(way, share);
  const up = y - way.front[1];
  const forth = -p - 0.5 * (way.front[2] + way.back[2]);
  const size = Math.sqrt(up * up + forth * forth);
  const ray: Vec3 = [0, up / size, forth / size];
  const shift = marchOut(clearance, [x, y, -p], ray, ease);
  const { uv } = mesh;
  const u = uv[2 * first] + share * (uv[2 * last] - uv[2 * first]);
  const v = uv[2 * first + 1] - Math.min(share, 1 - share) * length;
  return addVertex(mesh, [x, y + shift * ray[1], -p + shift * ray[2]], u, v);
}
