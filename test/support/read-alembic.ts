import { expectThat, type OgawaNode, readOgawa } from "./read-ogawa.ts";

/** A property: one list of numbers a sample, or further properties. */
export interface ReadProperty {
  readonly name: string;
  readonly kind: "compound" | "scalar" | "array";
  readonly metadata: Readonly<Record<string, string>>;
  /** The number of its kind of number, and how many make an item. */
  readonly pod: number;
  readonly extent: number;
  readonly times: readonly number[];
  /** Samples that are stored: those before the first change and behind the last one are not. */
  readonly storedCount: number;
  readonly members: readonly ReadProperty[];
  /** Numbers of sample n, its key, and where in the file it is. */
  read(n: number): { values: number[]; key: string; at: number };
}

export interface ReadObject {
  readonly name: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly properties: readonly ReadProperty[];
  readonly children: readonly ReadObject[];
  readonly hash: string;
}

export interface ReadArchive {
  readonly metadata: Readonly<Record<string, string>>;
  readonly libraryVersion: number;
  readonly objects: readonly ReadObject[];
}

/** The bytes of a file, and what its headers name by number. */
interface Source {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Times of each set, for so many samples [s]. */
  readonly timesOf: readonly ((count: number) => number[])[];
  readonly texts: readonly string[];
}

const BYTES_OF_POD = [1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8];

/** An Alembic archive, by the description of its layout; it shares nothing with the writer. */
export function readAlembic(bytes: Uint8Array): ReadArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts = readOgawa(bytes).children;
  expectThat(parts.map(({ isData }) => (isData ? "d" : "g")).join("") === "ddgddd", "six parts");
  const [version, library, top, about, times, metadata] = parts;
  expectThat(version.size === 4 && view.getInt32(version.at, true) === 0, "layout 0");
  const texts = [""];
  for (let at = metadata.at; at < metadata.at + metadata.size; at += 1 + bytes[at]) texts.push(textAt(bytes, at + 1, bytes[at]));
  const source = { bytes, view, timesOf: readTimes(view, times), texts };
  return {
    metadata: parseMetadata(textAt(bytes, about.at, about.size)),
    libraryVersion: view.getInt32(library.at, true),
    objects: readObject(source, top, "ABC", {}).children,
  };
}

/** The property of an object at a path such as ".geom/P". */
export function findProperty({ properties }: ReadObject, path: string): ReadProperty {
  const [first, ...rest] = path.split("/");
  let found = properties.find(({ name }) => name === first);
  for (const part of rest) found = found?.members.find(({ name }) => name === part);
  if (found === undefined) throw new Error(`no property ${path}`);
  return found;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes.slice(at, at + length));
}

function parseMetadata(text: string): Record<string, string> {
  const pairs = text.split(";").filter((pair) => pair !== "");
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

function readTimes(view: DataView, { at: start, size }: OgawaNode): Source["timesOf"] {
  const sets: ((count: number) => number[])[] = [];
  for (let at = start; at < start + size; ) {
    const cycle = view.getFloat64(at + 4, true);
    const stored = view.getUint32(at + 12, true);
    const times = Array.from({ length: stored }, (_, k) => view.getFloat64(at + 16 + 8 * k, true));
    if (cycle > 1e300) sets.push((count) => times.slice(0, count));
    else sets.push((count) => Array.from({ length: count }, (_, n) => times[n % stored] + Math.floor(n / stored) * cycle));
    at += 16 + 8 * stored;
  }
  return sets;
}

function readObject(source: Source, node: OgawaNode, name: string, metadata: Record<string, string>): ReadObject {
  const { bytes, view, texts } = source;
  const told = node.children[node.children.length - 1];
  expectThat(told.isData && told.size >= 32, "headers of objects");
  const hashAt = told.at + told.size - 32;
  const children: ReadObject[] = [];
  for (let at = told.at; at < hashAt; ) {
    const end = at + 4 + view.getUint32(at, true);
    const child = node.children[children.length + 1];
    children.push(readObject(source, child, textAt(bytes, at + 4, end - at - 4), parseMetadata(texts[bytes[end]])));
    at = end + 1;
  }
  expectThat(node.children.length === children.length + 2, "a group a child");
  const hash = Buffer.from(bytes.slice(hashAt, hashAt + 16)).toString("hex");
  return { name, metadata, properties: readProperties(source, node.children[0]), children, hash };
}

function readProperties(source: Source, group: OgawaNode): ReadProperty[] {
  expectThat(!group.isData, "properties in a group");
  const told = group.children[group.children.length - 1];
  if (told === undefined) return [];
  expectThat(told.isData, "headers of properties");
  const found: ReadProperty[] = [];
  let at = told.at;
  const readCount = (hint: number): number => {
    const { view } = source;
    at += [1, 2, 4][hint];
    return hint === 0 ? view.getUint8(at - 1) : hint === 1 ? view.getUint16(at - 2, true) : view.getUint32(at - 4, true);
  };
  while (at < told.at + told.size) {
    const bits = readCount(2);
    const hint = (bits >> 2) & 3;
    let [count, first, last, times] = [0, 0, 0, 0];
    if ((bits & 3) !== 0) {
      count = readCount(hint);
      if (bits & 0x200) [first, last] = [readCount(hint), readCount(hint)];
      else if ((bits & 0x800) === 0) [first, last] = [1, count - 1];
      if (bits & 0x100) times = readCount(hint);
    }
    const length = readCount(hint);
    at += length;
    const name = textAt(source.bytes, at - length, length);
    found.push(readProperty(source, group.children[found.length], { bits, count, first, last, times, name }));
  }
  expectThat(group.children.length === found.length + 1, "a group a property");
  return found;
}

interface PropertyHeader {
  readonly bits: number;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly times: number;
  readonly name: string;
}

function readProperty(source: Source, { isData, children }: OgawaNode, header: PropertyHeader): ReadProperty {
  expectThat(!isData, "a group a property");
  const { bits, count, first, last, name } = header;
  const kind = (["compound", "scalar", "array", "array"] as const)[bits & 3];
  const about = {
    name,
    kind,
    metadata: parseMetadata(source.texts[(bits >> 20) & 255]),
    pod: (bits >> 4) & 15,
    extent: (bits >> 12) & 255,
  };
  const stride = kind === "array" ? 2 : 1;
  const storedCount = children.length / stride;
  const members = kind === "compound" ? readProperties(source, { isData, at: 0, size: 0, children }) : [];
  if (kind !== "compound") expectThat(storedCount === (first === 0 ? 1 : last - first + 2), `samples of ${name}`);
  return {
    ...about,
    storedCount,
    members,
    times: kind === "compound" ? [] : source.timesOf[header.times](count),
    read(n) {
      const place = first === 0 || n < first ? 0 : Math.min(n, last) - first + 1;
      const { at, size } = children[stride * place];
      if (kind === "array") expectThat(children[stride * place + 1].size === 0, "dimensions told by the length");
      const step = BYTES_OF_POD[about.pod];
      const values = Array.from({ length: (size - 16) / step }, (_, k) => readNumber(source.view, about.pod, at + 16 + k * step));
      return { values, key: Buffer.from(source.bytes.slice(at, at + 16)).toString("hex"), at };
    },
  };
}

function readNumber(view: DataView, pod: number, at: number): number {
  if (pod === 5) return view.getUint32(at, true);
  if (pod === 6) return view.getInt32(at, true);
  if (pod === 10) return view.getFloat32(at, true);
  expectThat(pod === 11, `numbers of a known kind, not ${pod}`);
  return view.getFloat64(at, true);
}
