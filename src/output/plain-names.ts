/** Names of letters, digits and underscores that begin with none of the digits, each of them once: for prims of USD and names of files. */
export function plainNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?![A-Za-z_])/, "_");
    let own = plain;
    for (let n = 2; taken.has(own); n++) own = `${plain}_${n}`;
    taken.add(own);
    return own;
  });
}
