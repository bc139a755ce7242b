/** The place of a cloth or collider in the scene of its group. */
const PLACED = /^(cloths|colliders)\[(\d+)\]/;

/** A path, or a sentence that begins with one, with the number of a cloth or collider in place of its place in a group's scene; `ids` are the numbers by place. */
export function numberPath(text: string, ids: { readonly cloths: readonly number[]; readonly colliders: readonly number[] }): string {
  return text.replace(PLACED, (path, list: "cloths" | "colliders", place) => {
    const id = ids[list][place];
    return id === undefined ? path : `${list}#${id}`;
  });
}

/** The number of the cloth that such a path begins with. */
export function clothIn(path: string): number | undefined {
  const [, id] = /^cloths#(\d+)/.exec(path) ?? [];
  return id === undefined ? undefined : Number(id);
}
