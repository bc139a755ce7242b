// The boxes of a leaf side by side: one box is compared with all eight at once, number by number.

/** The least number of a slot without a box: no other box reaches it. */
const MOST: i16 = 32767;

/** Lays `count` boxes, each one of starts and one of ends, side by side. */
export function storeBlock(boxes: usize, count: i32, block: usize): void {
  storeHalf(boxes, count, block);
  storeHalf(boxes + 16, count, block + 96);
}

function storeHalf(boxes: usize, count: i32, block: usize): void {
  const a0 = boxOf(boxes, 0, count);
  const a1 = boxOf(boxes, 1, count);
  const a2 = boxOf(boxes, 2, count);
  const a3 = boxOf(boxes, 3, count);
  const a4 = boxOf(boxes, 4, count);
  const a5 = boxOf(boxes, 5, count);
  const a6 = boxOf(boxes, 6, count);
  const a7 = boxOf(boxes, 7, count);
  // the transpose of eight by eight: three times, the halves of two are interleaved
  const b0 = low(a0, a4);
  const b1 = high(a0, a4);
  const b2 = low(a1, a5);
  const b3 = high(a1, a5);
  const b4 = low(a2, a6);
  const b5 = high(a2, a6);
  const b6 = low(a3, a7);
  const b7 = high(a3, a7);
  const c0 = low(b0, b4);
  const c1 = high(b0, b4);
  const c2 = low(b1, b5);
  const c3 = high(b1, b5);
  const c4 = low(b2, b6);
  const c5 = high(b2, b6);
  const c6 = low(b3, b7);
  const c7 = high(b3, b7);
  v128.store(block, low(c0, c4));
  v128.store(block, high(c0, c4), 16);
  v128.store(block, low(c1, c5), 32);
  v128.store(block, low(c2, c6), 48);
  v128.store(block, high(c2, c6), 64);
  v128.store(block, low(c3, c7), 80);
}

// @ts-ignore: decorator
@inline
function boxOf(boxes: usize, k: i32, count: i32): v128 {
  return k < count ? v128.load(boxes + ((<usize>k) << 5)) : i16x8.splat(MOST);
}

// @ts-ignore: decorator
@inline
function low(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

// @ts-ignore: decorator
@inline
function high(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Which boxes of a block meet another, as bits: `boxMeets` of meeting-boxes eight times. */
// @ts-ignore: decorator
@inline
export function blockMeets(block: usize, s: v128, e: v128): i32 {
  return eightMeet(
    v128.load(block),
    v128.load(block, 16),
    v128.load(block, 32),
    v128.load(block, 48),
    v128.load(block, 64),
    v128.load(block, 80),
    v128.load(block, 96),
    v128.load(block, 112),
    v128.load(block, 128),
    v128.load(block, 144),
    v128.load(block, 160),
    v128.load(block, 176),
    s,
    e,
  );
}

/** The same of a block that was loaded. */
// @ts-ignore: decorator
@inline
export function eightMeet(
  s0: v128,
  s1: v128,
  s2: v128,
  s3: v128,
  s4: v128,
  s5: v128,
  e0: v128,
  e1: v128,
  e2: v128,
  e3: v128,
  e4: v128,
  e5: v128,
  s: v128,
  e: v128,
): i32 {
  let isIn = compare(s0, e0, v128.shuffle<i16>(s, s, 0, 0, 0, 0, 0, 0, 0, 0), v128.shuffle<i16>(e, e, 0, 0, 0, 0, 0, 0, 0, 0));
  isIn = v128.and(isIn, compare(s1, e1, v128.shuffle<i16>(s, s, 1, 1, 1, 1, 1, 1, 1, 1), v128.shuffle<i16>(e, e, 1, 1, 1, 1, 1, 1, 1, 1)));
  isIn = v128.and(isIn, compare(s2, e2, v128.shuffle<i16>(s, s, 2, 2, 2, 2, 2, 2, 2, 2), v128.shuffle<i16>(e, e, 2, 2, 2, 2, 2, 2, 2, 2)));
  isIn = v128.and(isIn, compare(s3, e3, v128.shuffle<i16>(s, s, 4, 4, 4, 4, 4, 4, 4, 4), v128.shuffle<i16>(e, e, 4, 4, 4, 4, 4, 4, 4, 4)));
  isIn = v128.and(isIn, compare(s4, e4, v128.shuffle<i16>(s, s, 5, 5, 5, 5, 5, 5, 5, 5), v128.shuffle<i16>(e, e, 5, 5, 5, 5, 5, 5, 5, 5)));
  isIn = v128.and(isIn, compare(s5, e5, v128.shuffle<i16>(s, s, 6, 6, 6, 6, 6, 6, 6, 6), v128.shuffle<i16>(e, e, 6, 6, 6, 6, 6, 6, 6, 6)));
  return i16x8.bitmask(isIn);
}

// @ts-ignore: decorator
@inline
function compare(from: v128, to: v128, s: v128, e: v128): v128 {
  return v128.or(i16x8.le_s(from, s), i16x8.le_s(to, e));
}
