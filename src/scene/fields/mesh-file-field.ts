import type { MeshSpec } from "../../contact/shapes/mesh-shape.ts";
import { describeValue, InputError } from "../../core/errors.ts";
import { BOOLEAN, either, type Field, object, required, STRING } from "../../core/field.ts";
import { readBy, readField, refine } from "../../core/read-field.ts";
import type { MeshArrangement } from "../../input/arrange-mesh.ts";
import { given } from "../given.ts";
import { ARRANGEMENT_FIELDS, arrangementOf, CLOTH_ARRANGEMENT_FIELDS, type WrittenArrangement } from "./arrangement-fields.ts";
import { MESH_ARRAYS, type MeshArraysSpec } from "./mesh-arrays-field.ts";

/** A mesh in a file, before the file is read. */
export interface MeshFileSpec {
  readonly kind: "mesh";
  /** A file beside the scene, or a `data:` address that holds it. */
  readonly file: string;
  readonly arrangement: MeshArrangement;
  /** What plays of the file's animations, of a body: the first, or the one named; false: none. */
  readonly animation?: string | false;
  readonly repeat?: boolean;
}

/** A mesh file as a scene writes it. */
interface WrittenMesh extends WrittenArrangement {
  readonly file: string;
}

interface WrittenBody extends WrittenMesh {
  readonly animation?: string | false;
  readonly repeat?: boolean;
}

const EMBEDDED = /^data:(model\/gltf-binary|model\/gltf\+json|model\/obj|application\/octet-stream);base64,/;
/**
 * The names of files in the scene's folder or below it, in any script. No part begins with a dot, also not one that an address would hide (%2e); nothing
 * stands in them that leads elsewhere (\\ : ~), for other names (* ?) or is markup. What such a file is, its bytes tell.
 */
const FILE_NAME = /^(?!~|.*%(2[eEfF]|5[cC]))(?![. ])[^\p{C}\\/:*?"<>|]+(\/(?![. ])[^\p{C}\\/:*?"<>|]+)*$/u;

/** A file beside the scene, no way out of its folder and no other protocol; or one that the scene itself holds. */
const FILE: Field<string> = readBy({ kind: "string", pattern: `${EMBEDDED.source}|${FILE_NAME.source}` }, (value, path) => {
  if (typeof value === "string" && value.startsWith("data:")) {
    if (EMBEDDED.test(value)) return value;
    const types = "data:model/gltf-binary;base64,… (or model/gltf+json, model/obj)";
    throw new InputError(path, JSON.stringify(value.slice(0, 40)), `embed a mesh as ${types}`);
  }
  const name = readField(value, path, STRING);
  if (FILE_NAME.test(name)) return name;
  throw new InputError(
    path,
    JSON.stringify(name),
    "name an .obj, .glb, .gltf, .stl or .ply file beside the scene, such as meshes/shirt.obj",
  );
});

function meshFile({ file, unit, up, group, weld, repair, ...rest }: WrittenBody): MeshFileSpec {
  return { kind: "mesh", file, arrangement: arrangementOf({ unit, up, ...given({ group, weld, repair }) }), ...rest };
}

const FILE_ALONE: Field<MeshFileSpec> = refine(FILE, (file) => meshFile({ file, unit: 1, up: "y" }));

const CLOTH_FILE: Field<MeshFileSpec> = refine(
  object<WrittenMesh>("Mesh", { file: required(FILE), ...CLOTH_ARRANGEMENT_FIELDS }),
  meshFile,
);

/** `mesh` of a cloth: a file's name, an object that says how to take it, or arrays. */
export const CLOTH_MESH: Field<MeshFileSpec | MeshArraysSpec> = either(FILE_ALONE, MESH_ARRAYS, CLOTH_FILE);

const BODY_FILE: Field<MeshFileSpec> = refine(
  object<Omit<WrittenBody, "repair">>("MeshBody", {
    file: required(FILE),
    ...ARRANGEMENT_FIELDS,
    animation: either({ kind: "constant", value: false, advice: "" } as Field<false>, STRING),
    repeat: BOOLEAN,
  }),
  meshFile,
);

/** `mesh` of a body, which may play an animation, or is given outright by its triangles. */
export function meshBodyField(triangles: Field<MeshSpec>): Field<MeshFileSpec | MeshSpec> {
  const mesh = either(FILE_ALONE, BODY_FILE, triangles);
  return readBy(mesh, (value, path) => {
    if (typeof value === "string" || (typeof value === "object" && value !== null)) return readField(value, path, mesh);
    const advice = 'name a mesh file beside the scene, or give { "positions": …, "triangles": … }';
    throw new InputError(path, describeValue(value), advice);
  });
}

const EMBEDDED_NAMES: Readonly<Record<string, string>> = {
  "model/obj": "embedded.obj",
  "model/gltf-binary": "embedded.glb",
  "model/gltf+json": "embedded.gltf",
};

/** What errors call a mesh file: its name, or for one in the scene what it is said to be. */
export function describeFile(file: string): string {
  const embedded = EMBEDDED.exec(file.slice(0, 60));
  return embedded === null ? file : (EMBEDDED_NAMES[embedded[1]] ?? "embedded mesh");
}
