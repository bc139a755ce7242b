import { InputError } from "../core/errors.ts";
import { findLandmarks, type GarmentBody } from "./body.ts";
import { createCapeProfile, findBehind, findNeckline, findOver, neckline } from "./cape-profile.ts";
import { createClearance } from "./clearance.ts";
import { addToGroup, addVertex, createGarmentMesh, finishGarment, type Garment, zipLattice, zipRows } from "./garment-mesh.ts";
import {
  countOption,
  EASE,
  flareOption,
  type GarmentPattern,
  type GarmentValues,
  lengthOption,
  metres,
  spacingOption,
} from "./garment-options.ts";
import { pointsAlong, polylineLength } from "./loop.ts";

/**
 * A cape: a flat piece of cloth, wider at the hem, with a neckline cut out of its upper border. It starts bent but not
 * stretched: over the shoulders in a quarter of a circle, then straight down behind the body.
 *
 *     ────╮ ╭────  v = 0     on the shoulders, a little in front of their crest
 *     │    ‾    │            flat coordinates: u to the left, v down
 *    ╱           ╲
 *    ‾‾‾‾‾‾‾‾‾‾‾‾‾  v = length
 */
export const cape: GarmentPattern = {
  name: "cape",
  options: [
    EASE,
    spacingOption(0.026),
    countOption("columns", 4),
    countOption("rows", 3),
    lengthOption(),
    metres("width", 0.25, 1.5),
    flareOption(0.22, 1),
  ],
  groups: ["neck", "shoulders", "hem", "left", "right"],
  create: createCape,
};

/** The cloth begins this far in front of the shoulders' crest [m], for a body of the usual size. */
const IN_FRONT = 0.02;
/** From this share of the way to the shoulder joint on, the upper border counts as lying on the shoulder. */
const ON_SHOULDER = 0.55;

function createCape(values: GarmentValues, body: GarmentBody, path: string): Garment {
  const { shoulder, knee, ankle, scale } = findLandmarks(body, path);
  const ease = values.ease as number;
  const flare = values.flare as number;
  const width = (values.width ?? 2 * shoulder[0]) as number;
  const all = createClearance(body.flatMap((bone) => bone.cones));
  const halfNeck = Math.min(shoulder[0], 0.5 * width);
  const crest = shoulder[2];
  const behind = findBehind(body, ease);
  const front = IN_FRONT * scale;
  const profile = createCapeProfile(
    findOver(body, ON_SHOULDER * halfNeck, 0.5 * width, crest - behind, crest, front, ease),
    crest,
    crest - behind,
    front,
  );
  const length = (values.length ?? profile.top - 0.5 * (knee[1] + ankle[1])) as number;
  if (profile.place(length)[0] < 0.01) {
    throw new InputError(`${path}.length`, `${length} m`, "use less: it reaches the floor");
  }
  const depth = findNeckline(all, profile, halfNeck, ease, path);
  const outline = upperBorder(width, (x) => neckline(x / halfNeck) * depth);
  const { columns, rows } = values as Readonly<Record<string, number | undefined>>;
  const spacing = columns === undefined ? (values.spacing as number) : polylineLength(outline, false) / (columns - 1);
  const steps = rows === undefined ? Math.max(2, Math.round(length / spacing)) : rows - 1;

  const mesh = createGarmentMesh();
  const material: number[] = [];
  let upper: number[] = [];
  for (let r = 0; r <= steps; r++) {
    const points = rowPoints(outline, r / steps, length, (2 * flare) / width, spacing);
    const row: number[] = [];
    for (let k = 0; k < points.length; k += 2) {
      const [y, z] = profile.place(points[k + 1]);
      material.push(points[k], points[k + 1]);
      row.push(addVertex(mesh, [points[k], y, z], points[k], points[k + 1]));
    }
    if (r > 0 && upper.length === row.length) zipLattice(mesh, row, upper, r);
    else if (r > 0) zipRows(mesh, row, upper);
    else {
      const isOnShoulder = (i: number): boolean => Math.abs(points[2 * i]) >= ON_SHOULDER * halfNeck;
      addToGroup(mesh, "neck", row);
      addToGroup(
        mesh,
        "shoulders",
        row.filter((_, i) => isOnShoulder(i)),
      );
    }
    addToGroup(mesh, "left", row.slice(-1));
    addToGroup(mesh, "right", row.slice(0, 1));
    if (r === steps) addToGroup(mesh, "hem", row);
    upper = row;
  }
  return finishGarment(mesh, Float64Array.from(material));
}

/**
 * The vertices of a row in flat coordinates, at equal distances: a share of the way from the upper border to the straight hem.
 * `widening` is what each metre adds to the width, as a share of it.
 */
function rowPoints(outline: Float64Array, share: number, length: number, widening: number, spacing: number): Float64Array {
  const line = Float64Array.from(outline);
  for (let k = 0; k < line.length; k += 2) {
    const v = line[k + 1] + (length - line[k + 1]) * share;
    line[k] *= 1 + widening * v;
    line[k + 1] = v;
  }
  const lineLength = polylineLength(line, false);
  const count = 2 * Math.max(1, Math.round(lineLength / (2 * spacing)));
  const distances = Float64Array.from({ length: count + 1 }, (_, i) => (lineLength * i) / count);
  return pointsAlong(line, distances);
}

/** The upper border in flat coordinates, right to left: u, v packed by twos. */
function upperBorder(width: number, border: (x: number) => number): Float64Array {
  const line = new Float64Array(2 * 201);
  for (let k = 0; k <= 200; k++) {
    line[2 * k] = width * (k / 200 - 0.5);
    line[2 * k + 1] = border(line[2 * k]);
  }
  return line;
}
