import { sortStable } from "./sort-stable.ts";

/** Marks the triangles that have the same three corners as one before them, in linear time. */
export function findDoubles(particleCount: number, triangles: Uint32Array): Uint8Array {
  const count = triangles.length / 3;
  const low = new Uint32Array(count);
  const middle = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    low[t] = Math.min(a, b, c);
    high[t] = Math.max(a, b, c);
    middle[t] = a + b + c - low[t] - high[t];
  }
  let order: Uint32Array = Uint32Array.from({ length: count }, (_, t) => t);
  for (const keys of [high, middle, low]) order = sortStable(particleCount, keys, order);
  const isDouble = new Uint8Array(count);
  for (let n = 1; n < count; n++) {
    const [t, before] = [order[n], order[n - 1]];
    if (low[t] === low[before] && middle[t] === middle[before] && high[t] === high[before]) isDouble[t] = 1;
  }
  return isDouble;
}
