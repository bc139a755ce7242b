import type { Bytes } from "./file-chunk.ts";
import { murmurHash } from "./murmur-hash.ts";

/** Where a node of the file is, as its parent names it: 64 bits, the highest of which says that it is data. */
export interface OgawaNode {
  readonly at: number;
  readonly isData: boolean;
}

/** A sample that is in the file, once however often it is used. */
export interface OgawaSample {
  readonly key: Bytes;
  readonly node: OgawaNode;
}

/** The nodes of an Ogawa file one behind the other: parents come after their children, so that nothing is kept but places and keys. */
export interface OgawaFile {
  addData(...pieces: readonly Bytes[]): OgawaNode;
  addGroup(children: readonly OgawaNode[]): OgawaNode;
  addSample(bytes: Bytes): OgawaSample;
  /** Bytes that were added and not taken yet. */
  take(): Bytes[];
}

export const EMPTY_GROUP: OgawaNode = { at: 0, isData: false };
export const EMPTY_DATA: OgawaNode = { at: 0, isData: true };

const HEAD_BYTES = 16;

/** "Ogawa", 255 for a file that is whole, version 1, and where the topmost group is. */
export function ogawaHead(root: OgawaNode): Bytes {
  const head = new Uint8Array(HEAD_BYTES);
  head.set([0x4f, 0x67, 0x61, 0x77, 0x61, 0xff, 0, 1]);
  head.set(packPlaces([root]), 8);
  return head;
}

/**
 *     data: length, bytes    group: number of children, where each is    sample: data that begin with their 128-bit key
 */
export function createOgawaFile(): OgawaFile {
  const samples = new Map<string, OgawaSample>();
  let length = HEAD_BYTES;
  let pending: Bytes[] = [];

  function append(...pieces: readonly Bytes[]): number {
    const start = length;
    for (const piece of pieces) {
      pending.push(piece);
      length += piece.length;
    }
    return start;
  }

  function addData(...pieces: readonly Bytes[]): OgawaNode {
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    return size === 0 ? EMPTY_DATA : { at: append(packNumber(size), ...pieces), isData: true };
  }

  return {
    addData,
    addGroup: (children) =>
      children.length === 0 ? EMPTY_GROUP : { at: append(packNumber(children.length), packPlaces(children)), isData: false },
    addSample(bytes) {
      const key = murmurHash(bytes);
      const name = `${key} ${bytes.length}`;
      const known = samples.get(name);
      if (known !== undefined) return known;
      const sample = { key, node: addData(key, bytes) };
      samples.set(name, sample);
      return sample;
    },
    take() {
      const taken = pending;
      pending = [];
      return taken;
    },
  };
}

function packPlaces(nodes: readonly OgawaNode[]): Bytes {
  const words = nodes.flatMap(({ at, isData }) => [at, Math.floor(at / 0x100000000) + (isData ? 0x80000000 : 0)]);
  return new Uint8Array(Uint32Array.from(words).buffer);
}

function packNumber(value: number): Bytes {
  return packPlaces([{ at: value, isData: false }]);
}
