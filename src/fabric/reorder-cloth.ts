import { adjacencyFromPairs } from "../mesh/adjacency.ts";
import { invertPermutation, meanEdgeSpan, reverseCuthillMcKee } from "../mesh/reorder.ts";
import type { Cloth } from "./cloth.ts";
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
  const material = new Float64Array(cloth.material.length);
  if (material.length > 0) {
    for (let i = 0; i < order.length; i++) {
      material[2 * i] = cloth.material[2 * order[i]];
      material[2 * i + 1] = cloth.material[2 * order[i] + 1];
    }
  }
  const whole = assembleCloth(
    [
      {
        name: "",
        particleCount: cloth.particleCount,
        mass: Float64Array.from(order, (old) => cloth.mass[old]),
        viscousDamping: Float64Array.from(order, (old) => cloth.viscousDamping[old]),
        springs: { ...cloth.springs, ends: moved(cloth.springs.ends) },
        hinges: { ...cloth.hinges, vertices: moved(cloth.hinges.vertices) },
        triangles: moved(cloth.triangles),
        ...(material.length > 0 ? { material } : {}),
        ...(cloth.triangleStiffness.length > 0 ? { triangleStiffness: cloth.triangleStiffness } : {}),
        ...(cloth.pressure === undefined ? {} : { pressure: cloth.pressure }),
        ...(cloth.tearing === undefined ? {} : { tearing: cloth.tearing }),
      },
    ],
    cloth.revision,
  );
  return { ...whole, parts: cloth.parts };
}
