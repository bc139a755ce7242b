import { InputError } from "../core/errors.ts";
import { cos, sin } from "../core/trig.ts";
import { conesOf, findLandmarks, type GarmentBody } from "./body.ts";
import { createClearance, marchIn } from "./clearance.ts";
import { addToGroup, addVertex, createGarmentMesh, finishGarment, type Garment, type GarmentMesh, zipRings } from "./garment-mesh.ts";
import { EASE, type GarmentPattern, type GarmentValues, lengthOption, metres, spacingOption } from "./garment-options.ts";
import { ROW_HEIGHT, ringCount } from "./tube.ts";

/**
 * A flat sheet with a hole for the neck. It starts level, just above the shoulders, and free of stress; the rest is for
 * gravity. Flat coordinates: u to the left, v to the back, from the middle of the hole.
 */
export const poncho: GarmentPattern = {
  name: "poncho",
  options: [
    EASE,
    spacingOption(0.03),
    { name: "shape", kind: "choice", default: "round", choices: ["round", "square"] },
    lengthOption(0.6),
    metres("hole", 0.02, 0.5),
  ],
  groups: ["neck", "hem"],
  create: createPoncho,
};

const TURN = 6.283185307179586;
/** Steps of the search for the hole [m], and the greatest it may become. */
const HOLE_STEP = 0.0025;
const MOST_HOLE = 0.3;
/** What the search adds to the distance to the body, for what lies between its samples [m]. */
const MARGIN = 0.001;

function createPoncho(values: GarmentValues, body: GarmentBody, path: string): Garment {
  const { neck } = findLandmarks(body, path);
  const ease = values.ease as number;
  const length = values.length as number;
  const hole = (values.hole as number | undefined) ?? findHole(body, neck[2], ease, path);
  if (length < hole + 2 * (values.spacing as number)) {
    throw new InputError(`${path}.length`, `${length} m`, `use more than the hole's ${hole.toFixed(3)} m and two spacings`);
  }
  const mesh = createGarmentMesh();
  if (values.shape === "round") addRound(mesh, hole, length, values.spacing as number);
  else addSquare(mesh, hole, length, values.spacing as number);
  const material = Float64Array.from(mesh.uv);

  const { positions } = mesh;
  const shoulders = createClearance(conesOf(body, "torso", "leftArm", "rightArm"));
  let y = 0;
  for (let i = 0; i < positions.length; i += 3) {
    positions[i + 2] += neck[2];
    y = Math.max(y, marchIn(shoulders, [positions[i], 0, positions[i + 2]], [0, 1, 0], HIGH, ease));
  }
  const head = createClearance(conesOf(body, "head"));
  for (let i = 0; i < positions.length; i += 3) {
    positions[i + 1] = y;
    if (head(positions[i], y, positions[i + 2]) < ease) {
      throw new InputError(`${path}.hole`, `${hole.toFixed(3)} m`, "make the hole larger: it does not go around the neck");
    }
  }
  return finishGarment(mesh, material);
}

/** A height above every shoulder [m]. */
const HIGH = 4;

/** The least radius at which a level ring that lies on the shoulders is clear of neck and head. */
function findHole(body: GarmentBody, z: number, ease: number, path: string): number {
  const shoulders = createClearance(conesOf(body, "torso", "leftArm", "rightArm"));
  const head = createClearance(conesOf(body, "head"));
  for (let hole = HOLE_STEP; hole < MOST_HOLE; hole += HOLE_STEP) {
    let y = 0;
    for (let k = 0; k < 64; k++) {
      const x = hole * cos((TURN * k) / 64);
      y = Math.max(y, marchIn(shoulders, [x, 0, z + hole * sin((TURN * k) / 64)], [0, 1, 0], HIGH, ease));
    }
    let isClear = true;
    for (let k = 0; k < 64 && isClear; k++) {
      isClear = head(hole * cos((TURN * k) / 64), y, z + hole * sin((TURN * k) / 64)) >= ease + MARGIN;
    }
    if (isClear) return hole;
  }
  throw new InputError(`${path}.ease`, `${ease} m`, "use less, or give a hole: there is no place around the neck");
}

/** Rings at equal distances, counted from the front to the left. */
function addRound(mesh: GarmentMesh, hole: number, length: number, spacing: number): void {
  const steps = Math.max(2, Math.round((length - hole) / (spacing * ROW_HEIGHT)));
  let inner: number[] = [];
  for (let r = 0; r <= steps; r++) {
    const radius = hole + ((length - hole) * r) / steps;
    const count = ringCount(TURN * radius, spacing);
    const ring = Array.from({ length: count }, (_, i) => {
      const angle = (TURN * (i + 0.5 * (r % 2))) / count;
      return addLevelVertex(mesh, radius * sin(angle), radius * cos(angle));
    });
    if (r > 0) zipRings(mesh, inner, ring);
    if (r === 0) addToGroup(mesh, "neck", ring);
    if (r === steps) addToGroup(mesh, "hem", ring);
    inner = ring;
  }
}

/** A lattice without the cells of the hole, whose half side is rounded up to whole cells. */
function addSquare(mesh: GarmentMesh, hole: number, length: number, spacing: number): void {
  const half = Math.max(2, Math.round(length / spacing));
  const cell = length / half;
  const inner = Math.min(half - 1, Math.ceil(hole / cell - 1e-9));
  const columns = 2 * half + 1;
  const vertices = new Int32Array(columns * columns).fill(-1);
  for (let r = -half; r <= half; r++) {
    for (let c = -half; c <= half; c++) {
      const ring = Math.max(Math.abs(r), Math.abs(c));
      if (ring < inner) continue;
      const vertex = addLevelVertex(mesh, c * cell, -r * cell);
      vertices[(r + half) * columns + c + half] = vertex;
      if (ring === inner) addToGroup(mesh, "neck", [vertex]);
      if (ring === half) addToGroup(mesh, "hem", [vertex]);
    }
  }
  for (let r = 0; r + 1 < columns; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      const isHole = Math.max(Math.abs(r - half + 0.5), Math.abs(c - half + 0.5)) < inner;
      if (isHole) continue;
      const a = vertices[r * columns + c];
      const b = vertices[r * columns + c + 1];
      const d = vertices[(r + 1) * columns + c];
      const e = vertices[(r + 1) * columns + c + 1];
      // v = −z grows with the row: a b / d e is seen from above with d behind a.
      if ((r + c) % 2 === 0) mesh.triangles.push(a, b, e, a, e, d);
      else mesh.triangles.push(a, b, d, b, e, d);
    }
  }
}

/** A vertex at height 0; its texture coordinates are its flat ones. */
function addLevelVertex(mesh: GarmentMesh, x: number, z: number): number {
  return addVertex(mesh, [x, 0, z], x, -z);
}
