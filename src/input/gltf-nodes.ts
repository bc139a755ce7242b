import { InputError } from "../core/errors.ts";
import { type Fields, readAnyObject, readBoolean, readInteger, readList, readNumber, readOptional } from "../core/read.ts";
import { type GltfDocument, type GltfEntry, readName } from "./gltf-document.ts";
import { MAX_NODES } from "./limits.ts";

/** Numbers of a node's place within its parent: translation x, y, z, rotation x, y, z, w (a quaternion), scale x, y, z. */
export const PLACE_SIZE = 10;
export const ROTATION = 3;
export const SCALE = 7;
/** Numbers of a matrix: the rows of its 3×3 part, then its offset. */
export const MATRIX_SIZE = 12;

/** The nodes of a glTF file as a forest. */
export interface GltfNodes {
  readonly entries: readonly GltfEntry[];
  readonly names: readonly string[];
  /** −1 of a root. */
  readonly parent: Int32Array;
  /** Every node once, parents before their children. */
  readonly order: Uint32Array;
  /** Places at rest. */
  readonly places: Float64Array;
  /** Nodes that the file places by a matrix, which nothing animates. */
  readonly matrices: ReadonlyMap<number, Float64Array>;
  /** Those of the file's scene that are visible. */
  readonly shown: readonly number[];
}

export function readNodes(document: GltfDocument): GltfNodes {
  const { path } = document;
  const count = document.count("nodes");
  if (count > MAX_NODES) throw new InputError(`${path} nodes`, `${count} nodes`, `use at most ${MAX_NODES}`);
  const entries = Array.from({ length: count }, (_, n) => document.entry("nodes", n, `${path} nodes[${n}]`));
  const parent = new Int32Array(count).fill(-1);
  const children = entries.map((entry) => readChildren(document, entry, parent));
  const roots = Array.from(parent.keys()).filter((n) => parent[n] < 0);
  const order = Uint32Array.from(walk(roots, children));
  if (order.length < count) {
    const lost = entries.find(({ index }) => !order.includes(index));
    throw new InputError(`${lost?.path}.children`, "a node that is its own ancestor", "give each node one parent");
  }
  const places = new Float64Array(PLACE_SIZE * count);
  const matrices = new Map<number, Float64Array>();
  for (const entry of entries) {
    if (entry.fields.matrix === undefined) readPlace(entry, places);
    else matrices.set(entry.index, readMatrix(entry));
  }
  const isVisible = entries.map(readVisibility);
  const visible = (list: readonly number[]): number[] => list.filter((n) => isVisible[n]);
  const shown = walk(visible(readScene(document, roots)), children.map(visible));
  return { entries, names: entries.map(readName), parent, order, places, matrices, shown };
}

/** These nodes and all below them, each once: in a set, what is added on the way comes up later. */
function walk(from: readonly number[], children: readonly (readonly number[])[]): number[] {
  const found = new Set(from);
  for (const n of found) for (const child of children[n]) found.add(child);
  return [...found];
}

function readChildren(document: GltfDocument, { index, fields, path }: GltfEntry, parent: Int32Array): number[] {
  if (fields.children === undefined) return [];
  return readList(fields.children, `${path}.children`).map((value, k) => {
    const at = `${path}.children[${k}]`;
    const child = document.entry("nodes", value, at).index;
    if (parent[child] >= 0) throw new InputError(at, `node ${child} a second time`, "give each node one parent");
    parent[child] = index;
    return child;
  });
}

/** KHR_node_visibility: a node that is not visible hides all below it. */
function readVisibility({ fields, path }: GltfEntry): boolean {
  if (fields.extensions === undefined) return true;
  const { KHR_node_visibility: visibility } = readAnyObject(fields.extensions, `${path}.extensions`);
  if (visibility === undefined) return true;
  const at = `${path}.extensions.KHR_node_visibility`;
  return readOptional(readAnyObject(visibility, at), "visible", at, readBoolean, true);
}

/**
 * The nodes that are shown, with all below them: those of the file's scene, or all roots where it has none. Files in wide use list nodes
 * below others, which glTF does not allow; they stand where they are in the tree.
 */
function readScene(document: GltfDocument, roots: readonly number[]): number[] {
  const { path, root } = document;
  if (document.count("scenes") === 0) return [...roots];
  const scene = document.entry("scenes", root.scene ?? 0, `${path} scene`);
  if (scene.fields.nodes === undefined) return [];
  const listed = readList(scene.fields.nodes, `${scene.path}.nodes`);
  return listed.map((value, k) => document.entry("nodes", value, `${scene.path}.nodes[${k}]`).index);
}

