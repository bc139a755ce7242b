import type { GroupSetup } from "./group.ts";

/** Whether two setups make the same group: gravity and wind can be changed in one. */
export function isSameSetup(a: GroupSetup, b: GroupSetup): boolean {
  const { settings: one, colliders } = a.description;
  const { settings: other } = b.description;
  return (
    a.cloths.length === b.cloths.length &&
    a.cloths.every((entry, n) => entry === b.cloths[n]) &&
    colliders === b.description.colliders &&
    one.collision === other.collision &&
    one.solver === other.solver &&
    one.timestep === other.timestep
  );
}
