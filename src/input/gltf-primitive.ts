import { InputError } from "../core/errors.ts";
import { type Fields, readAnyObject, readInteger, readList, readNumber, readOptional } from "../core/read.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "../mesh/limits.ts";
import { INFLUENCES } from "../mesh/skin.ts";
import {
  type AccessorHead,
  BYTE,
  FLOAT,
  readAccessor,
  readAccessorHead,
  SHORT,
  UNSIGNED_BYTE,
  UNSIGNED_INT,
  UNSIGNED_SHORT,
} from "./gltf-accessor.ts";
import { type GltfDocument, type GltfEntry, passOver, readName } from "./gltf-document.ts";
import { findDraco, type UnpackedPrimitive, unpackDraco } from "./gltf-draco.ts";

/** One primitive of a mesh that is shown, its counts known and nothing of it read yet, unless it is compressed. */
export interface GltfPrimitive {
  readonly path: string;
  readonly attributes: Fields;
  readonly positions: AccessorHead;
  /** Without, vertices are corners in their order. */
  readonly indices?: AccessorHead;
  readonly mode: number;
  readonly triangleCount: number;
  readonly targets: readonly unknown[];
  /** Name of its material, if it has one. */
  readonly material: string;
  /** Of a compressed one. */
  readonly unpacked?: UnpackedPrimitive;
}

const TRIANGLES = 4;
const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;
const ANY_NUMBER = [FLOAT, BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT] as const;
const FRACTIONS = [FLOAT, UNSIGNED_BYTE, UNSIGNED_SHORT] as const;
/** Those of weight 0 are never read, and the others count as numbers of the file. */
const MAX_TARGETS = 10_000;

/** The primitives of a mesh that are made of triangles; points and lines are passed over. */
export function readPrimitives(document: GltfDocument, mesh: GltfEntry): GltfPrimitive[] {
  const entries = readList(mesh.fields.primitives, `${mesh.path}.primitives`);
  return entries.flatMap((value, n) => {
    const path = `${mesh.path}.primitives[${n}]`;
    const fields = readAnyObject(value, path);
    const mode = readOptional(fields, "mode", path, (v, p) => readInteger(v, p, { min: 0, max: 6 }), TRIANGLES);
    if (mode < TRIANGLES) {
      passOver(document, mode === 0 ? "primitives of points" : "primitives of lines");
      return [];
    }
    const attributes = readAnyObject(fields.attributes, `${path}.attributes`);
    if (attributes.POSITION === undefined) {
      passOver(document, "primitives without positions");
      return [];
    }
    const from = `${path}.attributes.POSITION`;
    const positions = readAccessorHead(document, attributes.POSITION, from, ["VEC3"], ANY_NUMBER, MAX_VERTICES);
    const indices =
      fields.indices === undefined
        ? undefined
        : readAccessorHead(
            document,
            fields.indices,
            `${path}.indices`,
            ["SCALAR"],
            [UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT],
            3 * MAX_TRIANGLES,
          );
    const corners = (indices ?? positions).count;
    if (mode === TRIANGLES ? corners % 3 !== 0 : corners < 3) {
      throw new InputError(path, `${corners} corners`, "give three a triangle");
    }
    const targets = fields.targets === undefined ? [] : readList(fields.targets, `${path}.targets`);
    if (targets.length > MAX_TARGETS) {
      throw new InputError(`${path}.targets`, `${targets.length} morph targets`, `use at most ${MAX_TARGETS}`);
    }
    const material = fields.material === undefined ? "" : readName(document.entry("materials", fields.material, `${path}.material`));
    const triangleCount = mode === TRIANGLES ? corners / 3 : corners - 2;
    const counts = { positions, mode, triangleCount, ...(indices === undefined ? {} : { indices }) };
    const block = findDraco(document, fields, positions.entry.fields, path);
    if (block === undefined) return [{ path, attributes, ...counts, targets, material }];
    if (mode !== TRIANGLES) throw new InputError(`${path}.mode`, `${mode} of a block of Draco`, "export triangles");
    const unpacked = unpackDraco(document, block, attributes, triangleCount, positions.count, path);
    if (unpacked.corners.length === 0) return [];
    const own = { mode, positions: { ...positions, count: unpacked.vertexCount }, triangleCount: unpacked.corners.length / 3 };
    return [{ path, attributes, ...own, targets, material, unpacked }];
  });
}

/** Its corners by threes, numbered from `first`, into `out[at..]`; strips and fans become triangles. */
export function readCorners(
  document: GltfDocument,
  { path, positions, indices, mode, triangleCount, unpacked }: GltfPrimitive,
  first: number,
  out: Uint32Array,
  at: number,
): void {
  const list = unpacked?.corners ?? (indices === undefined ? undefined : readAccessor(document, indices));
  const corner = (k: number): number => {
    const index = list === undefined ? k : list[k];
    if (index < positions.count) return first + index;
    throw new InputError(`${path}.indices`, `vertex ${index}`, `use 0 to ${positions.count - 1}`);
  };
  for (let t = 0; t < triangleCount; t++) {
    const isOdd = mode === TRIANGLE_STRIP && t % 2 === 1;
    const start = mode === TRIANGLES ? 3 * t : mode === TRIANGLE_FAN ? 0 : isOdd ? t + 1 : t;
    out[at + 3 * t] = corner(start);
    out[at + 3 * t + 1] = corner(mode === TRIANGLES ? 3 * t + 1 : mode === TRIANGLE_FAN ? t + 1 : isOdd ? t : t + 1);
    out[at + 3 * t + 2] = corner(mode === TRIANGLES ? 3 * t + 2 : t + 2);
  }
}

