import { crc32 } from "./crc32.ts";
import { deflate } from "./deflate.ts";

/** A picture as a PNG file: 8 bits each of red, green and blue, and of opacity where there are four bytes a pixel; rows from the top. */
export function encodePng(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const bytes = pixels.length / (width * height);
  const header = new Uint8Array(13);
  const numbers = new DataView(header.buffer);
  numbers.setUint32(0, width);
  numbers.setUint32(4, height);
  header.set([8, bytes === 4 ? 6 : 2, 0, 0, 0], 8); // bits, true colour, deflate, filters, not interlaced
  const chunks = [
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk("IHDR", header),
    chunk("IDAT", deflate(filterRows(pixels, bytes, width * bytes, height))),
    chunk("IEND", new Uint8Array(0)),
  ];
  const file = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of chunks) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

const FILTER_COUNT = 5;

/** Each row as its difference from what its neighbours foretell, by the filter that leaves the least. */
function filterRows(pixels: Uint8Array, pixel: number, stride: number, height: number): Uint8Array {
  const out = new Uint8Array((stride + 1) * height);
  const row = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    let least = Number.POSITIVE_INFINITY;
    const to = y * (stride + 1);
    for (let filter = 0; filter < FILTER_COUNT; filter++) {
      let sum = 0;
      for (let k = 0; k < stride; k++) {
        const at = y * stride + k;
        const left = k >= pixel ? pixels[at - pixel] : 0;
        const up = y > 0 ? pixels[at - stride] : 0;
        const corner = k >= pixel && y > 0 ? pixels[at - stride - pixel] : 0;
        const rest = (pixels[at] - foretell(filter, left, up, corner)) & 255;
        row[k] = rest;
        sum += rest < 128 ? rest : 256 - rest;
      }
      if (sum >= least) continue;
      least = sum;
      out[to] = filter;
      out.set(row, to + 1);
    }
  }
  return out;
}

/** The filters of PNG by number: none, left, up, average, Paeth. */
function foretell(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const a = Math.abs(up - corner);
  const b = Math.abs(left - corner);
  const c = Math.abs(left + up - 2 * corner);
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const numbers = new DataView(bytes.buffer);
  numbers.setUint32(0, data.length);
  for (let k = 0; k < 4; k++) bytes[4 + k] = type.charCodeAt(k);
  bytes.set(data, 8);
  numbers.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
