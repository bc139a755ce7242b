import { describeValue, InputError } from "../core/errors.ts";

/** What a `data:` address holds. */
export interface EmbeddedData {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

const HEAD = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[\w.+-]+)*);base64,/;
/** The head of an address is shorter than this [characters]. */
const LONGEST_HEAD = 200;

/** The bytes within a `data:` address. Any other address is refused: a file that is opened never makes the program fetch another. */
export function readDataUri(uri: string, path: string): EmbeddedData {
  const head = HEAD.exec(uri.slice(0, LONGEST_HEAD));
  if (head === null) {
    const other = /^data:/.test(uri) ? "write the data as base64" : "embed the data, as in a GLB file: nothing else is fetched";
    throw new InputError(path, describeValue(uri), other);
  }
  return { mediaType: head[1] ?? "", bytes: decodeBase64(uri, head[0].length, path) };
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NOT_BASE64 = 255;
const DIGITS: Uint8Array = new Uint8Array(128).fill(NOT_BASE64);
for (let d = 0; d < ALPHABET.length; d++) DIGITS[ALPHABET.charCodeAt(d)] = d;

/** The bytes of the base64 text from `start` to the end. */
function decodeBase64(text: string, start: number, path: string): Uint8Array {
  let end = text.length;
  while (end > start && text.length - end < 2 && text.charCodeAt(end - 1) === 61) end--; // = is padding
  const bytes = new Uint8Array(Math.floor(((end - start) * 3) / 4));
  let bits = 0;
  let bitCount = 0;
  let at = 0;
  for (let p = start; p < end; p++) {
    const code = text.charCodeAt(p);
    const digit = code < 128 ? DIGITS[code] : NOT_BASE64;
    if (digit === NOT_BASE64) {
      throw new InputError(path, `${describeValue(text[p])} in base64 data`, "write the data as base64");
    }
    bits = ((bits << 6) | digit) & 0xffffff;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes[at++] = (bits >> bitCount) & 255;
  }
  return bytes;
}
