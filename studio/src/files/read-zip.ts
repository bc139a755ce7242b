import { checkSize, type NamedFile } from "./named-file.ts";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
const CENTRAL_LENGTH = 46;
const LOCAL_LENGTH = 30;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** The most files of an archive, and what reading them may give in all, if nobody says otherwise [bytes]. What they say of their own size counts for nothing. */
const MOST_FILES = 10_000;
const MOST_BYTES = 300_000_000;

/** Whether a file begins as ZIP archives do. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}

/**
 * The files of a ZIP archive [APPNOTE 6.3], by its central directory. None is unpacked before it is read, and then no further than its limit, whatever
 * size it claims. Names are only ever compared, never those of files of this machine; those that lead upwards are passed over.
 */
export function readZip(bytes: Uint8Array<ArrayBuffer>, name: string, most: number = MOST_BYTES): NamedFile[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const damaged = (): Error => new Error(`${name}: got an archive that cannot be read; pack it once more.`);
  const end = findEnd(view);
  if (end < 0) throw damaged();
  const count = view.getUint16(end + 10, true);
  if (count > MOST_FILES) throw new Error(`${name}: got ${count} files; choose an archive of at most ${MOST_FILES}.`);
  const budget = { left: most };
  const files: NamedFile[] = [];
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < count; n++) {
    if (at + CENTRAL_LENGTH > end || view.getUint32(at, true) !== CENTRAL) throw damaged();
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const [packed, local] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
    const path = pathOf(new TextDecoder().decode(bytes.subarray(at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength)));
    at += CENTRAL_LENGTH + nameLength + extraLength + commentLength;
    if (path === undefined) continue;
    const data = (): Uint8Array<ArrayBuffer> => {
      if ((flags & ENCRYPTED) !== 0) throw new Error(`${path}: got a file with a password; pack it without.`);
      if (method !== STORED && method !== DEFLATED)
        throw new Error(`${path}: got compression method ${method}; pack it as ZIP archives commonly are.`);
      if (local + LOCAL_LENGTH > bytes.length || view.getUint32(local, true) !== LOCAL) throw damaged();
      const start = local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (start + packed > bytes.length) throw damaged();
      return bytes.subarray(start, start + packed);
    };
    const unpack = async (most: number, from: { left: number }): Promise<Uint8Array<ArrayBuffer>> =>
      unpackUpTo(data(), method === DEFLATED, most, path, from);
    files.push({ path, read: () => unpack(Number.POSITIVE_INFINITY, budget), head: (length) => unpack(length, { left: most }) });
  }
  return files;
}

/** The end record, behind which only a comment may stand; −1 where there is none. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) if (view.getUint32(at, true) === END) return at;
  return -1;
}

/** Where a file of an archive stands in it; undefined of folders, of what systems add for themselves, and of what leads upwards. */
function pathOf(name: string): string | undefined {
  const parts = name.replaceAll("\\", "/").split("/");
  if (parts.at(-1) === "" || parts.includes("..") || parts.includes("__MACOSX")) return undefined;
  return parts.filter((part) => part !== "" && part !== ".").join("/");
}

/** The first `most` bytes, or a piece more; the bytes that come out are counted, and end it where there are too many. */
async function unpackUpTo(
  data: Uint8Array<ArrayBuffer>,
  isDeflated: boolean,
  most: number,
  path: string,
  budget: { left: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const source = new Blob([data]).stream();
  const reader = (isDeflated ? source.pipeThrough(new DecompressionStream("deflate-raw")) : source).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < most) {
      const { done, value } = await reader.read().catch(() => {
        throw new Error(`${path}: got data that cannot be unpacked; pack it once more.`);
      });
      if (done) break;
      chunks.push(value);
      length += value.length;
      budget.left -= value.length;
      checkSize(path, length);
      if (budget.left < 0) throw new Error(`${path}: got more bytes than an archive may hold; choose a smaller one.`);
    }
  } finally {
    reader.cancel().catch(() => {}); // of a damaged stream, which is told above
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}
