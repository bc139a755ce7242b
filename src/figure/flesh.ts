import type { Vec3 } from "../core/vec3.ts";
import { add3, scale3 } from "../core/vec3.ts";
import { HEEL } from "./foot-planting.ts";
import { BONE_NAMES, KNEE, SHOULDER_X, type Skeleton } from "./skeleton.ts";

/** A rounded cone of flesh about a bone, in rest coordinates: two balls and all that lies between them [m]. */
export interface FleshCone {
  readonly a: Vec3;
  readonly b: Vec3;
  readonly ra: number;
  readonly rb: number;
}

/** A section of the trunk: bone, height, half the width, half the depth, z of the middle; one lying cone. */
type Section = readonly [bone: string, y: number, width: number, depth: number, z: number];

/** Sections for REFERENCE_HEIGHT and girth 1 [m], from below, close enough for a hull without deep furrows. */
const TRUNK: readonly Section[] = [
  ["hips", 0.865, 0.105, 0.072, -0.016],
  ["hips", 0.895, 0.15, 0.1, -0.018],
  ["hips", 0.93, 0.165, 0.112, -0.018],
  ["hips", 0.968, 0.163, 0.109, -0.013],
  ["hips", 1.005, 0.151, 0.102, -0.007],
  ["spine", 1.043, 0.137, 0.095, -0.002],
  ["spine", 1.083, 0.128, 0.09, 0.001],
  ["spine", 1.123, 0.126, 0.089, 0.001],
  ["spine", 1.163, 0.13, 0.092, 0.001],
  ["chest", 1.205, 0.138, 0.097, 0.001],
  ["chest", 1.247, 0.147, 0.1, 0.0],
  ["chest", 1.289, 0.155, 0.1, -0.004],
  ["chest", 1.329, 0.16, 0.092, -0.01],
  ["chest", 1.365, 0.158, 0.078, -0.015],
];

/** A cone about a bone of the left half or the middle: its ends and radii for REFERENCE_HEIGHT and girth 1 [m]. */
type Row = readonly [part: string, a: Vec3, b: Vec3, ra: number, rb: number];

/** Bones of one side; those that stand on the ground have their centres as high as their radii. */
const SIDE: readonly Row[] = [
  ["thigh", [0.093, 0.9, -0.008], [0.0975, 0.66, 0.004], 0.088, 0.07],
  ["thigh", [0.0975, 0.66, 0.004], KNEE, 0.07, 0.054],
  ["shin", KNEE, [0.107, 0.1, -0.028], 0.054, 0.035],
  ["shin", [0.102, 0.415, -0.018], [0.104, 0.3, -0.027], 0.053, 0.047],
  ["shin", [0.104, 0.3, -0.027], [0.106, 0.16, -0.028], 0.047, 0.036],
  ["foot", [0.108, 0.1, -0.03], [0.11, 0.055, 0.03], 0.036, 0.033],
  ["foot", HEEL, [0.096, 0.026, 0.1], 0.034, 0.026],
  ["foot", HEEL, [0.128, 0.026, 0.1], 0.034, 0.026],
  ["foot", [0.11, 0.055, 0.03], [0.112, 0.03, 0.1], 0.033, 0.028],
  ["toe", [0.096, 0.026, 0.1], [0.1, 0.021, 0.148], 0.026, 0.021],
  ["toe", [0.128, 0.026, 0.1], [0.124, 0.021, 0.138], 0.026, 0.021],
  ["clavicle", [0.045, 1.4, -0.015], [0.165, 1.392, -0.015], 0.052, 0.05],
  ["clavicle", [0.02, 1.452, -0.022], [0.12, 1.408, -0.017], 0.046, 0.044],
  ["arm", [SHOULDER_X, 1.385, -0.015], [0.3, 1.241, -0.018], 0.052, 0.043],
  ["arm", [0.3, 1.241, -0.018], [0.359, 1.171, -0.02], 0.043, 0.039],
  ["forearm", [0.359, 1.171, -0.02], [0.398, 1.115, -0.011], 0.039, 0.04],
  ["forearm", [0.398, 1.115, -0.011], [0.497, 0.977, 0.011], 0.04, 0.028],
  ["hand", [0.5, 0.973, 0.012], [0.54, 0.906, 0.046], 0.028, 0.023],
  ["hand", [0.5, 0.973, 0.012], [0.544, 0.903, 0.012], 0.028, 0.023],
  ["hand", [0.54, 0.906, 0.046], [0.574, 0.835, 0.052], 0.023, 0.018],
  ["hand", [0.544, 0.903, 0.012], [0.578, 0.835, 0.022], 0.023, 0.018],
  ["hand", [0.51, 0.953, 0.036], [0.525, 0.905, 0.088], 0.02, 0.017],
];

const MIDDLE: readonly Row[] = [
  ["hips", [-0.06, 0.912, -0.048], [0.06, 0.912, -0.048], 0.09, 0.09], // seat
  ["chest", [-0.062, 1.262, 0.032], [0.062, 1.262, 0.032], 0.077, 0.077], // bust
  ["neck", [0, 1.43, -0.02], [0, 1.535, -0.005], 0.054, 0.05],
  ["head", [0, 1.612, -0.014], [0, 1.607, 0.02], 0.088, 0.08],
  ["head", [0, 1.59, 0.022], [0, 1.533, 0.044], 0.07, 0.037],
];

/** Head, hands and feet take this share of a change of girth. */
const FIRM: Readonly<Record<string, number>> = { head: 0.3, hand: 0.3, foot: 0, toe: 0 };

