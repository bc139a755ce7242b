import { InputError } from "../core/errors.ts";
import { conesOf, findLandmarks, type GarmentBody } from "./body.ts";
import { createClearance } from "./clearance.ts";
import { addToGroup, createGarmentMesh, finishGarment, type Garment, type GarmentMesh, zipRings } from "./garment-mesh.ts";
import {
  countOption,
  EASE,
  flareOption,
  type GarmentPattern,
  type GarmentRule,
  type GarmentValues,
  lengthOption,
  metres,
  spacingOption,
} from "./garment-options.ts";
import { convexHull, type Loop, offsetLoop, polylineLength } from "./loop.ts";
import { addRing, type RingFit, ROW_HEIGHT } from "./tube.ts";
import { levelStation, wrapBody } from "./wrap.ts";

export const FLARE: GarmentRule = flareOption(0.35, 2);

/**
 * A flared skirt: a closed tube. From the waistband, a convex curve around the body, the cloth goes down at one slope all
 * round, which makes a developable surface, and gives way where hips or legs stand out of it.
 */
export const skirt: GarmentPattern = {
  name: "skirt",
  options: [EASE, spacingOption(0.0265), countOption("columns", 6), countOption("rows", 2), lengthOption(), FLARE, metres("top", 0, 3)],
  groups: ["waist", "hem"],
  create: createSkirt,
};

function createSkirt(values: GarmentValues, body: GarmentBody, path: string): Garment {
  const marks = findLandmarks(body, path);
  const top = (values.top ?? marks.waist[1]) as number;
  const length = (values.length ?? top - marks.knee[1]) as number;
  const ease = values.ease as number;
  const clearance = createClearance(conesOf(body, "torso", "leftLeg", "rightLeg"));
  const [loop] = wrapBody(clearance, [levelStation(0, top, marks.waist[2])], ease, FAR);
  if (polylineLength(loop, true) < 0.1)
    throw new InputError(`${path}.top`, `${top} m, where there is no body`, "give a height between knees and chest");
  const { columns, rows } = values as Readonly<Record<string, number | undefined>>;
  const spacing = columns === undefined ? (values.spacing as number) : polylineLength(loop, true) / columns;
  const fit: RingFit = { clearance, ease, spacing };

  const mesh = createGarmentMesh();
  const ring = addRing(mesh, levelStation(0, top, marks.waist[2]), loop, 0, 0, fit);
  addToGroup(mesh, "waist", ring);
  const steps = rows === undefined ? undefined : rows - 1;
  addSkirt(mesh, { ring, loop, row: 0, top, z: marks.waist[2], v: 0 }, { length, flare: values.flare as number, steps }, fit, path);
  return finishGarment(mesh);
}

/** Beyond this distance from the axis nothing counts as part of the trunk or the legs [m]. */
export const FAR = 1;

/** The ring that a skirt hangs from. */
export interface Waistband {
  readonly ring: readonly number[];
  readonly loop: Loop;
  readonly row: number;
  readonly top: number;
  readonly z: number;
  readonly v: number;
}

/** Adds the rings of a skirt below its waistband; the last is the group "hem". */
export function addSkirt(
  mesh: GarmentMesh,
  band: Waistband,
  { length, flare, steps: given }: { readonly length: number; readonly flare: number; readonly steps: number | undefined },
  fit: RingFit,
  path: string,
): void {
  const steps = given ?? Math.max(1, Math.round(length / (fit.spacing * ROW_HEIGHT)));
  const drop = length / Math.sqrt(1 + flare * flare);
  if (drop > band.top - 0.01) {
    throw new InputError(`${path}.length`, `${length} m`, `give at most ${(band.top - 0.01).toFixed(2)} m, the floor is there`);
  }
  // Twice as many stations as rows, so that what stands out between two rows is seen.
  const stations = Array.from({ length: 2 * steps + 1 }, (_, s) => levelStation(0, band.top - (drop * s) / (2 * steps), band.z));
  const body = wrapBody(fit.clearance, stations, fit.ease, FAR);
  let upper = band.ring;
  for (let r = 1; r <= steps; r++) {
    const below = (drop * r) / steps;
    const loop = convexHull(joined(body[2 * r], offsetLoop(band.loop, flare * below)));
    const ring = addRing(mesh, stations[2 * r], loop, band.row + r, band.v + (length * r) / steps, fit);
    zipRings(mesh, upper, ring);
    upper = ring;
  }
  addToGroup(mesh, "hem", upper);
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
