import { DrapeError } from "../core/errors.ts";
import { crc32 } from "./crc32.ts";

/** An archive of files as they are, that any program opens. It has no dates: the same files give the same bytes. */
export interface ZipFile {
  add(name: string, text: string): void;
  /** The archive with what was added so far, in pieces. */
  pieces(): Uint8Array<ArrayBuffer>[];
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
  const body: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let bodyLength = 0;
  let directoryLength = 0;
  let count = 0;
  return {
    add(name, text) {
      const called = new TextEncoder().encode(name);
      const bytes = new TextEncoder().encode(text);
      const local = bytesOf([4, LOCAL], ...describe(called, bytes));
      const central = bytesOf(
        ...([
          [4, CENTRAL],
          [2, VERSION_NEEDED],
        ] as const),
        ...describe(called, bytes),
        ...([
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, bodyLength],
        ] as const),
      );
      count++;
      bodyLength += local.length + called.length + bytes.length;
      directoryLength += central.length + called.length;
      if (count > MOST_FILES || bodyLength + directoryLength + 22 > MOST_BYTES) {
        throw new DrapeError("an archive has at most 65535 files and 4 GiB; ask for fewer frames");
      }
      body.push(local, called, bytes);
      directory.push(central, called);
    },
    pieces() {
      const end = bytesOf(
        ...([
          [4, END],
          [2, 0],
          [2, 0],
          [2, count],
          [2, count],
        ] as const),
        ...([
          [4, directoryLength],
          [4, bodyLength],
          [2, 0],
        ] as const),
      );
      return [...body, ...directory, end];
    },
  };
}

/** What both heads say of a file: version, flags, not compressed, time, date, checksum, both lengths, that of the name, nothing extra. */
function describe(name: Uint8Array, bytes: Uint8Array): (readonly [size: 2 | 4, value: number])[] {
  return [
    ...([
      [2, VERSION_NEEDED],
      [2, FLAGS],
      [2, 0],
      [2, 0],
      [2, NO_DATE],
    ] as const),
    ...([
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, name.length],
      [2, 0],
    ] as const),
  ];
}

function bytesOf(...numbers: (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(numbers.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of numbers) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}
