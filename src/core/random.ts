import { hashWords } from "./hash.ts";

/** Seeded random numbers in [0, 1) (sfc32, public domain): the same sequence on every machine. */
export function createRandom(seed: number): () => number {
  let a = hashWords(seed, 1);
  let b = hashWords(seed, 2);
  let c = hashWords(seed, 3);
  let d = 1;
  return () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
}

/** Smooth seeded noise in [−1, 1] over a real argument: a value at every whole number, cubic in between. No state. */
export function smoothNoise(seed: number, channel: number, s: number): number {
  const whole = Math.floor(s);
  const f = s - whole;
  const a = latticeValue(seed, channel, whole);
  const b = latticeValue(seed, channel, whole + 1);
  return a + (b - a) * f * f * (3 - 2 * f);
}

function latticeValue(seed: number, channel: number, index: number): number {
  return hashWords(seed, channel, index | 0) / 2147483647.5 - 1;
}
