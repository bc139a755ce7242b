import { InputError } from "../core/errors.ts";
import { readAnyObject } from "../core/read.ts";
import { BYTE, type Component, type ElementType, FLOAT, readAccessor, readAccessorHead, SHORT } from "./gltf-accessor.ts";
import type { GltfDocument, GltfEntry } from "./gltf-document.ts";
import { computeMatrix, MATRIX_SIZE, PLACE_SIZE, ROTATION, SCALE } from "./gltf-nodes.ts";
import { MAX_NODES } from "./limits.ts";

const NAME = "EXT_mesh_gpu_instancing";

/** What each copy may have of its own, and where that stands in a place. */
const ATTRIBUTES: readonly (readonly [name: string, at: number, type: ElementType, components: readonly Component[]])[] = [
  ["TRANSLATION", 0, "VEC3", [FLOAT]],
  ["ROTATION", ROTATION, "VEC4", [FLOAT, BYTE, SHORT]],
  ["SCALE", SCALE, "VEC3", [FLOAT]],
];

/**
 * Where a node shows its mesh: matrices within the node, one for each copy that EXT_mesh_gpu_instancing makes of it. Undefined where the node
 * shows it once, as it is.
 */
export function readCopies(document: GltfDocument, { fields, path }: GltfEntry): Float64Array[] | undefined {
  if (fields.extensions === undefined) return undefined;
  const extensions = readAnyObject(fields.extensions, `${path}.extensions`);
  if (extensions[NAME] === undefined) return undefined;
  const at = `${path}.extensions.${NAME}`;
  const attributes = readAnyObject(readAnyObject(extensions[NAME], at).attributes, `${at}.attributes`);
  let places: Float64Array | undefined;
  for (const [name, start, type, components] of ATTRIBUTES) {
    if (attributes[name] === undefined) continue;
    const from = `${at}.attributes.${name}`;
    const head = readAccessorHead(document, attributes[name], from, [type], components, MAX_NODES);
    places ??= standStill(head.count);
    if (places.length !== PLACE_SIZE * head.count) {
      throw new InputError(from, `${head.count} copies`, `give ${places.length / PLACE_SIZE}, as the other attributes do`);
    }
    const values = readAccessor(document, head);
    for (let n = 0; n < values.length; n++) places[PLACE_SIZE * Math.floor(n / head.size) + start + (n % head.size)] = values[n];
  }
  return places === undefined ? undefined : matricesOf(places, at);
}

/** Places of copies that are not moved, turned or scaled. */
function standStill(count: number): Float64Array {
  const places = new Float64Array(PLACE_SIZE * count);
  for (let at = 0; at < places.length; at += PLACE_SIZE) places.fill(1, at + SCALE - 1, at + PLACE_SIZE);
  return places;
}

function matricesOf(places: Float64Array, path: string): Float64Array[] {
  const matrices: Float64Array[] = [];
  for (let at = 0; at < places.length; at += PLACE_SIZE) {
    const turn = places.subarray(at + ROTATION, at + SCALE);
    const length = Math.sqrt(turn.reduce((sum, c) => sum + c * c, 0));
    if (!(length > 0)) throw new InputError(`${path}.attributes.ROTATION`, "a quaternion of length 0", "give quaternions of length 1");
    for (let c = 0; c < turn.length; c++) turn[c] /= length;
    const matrix = new Float64Array(MATRIX_SIZE);
    computeMatrix(places, at, matrix, 0);
    matrices.push(matrix);
  }
  return matrices;
}

/** Puts points into a copy: turned, scaled and moved; with `offset` 0 the differences of points. */
export function placeCopy(matrix: Float64Array, points: Float64Array | Float32Array, offset: 0 | 1): void {
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    for (let r = 0; r < 3; r++) points[i + r] = matrix[3 * r] * x + matrix[3 * r + 1] * y + matrix[3 * r + 2] * z + offset * matrix[9 + r];
  }
}

/** Whether a matrix mirrors: its triangles then turn the other way. */
export function isMirror(m: ArrayLike<number>, at: number): boolean {
  const cofactor = (b: number, c: number): number => m[at + 3 + b] * m[at + 6 + c] - m[at + 3 + c] * m[at + 6 + b];
  return m[at] * cofactor(1, 2) + m[at + 1] * cofactor(2, 0) + m[at + 2] * cofactor(0, 1) < 0;
}