function readNumbers(fields: Fields, key: string, path: string, count: number): number[] | undefined {
  if (fields[key] === undefined) return undefined;
  const at = `${path}.${key}`;
  return readList(fields[key], at, count).map((value, n) => readNumber(value, `${at}[${n}]`));
}

function readPlace({ index, fields, path }: GltfEntry, places: Float64Array): void {
  const at = PLACE_SIZE * index;
  const rotation = readNumbers(fields, "rotation", path, 4) ?? [0, 0, 0, 1];
  const length = Math.sqrt(rotation.reduce((sum, c) => sum + c * c, 0));
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
    throw new InputError(`${path}.rotation`, `[${rotation.join(", ")}]`, "give a quaternion of length 1");
  }
  places.set(readNumbers(fields, "translation", path, 3) ?? [0, 0, 0], at);
  places.set(
    rotation.map((c) => c / length),
    at + ROTATION,
  );
  places.set(readNumbers(fields, "scale", path, 3) ?? [1, 1, 1], at + SCALE);
}

/** From columns, as the file has them. */
function readMatrix(entry: GltfEntry): Float64Array {
  const m = readNumbers(entry.fields, "matrix", entry.path, 16) as number[];
  if (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1) {
    throw new InputError(`${entry.path}.matrix`, "a projection", "give a matrix whose last row is 0, 0, 0, 1");
  }
  return Float64Array.of(m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10], m[12], m[13], m[14]);
}

/** Where all nodes are in the file's coordinates: matrices from `places`, each behind that of its parent. */
export function computeNodeMatrices({ order, parent, matrices }: GltfNodes, places: Float64Array, out: Float64Array): void {
  for (let k = 0; k < order.length; k++) {
    const node = order[k];
    const at = MATRIX_SIZE * node;
    const own = matrices.get(node);
    if (own !== undefined) for (let c = 0; c < MATRIX_SIZE; c++) out[at + c] = own[c];
    else computeMatrix(places, PLACE_SIZE * node, out, at);
    if (parent[node] >= 0) multiplyInto(out, MATRIX_SIZE * parent[node], out, at, out, at);
  }
}

/** T R S of a place. */
export function computeMatrix(places: Float64Array, p: number, out: Float64Array, at: number): void {
  const x = places[p + ROTATION];
  const y = places[p + ROTATION + 1];
  const z = places[p + ROTATION + 2];
  const w = places[p + ROTATION + 3];
  const sx = places[p + SCALE];
  const sy = places[p + SCALE + 1];
  const sz = places[p + SCALE + 2];
  out[at] = sx * (1 - 2 * (y * y + z * z));
  out[at + 1] = sy * 2 * (x * y - z * w);
  out[at + 2] = sz * 2 * (x * z + y * w);
  out[at + 3] = sx * 2 * (x * y + z * w);
  out[at + 4] = sy * (1 - 2 * (x * x + z * z));
  out[at + 5] = sz * 2 * (y * z - x * w);
  out[at + 6] = sx * 2 * (x * z - y * w);
  out[at + 7] = sy * 2 * (y * z + x * w);
  out[at + 8] = sz * (1 - 2 * (x * x + y * y));
  for (let c = 0; c < 3; c++) out[at + 9 + c] = places[p + c];
}

/** out = A B for matrices of 12 numbers; `out` may be B. */
export function multiplyInto(a: Float64Array, atA: number, b: Float64Array, atB: number, out: Float64Array, at: number): void {
  for (let column = 0; column < 4; column++) {
    const first = column < 3 ? column : 9;
    const step = column < 3 ? 3 : 1;
    const x = b[atB + first];
    const y = b[atB + first + step];
    const z = b[atB + first + 2 * step];
    for (let row = 0; row < 3; row++) {
      const r = atA + 3 * row;
      const offset = column < 3 ? 0 : a[atA + 9 + row];
      out[at + first + step * row] = a[r] * x + a[r + 1] * y + a[r + 2] * z + offset;
    }
  }
}

/** The mesh or skin that a node names, if it does. */
export function readReference(document: GltfDocument, { fields, path }: GltfEntry, key: "mesh" | "skin"): GltfEntry | undefined {
  if (fields[key] === undefined) return undefined;
  readInteger(fields[key], `${path}.${key}`, { min: 0 });
  return document.entry(key === "mesh" ? "meshes" : "skins", fields[key], `${path}.${key}`);
}
