import { describeValue, InputError } from "../../core/errors.ts";
import { choice, either, type Field, index, list, number, object, required, row, withDefault } from "../../core/field.ts";
import { lengthOf, packed } from "../../core/packed-field.ts";
import { readBy, readField } from "../../core/read-field.ts";
import { BEND, SHEAR, SPRING_KINDS, type SpringKind, STRETCH } from "../../fabric/cloth.ts";
import type { TriangleStiffness } from "../../fabric/triangle-stiffness.ts";
import { MAX_VERTICES } from "../../mesh/limits.ts";
import { cornersField } from "../../mesh/triangle-arrays.ts";

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

type SpringRow = readonly [i: number, j: number, restLength: number, stiffness: number, kind: SpringKind];
type HingeRow = readonly [number, number, number, number, number, number, number, number, number];

interface WrittenNetwork extends Pick<NetworkSpec, "positions" | "material" | "triangleStiffness" | "bendModulus"> {
  readonly velocities?: Float64Array;
  readonly masses: number | Float64Array;
  readonly springs: readonly SpringRow[];
  readonly triangles?: Float64Array;
  readonly hinges?: readonly HingeRow[];
}

const NEWTONS_PER_METRE: Field<number> = number({ min: 0, unit: "N/m" });

/** Raw stiffness of triangles. */
export const TRIANGLE_STIFFNESS: Field<TriangleStiffness> = object("TriangleStiffness", {
  u: withDefault(NEWTONS_PER_METRE, 0),
  v: withDefault(NEWTONS_PER_METRE, 0),
  shearU: withDefault(NEWTONS_PER_METRE, 0),
  shearV: withDefault(NEWTONS_PER_METRE, 0),
});

/** A network of `count` particles, where their number is known. */
function networkField(count?: number): Field<WrittenNetwork> {
  const each = count === undefined ? {} : { length: count };
  const vertex = index(count);
  const weight = number();
  const spring = row<SpringRow>(
    ["i", vertex],
    ["j", vertex],
    ["restLength", number({ above: 0, unit: "m" })],
    ["stiffness", NEWTONS_PER_METRE],
    ["kind", choice(SPRING_KINDS)],
  );
  return object(
    "Network",
    {
      positions: required(packed(3, { kind: "number" }, MAX_VERTICES, { things: "particles", unit: "m", least: 1 })),
      velocities: packed(3, { kind: "number" }, MAX_VERTICES, { unit: "m/s", ...each }),
      masses: required(massesField(each)),
      springs: withDefault(list({ ...spring, name: "SpringRow" } as Field<SpringRow>, "springs"), []),
      triangles: cornersField(count),
      material: packed(2, { kind: "number" }, MAX_VERTICES, { unit: "m", ...each }),
      triangleStiffness: TRIANGLE_STIFFNESS,
      bendModulus: number({ min: 0, unit: "N·m" }),
      hinges: list(
        row<HingeRow>(
          ["i", vertex],
          ["j", vertex],
          ["k", vertex],
          ["l", vertex],
          ["αi", weight],
          ["αj", weight],
          ["αk", weight],
          ["αl", weight],
          ["λ", NEWTONS_PER_METRE],
        ),
        "hinges",
      ),
    },
    { apart: [["hinges", "bendModulus", "hinges and a bendModulus", "give one of the two"]] },
  );
}

/** One mass for all, or one a particle, each above zero [kg]. */
function massesField(each: { readonly length?: number }): Field<number | Float64Array> {
  const masses = either(number({ above: 0, unit: "kg" }), packed(1, { kind: "number", above: 0, unit: "kg" }, MAX_VERTICES, each));
  return readBy(masses, (value, path) => {
    if (value !== undefined) return readField(value, path, masses);
    throw new InputError(path, "nothing", "give one mass for all, or a list with one a particle [kg]");
  });
}

export const NETWORK: Field<NetworkSpec> = readBy(networkField(), (value, path) => {
  const written = readField(value, path, networkField(lengthOf(value, "positions")));
  const { positions, velocities, masses, springs, triangles, hinges, ...rest } = written;
  const count = positions.length / 3;
  return {
    kind: "network",
    positions,
    velocities: velocities ?? new Float64Array(3 * count),
    masses: typeof masses === "number" ? new Float64Array(count).fill(masses) : masses,
    ...packSprings(springs, `${path}.springs`),
    triangles: Uint32Array.from(triangles ?? []),
    ...rest,
    ...(hinges === undefined ? {} : { hinges: packHinges(hinges, `${path}.hinges`) }),
  };
});

const KIND_INDEX = { stretch: STRETCH, shear: SHEAR, bend: BEND } as const;

function packSprings(
  rows: readonly SpringRow[],
  path: string,
): Pick<NetworkSpec, "springEnds" | "restLength" | "stiffness" | "springKind"> {
  const loop = rows.findIndex(([i, j]) => i === j);
  if (loop !== -1) throw new InputError(`${path}[${loop}]`, `both ends at particle ${rows[loop][0]}`, "join two different particles");
  return {
    springEnds: Uint32Array.from({ length: 2 * rows.length }, (_, e) => rows[e >> 1][e % 2] as number),
    restLength: Float64Array.from(rows, ([, , restLength]) => restLength),
    stiffness: Float64Array.from(rows, ([, , , stiffness]) => stiffness),
    springKind: Uint8Array.from(rows, ([, , , , kind]) => KIND_INDEX[kind]),
  };
}

function packHinges(rows: readonly HingeRow[], path: string): NonNullable<NetworkSpec["hinges"]> {
  for (const [q, hinge] of rows.entries()) {
    const corners = hinge.slice(0, 4);
    const twice = corners.find((corner, a) => corners.indexOf(corner) !== a);
    if (twice === undefined) continue;
    throw new InputError(`${path}[${q}]`, `particle ${describeValue(twice)} twice`, "give four different particles");
  }
  return {
    vertices: Uint32Array.from(rows.flatMap((hinge) => hinge.slice(0, 4))),
    weights: Float64Array.from(rows.flatMap((hinge) => hinge.slice(4, 8))),
    stiffness: Float64Array.from(rows, (hinge) => hinge[8]),
  };
}
