import type { Bytes } from "./file-chunk.ts";
import { joinBytes } from "./join-bytes.ts";
import { murmurHash } from "./murmur-hash.ts";
import { EMPTY_DATA, type OgawaFile, type OgawaNode, type OgawaSample } from "./ogawa-file.ts";

/** What a property of an Alembic object holds. */
export interface PropertyInfo {
  readonly name: string;
  /** A scalar is one item a sample, an array any number of them. */
  readonly kind: "scalar" | "array";
  readonly numbers: "uint32" | "int32" | "float32" | "float64";
  /** Numbers of an item. */
  readonly extent: number;
  readonly metadata?: string;
}

/** A property while its samples are written. */
export interface AlembicProperty {
  /** The next sample; one that is like the sample before takes no room. */
  add(bytes: Bytes): void;
  close(metadata: MetadataTable): ClosedProperty;
}

/** A property that is in the file: its group, what its parent says of it, and a hash of all that. */
export interface ClosedProperty {
  readonly node: OgawaNode;
  readonly header: Bytes;
  readonly hash: Bytes;
}

/** Texts that headers name by number, from 1 on; 0 is none. */
export interface MetadataTable {
  numberOf(text: string): number;
  /** Each with a byte for its length before. */
  pack(): Bytes;
}

/** Names of the kinds of number, and their bytes. */
const NUMBERS = { uint32: [5, 4], int32: [6, 4], float32: [10, 4], float64: [11, 8] } as const;

/** The bits of a property's header [Alembic, AbcCoreOgawa]. */
const SCALAR = 1;
const ARRAY = 2;
const COUNTS_OF_FOUR_BYTES = 2 << 2;
const HAS_TIMES = 0x100;
const HAS_CHANGES = 0x200;
const SAME_LENGTH = 0x400;
const CONSTANT = 0x800;

/** The times of all properties are the second of the archive. */
const TIMES = 1;

export function createMetadataTable(): MetadataTable {
  const texts: string[] = [];
  return {
    numberOf(text) {
      if (text === "") return 0;
      const known = texts.indexOf(text);
      return 1 + (known >= 0 ? known : texts.push(text) - 1);
    },
    pack: () => joinBytes(...texts.flatMap((text) => [Uint8Array.of(text.length), packText(text)])),
  };
}

/**
 * The group of a property has its samples one behind the other, of an array each followed by its dimensions, which are empty where the length tells them.
 * Samples before the first change and after the last one are left out: the header says which these are.
 */
export function createProperty(file: OgawaFile, info: PropertyInfo): AlembicProperty {
  const children: OgawaNode[] = [];
  const [kind, bytesOfNumber] = NUMBERS[info.numbers];
  const itemBytes = info.extent * bytesOfNumber;
  let [count, first, last] = [0, 0, 0];
  let previous: OgawaSample | undefined;
  let [sameLength, oneItem] = [true, true];
  let length = -1;
  let hash: Bytes = new Uint8Array(0);

  function put(sample: OgawaSample): void {
    children.push(sample.node);
    if (info.kind === "array") children.push(EMPTY_DATA);
  }

  return {
    add(bytes) {
      const sample = file.addSample(bytes);
      if (sample !== previous) {
        if (previous !== undefined && first > 0) for (let n = last + 1; n < count; n++) put(previous);
        put(sample);
        if (first === 0) first = count;
        last = count;
        previous = sample;
      }
      if (length >= 0 && bytes.length !== length) sameLength = false;
      if (bytes.length !== itemBytes) oneItem = false;
      length = bytes.length;
      hash = murmurHash(joinBytes(hash, sample.key));
      count++;
    },
    close(metadata) {
      const changes = last > 0 && (first !== 1 || last !== count - 1);
      const bits =
        (info.kind === "scalar" ? SCALAR : oneItem ? SCALAR | ARRAY : ARRAY) |
        COUNTS_OF_FOUR_BYTES |
        (kind << 4) |
        HAS_TIMES |
        (changes ? HAS_CHANGES : 0) |
        (sameLength ? SAME_LENGTH : 0) |
        (last === 0 ? CONSTANT : 0) |
        (info.extent << 12);
      const numbers = [count, ...(changes ? [first, last] : []), TIMES];
      const header = formatHeader(info.name, bits, numbers, metadata.numberOf(info.metadata ?? ""));
      return { node: file.addGroup(children), header, hash: murmurHash(joinBytes(header, hash)) };
    },
  };
}

/** A property of properties. */
export function closeCompound(
  file: OgawaFile,
  name: string,
  members: readonly ClosedProperty[],
  metadata: MetadataTable,
  text: string = "",
): ClosedProperty {
  const header = formatHeader(name, COUNTS_OF_FOUR_BYTES, [], metadata.numberOf(text));
  const node = addMembers(file, members);
  return { node, header, hash: murmurHash(joinBytes(header, ...members.map(({ hash }) => hash))) };
}

/** The group of properties: each of theirs, then what is said of them. */
export function addMembers(file: OgawaFile, members: readonly ClosedProperty[]): OgawaNode {
  if (members.length === 0) return file.addGroup([]);
  return file.addGroup([...members.map(({ node }) => node), file.addData(...members.map(({ header }) => header))]);
}

function formatHeader(name: string, bits: number, numbers: readonly number[], metadata: number): Bytes {
  const text = packText(name);
  return joinBytes(packWords(bits | (metadata << 20), ...numbers, text.length), text);
}

export function packWords(...words: readonly number[]): Bytes {
  return new Uint8Array(Uint32Array.from(words).buffer);
}

export function packText(text: string): Bytes {
  return new TextEncoder().encode(text);
}
