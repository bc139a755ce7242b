import { InputError } from "../core/errors.ts";
import { add3, cross3, dot3, length3, normalise3, scale3, subtract3, type Vec3 } from "../core/vec3.ts";
import { conesOf, findLandmarks, type GarmentBody, type Landmarks } from "./body.ts";
import { type Clearance, createClearance } from "./clearance.ts";
import { addToGroup, addVertex, createGarmentMesh, finishGarment, type Garment, type GarmentMesh, zipRings } from "./garment-mesh.ts";
import { EASE, flareOption, type GarmentPattern, type GarmentValues, lengthOption, metres, spacingOption } from "./garment-options.ts";
import { convexHull, type Loop, offsetLoop, resampleLoop } from "./loop.ts";
import { addRing, type RingFit, ROW_HEIGHT } from "./tube.ts";
import { type Station, wrapBody } from "./wrap.ts";

/** Two tubes along the arms; the right one is the left one's mirror image. */
export const sleeves: GarmentPattern = {
  name: "sleeves",
  options: [EASE, spacingOption(0.022), metres("start", 0, 1), lengthOption(), flareOption(0.05, 1)],
  groups: ["shoulders", "wrists", "left", "right"],
  create: createSleeves,
};

/** The tube turns from the upper arm to the forearm over this distance on either side of the elbow [m], for a body of the usual size. */
const BEND = 0.1;
/** The cuff stays this far from the wrist's joint [m]. */
const CUFF = 0.01;
/** Points of a ring that are compared with the trunk. */
const SAMPLES = 192;
/** Steps in which the start is searched [m]. */
const STEP = 0.0025;
/** What the search adds to the distance to the trunk, for what lies between its samples [m]. */
const MARGIN = 0.001;
/** Nothing farther from the middle of an arm is part of it [m]. */
const ARM_FAR = 0.25;

function createSleeves(values: GarmentValues, body: GarmentBody, path: string): Garment {
  const marks = findLandmarks(body, path);
  const ease = values.ease as number;
  const arm = createClearance(conesOf(body, "leftArm"));
  const reach = armLength(marks) - CUFF * marks.scale;
  const start = (values.start as number | undefined) ?? findStart(arm, body, marks, ease, path);
  const length = (values.length as number | undefined) ?? reach - start;
  if (length <= 0 || start + length > reach + 1e-9) {
    const most = Math.max(0, reach - start).toFixed(2);
    throw new InputError(`${path}.length`, `${length} m from ${start.toFixed(2)} m on`, `give at most ${most} m, the wrist is there`);
  }
  const fit: RingFit = { clearance: arm, ease, spacing: values.spacing as number };
  const mesh = createGarmentMesh();
  const steps = Math.max(2, Math.round(length / (fit.spacing * ROW_HEIGHT)));
  const stations = Array.from({ length: 2 * steps + 1 }, (_, s) => armStation(marks, start + (length * s) / (2 * steps)));
  const loops = wrapBody(arm, stations, ease, ARM_FAR);
  let upper: number[] = [];
  for (let r = 0; r <= steps; r++) {
    const along = (length * r) / steps;
    const ring = addRing(mesh, stations[2 * r], widened(loops[2 * r], (values.flare as number) * along), r, along, fit);
    if (r > 0) zipRings(mesh, upper, ring);
    if (r === 0) addToGroup(mesh, "shoulders", ring);
    if (r === steps) addToGroup(mesh, "wrists", ring);
    addToGroup(mesh, "left", ring);
    upper = ring;
  }
  mirror(mesh);
  return finishGarment(mesh);
}

function widened(loop: Loop, distance: number): Loop {
  return distance > 0 ? convexHull(offsetLoop(loop, distance)) : loop;
}

function armLength({ shoulder, elbow, wrist }: Landmarks): number {
  return length3(subtract3(elbow, shoulder)) + length3(subtract3(wrist, elbow));
}

/** The plane across the left arm at a distance from the shoulder joint, turning smoothly at the elbow; its front is +Z. */
function armStation({ shoulder, elbow, wrist, scale }: Landmarks, distance: number): Station {
  const upperLength = length3(subtract3(elbow, shoulder));
  const upper = normalise3(subtract3(elbow, shoulder));
  const fore = normalise3(subtract3(wrist, elbow));
  const beyond = distance - upperLength;
  const centre = beyond < 0 ? add3(shoulder, scale3(upper, distance)) : add3(elbow, scale3(fore, beyond));
  const t = Math.min(1, Math.max(0, 0.5 + beyond / (2 * BEND * scale)));
  const turned = t * t * (3 - 2 * t);
  const axis = normalise3(add3(scale3(upper, 1 - turned), scale3(fore, turned)));
  const front: Vec3 = [0, 0, 1];
  const e2 = normalise3(subtract3(front, scale3(axis, dot3(front, axis))));
  return { centre, e1: cross3(e2, axis), e2 };
}

/** The least distance from the shoulder at which a ring around the arm is clear of the trunk, and stays so. */
function findStart(arm: Clearance, body: GarmentBody, marks: Landmarks, ease: number, path: string): number {
  const trunk = createClearance(conesOf(body, "torso"));
  const end = armLength(marks);
  let start = end;
  for (let d = end; d > 0; d -= STEP) {
    const { centre, e1, e2 } = armStation(marks, d);
    const loop = resampleLoop(wrapBody(arm, [{ centre, e1, e2 }], ease, ARM_FAR)[0], SAMPLES, 0);
    for (let k = 0; k < loop.length; k += 2) {
      const p = add3(centre, add3(scale3(e1, loop[k]), scale3(e2, loop[k + 1])));
      if (trunk(p[0], p[1], p[2]) < ease + MARGIN) {
        if (start < 0.8 * end) return start;
        throw new InputError(`${path}.ease`, `${ease} m`, "use less: the cloth does not fit between arms and trunk");
      }
    }
    start = d;
  }
  return start;
}

/** Adds the same once more on the other side of x = 0; its group is "right". */
function mirror(mesh: GarmentMesh): void {
  const count = mesh.positions.length / 3;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = mesh.positions.slice(3 * i, 3 * i + 3);
    addVertex(mesh, [-x, y, z], mesh.uv[2 * i], mesh.uv[2 * i + 1]);
  }
  const corners = mesh.triangles.length;
  for (let t = 0; t < corners; t += 3) {
    mesh.triangles.push(count + mesh.triangles[t], count + mesh.triangles[t + 2], count + mesh.triangles[t + 1]);
  }
  const shifted = (name: string): number[] => (mesh.groups.get(name) ?? []).map((i) => count + i);
  addToGroup(mesh, "shoulders", shifted("shoulders"));
  addToGroup(mesh, "wrists", shifted("wrists"));
  addToGroup(mesh, "right", shifted("left"));
}
