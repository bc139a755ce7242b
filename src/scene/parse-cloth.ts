import { InputError } from "../core/errors.ts";
import type { Motion } from "../core/motion.ts";
import type { Vec3 } from "../core/vec3.ts";
import { FABRIC_FIELDS, type Fabric } from "../fabric/fabric.ts";
import type { RawSpringStiffness } from "../fabric/lattice-springs.ts";
import { FABRICS, findFabric } from "../fabric/presets.ts";
import type { TriangleStiffness } from "../fabric/triangle-stiffness.ts";
import {
  type Fields,
  readAnyObject,
  readBoolean,
  readChoice,
  readInteger,
  readList,
  readNumber,
  readObject,
  readOptional,
  readString,
  readVec3,
} from "../input/read.ts";
import type { DiskOptions } from "../mesh/disk.ts";
import type { GridOptions } from "../mesh/grid.ts";
import { MAX_VERTICES } from "../mesh/limits.ts";
import { given } from "./given.ts";
import { type MeshFileSpec, parseMeshFile } from "./parse-mesh-file.ts";
import { parseMotion } from "./parse-motion.ts";
import { type NetworkSpec, parseNetwork, parseTriangleStiffness } from "./parse-network.ts";

export type ClothShape =
  | { readonly kind: "grid"; readonly options: GridOptions }
  | { readonly kind: "disk"; readonly options: DiskOptions }
  | MeshFileSpec
  | GarmentSpec
  | NetworkSpec;

/** A garment for one of the scene's figures; its other options are checked when it is made. */
export interface GarmentSpec {
  readonly kind: "garment";
  /** The figure it is made for; the first one without. */
  readonly figure?: string;
  readonly options: Fields;
}

export interface ClothSpec {
  readonly name: string;
  /** Where it stands in the scene, for errors. */
  readonly path: string;
  readonly shape: ClothShape;
  readonly fabric: Fabric;
  /** The papers' raw springs [N/m] in place of the fabric's. */
  readonly springs?: RawSpringStiffness;
  /** Mass of every particle [kg] in place of the fabric's. */
  readonly masses?: number;
  readonly bendModulus?: number;
  /** Raw stiffness of every triangle [N/m] in place of the fabric's. */
  readonly triangleStiffness?: TriangleStiffness;
  /** Where vertices are at time 0 [m], three numbers each, in place of where the shape puts them. */
  readonly positions?: Float64Array;
  /** Start velocity [m/s] of a generated shape or mesh. */
  readonly velocity: Vec3;
  readonly pins: readonly PinSpec[];
  readonly attachments: readonly AttachmentSpec[];
  /** Every vertex stays within this many times the way through the cloth to the nearest held one [−]. */
  readonly tethers?: number;
  /** Pressure inside a closed cloth [Pa]. */
  readonly pressure?: number;
  /** Whether it tears where it is pulled harder than its fabric bears. */
  readonly tear: boolean;
  readonly springModel?: "symmetric" | "asymmetric";
  /** c a particle and c_s a spring [kg/s]; what is absent stays the fabric's. */
  readonly damping: DampingSpec;
}

export interface DampingSpec {
  readonly viscous?: number;
  readonly relative?: number;
}

/** Vertices by number, by name (a side or corner of a grid, a group of a garment or mesh, "all"), or by their colour. */
export type VertexChoice = readonly number[] | string | ColorChoice;

/** Vertices of a mesh that have more than `above` of a colour [−]. */
export interface ColorChoice {
  readonly color: (typeof COLORS)[number];
  readonly above: number;
}

export const COLORS = ["red", "green", "blue", "white", "black"] as const;

/** Held vertices. */
export interface PinSpec {
  readonly path: string;
  readonly vertices: VertexChoice;
  readonly motion?: Motion;
  readonly release?: number;
}

/** Vertices that go with a body or a figure. */
export interface AttachmentSpec {
  readonly path: string;
  readonly vertices: VertexChoice;
  /** A collider, a figure, or a bone of one such as "figure.hips". */
  readonly to: string;
  /** Held exactly without; with it, they may get so far from where they would be [m]. */
  readonly maxDistance?: number;
  /** And so far to the inner side of it [m]. */
  readonly backstop?: number;
  readonly release?: number;
}

export const GRID_PLACES = ["top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"] as const;
export type GridPlace = (typeof GRID_PLACES)[number];

const CLOTH_KEYS = [
  "name",
  "grid",
  "disk",
  "mesh",
  "network",
  "fabric",
  "springs",
  "masses",
  "bendModulus",
  "velocity",
  "pins",
  "triangleStiffness",
  "springModel",
  "damping",
  "attachments",
  "tethers",
  "garment",
  "positions",
  "pressure",
  "tear",
];
const SHAPES = ["grid", "disk", "mesh", "garment", "network"] as const;
const DEFAULT_FABRIC = "cotton";

