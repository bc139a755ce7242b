import { describeValue, InputError } from "../core/errors.ts";
import { BEND, SHEAR, SPRING_KINDS, STRETCH } from "../fabric/cloth.ts";
import type { TriangleStiffness } from "../fabric/triangle-stiffness.ts";
import { type Fields, readChoice, readInteger, readList, readNumber, readObject, readOptional } from "../input/read.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "../mesh/limits.ts";
import { given } from "./given.ts";

/** A spring system given outright: how a paper's, or anyone's, network is written exactly. */
export interface NetworkSpec {
  readonly kind: "network";
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly masses: Float64Array;
  /** Ends by twos, and a value a spring. */
  readonly springEnds: Uint32Array;
  readonly restLength: Float64Array;
  readonly stiffness: Float64Array;
  readonly springKind: Uint8Array;
  readonly triangles: Uint32Array;
  readonly material?: Float64Array;
  /** N/m along u, v and the two shear axes. */
  readonly triangleStiffness?: TriangleStiffness;
  /** μ [N·m] for every interior edge, or explicit hinges: vertices and weights by fours, λ [N/m]. */
  readonly bendModulus?: number;
  readonly hinges?: {
    readonly vertices: Uint32Array;
    readonly weights: Float64Array;
    readonly stiffness: Float64Array;
  };
}

const NETWORK_KEYS = [
  "positions",
  "velocities",
  "masses",
  "springs",
  "triangles",
  "material",
  "triangleStiffness",
  "bendModulus",
  "hinges",
];

export function parseNetwork(value: unknown, path: string): NetworkSpec {
  const fields = readObject(value, path, NETWORK_KEYS);
  const positions = readVectors(fields.positions, `${path}.positions`, 3);
  const count = positions.length / 3;
  if (count === 0) throw new InputError(`${path}.positions`, "an empty list", "give at least one particle");
  const velocities = readOptional(fields, "velocities", path, (v, p) => readVectors(v, p, 3, count), undefined);
  const material = readOptional(fields, "material", path, (v, p) => readVectors(v, p, 2, count), undefined);
  const triangleStiffness = readOptional(fields, "triangleStiffness", path, parseTriangleStiffness, undefined);
  if (fields.bendModulus !== undefined && fields.hinges !== undefined) {
    throw new InputError(`${path}.hinges`, "hinges and a bendModulus", "give one of the two");
  }
  const bendModulus = readOptional(fields, "bendModulus", path, (v, p) => readNumber(v, p, { min: 0, unit: "N·m" }), undefined);
  const hinges = readOptional(fields, "hinges", path, (v, p) => parseHinges(v, p, count), undefined);
  return {
    kind: "network",
    positions,
    velocities: velocities ?? new Float64Array(3 * count),
    masses: parseMasses(fields, path, count),
    ...parseSprings(fields.springs ?? [], `${path}.springs`, count),
    triangles: readOptional(fields, "triangles", path, (v, p) => parseTriangles(v, p, count), new Uint32Array(0)),
    ...given({ material, triangleStiffness, bendModulus, hinges }),
  };
}

/** `masses`: one number for all, or one a particle, each above zero [kg]. */
export function parseMasses(fields: Fields, path: string, count: number): Float64Array {
  const range = { above: 0, unit: "kg" };
  if (typeof fields.masses === "number") {
    return new Float64Array(count).fill(readNumber(fields.masses, `${path}.masses`, range));
  }
  if (fields.masses === undefined) {
    throw new InputError(`${path}.masses`, "nothing", "give one mass for all, or a list with one a particle [kg]");
  }
  const list = readList(fields.masses, `${path}.masses`, count);
  return Float64Array.from(list, (mass, i) => readNumber(mass, `${path}.masses[${i}]`, range));
}

