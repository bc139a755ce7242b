import fc from "fast-check";
import { expect, test } from "vitest";
import { formatHash, hashNumbers, hashWords } from "../../src/core/hash.ts";

const hashOf = (...values: number[]): string => formatHash(hashNumbers([Float64Array.from(values)]));

test("the hash is MurmurHash3 (x86, 32 bit, seed 0) of the bytes", () => {
  // from an implementation of our own in another language, itself checked against the published vector 00000000 → 2362f9de
  expect(formatHash(hashNumbers([]))).toBe("00000000");
  expect(hashOf(0)).toBe("63852afc");
  expect(hashOf(1, 2, 3)).toBe("9e813d1d");
  expect(hashOf(0.1, -7.25, 1e300)).toBe("5ee953e6");
  expect(hashWords(1, 2, 3)).toBe(3923217110);
  expect(hashWords(1, 2)).toBe(4159631195);
});

test("−0 and +0 differ", () => {
  expect(hashOf(-0)).toBe("516faf25");
  expect(hashOf(-0)).not.toBe(hashOf(0));
});

test("one unit in the last place of one number changes the hash", () => {
  const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.array(anyNumber, { minLength: 1, maxLength: 20 }), fc.nat(), (values, pick) => {
      const numbers = Float64Array.from(values);
      const before = hashNumbers([numbers]);
      const bits = new BigUint64Array(numbers.buffer);
      bits[pick % numbers.length] ^= 1n;
      return hashNumbers([numbers]) !== before;
    }),
  );
});

test("the order of the numbers matters, how they are split into arrays does not", () => {
  expect(hashOf(1, 2)).not.toBe(hashOf(2, 1));
  expect(formatHash(hashNumbers([Float64Array.of(1), Float64Array.of(2, 3)]))).toBe(hashOf(1, 2, 3));
});

test("a view into the middle of a buffer hashes its own numbers only", () => {
  const buffer = Float64Array.of(9, 1, 2, 3, 9);
  expect(formatHash(hashNumbers([buffer.subarray(1, 4)]))).toBe(hashOf(1, 2, 3));
});

test("a hash is written in eight digits", () => {
  expect(formatHash(0)).toBe("00000000");
  expect(formatHash(0xab)).toBe("000000ab");
  expect(formatHash(-1)).toBe("ffffffff");
});
