import { deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { encodePng } from "../../src/output/png.ts";

test.each([
  [3, 2],
  [4, 6],
])("a PNG of %i bytes a pixel has its size, its pixels and the check sums that readers ask for", (bytes, kind) => {
  const [width, height] = [7, 5];
  const pixels = Uint8Array.from({ length: bytes * width * height }, (_, k) => (k * k * 31) & 255);
  const file = encodePng(pixels, width, height, deflateSync);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  expect(Array.from(file.subarray(1, 4))).toEqual([80, 78, 71]);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([width, height]);
  expect(file[25]).toBe(kind);
  // CRC of an empty IEND, as every PNG has it
  expect(view.getUint32(file.length - 4)).toBe(0xae426082);
  const size = view.getUint32(33);
  expect(unfilter(inflateSync(file.subarray(41, 41 + size)), bytes, width, height)).toEqual(pixels);
});

/** Undoes the filter "up", which every row has. */
function unfilter(rows: Uint8Array, bytes: number, width: number, height: number): Uint8Array {
  const stride = bytes * width;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    expect(rows[y * (stride + 1)]).toBe(2);
    for (let k = 0; k < stride; k++) pixels[y * stride + k] = rows[y * (stride + 1) + 1 + k] + (y > 0 ? pixels[(y - 1) * stride + k] : 0);
  }
  return pixels;
}
