import { InputError } from "../core/errors.ts";
import type { Vec3 } from "../core/vec3.ts";
import { conesOf, findLandmarks, type GarmentBody, type Landmarks } from "./body.ts";
import { type Clearance, createClearance, marchIn } from "./clearance.ts";
import { addToGroup, addVertex, createGarmentMesh, finishGarment, type Garment, type GarmentMesh, zipRings } from "./garment-mesh.ts";
import { EASE, flareOption, type GarmentPattern, type GarmentValues, lengthOption, spacingOption } from "./garment-options.ts";
import { convexHull, type Loop, offsetLoop, resampleLoop } from "./loop.ts";
import { FAR } from "./skirt.ts";
import { addRing, type RingFit, ROW_HEIGHT } from "./tube.ts";
import { levelStation, type Station, wrapBody } from "./wrap.ts";

/**
 * Trousers: a tube around waist and hips that parts into two at the crotch. The last ring of the hips is closed to two by a
 * seam of vertices that both legs share, from the middle in front to the middle behind:
 *
 *        f────╮          seen from above, the front up: the left leg's first ring is f ─ ring ─ b ─ seam,
 *        │╎   │          the right leg's the mirror image with the same seam
 *        b────╯
 */
export const trousers: GarmentPattern = {
  name: "trousers",
  options: [EASE, spacingOption(0.03), lengthOption(), flareOption(0.03, 0.6)],
  groups: ["waist", "crotch", "hem", "left", "right"],
  create: createTrousers,
};

/** The hems stay this far above the ankles' joints by default [m], for a body of the usual size. */
const HEM = 0.06;
/** A leg's rings change from the shape of the hips to that of the leg over this length [m], for a body of the usual size. */
const CHANGE = 0.1;
/** The way between the legs must be this much wider than ease asks for, on either side [m]. */
const GAP = 0.002;
/** Half the depth over which the crotch is felt [m], for a body of the usual size. */
const DEPTH = 0.12;

function createTrousers(values: GarmentValues, body: GarmentBody, path: string): Garment {
  const marks = findLandmarks(body, path);
  const { waist, ankle, scale } = marks;
  const ease = values.ease as number;
  const spacing = values.spacing as number;
  const length = (values.length as number | undefined) ?? waist[1] - ankle[1] - HEM * scale;
  const trunk = createClearance(conesOf(body, "torso", "leftLeg", "rightLeg"));
  const crotch = findCrotch(trunk, marks, ease, path);
  const down = waist[1] - crotch;
  if (length < down + 2 * spacing || length > waist[1] - 0.02) {
    const range = `from ${(down + 2 * spacing).toFixed(2)} to ${(waist[1] - 0.02).toFixed(2)} m`;
    throw new InputError(`${path}.length`, `${length} m`, `give a length ${range}, between crotch and floor`);
  }
  const fit: RingFit = { clearance: trunk, ease, spacing };

  const mesh = createGarmentMesh();
  const steps = Math.max(2, Math.round(down / (spacing * ROW_HEIGHT)));
  const stations = Array.from({ length: 2 * steps + 1 }, (_, s) => levelStation(0, waist[1] - (down * s) / (2 * steps), waist[2]));
  const loops = wrapBody(trunk, stations, ease, FAR);
  let ring: number[] = [];
  for (let r = 0; r <= steps; r++) {
    // The last ring has a vertex in front and one behind, where the seam begins and ends.
    const lower = addRing(mesh, stations[2 * r], loops[2 * r], steps - r, (down * r) / steps, fit);
    if (r > 0) zipRings(mesh, ring, lower);
    else addToGroup(mesh, "waist", lower);
    ring = lower;
  }
  const seam = addSeam(mesh, ring, spacing);
  addToGroup(mesh, "crotch", seam);
  const half = ring.length / 2;
  const left = [...ring.slice(0, half + 1), ...seam.slice(1, -1).reverse()];
  const right = [...seam, ...ring.slice(half + 1)];
  const shape = { length: length - down, flare: values.flare as number, crotch, v: down };
  addLeg(mesh, left, 1, body, shape, fit, marks, path);
  addLeg(mesh, right, -1, body, shape, fit, marks, path);
  return finishGarment(mesh);
}

/** The greatest height at which a level line from front to back passes between the legs, below the trunk, with room on both sides. */
function findCrotch(trunk: Clearance, { hips, knee, scale }: Landmarks, ease: number, path: string): number {
  let y = hips[1];
  for (let k = -12; k <= 12; k++) {
    const start: Vec3 = [0, hips[1], hips[2] + (DEPTH * scale * k) / 12];
    y = Math.min(y, hips[1] - marchIn(trunk, start, [0, -1, 0], hips[1] - knee[1], ease + GAP));
  }
  if (y > knee[1] + 0.05 * scale) return y;
  throw new InputError(`${path}.ease`, `${ease} m`, "use less: the cloth does not fit between the legs");
}

