import type { BoxSpec } from "../contact/shapes/box.ts";
import { type BodyShape, COLLIDERS } from "../contact/shapes/collider-catalog.ts";
import type { HeightFieldSpec } from "../contact/shapes/height-field.ts";
import type { MeshSpec } from "../contact/shapes/mesh-shape.ts";
import type { RoundedCone } from "../contact/shapes/rounded-cone.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { cos, sin } from "../core/trig.ts";
import { add3, cross3, dot3, scale3, type Vec3 } from "../core/vec3.ts";
import { type Fields, readList, readNumber, readObject, readOptional, readVec3 } from "../input/read.ts";
import { type MeshFileSpec, parseMeshFile } from "./parse-mesh-file.ts";
import { readDirection } from "./parse-motion.ts";
import { parseTriangles, readVectors } from "./parse-network.ts";

/** How far the creases of a figure of cones are smoothed [m]. */
export const DEFAULT_BLEND = 0.01;

/** A direction is perpendicular to another when the cosine of their angle is below this. */
const SQUARE = 1e-6;

const KINDS: readonly BodyShape["kind"][] = COLLIDERS.map(({ name }) => name);
/** The fields of a collider that say what form it has. */
export const SHAPE_KEYS: readonly string[] = [...KINDS, "blend"];

const readLength = (v: unknown, p: string): number => readNumber(v, p, { above: 0, unit: "m" });

/** The form of a collider, from that one of its fields which names a kind. */
export function parseShape(fields: Fields, path: string): BodyShape | MeshFileSpec {
  const given = KINDS.filter((kind) => fields[kind] !== undefined);
  if (given.length !== 1) {
    const got = given.length === 0 ? "no body" : given.join(" and ");
    throw new InputError(path, got, `give one of ${KINDS.join(", ")}`);
  }
  const kind = given[0];
  if (fields.blend !== undefined && kind !== "cones") {
    throw new InputError(`${path}.blend`, `a blend of a ${kind}`, "it goes with cones");
  }
  const at = `${path}.${kind}`;
  const body = fields[kind];
  switch (kind) {
    case "plane": {
      const plane = readObject(body, at, ["point", "normal"]);
      return {
        kind,
        point: readOptional(plane, "point", at, readVec3, [0, 0, 0]),
        normal: readOptional(plane, "normal", at, readDirection, [0, 1, 0]),
      };
    }
    case "sphere": {
      const { center, radius } = readObject(body, at, ["center", "radius"]);
      return { kind, center: readVec3(center, `${at}.center`), radius: readLength(radius, `${at}.radius`) };
    }
    case "capsule": {
      const { from, to, radius } = readObject(body, at, ["from", "to", "radius"]);
      const ends = { from: readVec3(from, `${at}.from`), to: readVec3(to, `${at}.to`) };
      return { kind, ...ends, radius: readLength(radius, `${at}.radius`) };
    }
    case "cone":
      return { kind, ...parseCone(body, at) };
    case "cones": {
      const cones = readList(body, at).map((cone, n) => parseCone(cone, `${at}[${n}]`));
      if (cones.length === 0) throw new InputError(at, "an empty list", "give at least one cone");
      const readBlend = (v: unknown, p: string): number => readNumber(v, p, { min: 0, unit: "m" });
      return { kind, cones, blend: readOptional(fields, "blend", path, readBlend, DEFAULT_BLEND) };
    }
    case "box":
      return parseBox(body, at);
    case "heightField":
      return parseHeightField(body, at);
    case "mesh":
      return isMeshFile(body) ? parseMeshFile(body, at, true) : parseMesh(body, at);
  }
}

function isMeshFile(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null && "file" in value);
}

/** Triangles given outright. They need not make a clean surface: only what cannot be meant is refused. */
function parseMesh(value: unknown, path: string): MeshSpec {
  if (typeof value !== "object" || value === null) {
    const advice = 'name a mesh file beside the scene, or give { "positions": …, "triangles": … }';
    throw new InputError(path, describeValue(value), advice);
  }
  const fields = readObject(value, path, ["positions", "triangles"]);
  const positions = readVectors(fields.positions, `${path}.positions`, 3);
  const triangles = parseTriangles(fields.triangles, `${path}.triangles`, positions.length / 3);
  if (triangles.length === 0) throw new InputError(`${path}.triangles`, "an empty list", "give at least one triangle");
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    if (a === b || b === c || c === a) {
      throw new InputError(`${path}.triangles[${t / 3}]`, `[${a}, ${b}, ${c}]`, "give three different corners");
    }
  }
  return { kind: "mesh", surface: { positions, triangles } };
}