/** Its positions in the coordinates of the mesh, morph targets added by these weights. */
export function readPositions(document: GltfDocument, primitive: GltfPrimitive, weights: readonly number[]): Float64Array {
  const { positions, targets } = primitive;
  const out = primitive.unpacked?.values.get("POSITION")?.slice() ?? readAccessor(document, positions);
  for (let n = 0; n < Math.min(targets.length, weights.length); n++) {
    const offsets = weights[n] === 0 ? undefined : readTarget(document, primitive, n);
    if (offsets !== undefined) for (let c = 0; c < out.length; c++) out[c] += weights[n] * offsets[c];
  }
  return out;
}

/** How far morph target n moves each vertex; undefined where it moves none. */
export function readTarget(document: GltfDocument, { path, positions, targets }: GltfPrimitive, n: number): Float64Array | undefined {
  const at = `${path}.targets[${n}]`;
  const { POSITION: index } = readAnyObject(targets[n], at);
  if (index === undefined) return undefined;
  const head = readAccessorHead(document, index, `${at}.POSITION`, ["VEC3"], ANY_NUMBER, MAX_VERTICES);
  checkCount(head, positions);
  return readAccessor(document, head);
}

/** The weights of morph targets at rest: those of the node, else of its mesh. */
export function readMorphWeights(node: GltfEntry, mesh: GltfEntry): number[] {
  const { fields, path } = node.fields.weights === undefined ? mesh : node;
  if (fields.weights === undefined) return [];
  return readList(fields.weights, `${path}.weights`).map((value, n) => readNumber(value, `${path}.weights[${n}]`));
}

/** Texture coordinates, two a vertex; v counts upwards here. */
export function readTexture(document: GltfDocument, primitive: GltfPrimitive): Float64Array | undefined {
  const uv = readAttribute(document, primitive, "TEXCOORD_0", ["VEC2"], ANY_NUMBER);
  if (uv !== undefined) for (let n = 1; n < uv.values.length; n += 2) uv.values[n] = 1 - uv.values[n];
  return uv?.values;
}

export function readColours(document: GltfDocument, primitive: GltfPrimitive): { values: Float64Array; size: number } | undefined {
  return readAttribute(document, primitive, "COLOR_0", ["VEC3", "VEC4"], FRACTIONS);
}

/** Of each vertex the four joints of its skin with the greatest weights, which sum to 1, the greatest first. */
export function readInfluences(
  document: GltfDocument,
  primitive: GltfPrimitive,
  jointCount: number,
  firstBone: number,
  bones: Uint16Array,
  weights: Float64Array,
): void {
  const vertexCount = primitive.positions.count;
  const sets: { joints: Float64Array; shares: Float64Array }[] = [];
  for (let n = 0; primitive.attributes[`JOINTS_${n}`] !== undefined && n < 2; n++) {
    const joints = readAttribute(document, primitive, `JOINTS_${n}`, ["VEC4"], [UNSIGNED_BYTE, UNSIGNED_SHORT]);
    const shares = readAttribute(document, primitive, `WEIGHTS_${n}`, ["VEC4"], FRACTIONS);
    if (joints === undefined || shares === undefined) {
      throw new InputError(`${primitive.path}.attributes`, `joints without WEIGHTS_${n}`, "export both");
    }
    sets.push({ joints: joints.values, shares: shares.values });
  }
  if (sets.length === 0) {
    throw new InputError(`${primitive.path}.attributes`, "a skin without JOINTS_0", "export the joints and their weights");
  }
  for (let i = 0; i < vertexCount; i++) {
    const found = sets.flatMap(({ joints, shares }) =>
      [0, 1, 2, 3].map((k) => ({ joint: joints[4 * i + k], share: Math.max(shares[4 * i + k], 0) })),
    );
    const best = found.sort((a, b) => b.share - a.share).slice(0, INFLUENCES);
    const sum = best.reduce((total, { share }) => total + share, 0);
    best.forEach(({ joint, share }, k) => {
      if (share > 0 && joint >= jointCount) {
        throw new InputError(`${primitive.path}.attributes.JOINTS_0`, `joint ${joint}`, `the skin has ${jointCount}`);
      }
      bones[INFLUENCES * i + k] = firstBone + (share > 0 ? joint : 0);
      weights[INFLUENCES * i + k] = sum > 0 ? share / sum : k === 0 ? 1 : 0;
    });
  }
}

function readAttribute(
  document: GltfDocument,
  { attributes, path, positions, unpacked }: GltfPrimitive,
  name: string,
  types: Parameters<typeof readAccessorHead>[3],
  components: Parameters<typeof readAccessorHead>[4],
): { values: Float64Array; size: number } | undefined {
  if (attributes[name] === undefined) return undefined;
  const from = `${path}.attributes.${name}`;
  const head = readAccessorHead(document, attributes[name], from, types, components, MAX_VERTICES);
  const values = unpacked?.values.get(name)?.slice();
  if (values === undefined) checkCount(head, positions);
  return { values: values ?? readAccessor(document, head), size: head.size };
}

function checkCount(head: AccessorHead, positions: AccessorHead): void {
  if (head.count === positions.count) return;
  throw new InputError(`${head.entry.path}.count`, String(head.count), `give ${positions.count}, one a vertex`);
}
