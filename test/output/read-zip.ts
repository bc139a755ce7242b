import { crc32 } from "node:zlib";

/** The files of an archive without compression, by its directory at the end, as any program finds them. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("504b0506", "hex"));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let n = 0; n < zip.readUInt16LE(end + 10); n++) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`no entry of the directory at ${at}`);
    const [checksum, size, nameLength] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    if (zip.toString("utf8", local + 30, local + 30 + nameLength) !== name) throw new Error(`${name} is not there`);
    const bytes = zip.subarray(local + 30 + nameLength, local + 30 + nameLength + size);
    if (crc32(bytes) !== checksum) throw new Error(`${name} has another checksum`);
    files.set(name, bytes);
    at += 46 + nameLength;
  }
  return files;
}