export function parseCloth(value: unknown, path: string, index: number): ClothSpec {
  const fields = readObject(value, path, CLOTH_KEYS);
  const range = (unit: string) => (v: unknown, p: string) => readNumber(v, p, { min: 0, unit });
  const tethers = readOptional(fields, "tethers", path, (v, p) => readNumber(v, p, { min: 1 }), undefined);
  const positions = readOptional(fields, "positions", path, parsePositions, undefined);
  if (positions !== undefined && fields.network !== undefined) {
    throw new InputError(`${path}.positions`, "positions beside a network", "give those of the network alone");
  }
  const springs = readOptional(fields, "springs", path, parseRawSprings, undefined);
  const masses = readOptional(fields, "masses", path, (v, p) => readNumber(v, p, { above: 0, unit: "kg" }), undefined);
  const bendModulus = readOptional(fields, "bendModulus", path, range("N·m"), undefined);
  const triangleStiffness = readOptional(fields, "triangleStiffness", path, parseTriangleStiffness, undefined);
  const pressure = readOptional(fields, "pressure", path, (v, p) => readNumber(v, p, { unit: "Pa" }), undefined);
  const springModel = readOptional(
    fields,
    "springModel",
    path,
    (v, p) => readChoice(v, p, ["symmetric", "asymmetric"] as const),
    undefined,
  );
  return {
    name: readOptional(fields, "name", path, readString, `cloth ${index + 1}`),
    path,
    shape: parseShape(fields, path),
    fabric: readOptional(fields, "fabric", path, parseFabric, findFabric(DEFAULT_FABRIC)),
    velocity: readOptional(fields, "velocity", path, readVec3, [0, 0, 0] as Vec3),
    damping: readOptional(fields, "damping", path, parseDamping, {}),
    pins: readOptional(fields, "pins", path, parsePins, []),
    attachments: readOptional(fields, "attachments", path, parseAttachments, []),
    tear: readOptional(fields, "tear", path, readBoolean, false),
    ...given({ tethers, positions, springs, masses, bendModulus, triangleStiffness, pressure, springModel }),
  };
}

function parseShape(fields: Fields, path: string): ClothShape {
  const given = SHAPES.filter((shape) => fields[shape] !== undefined);
  if (given.length !== 1) {
    const got = given.length === 0 ? "a cloth without shape" : given.join(" and ");
    throw new InputError(path, got, `give one of ${SHAPES.join(", ")}`);
  }
  const kind = given[0];
  const at = `${path}.${kind}`;
  switch (kind) {
    case "grid":
      return { kind, options: parseGrid(fields.grid, at) };
    case "disk":
      return { kind, options: parseDisk(fields.disk, at) };
    case "mesh":
      return parseMeshFile(fields.mesh, at, false);
    case "garment":
      return parseGarment(fields.garment, at);
    case "network":
      return parseNetwork(fields.network, at);
  }
}

/** Numbers by threes; whether there are enough of them is seen when the shape is made. */
function parsePositions(value: unknown, path: string): Float64Array {
  const list = readList(value, path);
  if (list.length > 3 * MAX_VERTICES) {
    throw new InputError(path, `${list.length} numbers`, `give at most ${3 * MAX_VERTICES}, three a vertex`);
  }
  const positions = new Float64Array(list.length);
  for (let c = 0; c < list.length; c++) positions[c] = readNumber(list[c], `${path}[${c}]`);
  return positions;
}

function parseFrame(fields: Fields, path: string): { origin?: Vec3; u?: Vec3; v?: Vec3 } {
  const frame: { origin?: Vec3; u?: Vec3; v?: Vec3 } = {};
  for (const key of ["origin", "u", "v"] as const) {
    if (fields[key] !== undefined) frame[key] = readVec3(fields[key], `${path}.${key}`);
  }
  return frame;
}

function parseGrid(value: unknown, path: string): GridOptions {
  const fields = readObject(value, path, ["columns", "rows", "width", "height", "origin", "u", "v", "triangles"]);
  const length = (v: unknown, p: string): number => readNumber(v, p, { above: 0, unit: "m" });
  const height = readOptional(fields, "height", path, length, undefined);
  return {
    columns: readInteger(fields.columns, `${path}.columns`, { min: 2 }),
    rows: readInteger(fields.rows, `${path}.rows`, { min: 2 }),
    width: length(fields.width, `${path}.width`),
    ...given({ height }),
    ...parseFrame(fields, path),
    triangles: readOptional(fields, "triangles", path, (v, p) => readChoice(v, p, ["right", "equilateral"] as const), "right"),
  };
}

function parseDisk(value: unknown, path: string): DiskOptions {
  const fields = readObject(value, path, ["rings", "radius", "sides", "origin", "u", "v"]);
  return {
    rings: readInteger(fields.rings, `${path}.rings`, { min: 1 }),
    radius: readNumber(fields.radius, `${path}.radius`, { above: 0, unit: "m" }),
    sides: readOptional(fields, "sides", path, (v, p) => readInteger(v, p, { min: 1, max: 2 }), 1) as 1 | 2,
    ...parseFrame(fields, path),
  };
}

