import type { Bytes } from "./file-chunk.ts";
import { joinBytes } from "./join-bytes.ts";
import { pngChunk, pngHead } from "./png.ts";

const ADLER = 65521;

/**
 * A picture as a PNG file, row by row from the top, three bytes a pixel. Its pixels are not compressed, so that it needs no other code, a page makes the bytes
 * that the program makes, and no more than a row is in memory. A row is a block of zlib [RFC 1950], of at most 65535 bytes, and a chunk of its own.
 */
export function* formatStoredPng(width: number, height: number, rows: Iterable<Uint8Array>): Generator<Bytes> {
  yield pngHead(width, height, 3);
  yield pngChunk("IDAT", Uint8Array.of(0x78, 0x01));
  let [low, high] = [1, 0];
  for (const row of rows) {
    const filtered = joinBytes(Uint8Array.of(0), row);
    for (const byte of filtered) {
      low += byte;
      high += low;
    }
    low %= ADLER;
    high %= ADLER;
    yield pngChunk("IDAT", joinBytes(blockHead(0, filtered.length), filtered));
  }
  yield pngChunk("IDAT", joinBytes(blockHead(1, 0), Uint8Array.of(high >> 8, high, low >> 8, low)));
  yield pngChunk("IEND", new Uint8Array(0));
}

/** Whether the block is the last one, its length, and that with all bits turned. */
function blockHead(last: number, length: number): Bytes {
  return Uint8Array.of(last, length, length >> 8, ~length, ~length >> 8);
}