/** Adds the vertices between the middle of a ring's front and that of its back; returns them with both ends, front first. */
function addSeam(mesh: GarmentMesh, ring: readonly number[], spacing: number): number[] {
  const front = ring[0];
  const back = ring[ring.length / 2];
  const [z0, z1] = [mesh.positions[3 * front + 2], mesh.positions[3 * back + 2]];
  const count = Math.max(2, Math.round(Math.abs(z1 - z0) / spacing));
  const seam = [front];
  for (let k = 1; k < count; k++) {
    const place: Vec3 = [0, mesh.positions[3 * front + 1], z0 + ((z1 - z0) * k) / count];
    const u = mesh.uv[2 * front] + ((mesh.uv[2 * back] - mesh.uv[2 * front]) * k) / count;
    seam.push(addVertex(mesh, place, u, mesh.uv[2 * front + 1]));
  }
  seam.push(back);
  return seam;
}

interface LegShape {
  readonly length: number;
  readonly flare: number;
  readonly crotch: number;
  readonly v: number;
}

/** Adds the rings of one leg below its first one; the last belongs to "hem", all below the crotch to the side's group. */
function addLeg(
  mesh: GarmentMesh,
  first: readonly number[],
  side: 1 | -1,
  body: GarmentBody,
  shape: LegShape,
  { ease, spacing }: RingFit,
  marks: Landmarks,
  path: string,
): void {
  const { length, flare, crotch, v } = shape;
  const clearance = createClearance(conesOf(body, side === 1 ? "leftLeg" : "rightLeg"));
  const fit: RingFit = { clearance, ease, spacing };
  const steps = Math.max(2, Math.round(length / (spacing * ROW_HEIGHT)));
  const stations = Array.from({ length: 2 * steps + 1 }, (_, s) => legStation(marks, side, crotch - (length * s) / (2 * steps)));
  const loops = wrapBody(clearance, stations, ease, LEG_FAR);
  const hips = loopOf(mesh, first, stations[0]);
  let upper = first;
  for (let r = 1; r <= steps; r++) {
    const below = (length * r) / steps;
    const station = stations[2 * r];
    const leg = loops[2 * r];
    const wide = flare > 0 ? convexHull(offsetLoop(leg, flare * below)) : leg;
    const share = Math.max(0, 1 - below / (CHANGE * marks.scale));
    const loop = keepToSide(share > 0 ? blend(hips, wide, share) : wide, leg, station, side, path);
    const ring = addRing(mesh, station, loop, r, v + below, fit);
    zipRings(mesh, upper, ring);
    addToGroup(mesh, side === 1 ? "left" : "right", ring);
    upper = ring;
  }
  addToGroup(mesh, "hem", upper);
}

/** Nothing farther from the middle of a leg is part of it [m]. */
const LEG_FAR = 0.4;

/** The level plane across a leg, its centre between knee and hip, or knee and ankle. */
function legStation({ hips, knee, ankle }: Landmarks, side: 1 | -1, y: number): Station {
  const [top, bottom] = y > knee[1] ? [[knee[0], hips[1], hips[2]], knee] : [knee, ankle];
  const share = (top[1] - y) / (top[1] - bottom[1]);
  return levelStation(side * (top[0] + share * (bottom[0] - top[0])), y, top[2] + share * (bottom[2] - top[2]));
}

/** Vertices of the mesh as the corners of a loop around a station's centre. */
function loopOf({ positions }: GarmentMesh, vertices: readonly number[], { centre }: Station): Loop {
  const points = new Float64Array(2 * vertices.length);
  for (const [k, i] of vertices.entries()) {
    points[2 * k] = positions[3 * i] - centre[0];
    points[2 * k + 1] = positions[3 * i + 2] - centre[2];
  }
  return convexHull(points);
}

/** A loop between two others: `share` of the first. */
function blend(a: Loop, b: Loop, share: number): Loop {
  const count = 96;
  const from = resampleLoop(b, count, 0);
  const to = resampleLoop(a, count, 0);
  return convexHull(from.map((value, i) => value + share * (to[i] - value)));
}

/** Most of the room between a leg and the plane x = 0 is left to the other leg's cloth. */
const ROOM = 0.9;

/** Pushes a loop to its side of x = 0, where the leg itself leaves room. */
function keepToSide(loop: Loop, leg: Loop, { centre }: Station, side: 1 | -1, path: string): Loop {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < leg.length; k += 2) least = Math.min(least, side * (leg[k] + centre[0]));
  if (least <= 0) throw new InputError(`${path}.ease`, "more than there is between the legs", "use less");
  const out = Float64Array.from(loop);
  for (let k = 0; k < out.length; k += 2) {
    const x = Math.max(side * (out[k] + centre[0]), ROOM * least);
    out[k] = side * x - centre[0];
  }
  return convexHull(out);
}
