import { InputError } from "../core/errors.ts";

/** A cloth or collider by its number in the world; see number-path.ts. */
const NUMBERED = /^(?:cloths|colliders)#(\d+)/;

/** The same error with a path that its user knows, by number. */
export function retrace(error: unknown, paths: ReadonlyMap<number, string>): unknown {
  if (!(error instanceof InputError)) return error;
  const path = paths.get(Number(NUMBERED.exec(error.path)?.[1]));
  return path === undefined ? error : error.at(error.path.replace(NUMBERED, path));
}
