/** Sets of numbers below `count`, each known by its lowest: at first every number is one by itself   [Tarjan75]. */
export function createSets(count: number): Uint32Array {
  const parent = new Uint32Array(count);
  for (let i = 0; i < count; i++) parent[i] = i;
  return parent;
}

/** The lowest number of the set of i; ways to it are halved as they are walked. */
export function lowestOf(parent: Uint32Array, i: number): number {
  let k = i;
  while (parent[k] !== k) {
    parent[k] = parent[parent[k]];
    k = parent[k];
  }
  return k;
}

export function joinSets(parent: Uint32Array, i: number, j: number): void {
  const a = lowestOf(parent, i);
  const b = lowestOf(parent, j);
  if (a < b) parent[b] = a;
  else parent[a] = b;
}
