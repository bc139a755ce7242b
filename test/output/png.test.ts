import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deflate } from "../../src/output/deflate.ts";
import { encodePng } from "../../src/output/png.ts";

test("what deflate packs, zlib unpacks", () => {
  const runs = fc.array(fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 1, max: 60 })), { maxLength: 20 });
  fc.assert(
    fc.property(runs, (pieces) => {
      const bytes = Uint8Array.from(pieces.flatMap(([piece, times]) => Array(times).fill(Array.from(piece)).flat()));
      expect(Uint8Array.from(inflateSync(deflate(bytes)))).toEqual(bytes);
    }),
    { numRuns: 60 },
  );
});

test("deflate holds long distances, every literal and counts far apart", () => {
  const bytes = new Uint8Array(200_000);
  for (let k = 0; k < bytes.length; k++) {
    bytes[k] = k % 40_000 < 300 ? k & 255 : Math.imul(k, 2654435761) >>> 28 === 0 ? 7 : 0;
  }
  const packed = deflate(bytes);
  expect(Uint8Array.from(inflateSync(packed))).toEqual(bytes);
  expect(packed.length).toBeLessThan(0.2 * bytes.length);
});

test.each([
  [3, 2],
  [4, 6],
])("a PNG of %i bytes a pixel has its size, its pixels and the check sums that readers ask for", (bytes, kind) => {
  const [width, height] = [7, 5];
  const pixels = Uint8Array.from({ length: bytes * width * height }, (_, k) => (k * k * 31) & 255);
  const file = encodePng(pixels, width, height);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  expect(Array.from(file.subarray(1, 4))).toEqual([80, 78, 71]);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([width, height]);
  expect(file[25]).toBe(kind);
  // CRC of an empty IEND, as every PNG has it
  expect(view.getUint32(file.length - 4)).toBe(0xae426082);
  const size = view.getUint32(33);
  expect(unfilter(inflateSync(file.subarray(41, 41 + size)), bytes, width, height)).toEqual(pixels);
});

function unfilter(rows: Uint8Array, bytes: number, width: number, height: number): Uint8Array {
  const stride = bytes * width;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    for (let k = 0; k < stride; k++) {
      const a = k >= bytes ? pixels[y * stride + k - bytes] : 0;
      const b = y > 0 ? pixels[(y - 1) * stride + k] : 0;
      const c = k >= bytes && y > 0 ? pixels[(y - 1) * stride + k - bytes] : 0;
      const p = a + b - c;
      const nearest = [a, b, c].sort((u, v) => Math.abs(p - u) - Math.abs(p - v))[0];
      pixels[y * stride + k] = rows[y * (stride + 1) + 1 + k] + [0, a, b, Math.floor((a + b) / 2), nearest][filter];
    }
  }
  return pixels;
}
