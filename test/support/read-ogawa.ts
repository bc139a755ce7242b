/** A node of an Ogawa file: data of some bytes, or a group of children. */
export interface OgawaNode {
  readonly isData: boolean;
  /** Where the bytes of data begin. */
  readonly at: number;
  readonly size: number;
  readonly children: readonly OgawaNode[];
}

/** The tree of a whole Ogawa file, by the description of the format. */
export function readOgawa(bytes: Uint8Array): OgawaNode {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  expectThat(new TextDecoder().decode(bytes.slice(0, 5)) === "Ogawa", "magic");
  expectThat(bytes[5] === 0xff, "a file that is whole");
  expectThat(bytes[6] === 0 && bytes[7] === 1, "version 1");
  return nodeAt(view.getBigUint64(8, true));

  function nodeAt(place: bigint): OgawaNode {
    const isData = place >> 63n === 1n;
    const at = Number(place & 0x7fff_ffff_ffff_ffffn);
    if (at === 0) return { isData, at, size: 0, children: [] };
    expectThat(at >= 16 && at + 8 <= bytes.length, `a node within the file, not at ${at}`);
    const size = Number(view.getBigUint64(at, true));
    expectThat(at + 8 + (isData ? size : 8 * size) <= bytes.length, `a node within the file, not ${size} at ${at}`);
    const children = isData ? [] : Array.from({ length: size }, (_, k) => nodeAt(view.getBigUint64(at + 8 + 8 * k, true)));
    return { isData, at: at + 8, size, children };
  }
}

export function expectThat(truth: boolean, what: string): asserts truth {
  if (!truth) throw new Error(`an Alembic file has ${what}`);
}
