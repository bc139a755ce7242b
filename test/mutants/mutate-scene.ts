import type { Json } from "../scene/sample-scenes.ts";
import { changeFields, changeKind, changeNumber, changeOption, changeSize, nestDeep } from "./break-scene.ts";
import {
  changeCollision,
  changeFabric,
  changeGravity,
  changeMasses,
  changeMethod,
  changePins,
  changeSprings,
  changeThickness,
  changeTimestep,
  changeVelocity,
  changeWind,
} from "./change-physics.ts";
import { moveCollider, moveVertex, stackCloths } from "./change-places.ts";
import { createDraws } from "./draws.ts";
import type { BaseScene, Mutant, Mutation } from "./mutation.ts";

/** Mutant `index` of a seed: always the same, whichever others are made. */
export function createMutant(seed: number, index: number, bases: readonly BaseScene[]): Mutant {
  const draws = createDraws(seed, index);
  const { name, scene } = draws.one(bases);
  const mutated = structuredClone(scene);
  const changes: string[] = [];
  const count = draws.integer(1, 3);
  const mutations = draws.chance(0.7) ? EXTREME : [...EXTREME, ...BROKEN];
  for (let n = 0; n < count && hasCloths(mutated); n++) {
    const change = draws.one(mutations)(mutated, draws);
    if (change !== undefined) changes.push(change);
  }
  return { index, base: name, changes, scene: mutated };
}

/** Whether there is anything left to be changed: an earlier change may have taken all cloths away. */
function hasCloths({ cloths }: Json): boolean {
  return Array.isArray(cloths) && cloths.length > 0 && cloths.every((cloth) => typeof cloth === "object" && cloth !== null);
}

/** What stays a scene, though an extreme one, mostly; drawn together they show what neither shows alone. */
const EXTREME: readonly Mutation[] = [
  changeMethod,
  changeMethod,
  changeMethod,
  changeGravity,
  changeWind,
  changeTimestep,
  changeMasses,
  changeFabric,
  changeThickness,
  changeThickness,
  changeCollision,
  stackCloths,
  moveVertex,
  moveVertex,
  moveCollider,
  moveCollider,
  changeVelocity,
  changePins,
  changeSprings,
];

/** What is to be refused, mostly. */
const BROKEN: readonly Mutation[] = [
  changeOption,
  changeOption,
  changeSize,
  changeNumber,
  changeNumber,
  changeNumber,
  changeKind,
  changeFields,
  nestDeep,
];
