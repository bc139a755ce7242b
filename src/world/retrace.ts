import { InputError } from "../core/errors.ts";

/** The place of a cloth or collider in the scene of its group, and by its number in the world. */
const PLACED = /^(cloths|colliders)\[(\d+)\]/;
const NUMBERED = /^(?:cloths|colliders)#(\d+)/;

/** A path, or a sentence that begins with one, with the number of a cloth or collider in place of its place in a group's scene; `ids` are the numbers by place. */
export type Numbering = (text: string) => string;

export function numberBy(ids: { readonly cloths: readonly number[]; readonly colliders: readonly number[] }): Numbering {
  return (text) =>
    text.replace(PLACED, (path, list: "cloths" | "colliders", place) => {
      const id = ids[list][place];
      return id === undefined ? path : `${list}#${id}`;
    });
}

/** The same with the paths that a world's user knows, by number. */
export function retraceBy(paths: ReadonlyMap<number, string>): Numbering {
  return (text) => text.replace(NUMBERED, (path, id) => paths.get(Number(id)) ?? path);
}

/** The same error with another path. */
export function retrace(error: unknown, pathFor: Numbering): unknown {
  if (!(error instanceof InputError)) return error;
  const { got, advice, stack } = error;
  const other = new InputError(pathFor(error.path), got, advice);
  if (stack !== undefined) other.stack = stack;
  return other;
}
