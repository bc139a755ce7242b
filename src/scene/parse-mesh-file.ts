import { InputError } from "../core/errors.ts";
import { type MeshArrangement, UNITS } from "../input/arrange-mesh.ts";
import { type Fields, readBoolean, readChoice, readNumber, readObject, readOptional, readString } from "../input/read.ts";
import { hasSeams } from "../input/read-mesh-file.ts";
import { given } from "./given.ts";

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

const MESH_FILE_KEYS: readonly string[] = ["file", "group", "unit", "up", "weld"];
const UNIT_NAMES = Object.keys(UNITS) as (keyof typeof UNITS)[];
const EMBEDDED = /^data:model\/(gltf-binary|gltf\+json|obj);base64,/;

/** `mesh` of a cloth, or of a body, which may play an animation: a file's name, or an object that says how to take it. */
export function parseMeshFile(value: unknown, path: string, isBody: boolean): MeshFileSpec {
  if (typeof value === "string") {
    const file = readFileName(value, path);
    return { kind: "mesh", file, arrangement: { scale: 1, up: "y", ...seams(file) } };
  }
  const fields = readObject(value, path, isBody ? [...MESH_FILE_KEYS, "animation", "repeat"] : MESH_FILE_KEYS);
  const file = readFileName(fields.file, `${path}.file`);
  const group = readOptional(fields, "group", path, readString, undefined);
  const weld = readOptional(fields, "weld", path, (v, p) => readNumber(v, p, { min: 0, max: 1, unit: "m" }), undefined);
  const animation = readOptional(fields, "animation", path, readAnimation, undefined);
  return {
    kind: "mesh",
    file,
    arrangement: {
      scale: readOptional(fields, "unit", path, readUnit, 1),
      up: readOptional(fields, "up", path, (v, p) => readChoice(v, p, ["y", "z"] as const), "y"),
      ...given({ group }),
      ...(weld === undefined ? seams(file) : { weld }),
    },
    ...given({ animation }),
    ...readRepeat(fields, path),
  };
}

function seams(file: string): { weld?: number } {
  return hasSeams(describeFile(file)) ? { weld: 0 } : {};
}

function readRepeat(fields: Fields, path: string): { repeat?: boolean } {
  return fields.repeat === undefined ? {} : { repeat: readBoolean(fields.repeat, `${path}.repeat`) };
}

function readAnimation(value: unknown, path: string): string | false {
  return value === false ? value : readString(value, path);
}

/** Metres in the file's unit. */
function readUnit(value: unknown, path: string): number {
  if (typeof value === "number") return readNumber(value, path, { above: 0, max: 1e6, unit: "m" });
  return UNITS[readChoice(value, path, UNIT_NAMES)];
}

/** A file beside the scene, no way out of its folder and no other protocol; or one that the scene itself holds. */
function readFileName(value: unknown, path: string): string {
  if (typeof value === "string" && value.startsWith("data:")) {
    if (EMBEDDED.test(value)) return value;
    const types = "data:model/gltf-binary;base64,… (or model/gltf+json, model/obj)";
    throw new InputError(path, JSON.stringify(value.slice(0, 40)), `embed a mesh as ${types}`);
  }
  const name = readString(value, path);
  if (!/^[\w][\w. -]*(\/[\w][\w. -]*)*\.(obj|glb|gltf)$/i.test(name)) {
    const advice = "name an .obj, .glb or .gltf file beside the scene, such as meshes/shirt.obj";
    throw new InputError(path, JSON.stringify(name), advice);
  }
  return name;
}

/** What errors call a mesh: its file, or for one in the scene a name that tells its kind. */
export function describeFile(file: string): string {
  const embedded = EMBEDDED.exec(file.slice(0, 60));
  if (embedded === null) return file;
  return embedded[1] === "obj" ? "embedded.obj" : embedded[1] === "gltf-binary" ? "embedded.glb" : "embedded.gltf";
}
