import { InputError } from "../../core/errors.ts";
import { type Field, object } from "../../core/field.ts";
import { rowCountOf } from "../../core/packed-field.ts";
import { readBy, readField } from "../../core/read-field.ts";
import { joinArrays, triangleFields, type WrittenTriangles } from "../../mesh/triangle-arrays.ts";
import { type BodySurface, FAR, NEVER, type Shape, TAU } from "./collider.ts";

export interface MeshSpec {
  readonly kind: "mesh";
  readonly surface: BodySurface;
}

/** Triangles of `count` vertices, where their number is known. */
function trianglesField(count?: number): Field<WrittenTriangles> {
  return object("Triangles", triangleFields(count));
}

/**
 * Triangles given outright. They need not make a clean surface: only a triangle with a corner twice is refused. Texture, colours and names,
 * which a surface may bring along, are no affair of a body.
 */
export const TRIANGLES_FIELD: Field<Omit<MeshSpec, "kind">> = readBy(trianglesField(), (value, path) => {
  const written = readField(value, path, trianglesField(rowCountOf(value, "positions", 3)));
  const { positions, triangles } = joinArrays(written, path);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    if (a !== b && b !== c && c !== a) continue;
    throw new InputError(`${path}.triangles[${t / 3}]`, `[${a}, ${b}, ${c}]`, "give three different corners");
  }
  return { surface: { positions, triangles } };
});

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
