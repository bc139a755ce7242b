/** Places of a list by their keys: those of key k are `members[start[k]]` to `members[start[k + 1] − 1]`, ascending. */
export interface Groups {
  readonly start: Uint32Array;
  readonly members: Uint32Array;
}

/** Groups the elements of a list by its keys, `size` of them an element; negative keys are left out. In linear time. */
export function groupByKey(keys: Uint32Array | Int32Array, keyCount: number, size: number = 1): Groups {
  const start = new Uint32Array(keyCount + 1);
  for (let n = 0; n < keys.length; n++) if (keys[n] >= 0) start[keys[n] + 1]++;
  for (let k = 0; k < keyCount; k++) start[k + 1] += start[k];
  const cursor = start.slice(0, keyCount);
  const members = new Uint32Array(start[keyCount]);
  for (let n = 0; n < keys.length; n++) if (keys[n] >= 0) members[cursor[keys[n]]++] = Math.floor(n / size);
  return { start, members };
}
