import { InputError } from "../core/errors.ts";
import { type Fields, readAnyObject, readBoolean, readChoice, readInteger, readOptional } from "../core/read.ts";
import { type DracoAttribute, decodeDraco } from "./draco-mesh.ts";
import { type Component, makeFractions, SIZES } from "./gltf-accessor.ts";
import { readBufferView } from "./gltf-buffer-view.ts";
import { type GltfDocument, passOver } from "./gltf-document.ts";
import { adviceFor } from "./mesh-decoders.ts";

/** What a primitive has in a block of Draco, unpacked. */
export interface UnpackedPrimitive {
  readonly vertexCount: number;
  readonly corners: Uint32Array;
  /** Attributes by their names; others are in accessors. */
  readonly values: ReadonlyMap<string, Float64Array>;
}

/** The attributes that anybody asks for. */
const KNOWN = /^(POSITION|(TEXCOORD|COLOR)_0|(JOINTS|WEIGHTS)_[01])$/;
const NAME = "KHR_draco_mesh_compression";

/** The block of Draco that a primitive has, if it is to be used: without a decoder what stands beside it is. */
export function findDraco(document: GltfDocument, primitive: Fields, positions: Fields, path: string): Fields | undefined {
  if (primitive.extensions === undefined) return undefined;
  const extensions = readAnyObject(primitive.extensions, `${path}.extensions`);
  if (extensions[NAME] === undefined) return undefined;
  if (document.decoders.draco !== undefined) return readAnyObject(extensions[NAME], `${path}.extensions.${NAME}`);
  if (positions.bufferView !== undefined) return undefined;
  throw new InputError(`${path}.extensions`, JSON.stringify(NAME), adviceFor("draco"));
}

/** Unpacks a primitive of triangles, which has at most as many as the file tells. */
export function unpackDraco(
  document: GltfDocument,
  block: Fields,
  accessors: Fields,
  triangleCount: number,
  vertexCount: number,
  path: string,
): UnpackedPrimitive {
  const at = `${path}.extensions.${NAME}`;
  const { draco } = document.decoders;
  if (draco === undefined) throw new InputError(at, "a block of Draco", adviceFor("draco"));
  const { bytes } = readBufferView(document, block.bufferView, `${at}.bufferView`);
  const ids = readAnyObject(block.attributes, `${at}.attributes`);
  const names = Object.keys(ids).filter((name) => KNOWN.test(name) && accessors[name] !== undefined);
  const heads = names.map((name) => readHead(document, accessors[name], ids[name], `${path}.attributes.${name}`));
  const size = heads.reduce((sum, head) => sum + head.size, 0);
  document.spend(3 * triangleCount + size * vertexCount, at);
  const { corners, values, vertexCount: found } = decodeDraco(draco, bytes, triangleCount, vertexCount, heads, at);
  if (found > vertexCount) document.spend(size * (found - vertexCount), at);
  if (found !== vertexCount || corners.length !== 3 * triangleCount) passOver(document, "counts that are not those of the Draco data");
  for (const [n, { component, isNormalised, path: from }] of heads.entries()) {
    const wrong = values[n].findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) throw new InputError(from, `${values[n][wrong]} in its Draco data`, "give finite numbers");
    if (isNormalised) makeFractions(component, values[n]);
  }
  return { vertexCount: found, corners, values: new Map(names.map((name, n) => [name, values[n]])) };
}

function readHead(document: GltfDocument, index: unknown, id: unknown, from: string): DracoAttribute & { readonly isNormalised: boolean } {
  const { fields, path } = document.entry("accessors", index, from);
  return {
    id: readInteger(id, from, { min: 0, max: 0x7fffffff }),
    component: readInteger(fields.componentType, `${path}.componentType`) as Component,
    size: SIZES[readChoice(fields.type, `${path}.type`, ["SCALAR", "VEC2", "VEC3", "VEC4"])],
    isNormalised: readOptional(fields, "normalized", path, readBoolean, false),
    path: from,
  };
}
