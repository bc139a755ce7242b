import { cos, sin } from "../core/trig.ts";
import { length3, subtract3, type Vec3 } from "../core/vec3.ts";
import { type Clearance, marchIn, marchOut } from "./clearance.ts";
import { convexHull, hullChain, type Loop } from "./loop.ts";

/** A plane across a tube of cloth. The tube runs along e1 × e2; e2 is its front, and its points are counted from e2 towards e1. */
export interface Station {
  readonly centre: Vec3;
  /** Perpendicular, of length 1. */
  readonly e1: Vec3;
  readonly e2: Vec3;
}

/** Rays from the centre of a station. */
const RAYS = 96;
const TURN = 6.283185307179586;

/**
 * The curves in which a taut cloth around a body crosses some stations, `ease` [m] away from it: convex in each plane, and,
 * ray by ray, concave along the tube, so that it bridges hollows between cones. Nothing farther than `far` from a centre
 * counts as body.
 */
export function wrapBody(clearance: Clearance, stations: readonly Station[], ease: number, far: number): Loop[] {
  const direction = Float64Array.from({ length: 2 * RAYS }, (_, i) => {
    const angle = (TURN * Math.floor(i / 2)) / RAYS;
    return i % 2 === 0 ? sin(angle) : cos(angle);
  });
  const radii = stations.map(({ centre, e1, e2 }) => {
    const row = new Float64Array(RAYS);
    for (let k = 0; k < RAYS; k++) {
      const ray = combine(e1, direction[2 * k], e2, direction[2 * k + 1]);
      row[k] = marchIn(clearance, centre, ray, far, ease);
    }
    return row;
  });
  const along = new Float64Array(stations.length);
  for (let s = 1; s < stations.length; s++) {
    along[s] = along[s - 1] + length3(subtract3(stations[s].centre, stations[s - 1].centre));
  }
  for (let k = 0; k < RAYS; k++) raiseToEnvelope(along, radii, k);
  return radii.map((row) => {
    const points = new Float64Array(2 * RAYS);
    for (let i = 0; i < points.length; i++) points[i] = row[i >> 1] * direction[i];
    return convexHull(points);
  });
}

/** Lifts one ray's radii to the least concave function above them. */
function raiseToEnvelope(along: Float64Array, radii: readonly Float64Array[], k: number): void {
  const points = new Float64Array(2 * along.length);
  for (let s = 0; s < along.length; s++) {
    points[2 * s] = along[s];
    points[2 * s + 1] = radii[s][k];
  }
  const order = Array.from(along, (_, s) => s);
  const chain = hullChain(points, order);
  for (let c = 1; c < chain.length; c++) {
    const from = chain[c - 1];
    const to = chain[c];
    for (let s = from + 1; s < to; s++) {
      const share = (along[s] - along[from]) / (along[to] - along[from]);
      radii[s][k] = radii[from][k] + share * (radii[to][k] - radii[from][k]);
    }
  }
}

/** A point of a station's plane in space, moved away from the centre until it is `ease` clear of the body. */
export function placeOutside(clearance: Clearance, station: Station, p: number, q: number, ease: number): Vec3 {
  const { centre, e1, e2 } = station;
  const size = Math.sqrt(p * p + q * q);
  const offset = combine(e1, p, e2, q);
  const point: Vec3 = [centre[0] + offset[0], centre[1] + offset[1], centre[2] + offset[2]];
  if (size === 0) return point;
  const ray = combine(e1, p / size, e2, q / size);
  const shift = marchOut(clearance, point, ray, ease);
  return [point[0] + shift * ray[0], point[1] + shift * ray[1], point[2] + shift * ray[2]];
}

function combine(a: Vec3, s: number, b: Vec3, t: number): Vec3 {
  return [a[0] * s + b[0] * t, a[1] * s + b[1] * t, a[2] * s + b[2] * t];
}

/** A station of a tube that hangs down around a vertical axis. */
export function levelStation(x: number, y: number, z: number): Station {
  return { centre: [x, y, z], e1: [1, 0, 0], e2: [0, 0, 1] };
}
