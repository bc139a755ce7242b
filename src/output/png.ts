import { crc32 } from "./crc32.ts";
import type { Bytes } from "./file-chunk.ts";
import { joinBytes } from "./join-bytes.ts";

/**
 * A picture as a PNG file: 8 bits each of red, green and blue, and of opacity where there are four bytes a pixel; rows from the top. `deflate`
 * is zlib's, which the program has: whoever writes pictures runs in Node, and the library imports no package.
 */
export function encodePng(pixels: Uint8Array, width: number, height: number, deflate: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const bytes = pixels.length / (width * height);
  return joinBytes(
    pngHead(width, height, bytes),
    pngChunk("IDAT", deflate(filterRows(pixels, width * bytes, height))),
    pngChunk("IEND", new Uint8Array(0)),
  );
}

/** PNG's filter "up", 2: each row as its difference from the row above. For our pictures choosing a filter for each row saves nothing. */
function filterRows(pixels: Uint8Array, stride: number, height: number): Uint8Array {
  const out = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const row = out.subarray(y * (stride + 1), (y + 1) * (stride + 1));
    row[0] = 2;
    for (let k = 0; k < stride; k++) row[1 + k] = pixels[y * stride + k] - (y > 0 ? pixels[(y - 1) * stride + k] : 0);
  }
  return out;
}

/** What a PNG file begins with: signature, size, and how its pixels are told. */
export function pngHead(width: number, height: number, bytes: number): Bytes {
  const header = new Uint8Array(13);
  const numbers = new DataView(header.buffer);
  numbers.setUint32(0, width);
  numbers.setUint32(4, height);
  header.set([8, bytes === 4 ? 6 : 2, 0, 0, 0], 8); // bits, true colour, deflate, filters, not interlaced
  return joinBytes(Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10), pngChunk("IHDR", header));
}

export function pngChunk(type: string, data: Uint8Array): Bytes {
  const bytes = new Uint8Array(12 + data.length);
  const numbers = new DataView(bytes.buffer);
  numbers.setUint32(0, data.length);
  for (let k = 0; k < 4; k++) bytes[4 + k] = type.charCodeAt(k);
  bytes.set(data, 8);
  numbers.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
