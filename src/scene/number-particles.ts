import { gather } from "../fabric/gather.ts";
import { chooseParticleOrder, reorderCloth } from "../fabric/reorder-cloth.ts";
import { invertPermutation } from "../mesh/invert-permutation.ts";
import type { RunSetup } from "../sim/setup.ts";

/**
 * A setup in the scene's numbering with its particles as the engine numbers them: as the method would like them, else so that neighbours are near in memory. Nobody
 * outside sees it.
 */
export function numberParticles<S extends RunSetup>(setup: S): S {
  const { cloth, method, options, positions, velocities, pins, leashes = [], tethers = [] } = setup;
  const wanted = method.orderParticles?.(cloth, options);
  const sceneIndex = wanted?.order ?? chooseParticleOrder(cloth);
  const place = invertPermutation(sceneIndex);
  return {
    ...setup,
    cloth: { ...reorderCloth(cloth, sceneIndex), ...(wanted === undefined ? {} : { ordering: wanted.name }) },
    positions: gather(positions, 3, sceneIndex),
    velocities: gather(velocities, 3, sceneIndex),
    sceneIndex,
    pins: pins.map((pin) => ({ ...pin, vertex: place[pin.vertex] })),
    leashes: leashes.map((leash) => ({ ...leash, vertex: place[leash.vertex] })),
    tethers: tethers.map((tether) => ({ ...tether, vertex: place[tether.vertex], anchor: place[tether.anchor] })),
  };
}