/** Cones that only keep cloth away: they fill the hollows from which skin comes out when a limb moves. */
const GUARDS: readonly Row[] = [
  ["hips", [0, 0.822, -0.03], [0, 0.828, 0.022], 0.046, 0.042], // crotch
  ["hips", [-0.042, 0.824, -0.052], [0.042, 0.824, -0.052], 0.048, 0.048], // under the seat
  ["clavicle", [0.148, 1.328, -0.035], [0.148, 1.328, 0.008], 0.04, 0.04], // armpit
];

/** Cones of every bone, in the order of the bones. */
type Flesh = readonly (readonly FleshCone[])[];

/** The figure as a collider. Neighbours share balls at their joint, so that none opens when it bends. */
export function createFlesh(skeleton: Skeleton): Flesh {
  return growRows([...TRUNK.map(layCone), ...MIDDLE, ...SIDE, ...GUARDS], skeleton);
}

/** What the skin is drawn over: the same without guards, and with more sections, so that no furrows show. */
export function createSkinFlesh(skeleton: Skeleton): Flesh {
  const sections = TRUNK.flatMap((section, k) => (k === 0 ? [section] : [...between(TRUNK[k - 1], section), section]));
  return growRows([...sections.map(layCone), ...MIDDLE, ...SIDE], skeleton);
}

function layCone([bone, y, width, depth, z]: Section): Row {
  return [bone, [depth - width, y, z], [width - depth, y, z], depth, depth];
}

/** Two sections between two others. */
function between(lower: Section, upper: Section): Section[] {
  return [1 / 3, 2 / 3].map((share): Section => {
    const mix = (k: 1 | 2 | 3 | 4): number => lower[k] + share * (upper[k] - lower[k]);
    return [share < 0.5 ? lower[0] : upper[0], mix(1), mix(2), mix(3), mix(4)];
  });
}

function growRows(rows: readonly Row[], { girth, scale }: Skeleton): Flesh {
  return BONE_NAMES.map((name) => {
    const part = name.replace(/[LR]$/, "");
    const side = name.endsWith("R") ? -1 : 1;
    return rows.filter((row) => row[0] === part).map((row) => growCone(row, side, girth, scale));
  });
}

function growCone([part, a, b, ra, rb]: Row, side: number, girth: number, scale: number): FleshCone {
  const radius = 1 + (girth - 1) * (FIRM[part] ?? 1);
  const place = (p: Vec3): Vec3 => {
    const [x, y, z] = growPoint(part, p, girth);
    return scale3([side * x, y, z], scale);
  };
  return { a: place(a), b: place(b), ra: scale * radius * ra, rb: scale * radius * rb };
}

/** Sideways flesh moves with the joints; trunk and legs also grow to the front and to the back. */
function growPoint(part: string, [x, y, z]: Vec3, girth: number): Vec3 {
  switch (part) {
    case "arm":
    case "forearm":
    case "hand":
      return add3([x, y, z], [(girth - 1) * SHOULDER_X, 0, 0]);
    case "neck":
    case "head":
      return [x, y, z];
    case "foot":
    case "toe":
      return [x + (girth - 1) * HEEL[0], y, z];
    case "thigh":
    case "shin":
      return [x * girth, y, z];
    default:
      return [x * girth, y, z * girth];
  }
}

/** Numbers of a packed cone: a, axis, length, radius at a, radius at b, sine and cosine of the half opening. */
export const FLESH_SIZE = 11;

/** Packs the cones of all bones one after the other for `computeConeDistance`. */
export function packFlesh(flesh: Flesh): { cones: Float64Array; bones: Uint16Array } {
  const list = flesh.flatMap((cones, bone) => cones.map((cone) => ({ ...cone, bone })));
  const packed = new Float64Array(FLESH_SIZE * list.length);
  list.forEach(({ a, b, ra, rb }, k) => {
    const x = b[0] - a[0];
    const y = b[1] - a[1];
    const z = b[2] - a[2];
    const length = Math.sqrt(x * x + y * y + z * z);
    const sine = (ra - rb) / length;
    packed.set([...a, x / length, y / length, z / length, length, ra, rb, sine, Math.sqrt(1 - sine * sine)], FLESH_SIZE * k);
  });
  return { cones: packed, bones: Uint16Array.from(list, (cone) => cone.bone) };
}

/**
 * Signed distance [m] of a point from a packed cone, negative inside: with t along the axis and y away from it, the side of the cone touches
 * both balls at the normal (sin α, cos α), sin α = (r_a − r_b)/length.
 */
export function computeConeDistance(cones: Float64Array, at: number, px: number, py: number, pz: number): number {
  const x = px - cones[at];
  const y = py - cones[at + 1];
  const z = pz - cones[at + 2];
  const length = cones[at + 6];
  const sine = cones[at + 9];
  const cosine = cones[at + 10];
  const t = x * cones[at + 3] + y * cones[at + 4] + z * cones[at + 5];
  const away2 = Math.max(0, x * x + y * y + z * z - t * t);
  const away = Math.sqrt(away2);
  const along = t * cosine - away * sine;
  if (along <= 0) return Math.sqrt(t * t + away2) - cones[at + 7];
  if (along >= length * cosine) return Math.sqrt((t - length) * (t - length) + away2) - cones[at + 8];
  return t * sine + away * cosine - cones[at + 7];
}

/** Signed distance of a point from the union of all cones; inside it is a bound, not exact. */
export function computeFleshDistance(cones: Float64Array, px: number, py: number, pz: number): number {
  let least = Infinity;
  for (let at = 0; at < cones.length; at += FLESH_SIZE) {
    least = Math.min(least, computeConeDistance(cones, at, px, py, pz));
  }
  return least;
}
