/** The items of `order` by ascending key; equal keys keep their order. */
export function sortStable(keyCount: number, keys: Uint32Array, order: Uint32Array): Uint32Array {
  const cursor = new Uint32Array(keyCount + 1);
  for (let s = 0; s < order.length; s++) cursor[keys[order[s]] + 1]++;
  for (let k = 0; k < keyCount; k++) cursor[k + 1] += cursor[k];
  const sorted = new Uint32Array(order.length);
  for (let s = 0; s < order.length; s++) sorted[cursor[keys[order[s]]]++] = order[s];
  return sorted;
}
