import { InputError } from "../../core/errors.ts";
import { type Field, object, packed, required } from "../../core/field.ts";
import { lengthOf, readBy, readField } from "../../core/read-field.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "../../mesh/limits.ts";
import { type BodySurface, FAR, NEVER, type Shape, TAU } from "./collider.ts";

export interface MeshSpec {
  readonly kind: "mesh";
  readonly surface: BodySurface;
}

interface Triangles {
  readonly positions: Float64Array;
  readonly triangles: Float64Array;
}

/** Triangles of `count` vertices, where their number is known. */
function trianglesField(count?: number): Field<Triangles> {
  return object("Triangles", {
    positions: required(packed(3, { kind: "number" }, MAX_VERTICES, { unit: "m" })),
    triangles: required(cornersField(count, { least: 1 })),
  });
}

/** Triangles given outright. They need not make a clean surface: only a triangle with a corner twice is refused. */
export const TRIANGLES_FIELD: Field<Omit<MeshSpec, "kind">> = readBy(trianglesField(), (value, path) => {
  const { positions, triangles } = readField(value, path, trianglesField(lengthOf(value, "positions")));
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    if (a !== b && b !== c && c !== a) continue;
    throw new InputError(`${path}.triangles[${t / 3}]`, `[${a}, ${b}, ${c}]`, "give three different corners");
  }
  return { surface: { positions, triangles: Uint32Array.from(triangles) } };
});

/** The corners of triangles, by the numbers of their vertices. */
export function cornersField(count?: number, limits: { readonly least?: number } = {}): Field<Float64Array> {
  const corner = { kind: "integer", min: 0, ...(count === undefined ? {} : { max: count - 1 }) } as const;
  return packed(3, corner, MAX_TRIANGLES, { things: "triangles", ...limits });
}

/**
 * A body made of triangles. It has no inside and no φ: a particle alone never meets it. The cloth's triangles do, whose corners and
 * edges are tested against its own (cloth-contact).
 */
export function createMeshShape({ surface }: MeshSpec): Shape {
  return {
    kind: "mesh",
    steepness: 1,
    convex: false,
    surface,
    measure(_point, out) {
      out[0] = FAR;
      out[1] = 0;
      out[2] = 1;
      out[3] = 0;
      out[4] = 1;
    },
    enter(_from, _to, search) {
      search[TAU] = NEVER;
    },
  };
}
