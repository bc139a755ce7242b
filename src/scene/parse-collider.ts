import type { BoxSpec } from "../collision/box.ts";
import { COLLIDERS, type ShapeSpec } from "../collision/collider-catalog.ts";
import type { HeightFieldSpec } from "../collision/height-field.ts";
import type { RoundedCone } from "../collision/rounded-cone.ts";
import { InputError, UnsupportedError } from "../core/errors.ts";
import type { Motion } from "../core/motion.ts";
import { cos, sin } from "../core/trig.ts";
import { add3, cross3, dot3, scale3, type Vec3 } from "../core/vec3.ts";
import { parseMotion, readDirection } from "./parse-motion.ts";
import {
  type Fields,
  readBoolean,
  readList,
  readNumber,
  readObject,
  readOptional,
  readString,
  readVec3,
} from "./read.ts";

/** A body of the scene, checked and with its defaults filled in. */
export interface ColliderSpec {
  readonly name: string;
  readonly shape: ShapeSpec;
  readonly motion?: Motion;
  readonly friction: number;
  readonly thickness: number;
}

/** How contact is treated throughout the scene. */
export interface CollisionSpec {
  /** Distance that cloth keeps from bodies [m]. */
  readonly thickness: number;
  /** Coulomb's coefficient [−]. */
  readonly friction: number;
  /** What is left of the speed of an impact [−]. */
  readonly restitution: number;
  /** How fast what starts inside a body is brought out [m/s]. */
  readonly pushSpeed: number;
}

export const COLLISION_DEFAULTS: CollisionSpec = { thickness: 0.001, friction: 0.3, restitution: 0, pushSpeed: 1 };
/** How far the creases of a figure of cones are smoothed [m]. */
export const DEFAULT_BLEND = 0.01;

/** A direction is perpendicular to another when the cosine of their angle is below this. */
const SQUARE = 1e-6;

const KINDS: readonly string[] = COLLIDERS.map(({ name }) => name);
const COLLIDER_KEYS = [...KINDS, "mesh", "name", "motion", "friction", "thickness", "blend"];

const readThickness = (v: unknown, p: string): number => readNumber(v, p, { min: 0, max: 1, unit: "m" });
const readFriction = (v: unknown, p: string): number => readNumber(v, p, { min: 0, max: 1000 });
const readLength = (v: unknown, p: string): number => readNumber(v, p, { above: 0, unit: "m" });

/** `collision`: how contact is treated. */
export function parseCollision(value: unknown, path: string): CollisionSpec {
  const fields = readObject(value, path, ["self", "thickness", "friction", "restitution", "pushSpeed"]);
  if (readOptional(fields, "self", path, readBoolean, false)) {
    throw new UnsupportedError(`${path}.self: cloth does not meet itself in this version; remove the field`);
  }
  const { thickness, friction, restitution, pushSpeed } = COLLISION_DEFAULTS;
  return {
    thickness: readOptional(fields, "thickness", path, readThickness, thickness),
    friction: readOptional(fields, "friction", path, readFriction, friction),
    restitution: readOptional(fields, "restitution", path, (v, p) => readNumber(v, p, { min: 0, max: 1 }), restitution),
    pushSpeed: readOptional(fields, "pushSpeed", path, (v, p) => readNumber(v, p, { min: 0, unit: "m/s" }), pushSpeed),
  };
}

/** `colliders`: the bodies of the scene. */
export function parseColliders(value: unknown, path: string, collision: CollisionSpec): ColliderSpec[] {
  const names = new Set<string>();
  return readList(value, path).map((entry, n) => {
    const at = `${path}[${n}]`;
    const collider = parseCollider(entry, at, n, collision);
    if (names.has(collider.name)) {
      throw new InputError(`${at}.name`, JSON.stringify(collider.name), "give each collider a name of its own");
    }
    names.add(collider.name);
    return collider;
  });
}

function parseCollider(value: unknown, path: string, n: number, collision: CollisionSpec): ColliderSpec {
  const fields = readObject(value, path, COLLIDER_KEYS);
  if (fields.mesh !== undefined) {
    throw new UnsupportedError(
      `${path}.mesh: bodies made of meshes are not carried out by this version; use another kind`,
    );
  }
  const motion = readOptional(fields, "motion", path, parseMotion, undefined);
  return {
    name: readOptional(fields, "name", path, readString, `collider ${n + 1}`),
    shape: parseShape(fields, path),
    ...(motion === undefined ? {} : { motion }),
    friction: readOptional(fields, "friction", path, readFriction, collision.friction),
    thickness: readOptional(fields, "thickness", path, readThickness, collision.thickness),
  };
}

function parseShape(fields: Fields, path: string): ShapeSpec {
  const given = KINDS.filter((kind) => fields[kind] !== undefined);
  if (given.length !== 1) {
    throw new InputError(
      path,
      given.length === 0 ? "no body" : given.join(" and "),
      `give one of ${KINDS.join(", ")}, mesh`,
    );
  }
  const kind = given[0] as ShapeSpec["kind"];
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
  }
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
    fields.rotation === undefined
      ? readAxes(fields, path, [1, 0, 0], [0, 1, 0])
      : parseTurn(fields.rotation, `${path}.rotation`);
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
