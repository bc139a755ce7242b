import { InputError } from "../core/errors.ts";

/** The place of a cloth or collider in the scene of its group. */
const PLACED = /^(cloths|colliders)\[(\d+)\]/;

/** The same error with the number of a cloth or collider in place of its place in a group's scene; `ids` are the numbers by place. */
export function numberPath(error: unknown, ids: { readonly cloths: readonly number[]; readonly colliders: readonly number[] }): unknown {
  if (!(error instanceof InputError)) return error;
  const [, list, place] = PLACED.exec(error.path) ?? [];
  const id = ids[list as "cloths" | "colliders"]?.[Number(place)];
  return id === undefined ? error : error.at(error.path.replace(PLACED, `${list}#${id}`));
}
