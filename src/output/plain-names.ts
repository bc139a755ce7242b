/** Each name as `plain` has it, once: a second `flag` is called `flag_2`. */
export function uniqueNames(names: readonly string[], plain: (name: string) => string): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const own = plain(name);
    let free = own;
    for (let n = 2; taken.has(free); n++) free = `${own}_${n}`;
    taken.add(free);
    return free;
  });
}

/** Names of letters, digits and underscores that begin with none of the digits, each of them once: for prims of USD and names of files. */
export function plainNames(names: readonly string[]): string[] {
  return uniqueNames(names, (name) => name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?![A-Za-z_])/, "_"));
}
