import { DrapeError } from "../core/errors.ts";
import { crc32 } from "./crc32.ts";
import type { Bytes } from "./file-chunk.ts";

/** An archive of files as they are, that any program opens. It has no dates: the same files give the same bytes. */
export interface ZipFile {
  add(name: string, text: string): void;
  /** The archive with what was added so far, in pieces. */
  pieces(): Bytes[];
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION_NEEDED = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** The first of January 1980, the earliest day that a ZIP file knows. */
const NO_DATE = 0x0021;
const MOST_FILES = 0xffff;
const MOST_BYTES = 0xffffffff;

/**
 * ZIP without compression [APPNOTE 6.3, "stored"], little-endian throughout:
 *
 *     { local head | name | bytes } …   { central head | name } …   end
 */
export function createZipFile(): ZipFile {
  const body: Bytes[] = [];
  const directory: Bytes[] = [];
  let bodyLength = 0;
  let directoryLength = 0;
  let count = 0;
  return {
    add(name, text) {
      const called = new TextEncoder().encode(name);
      const bytes = new TextEncoder().encode(text);
      const about = describe(called, bytes);
      const local = bytesOf(`4${ABOUT}`, LOCAL, ...about);
      const central = bytesOf(`42${ABOUT}22244`, CENTRAL, VERSION_NEEDED, ...about, 0, 0, 0, 0, bodyLength);
      count++;
      bodyLength += local.length + called.length + bytes.length;
      directoryLength += central.length + called.length;
      if (count > MOST_FILES || bodyLength + directoryLength + 22 > MOST_BYTES) {
        throw new DrapeError("an archive has at most 65535 files and 4 GiB; ask for fewer frames");
      }
      body.push(local, called, bytes);
      directory.push(central, called);
    },
    pieces: () => [...body, ...directory, bytesOf("42222442", END, 0, 0, count, count, directoryLength, bodyLength, 0)],
  };
}

/** Both heads say of a file: version, flags, not compressed, time, date, checksum, both lengths, that of the name, nothing extra. */
const ABOUT = "2222244422";

function describe(name: Uint8Array, bytes: Uint8Array): number[] {
  return [VERSION_NEEDED, FLAGS, 0, 0, NO_DATE, crc32(bytes), bytes.length, bytes.length, name.length, 0];
}

/** Numbers one behind the other, of 2 or 4 bytes each as `sizes` has it. */
function bytesOf(sizes: string, ...numbers: readonly number[]): Bytes {
  const bytes = new Uint8Array(4 * numbers.length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  numbers.forEach((value, n) => {
    if (sizes[n] === "2") view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += Number(sizes[n]);
  });
  return bytes.slice(0, at);
}
