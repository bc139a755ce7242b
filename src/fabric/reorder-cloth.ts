import { adjacencyFromPairs } from "../mesh/adjacency.ts";
import { invertPermutation } from "../mesh/invert-permutation.ts";
import { meanEdgeSpan, reverseCuthillMcKee } from "../mesh/reorder.ts";
import type { Cloth } from "./cloth.ts";
import { mapClothArrays } from "./cloth-arrays.ts";
import { gather } from "./gather.ts";
import { assembleCloth } from "./make-cloth.ts";

/** Particles are renumbered only where that brings neighbours at least this many times closer together in memory. */
const WORTHWHILE = 2;

/**
 * The order in which the engine should keep the particles: old index of each new one, by reverse Cuthill–McKee over the
 * springs; the given order where that is already about as good (a generated grid, say).
 */
export function chooseParticleOrder(cloth: Cloth): Uint32Array {
  const given = Uint32Array.from({ length: cloth.particleCount }, (_, i) => i);
  const adjacency = adjacencyFromPairs(cloth.particleCount, cloth.springs.ends);
  const better = reverseCuthillMcKee(adjacency);
  return meanEdgeSpan(adjacency) > WORTHWHILE * meanEdgeSpan(adjacency, better) ? better : given;
}

/** The same cloth with its particles in another order; `order` holds the old index of each new particle. */
export function reorderCloth(cloth: Cloth, order: Uint32Array): Cloth {
  if (order.every((old, i) => old === i)) return cloth;
  const renumber = invertPermutation(order);
  const moved = (indices: Uint32Array): Uint32Array => indices.map((old) => renumber[old]);
  const arrays = mapClothArrays((name, { of, stride }) => {
    const values = cloth[name];
    if (values === undefined || values.length === 0) return undefined;
    return of === "particle" ? gather(values, stride, order) : values;
  });
  const whole = assembleCloth(
    [
      {
        name: "",
        particleCount: cloth.particleCount,
        ...arrays,
        springs: { ...cloth.springs, ends: moved(cloth.springs.ends) },
        hinges: { ...cloth.hinges, vertices: moved(cloth.hinges.vertices) },
        triangles: moved(cloth.triangles),
      },
    ],
    cloth.revision,
  );
  return { ...whole, origin: gather(cloth.origin, 1, order), parts: cloth.parts };
}
