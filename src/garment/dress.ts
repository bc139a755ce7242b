import { InputError } from "../core/errors.ts";
import type { Vec3 } from "../core/vec3.ts";
import { conesOf, findLandmarks, type GarmentBody, type Landmarks } from "./body.ts";
import { type Clearance, createClearance } from "./clearance.ts";
import { addToGroup, createGarmentMesh, finishGarment, type Garment, zipRings } from "./garment-mesh.ts";
import { EASE, type GarmentPattern, type GarmentValues, lengthOption, metres, spacingOption } from "./garment-options.ts";
import { resampleLoop } from "./loop.ts";
import { addSkirt, FAR, FLARE } from "./skirt.ts";
import { addStrap } from "./strap.ts";
import { addRing, type RingFit, ROW_HEIGHT } from "./tube.ts";
import { levelStation, wrapBody } from "./wrap.ts";

/** A bodice that follows the trunk from the waist to under the arms, two straps over the shoulders, and a flared skirt. */
export const dress: GarmentPattern = {
  name: "dress",
  options: [EASE, spacingOption(0.0307), lengthOption(), FLARE, metres("top", 0, 3), metres("strapWidth", 0.005, 0.1, 0.06)],
  groups: ["top", "straps", "shoulders", "waist", "hem"],
  create: createDress,
};

function createDress(values: GarmentValues, body: GarmentBody, path: string): Garment {
  const marks = findLandmarks(body, path);
  const ease = values.ease as number;
  const spacing = values.spacing as number;
  const trunk = createClearance(conesOf(body, "torso", "leftLeg", "rightLeg"));
  const waist = marks.waist[1];
  const z = marks.waist[2];
  const top = (values.top as number | undefined) ?? findTop(trunk, body, marks, ease, path);
  if (top < waist + 2 * spacing || top > marks.shoulder[1]) {
    const range = `between waist and shoulders, ${(waist + 2 * spacing).toFixed(2)} to ${marks.shoulder[1].toFixed(2)} m`;
    throw new InputError(`${path}.top`, `${top} m`, `give a height ${range}`);
  }
  const fit: RingFit = { clearance: trunk, ease, spacing };

  const mesh = createGarmentMesh();
  const steps = Math.max(2, Math.round((top - waist) / (spacing * ROW_HEIGHT)));
  const stations = Array.from({ length: 2 * steps + 1 }, (_, s) => levelStation(0, top - ((top - waist) * s) / (2 * steps), z));
  const loops = wrapBody(trunk, stations, ease, FAR);
  const first = addRing(mesh, stations[0], loops[0], 0, 0, fit);
  let ring = first;
  for (let r = 1; r <= steps; r++) {
    const lower = addRing(mesh, stations[2 * r], loops[2 * r], r, ((top - waist) * r) / steps, fit);
    zipRings(mesh, ring, lower);
    ring = lower;
  }
  addToGroup(mesh, "top", first);
  addToGroup(mesh, "waist", ring);
  const band = { ring, loop: loops[2 * steps], row: steps, top: waist, z, v: top - waist };
  const length = (values.length ?? waist - marks.knee[1]) as number;
  addSkirt(mesh, band, { length, flare: values.flare as number, steps: undefined }, fit, path);

  const upper = createClearance(conesOf(body, "torso", "leftArm", "rightArm"));
  const strapFit: RingFit = { clearance: upper, ease, spacing };
  const reach = marks.shoulder[1] - top + STRAP_REACH * marks.scale;
  const width = values.strapWidth as number;
  const place = { x: STRAP_PLACE * marks.shoulder[0], inner: neckWidth(body) + ease + MARGIN, width, reach };
  addStrap(mesh, first, 1, place, strapFit, path);
  addStrap(mesh, first, -1, place, strapFit, path);
  return finishGarment(mesh);
}

/** Half the width of the neck [m]. */
function neckWidth(body: GarmentBody): number {
  const cones = body.filter((bone) => bone.name === "neck").flatMap((bone) => bone.cones);
  return Math.max(...cones.map(({ a, b, ra, rb }) => Math.max(Math.abs(a[0]) + ra, Math.abs(b[0]) + rb)));
}

/** The straps' middle, as a share of the way from the neck's middle to the shoulder joint. */
const STRAP_PLACE = 0.62;
/** How far above the shoulder joint a strap may have to go [m], for a body of the usual size. */
const STRAP_REACH = 0.12;
/** Points of a ring that are compared with the arms. */
const SAMPLES = 192;
/** Steps in which the upper border is searched [m]. */
const TOP_STEP = 0.0025;
/** What the search adds to the distance to the arms, for what lies between its samples [m]. */
const MARGIN = 0.001;

/** The greatest height at which a ring around the trunk is clear of the arms. */
function findTop(trunk: Clearance, body: GarmentBody, { waist, shoulder }: Landmarks, ease: number, path: string): number {
  const arms = createClearance(conesOf(body, "leftArm", "rightArm"));
  for (let y = shoulder[1]; y > 0.5 * (waist[1] + shoulder[1]); y -= TOP_STEP) {
    const station = levelStation(0, y, waist[2]);
    const loop = resampleLoop(wrapBody(trunk, [station], ease, FAR)[0], SAMPLES, 0);
    let isClear = true;
    for (let k = 0; k < loop.length && isClear; k += 2) {
      const point: Vec3 = [loop[k], y, station.centre[2] + loop[k + 1]];
      isClear = arms(point[0], point[1], point[2]) >= ease + MARGIN;
    }
    if (isClear) return y;
  }
  throw new InputError(`${path}.ease`, `${ease} m`, "use less: the cloth does not fit between trunk and arms");
}
