import { InputError } from "../core/errors.ts";
import { readList } from "../core/read.ts";
import { FLOAT, readAccessor, readAccessorHead } from "./gltf-accessor.ts";
import type { GltfDocument, GltfEntry } from "./gltf-document.ts";
import { MATRIX_SIZE, multiplyInto } from "./gltf-nodes.ts";
import { MAX_BONES } from "./limits.ts";

/** All that moves vertices: a node, and the matrix that takes a vertex to the coordinates of that node at rest. */
export interface BoneList {
  readonly count: number;
  /** Adds the joints of a skin, and returns the number of the first. */
  addSkin(skin: GltfEntry): number;
  /** Adds a node that carries a mesh as it is. */
  addNode(node: number): number;
  /** Joints of a skin. */
  jointCount(skin: GltfEntry): number;
  /** Poses of all bones from the matrices of all nodes. */
  computePoses(nodeMatrices: Float64Array, out: Float64Array): void;
}

export function createBoneList(document: GltfDocument): BoneList {
  const nodes: number[] = [];
  /** Of bones with one; the others have none. */
  const inverses = new Map<number, Float64Array>();
  const skins = new Map<number, { first: number; count: number }>();

  function push(node: number, path: string): void {
    if (nodes.length === MAX_BONES) throw new InputError(path, `more than ${MAX_BONES} bones`, "use fewer");
    nodes.push(node);
  }

  return {
    get count() {
      return nodes.length;
    },
    addSkin({ index, fields, path }) {
      const known = skins.get(index);
      if (known !== undefined) return known.first;
      const first = nodes.length;
      const joints = readList(fields.joints, `${path}.joints`);
      if (joints.length === 0) throw new InputError(`${path}.joints`, "no joints", "give at least one");
      joints.forEach((joint, k) => {
        push(document.entry("nodes", joint, `${path}.joints[${k}]`).index, path);
      });
      skins.set(index, { first, count: joints.length });
      if (fields.inverseBindMatrices === undefined) return first;
      const from = `${path}.inverseBindMatrices`;
      const head = readAccessorHead(document, fields.inverseBindMatrices, from, ["MAT4"], [FLOAT], MAX_BONES);
      if (head.count < joints.length) {
        throw new InputError(from, `${head.count} matrices`, `give ${joints.length}, one a joint`);
      }
      const values = readAccessor(document, head);
      for (let k = 0; k < joints.length; k++) {
        const m = values.subarray(16 * k, 16 * k + 16);
        inverses.set(first + k, Float64Array.of(m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10], m[12], m[13], m[14]));
      }
      return first;
    },
    addNode(node) {
      push(node, document.path);
      return nodes.length - 1;
    },
    jointCount: ({ index }) => skins.get(index)?.count ?? 0,
    computePoses(nodeMatrices, out) {
      for (let b = 0; b < nodes.length; b++) {
        const at = MATRIX_SIZE * b;
        const from = MATRIX_SIZE * nodes[b];
        const inverse = inverses.get(b);
        if (inverse !== undefined) multiplyInto(nodeMatrices, from, inverse, 0, out, at);
        else for (let c = 0; c < MATRIX_SIZE; c++) out[at + c] = nodeMatrices[from + c];
      }
    },
  };
}
