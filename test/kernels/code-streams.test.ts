import "../support/random-seed.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinStreams, splitStreams } from "../../src/kernels/code-streams.ts";

const split = (bytes: Uint8Array): Uint8Array => Uint8Array.from(splitStreams(bytes).flatMap((stream) => [...stream]));

test("streams of a binary are joined to the same binary, whatever is in it", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      expect(joinStreams(split(bytes))).toEqual(bytes);
    }),
  );
});

test("instructions, locals, offsets, numbers and constants stand apart", () => {
  const bytes = Uint8Array.of(0x20, 7, 0xfd, 0, 4, 0x90, 1, 0x41, 5, 0x43, 0, 0, 0x80, 0x3f, 0x21, 9); // local.get, v128.load, i32.const, f32.const, local.set
  const [, ...streams] = splitStreams(bytes).map((stream) => [...stream]);
  expect(streams).toEqual([[0x20, 0xfd, 0, 4, 0x41, 0x43, 0x21], [7, 9], [0x90, 1], [5], [0, 0, 0x80, 0x3f]]);
});

test("a stream that is too long for its header is refused", () => {
  expect(() => splitStreams(new Uint8Array(70000))).toThrow(RangeError);
});
