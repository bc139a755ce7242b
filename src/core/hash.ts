/**
 * 32-bit hash of the raw bits of numbers (the mixing of MurmurHash3, public domain), for "same scene, same bits" checks.
 * It sees every bit: +0 and −0 differ, and so do results that differ in the last place.
 */
export function hashNumbers(arrays: readonly Float64Array[]): number {
  let hash = 0;
  let length = 0;
  for (const array of arrays) {
    const words = new Uint32Array(array.buffer, array.byteOffset, array.length * 2);
    for (let i = 0; i < words.length; i++) hash = mixWord(hash, words[i]);
    length += words.length * 4;
  }
  return finish(hash ^ length);
}

/** Eight hexadecimal digits. */
export function formatHash(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Hash of a few 32-bit words: a random number that depends on nothing but them. */
export function hashWords(a: number, b: number, c = 0): number {
  return finish(mixWord(mixWord(mixWord(0, a), b), c) ^ 12);
}

function mixWord(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  k = Math.imul(k, 0x1b873593);
  let h = hash ^ k;
  h = (h << 13) | (h >>> 19);
  return (Math.imul(h, 5) + 0xe6546b64) | 0;
}

function finish(hash: number): number {
  let h = hash;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}
