import { InputError } from "../core/errors.ts";

/** A cloth or collider by its number in the world; see number-path.ts. */
const NUMBERED = /^(?:cloths|colliders)#(\d+)/;

/** A path, or a sentence that begins with one, as its user knows it, by number. */
export function retracePath(text: string, paths: ReadonlyMap<number, string>): string {
  return text.replace(NUMBERED, (path, id) => paths.get(Number(id)) ?? path);
}

/** The same error with such a path. */
export function retrace(error: unknown, paths: ReadonlyMap<number, string>): unknown {
  return error instanceof InputError ? error.at(retracePath(error.path, paths)) : error;
}
