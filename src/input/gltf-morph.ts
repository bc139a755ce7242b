import { InputError } from "../core/errors.ts";
import type { MorphTarget } from "../mesh/morph.ts";
import type { GltfDocument } from "./gltf-document.ts";
import { type GltfPrimitive, readTarget } from "./gltf-primitive.ts";
import { MAX_MORPHS } from "./limits.ts";

/** The weights of one node's morph targets among all that animations change. */
export interface MorphRun {
  readonly start: number;
  readonly count: number;
}

/** The morph targets that animations mix. Those of other nodes are part of the mesh at rest. */
export interface MorphList {
  /** Of all weights. */
  readonly weightCount: number;
  /** Makes room for the weights of a node, once; undefined where its mesh has no targets. */
  claim(node: number, path: string): MorphRun | undefined;
  find(node: number): MorphRun | undefined;
}

/** What of a primitive counts here, and which node shows it. */
interface Shown {
  readonly node: { readonly index: number };
  readonly primitive: Pick<GltfPrimitive, "path" | "targets">;
}

export function createMorphList(shown: readonly Shown[]): MorphList {
  const primitives = new Map<number, Shown["primitive"][]>();
  for (const { node, primitive } of shown) {
    const known = primitives.get(node.index);
    if (known === undefined) primitives.set(node.index, [primitive]);
    else known.push(primitive);
  }
  const runs = new Map<number, MorphRun>();
  let weightCount = 0;
  let targetCount = 0;
  return {
    get weightCount() {
      return weightCount;
    },
    claim(node, path) {
      const known = runs.get(node);
      const own = primitives.get(node) ?? [];
      const count = own[0]?.targets.length ?? 0;
      if (known !== undefined || count === 0) return known;
      for (const { path: at, targets } of own) {
        targetCount += count;
        if (targets.length !== count) {
          throw new InputError(`${at}.targets`, `${targets.length} morph targets`, `give ${count}, as its mesh has`);
        }
      }
      if (targetCount > MAX_MORPHS) {
        throw new InputError(path, `${targetCount} animated morph targets so far`, `use at most ${MAX_MORPHS}`);
      }
      const run = { start: weightCount, count };
      weightCount += count;
      runs.set(node, run);
      return run;
    },
    find: (node) => runs.get(node),
  };
}

/** The targets of a primitive whose first vertex has this number in the joined mesh. */
export function readMorphs(document: GltfDocument, primitive: GltfPrimitive, { start }: MorphRun, first: number): MorphTarget[] {
  return primitive.targets.flatMap((_, n) => {
    const offsets = readTarget(document, primitive, n);
    // 32 bits are what the file has
    return offsets === undefined ? [] : [{ first, offsets: Float32Array.from(offsets), weight: start + n }];
  });
}
