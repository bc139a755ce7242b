import { METHODS } from "../../src/index.ts";
import type { BaseScene, Mutant } from "./mutation.ts";

/** Each scene of the gallery with each method, and with what each of its variants says: `index` is the same as long as nobody adds any. */
export function listGalleryPairs(bases: readonly BaseScene[]): readonly Mutant[] {
  const pairs = bases.flatMap(({ name, scene }) => [
    ...METHODS.map((method) => ({
      base: name,
      changes: [`method ${method.name}`],
      scene: withSolver(scene, { ...scene.solver, method: method.name }),
    })),
    ...(scene.variants ?? []).map((variant: BaseScene["scene"]) => ({
      base: name,
      changes: [`variant ${variant.name}`],
      scene: withSolver(scene, variant.solver),
    })),
  ]);
  return pairs.map((pair, index) => ({ index, ...pair }));
}

function withSolver({ variants: _, compare: __, ...scene }: BaseScene["scene"], solver: unknown): unknown {
  return { ...scene, solver };
}