function parseCone(value: unknown, path: string): RoundedCone {
  const fields = readObject(value, path, ["from", "to", "radii"]);
  const radii = readList(fields.radii, `${path}.radii`, 2);
  return {
    from: readVec3(fields.from, `${path}.from`),
    to: readVec3(fields.to, `${path}.to`),
    radii: [readLength(radii[0], `${path}.radii[0]`), readLength(radii[1], `${path}.radii[1]`)],
  };
}

function parseBox(value: unknown, path: string): BoxSpec {
  const fields = readObject(value, path, ["center", "halfSizes", "u", "v", "rotation", "rounding"]);
  const sizes = readVec3(fields.halfSizes, `${path}.halfSizes`);
  sizes.forEach((size, c) => {
    readLength(size, `${path}.halfSizes[${c}]`);
  });
  const most = Math.min(...sizes);
  if (fields.rotation !== undefined && (fields.u !== undefined || fields.v !== undefined)) {
    throw new InputError(path, "rotation and axes", "give rotation, or u and v");
  }
  const axes =
    fields.rotation === undefined ? readAxes(fields, path, [1, 0, 0], [0, 1, 0]) : parseTurn(fields.rotation, `${path}.rotation`);
  return {
    kind: "box",
    center: readVec3(fields.center, `${path}.center`),
    halfSizes: sizes,
    ...axes,
    rounding: readOptional(fields, "rounding", path, (v, p) => readNumber(v, p, { min: 0, max: most, unit: "m" }), 0),
  };
}

/** The axes x and y, turned by an angle about an axis. */
function parseTurn(value: unknown, path: string): { u: Vec3; v: Vec3 } {
  const fields = readObject(value, path, ["axis", "angle"]);
  const axis = readDirection(fields.axis, `${path}.axis`);
  const angle = readNumber(fields.angle, `${path}.angle`, { min: -1e5, max: 1e5, unit: "rad" });
  const turn = (d: Vec3): Vec3 => {
    const along = scale3(axis, dot3(axis, d) * (1 - cos(angle)));
    return add3(add3(scale3(d, cos(angle)), scale3(cross3(axis, d), sin(angle))), along);
  };
  return { u: turn([1, 0, 0]), v: turn([0, 1, 0]) };
}

/** Two perpendicular directions. */
function readAxes(fields: Fields, path: string, u: Vec3, v: Vec3): { u: Vec3; v: Vec3 } {
  const axes = {
    u: readOptional(fields, "u", path, readDirection, u),
    v: readOptional(fields, "v", path, readDirection, v),
  };
  if (Math.abs(dot3(axes.u, axes.v)) > SQUARE) {
    throw new InputError(`${path}.v`, `[${axes.v.join(", ")}]`, "give a direction perpendicular to u");
  }
  return axes;
}

function parseHeightField(value: unknown, path: string): HeightFieldSpec {
  const fields = readObject(value, path, ["origin", "u", "v", "spacing", "heights"]);
  const list = readList(fields.heights, `${path}.heights`);
  const columns = list.length > 0 ? readList(list[0], `${path}.heights[0]`).length : 0;
  if (list.length < 2 || columns < 2) {
    throw new InputError(`${path}.heights`, `${list.length} rows of ${columns}`, "give at least 2 rows of 2 heights");
  }
  const heights = new Float64Array(list.length * columns);
  list.forEach((row, r) => {
    const values = readList(row, `${path}.heights[${r}]`, columns);
    for (let c = 0; c < columns; c++) heights[r * columns + c] = readNumber(values[c], `${path}.heights[${r}][${c}]`);
  });
  const { spacing } = fields;
  const pair = typeof spacing === "number" ? [spacing, spacing] : readList(spacing, `${path}.spacing`, 2);
  return {
    kind: "heightField",
    origin: readOptional(fields, "origin", path, readVec3, [0, 0, 0]),
    ...readAxes(fields, path, [1, 0, 0], [0, 0, 1]),
    spacing: [readLength(pair[0], `${path}.spacing`), readLength(pair[1], `${path}.spacing`)],
    columns,
    rows: list.length,
    heights,
  };
}
