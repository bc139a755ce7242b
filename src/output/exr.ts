import type { Bytes } from "./file-chunk.ts";
import { joinBytes } from "./join-bytes.ts";

/** Of 32 bits a number. */
const FLOAT = 2;

/**
 * A picture as an OpenEXR file of 32-bit floats, not compressed, row by row from the top; each row has red, green and blue of its pixels.
 *
 *     magic, version 2 | attributes | where each row is | rows: number, length, all blue, all green, all red
 */
export function* formatExr(width: number, height: number, rows: Iterable<Float32Array>): Generator<Bytes> {
  const channel = (name: string): Bytes => joinBytes(pack(name), words(FLOAT, 0, 1, 1));
  const box = words(0, 0, width - 1, height - 1);
  const head = joinBytes(
    words(0x01312f76, 2),
    attribute("channels", "chlist", joinBytes(channel("B"), channel("G"), channel("R"), Uint8Array.of(0))),
    attribute("compression", "compression", Uint8Array.of(0)),
    attribute("dataWindow", "box2i", box),
    attribute("displayWindow", "box2i", box),
    attribute("lineOrder", "lineOrder", Uint8Array.of(0)),
    attribute("pixelAspectRatio", "float", floats(1)),
    attribute("screenWindowCenter", "v2f", floats(0, 0)),
    attribute("screenWindowWidth", "float", floats(1)),
    Uint8Array.of(0),
  );
  const rowBytes = 12 * width;
  const places = new BigUint64Array(height);
  for (let y = 0; y < height; y++) places[y] = BigInt(head.length + 8 * height + y * (8 + rowBytes));
  yield head;
  yield new Uint8Array(places.buffer);
  let y = 0;
  for (const row of rows) {
    const planes = new Float32Array(3 * width);
    for (let k = 0; k < row.length; k++) planes[(2 - (k % 3)) * width + Math.floor(k / 3)] = row[k];
    yield joinBytes(words(y++, rowBytes), new Uint8Array(planes.buffer));
  }
}

/** Names end in a zero. */
function pack(text: string): Bytes {
  return new TextEncoder().encode(`${text}\0`);
}

function attribute(name: string, type: string, value: Bytes): Bytes {
  return joinBytes(pack(name), pack(type), words(value.length), value);
}

function words(...numbers: readonly number[]): Bytes {
  return new Uint8Array(Int32Array.from(numbers).buffer);
}

function floats(...numbers: readonly number[]): Bytes {
  return new Uint8Array(Float32Array.from(numbers).buffer);
}
