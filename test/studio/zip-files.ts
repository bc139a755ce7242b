import { deflateRawSync } from "node:zlib";

/** What a file of an archive says of itself besides its name and bytes; the sizes may be lies. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isStored?: boolean;
  /** The size that it claims to have when unpacked. */
  readonly claims?: number;
  readonly flags?: number;
}

/** A ZIP archive as any program writes it. */
export function makeZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, isStored = false, claims = bytes.length, flags = 0x800 } of entries) {
    const data = isStored ? Buffer.from(bytes) : deflateRawSync(bytes);
    const called = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(flags, 2);
    about.writeUInt16LE(isStored ? 0 : 8, 4);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(claims, 18);
    about.writeUInt16LE(called.length, 22);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    about.copy(central, 6);
    central.writeUInt32LE(at, 42);
    directory.push(central, called);
    body.push(Buffer.from("PK\x03\x04"), about, called, data);
    at += 30 + called.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...body, ...directory, end]));
}
