/**
 * Reorders items `from` to `to − 1` so that none before `middle` has a larger key than any from there on (quickselect, the
 * median of first, middle and last as pivot). Keys are looked up by item. The result depends on the order before, and on nothing
 * else. Equal keys on both sides are swapped, so that many of them split well.
 */
export function medianSplit(items: Int32Array, from: number, to: number, middle: number, keys: Float64Array): void {
  let low = from;
  let high = to - 1;
  while (low < high) {
    const pivot = medianOfThree(keys[items[low]], keys[items[(low + high) >>> 1]], keys[items[high]]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (keys[items[i]] < pivot) i++;
      while (keys[items[j]] > pivot) j--;
      if (i > j) break;
      const item = items[i];
      items[i++] = items[j];
      items[j--] = item;
    }
    // Now low … j are at most the pivot, i … high at least; what lies between equals it.
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
