/** Random numbers of one seed, the same on every machine. */
export interface Draws {
  /** In [0, 1). */
  number(): number;
  /** From least to most, both of them too. */
  integer(least: number, most: number): number;
  chance(share: number): boolean;
  one<Value>(values: readonly Value[]): Value;
}

/** Draws of run `index` of a seed (mulberry32). */
export function createDraws(seed: number, index: number): Draws {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;

  function number(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  const integer = (least: number, most: number): number => least + Math.floor(number() * (most - least + 1));
  return { number, integer, chance: (share) => number() < share, one: (values) => values[integer(0, values.length - 1)] };
}
