import { InputError } from "../../core/errors.ts";
import type { Fields } from "../../core/read.ts";

/** Says of which kind of body, among these, a blend is that does not go with cones. */
export function checkBlend(kinds: readonly string[]): (given: Fields, path: string) => void {
  return ({ blend, cones, ...given }, path) => {
    if (blend === undefined || cones !== undefined) return;
    const kind = kinds.find((name) => given[name] !== undefined) ?? "collider without a body";
    throw new InputError(`${path}.blend`, `a blend of a ${kind}`, "it goes with cones");
  };
}
