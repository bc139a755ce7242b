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
