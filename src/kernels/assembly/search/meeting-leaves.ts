// Which triangles of two leaves are neighbours. Five in six pairs of triangles whose boxes meet are neighbours: a table tells all of two leaves at once. It
// holds as long as triangles stay in their slots.
//
// A leaf has room for so many leaves with neighbours, itself and such behind it: each its number (−1 behind the last, −2 where there is no room for all), and 64 bits,
// bit 8 k + l for the triangles k of this leaf and l of the other.
import * as words from "../../layout/meeting-words";
import { word } from "./meeting-mesh";

const ROOM: i32 = 16;
const ENTRY: usize = 16;
const NONE: i32 = -1;
const TOO_MANY: i32 = -2;

/** Fills the table of a tree, after its triangles were sorted. */
export function linkLeaves(mesh: usize, tree: usize): void {
  const slots = <usize>load<u32>(tree, words.SLOTS);
  const count = load<i32>(tree, words.SLOT_COUNT);
  const slotOf = <usize>load<u32>(mesh, words.HISTOGRAM);
  memory.fill(slotOf, 0xff, (<usize>load<u32>(mesh, words.TRIANGLE_COUNT)) << 2);
  for (let slot = 0; slot < count; slot++) store<i32>(slotOf + ((<usize>word(slots, slot)) << 2), slot);
  let table = <usize>load<u32>(tree, words.LEAF_LINKS);
  for (let first = 0; first < count; first += 8, table += ENTRY * ROOM) linkLeaf(mesh, slots, slotOf, first, min(first + 8, count), table);
}

function linkLeaf(mesh: usize, slots: usize, slotOf: usize, first: i32, end: i32, table: usize): void {
  const links = <usize>load<u32>(mesh, words.LINKS);
  const start = <usize>load<u32>(mesh, words.AROUND_START);
  const around = <usize>load<u32>(mesh, words.AROUND);
  const vertexCount = load<i32>(mesh, words.VERTEX_COUNT);
  for (let k = 0; k < ROOM; k++) store<i32>(table + ENTRY * <usize>k, NONE);
  for (let slot = first; slot < end; slot++) {
    const own = links + ((<usize>word(slots, slot)) << 4);
    for (let c = 0; c < 3; c++) {
      const link = word(own, c);
      if (link >= vertexCount) continue; // of one triangle alone
      const last = word(start, link + 1);
      for (let n = word(start, link); n < last; n++) {
        const other = word(slotOf, word(around, n));
        if (other <= slot) continue;
        if (!addLink(table, other >> 3, (<u64>1) << (((slot & 7) << 3) | (other & 7)))) {
          store<i32>(table, TOO_MANY);
          return;
        }
      }
    }
  }
}

function addLink(table: usize, leaf: i32, bit: u64): bool {
  for (let k = 0; k < ROOM; k++, table += ENTRY) {
    const there = load<i32>(table);
    if (there != leaf && there != NONE) continue;
    store<u64>(table, bit | (there == leaf ? load<u64>(table, 8) : 0), 8);
    store<i32>(table, leaf);
    return true;
  }
  return false;
}

/** Whether the table knows the neighbours of a leaf. */
// @ts-ignore: decorator
@inline
export function isLinked(tree: usize, leaf: i32): bool {
  return load<i32>(<usize>load<u32>(tree, words.LEAF_LINKS) + ENTRY * ROOM * <usize>leaf) != TOO_MANY;
}

/** The neighbours of a leaf in one behind it, or in itself. */
// @ts-ignore: decorator
@inline
export function linksBetween(tree: usize, leaf: i32, other: i32): u64 {
  let entry = <usize>load<u32>(tree, words.LEAF_LINKS) + ENTRY * ROOM * <usize>leaf;
  const end = entry + ENTRY * ROOM;
  for (; entry < end; entry += ENTRY) {
    const there = load<i32>(entry);
    if (there == other) return load<u64>(entry, 8);
    if (there == NONE) break;
  }
  return 0;
}
