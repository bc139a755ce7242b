import { InputError } from "../core/errors.ts";

/** The place of a cloth or collider in the scene of its group, and by its number in the world. */
const PLACED = /^(cloths|colliders)\[(\d+)\]/;
const NUMBERED = /^(?:cloths|colliders)#(\d+)/;

/** The same error with the number of a cloth or collider in place of its place in a group's scene; `ids` are the numbers by place. */
export function numberPath(error: unknown, ids: { readonly cloths: readonly number[]; readonly colliders: readonly number[] }): unknown {
  if (!(error instanceof InputError)) return error;
  const [, list, place] = PLACED.exec(error.path) ?? [];
  const id = ids[list as "cloths" | "colliders"]?.[Number(place)];
  return id === undefined ? error : withPath(error, error.path.replace(PLACED, `${list}#${id}`));
}

/** The same error with a path that its user knows, by number. */
export function retrace(error: unknown, paths: ReadonlyMap<number, string>): unknown {
  if (!(error instanceof InputError)) return error;
  const [, id] = NUMBERED.exec(error.path) ?? [];
  const path = paths.get(Number(id));
  return path === undefined ? error : withPath(error, error.path.replace(NUMBERED, path));
}

function withPath({ got, advice, stack }: InputError, path: string): InputError {
  const error = new InputError(path, got, advice);
  if (stack !== undefined) error.stack = stack;
  return error;
}