/** A preset's name, or an object: a preset as `base` with some fields set otherwise. */
function parseFabric(value: unknown, path: string): Fabric {
  if (typeof value === "string") return findFabric(value, path);
  const keys = FABRIC_FIELDS.map((field) => field.name);
  const fields = readObject(value, path, ["name", "base", ...keys]);
  const base = readOptional(fields, "base", path, (v, p) => findFabric(readString(v, p), p), FABRICS[0]);
  const fabric: Record<string, unknown> = { ...base, source: "the scene", measured: false };
  fabric.name = readOptional(fields, "name", path, readString, "custom");
  fabric.title = fabric.name;
  for (const { name, min, max, unit } of FABRIC_FIELDS) {
    if (fields[name] !== undefined) fabric[name] = readNumber(fields[name], `${path}.${name}`, { min, max, unit });
  }
  return fabric as unknown as Fabric;
}

function parseRawSprings(value: unknown, path: string): RawSpringStiffness {
  const fields = readObject(value, path, ["stretch", "shear", "bend", "bendDiagonal"]);
  const read = (key: string): number => readOptional(fields, key, path, (v, p) => readNumber(v, p, { min: 0, unit: "N/m" }), 0);
  return { stretch: read("stretch"), shear: read("shear"), bend: read("bend"), bendDiagonal: read("bendDiagonal") };
}

function parseDamping(value: unknown, path: string): DampingSpec {
  const fields = readObject(value, path, ["viscous", "relative"]);
  const damping: { viscous?: number; relative?: number } = {};
  for (const key of ["viscous", "relative"] as const) {
    if (fields[key] !== undefined) damping[key] = readNumber(fields[key], `${path}.${key}`, { min: 0, unit: "kg/s" });
  }
  return damping;
}

function parseGarment(value: unknown, path: string): GarmentSpec {
  const { figure, ...options } = readAnyObject(value, path);
  return {
    kind: "garment",
    options,
    ...(figure === undefined ? {} : { figure: readString(figure, `${path}.figure`) }),
  };
}

function parseAttachments(value: unknown, path: string): AttachmentSpec[] {
  return readList(value, path).map((entry, n) => parseAttachment(entry, `${path}[${n}]`));
}

function parseAttachment(value: unknown, path: string): AttachmentSpec {
  const fields = readObject(value, path, ["vertices", "to", "maxDistance", "backstop", "release"]);
  const length = (v: unknown, p: string): number => readNumber(v, p, { min: 0, unit: "m" });
  const maxDistance = readOptional(fields, "maxDistance", path, length, undefined);
  const backstop = readOptional(fields, "backstop", path, length, undefined);
  const release = readOptional(fields, "release", path, (v, p) => readNumber(v, p, { min: 0, unit: "s" }), undefined);
  if (maxDistance === undefined && backstop !== undefined) {
    throw new InputError(`${path}.backstop`, "a backstop alone", "give maxDistance as well");
  }
  if (maxDistance !== undefined && release !== undefined) {
    throw new InputError(`${path}.release`, "a release with maxDistance", "only what is held can be released");
  }
  return {
    path,
    vertices: parseVertices(fields.vertices, `${path}.vertices`),
    to: readString(fields.to, `${path}.to`),
    ...given({ maxDistance, backstop, release }),
  };
}

function parsePins(value: unknown, path: string): PinSpec[] {
  return readList(value, path).map((entry, n) => parsePin(entry, `${path}[${n}]`));
}

function parsePin(value: unknown, path: string): PinSpec {
  if (typeof value === "number") return { path, vertices: [readInteger(value, path, { min: 0 })] };
  if (typeof value === "string") return { path, vertices: value };
  const fields = readObject(readAnyObject(value, path), path, ["vertex", "vertices", "motion", "release"]);
  if (fields.vertex !== undefined && fields.vertices !== undefined) {
    throw new InputError(path, "vertex and vertices", "give one of the two");
  }
  const which = fields.vertex === undefined ? fields.vertices : fields.vertex;
  const motion = readOptional(fields, "motion", path, parseMotion, undefined);
  const release = readOptional(fields, "release", path, (v, p) => readNumber(v, p, { min: 0, unit: "s" }), undefined);
  const at = `${path}.${fields.vertex === undefined ? "vertices" : "vertex"}`;
  return {
    path,
    vertices: typeof which === "number" ? [readInteger(which, at, { min: 0 })] : parseVertices(which, at),
    ...given({ motion, release }),
  };
}

function parseVertices(value: unknown, path: string): VertexChoice {
  if (typeof value === "string") return value;
  const isColor = typeof value === "object" && value !== null && "color" in value;
  if (!isColor) return readList(value, path).map((v, n) => readInteger(v, `${path}[${n}]`, { min: 0 }));
  const fields = readObject(value, path, ["color", "above"]);
  return {
    color: readChoice(fields.color, `${path}.color`, COLORS),
    above: readOptional(fields, "above", path, (v, p) => readNumber(v, p, { min: 0, max: 1 }), HALF),
  };
}

/** A vertex has a colour if it has more than this of it. */
const HALF = 0.5;