/** Rows of numbers, packed; `count` rows where a count is given. */
export function readVectors(value: unknown, path: string, size: 2 | 3, count?: number): Float64Array {
  const list = readList(value, path, count);
  if (list.length > MAX_VERTICES) throw new InputError(path, `${list.length} entries`, `give at most ${MAX_VERTICES}`);
  const out = new Float64Array(size * list.length);
  for (let i = 0; i < list.length; i++) {
    const vector = readList(list[i], `${path}[${i}]`, size);
    for (let c = 0; c < size; c++) out[size * i + c] = readNumber(vector[c], `${path}[${i}][${c}]`);
  }
  return out;
}

/** A particle's number, checked against how many there are. */
export function readVertex(value: unknown, path: string, count: number): number {
  return readInteger(value, path, { min: 0, max: count - 1 });
}

function parseSprings(
  value: unknown,
  path: string,
  count: number,
): Pick<NetworkSpec, "springEnds" | "restLength" | "stiffness" | "springKind"> {
  const list = readList(value, path);
  const springEnds = new Uint32Array(2 * list.length);
  const restLength = new Float64Array(list.length);
  const stiffness = new Float64Array(list.length);
  const springKind = new Uint8Array(list.length);
  for (let s = 0; s < list.length; s++) {
    const at = `${path}[${s}]`;
    const row = readList(list[s], at, 5);
    const i = readVertex(row[0], `${at}[0]`, count);
    const j = readVertex(row[1], `${at}[1]`, count);
    if (i === j) throw new InputError(at, `both ends at particle ${i}`, "join two different particles");
    springEnds[2 * s] = i;
    springEnds[2 * s + 1] = j;
    restLength[s] = readNumber(row[2], `${at}[2]`, { above: 0, unit: "m" });
    stiffness[s] = readNumber(row[3], `${at}[3]`, { min: 0, unit: "N/m" });
    springKind[s] = KIND_INDEX[readChoice(row[4], `${at}[4]`, SPRING_KINDS)];
  }
  return { springEnds, restLength, stiffness, springKind };
}

const KIND_INDEX = { stretch: STRETCH, shear: SHEAR, bend: BEND } as const;

/** Corners of triangles, packed, each the number of one of `count` vertices. */
export function parseTriangles(value: unknown, path: string, count: number): Uint32Array {
  const list = readList(value, path);
  if (list.length > MAX_TRIANGLES) throw new InputError(path, `${list.length} triangles`, `give at most ${MAX_TRIANGLES}`);
  const triangles = new Uint32Array(3 * list.length);
  for (let t = 0; t < list.length; t++) {
    const row = readList(list[t], `${path}[${t}]`, 3);
    for (let c = 0; c < 3; c++) triangles[3 * t + c] = readVertex(row[c], `${path}[${t}][${c}]`, count);
  }
  return triangles;
}

export function parseTriangleStiffness(value: unknown, path: string): TriangleStiffness {
  const fields = readObject(value, path, ["u", "v", "shearU", "shearV"]);
  const read = (key: string): number => readOptional(fields, key, path, (v, p) => readNumber(v, p, { min: 0, unit: "N/m" }), 0);
  return { u: read("u"), v: read("v"), shearU: read("shearU"), shearV: read("shearV") };
}

function parseHinges(value: unknown, path: string, count: number): NonNullable<NetworkSpec["hinges"]> {
  const list = readList(value, path);
  const vertices = new Uint32Array(4 * list.length);
  const weights = new Float64Array(4 * list.length);
  const stiffness = new Float64Array(list.length);
  for (let q = 0; q < list.length; q++) {
    const at = `${path}[${q}]`;
    const row = readList(list[q], at, 9);
    for (let a = 0; a < 4; a++) {
      vertices[4 * q + a] = readVertex(row[a], `${at}[${a}]`, count);
      if (row.slice(0, a).includes(row[a])) {
        throw new InputError(at, `particle ${describeValue(row[a])} twice`, "give four different particles");
      }
      weights[4 * q + a] = readNumber(row[4 + a], `${at}[${4 + a}]`);
    }
    stiffness[q] = readNumber(row[8], `${at}[8]`, { min: 0, unit: "N/m" });
  }
  return { vertices, weights, stiffness };
}
