import { type Field, object } from "../../core/field.ts";
import { longestSide } from "../../core/longest-side.ts";
import { rowCountOf } from "../../core/packed-field.ts";
import { readBy, readField } from "../../core/read-field.ts";
import type { MeshArrangement } from "../../input/arrange-mesh.ts";
import type { MeshFile } from "../../mesh/mesh-file.ts";
import { joinArrays, triangleFields, type WrittenTriangles } from "../../mesh/triangle-arrays.ts";
import { given } from "../given.ts";
import { arrangementOf, CLOTH_ARRANGEMENT_FIELDS, type WrittenArrangement } from "./arrangement-fields.ts";

/** A mesh that the scene itself holds, in arrays. */
export interface MeshArraysSpec {
  readonly kind: "mesh";
  /** Where it stands in the scene, for errors. */
  readonly path: string;
  readonly mesh: MeshFile;
  readonly arrangement: MeshArrangement;
}

interface WrittenArrays extends WrittenTriangles, WrittenArrangement {}

/** Arrays of `count` vertices, where their number is known. */
function arraysField(count?: number): Field<WrittenArrays> {
  return object("MeshArrays", { ...triangleFields(count), ...CLOTH_ARRANGEMENT_FIELDS });
}

/** Vertices nearer than this share of the mesh's size are one: sines and cosines round a ring do not end where it began. */
const NEARNESS = 1e-6;

/**
 * `mesh` of a cloth in arrays. Vertices in one place are one: whoever draws triangles splits vertices at the seams of a texture.
 */
export const MESH_ARRAYS: Field<MeshArraysSpec> = readBy(arraysField(), (value, path) => {
  const { unit, up, group, weld, repair, ...written } = readField(value, path, arraysField(rowCountOf(value, "positions", 3)));
  const mesh = joinArrays(written, path);
  const arrangement = arrangementOf({ unit, up, weld: weld ?? NEARNESS * unit * longestSide(mesh.positions), ...given({ group, repair }) });
  return { kind: "mesh", path, mesh, arrangement };
});
