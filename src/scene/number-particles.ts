import type { Cloth } from "../fabric/cloth.ts";
import { chooseParticleOrder, reorderCloth } from "../fabric/reorder-cloth.ts";
import type { Method, MethodOptions } from "../solvers/method.ts";

/** The cloth as the engine numbers its particles, and the scene's index of each: a permutation that nobody outside sees. */
export interface NumberedCloth {
  readonly cloth: Cloth;
  readonly sceneIndex: Uint32Array;
}

/** Numbers particles as the method would like them, else so that neighbours are near in memory. */
export function numberParticles(cloth: Cloth, method: Method, options: MethodOptions): NumberedCloth {
  const wanted = method.orderParticles?.(cloth, options);
  const sceneIndex = wanted?.order ?? chooseParticleOrder(cloth);
  const numbered = reorderCloth(cloth, sceneIndex);
  return { cloth: wanted === undefined ? numbered : { ...numbered, ordering: wanted.name }, sceneIndex };
}
