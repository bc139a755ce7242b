import type { Bytes } from "./file-chunk.ts";

/** A factor of 64 bits, its upper half first. */
type Factor = readonly [number, number];

const FIRST: Factor = [0x87c37b91, 0x114253d5];
const SECOND: Factor = [0x4cf5ad43, 0x2745937f];
const THIRD: Factor = [0xff51afd7, 0xed558ccd];
const FOURTH: Factor = [0xc4ceb9fe, 0x1a85ec53];

/** Where the words of 64 bits are, two of the state and two of a block; each is a pair, the lower half first. */
const [H1, H2, K1, K2] = [0, 2, 4, 6];

/** MurmurHash3, x64, 128 bits, seed 0: the key of a sample in an Alembic file. */
export function murmurHash(bytes: Uint8Array): Bytes {
  const words = new Int32Array(8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length - (bytes.length % 16);
  for (let at = 0; at < whole; at += 16) {
    for (let k = 0; k < 4; k++) words[K1 + k] = view.getInt32(at + 4 * k, true);
    mix(words, H1, K1, FIRST, 31, SECOND);
    rotate(words, H1, 27);
    add(words, H1, H2);
    spread(words, H1, 0x52dce729);
    mix(words, H2, K2, SECOND, 33, FIRST);
    rotate(words, H2, 31);
    add(words, H2, H1);
    spread(words, H2, 0x38495ab5);
  }
  words.fill(0, K1);
  for (let at = whole; at < bytes.length; at++) words[K1 + ((at - whole) >> 2)] |= bytes[at] << (8 * (at % 4));
  mix(words, H2, K2, SECOND, 33, FIRST);
  mix(words, H1, K1, FIRST, 31, SECOND);
  words[H1] ^= bytes.length;
  words[H2] ^= bytes.length;
  add(words, H1, H2);
  add(words, H2, H1);
  finish(words, H1);
  finish(words, H2);
  add(words, H1, H2);
  add(words, H2, H1);
  return new Uint8Array(words.buffer).slice(0, 16);
}

/** h ^= rotate(k × first) × second. */
function mix(words: Int32Array, h: number, k: number, first: Factor, bits: number, second: Factor): void {
  multiply(words, k, first);
  rotate(words, k, bits);
  multiply(words, k, second);
  words[h] ^= words[k];
  words[h + 1] ^= words[k + 1];
}

function finish(words: Int32Array, at: number): void {
  words[at] ^= words[at + 1] >>> 1;
  multiply(words, at, THIRD);
  words[at] ^= words[at + 1] >>> 1;
  multiply(words, at, FOURTH);
  words[at] ^= words[at + 1] >>> 1;
}

function multiply(words: Int32Array, at: number, factor: Factor): void {
  const low = words[at];
  words[at + 1] = upperHalf(low, factor[1]) + Math.imul(low, factor[0]) + Math.imul(words[at + 1], factor[1]);
  words[at] = Math.imul(low, factor[1]);
}

/** The upper 32 bits of a product of 32 by 32, without sign, in whole numbers of 32 bits throughout. */
function upperHalf(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const middle = (Math.imul(a1, b0) + (Math.imul(a0, b0) >>> 16)) | 0;
  const other = (Math.imul(a0, b1) + (middle & 0xffff)) | 0;
  return (Math.imul(a1, b1) + (middle >>> 16) + (other >>> 16)) | 0;
}

/** To the left; by 32 and more, the halves change places first. */
function rotate(words: Int32Array, at: number, bits: number): void {
  const near = words[bits < 32 ? at : at + 1];
  const far = words[bits < 32 ? at + 1 : at];
  const rest = bits % 32;
  words[at] = (near << rest) | (far >>> (32 - rest));
  words[at + 1] = (far << rest) | (near >>> (32 - rest));
}

function add(words: Int32Array, at: number, from: number): void {
  const before = words[at];
  words[at] = (before + words[from]) | 0;
  words[at + 1] = (words[at + 1] + words[from + 1] + (words[at] >>> 0 < before >>> 0 ? 1 : 0)) | 0;
}

/** h = 5 h + constant. */
function spread(words: Int32Array, at: number, constant: number): void {
  const low = 5 * (words[at] >>> 0) + constant;
  words[at + 1] = (Math.imul(5, words[at + 1]) + Math.floor(low / 0x100000000)) | 0;
  words[at] = low | 0;
}
