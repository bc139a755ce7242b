import { DrapeError } from "../core/errors.ts";
import { crc32 } from "./crc32.ts";
import type { Bytes } from "./file-chunk.ts";
import { joinBytes } from "./join-bytes.ts";

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

export function createZipFile(): ZipFile {
  const body: Bytes[] = [];
  const directory = createDirectory();
  return {
    add(name, text) {
      const bytes = new TextEncoder().encode(text);
      body.push(directory.enter(name, bytes.length, crc32(bytes)), bytes);
    },
    pieces: () => [...body, ...directory.pieces()],
  };
}

/** A file of an archive that is made as it is written: `chunks` gives its bytes twice, first for their number and checksum. */
export interface ZipEntry {
  readonly name: string;
  chunks(): Iterable<Bytes>;
}

export function* formatZip(entries: readonly ZipEntry[]): Generator<Bytes> {
  const directory = createDirectory();
  for (const { name, chunks } of entries) {
    let length = 0;
    let checksum = 0;
    for (const bytes of chunks()) {
      length += bytes.length;
      checksum = crc32(bytes, checksum);
    }
    yield directory.enter(name, length, checksum);
    yield* chunks();
  }
  yield* directory.pieces();
}

/** What an archive says of its files, before each and at the end. */
interface Directory {
  /** The head that stands before a file. */
  enter(name: string, length: number, checksum: number): Bytes;
  pieces(): Bytes[];
}

/**
 * ZIP without compression [APPNOTE 6.3, "stored"], little-endian throughout:
 *
 *     { local head | name | bytes } …   { central head | name } …   end
 */
function createDirectory(): Directory {
  const heads: Bytes[] = [];
  let bodyLength = 0;
  let headsLength = 0;
  let count = 0;
  return {
    enter(name, length, checksum) {
      const called = new TextEncoder().encode(name);
      const about = [VERSION_NEEDED, FLAGS, 0, 0, NO_DATE, checksum, length, length, called.length, 0];
      const local = joinBytes(bytesOf(`4${ABOUT}`, LOCAL, ...about), called);
      const central = joinBytes(bytesOf(`42${ABOUT}22244`, CENTRAL, VERSION_NEEDED, ...about, 0, 0, 0, 0, bodyLength), called);
      heads.push(central);
      count++;
      bodyLength += local.length + length;
      headsLength += central.length;
      if (count > MOST_FILES || bodyLength + headsLength + 22 > MOST_BYTES) {
        throw new DrapeError("an archive has at most 65535 files and 4 GiB; ask for fewer frames");
      }
      return local;
    },
    pieces: () => [...heads, bytesOf("42222442", END, 0, 0, count, count, headsLength, bodyLength, 0)],
  };
}

/** Both heads say of a file: version, flags, not compressed, time, date, checksum, both lengths, that of the name, nothing extra. */
const ABOUT = "2222244422";

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
