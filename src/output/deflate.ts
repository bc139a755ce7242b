/**
 * Compresses bytes as a zlib stream [RFC 1950, 1951], so that pictures can be written wherever the library runs and have the same bytes on
 * every machine: matches of at least three bytes found by a hash of the next three, then one block with Huffman codes of its own.
 */
export function deflate(bytes: Uint8Array): Uint8Array {
  const tokens = findMatches(bytes);
  const literalCounts = new Uint32Array(286);
  const distanceCounts = new Uint32Array(30);
  for (const token of tokens) {
    const distance = token >>> 9;
    literalCounts[distance === 0 ? token & 511 : lengthSymbol(token & 511)]++;
    if (distance > 0) distanceCounts[distanceSymbol(distance)]++;
  }
  literalCounts[END_OF_BLOCK]++;
  const literal = makeCode(literalCounts, 15);
  const distance = makeCode(distanceCounts, 15);
  const out = createBitWriter(bytes.length);
  out.write(0x78, 8);
  out.write(0x9c, 8);
  out.write(0b101, 3); // the last block, codes of its own
  writeCodes(out, literal.lengths, distance.lengths);
  for (const token of tokens) {
    const value = token & 511;
    const back = token >>> 9;
    if (back === 0) {
      out.write(literal.codes[value], literal.lengths[value]);
      continue;
    }
    const l = lengthSymbol(value);
    out.write(literal.codes[l], literal.lengths[l]);
    out.write(value - LENGTH_BASE[l - 257], LENGTH_EXTRA[l - 257]);
    const d = distanceSymbol(back);
    out.write(distance.codes[d], distance.lengths[d]);
    out.write(back - DISTANCE_BASE[d], DISTANCE_EXTRA[d]);
  }
  out.write(literal.codes[END_OF_BLOCK], literal.lengths[END_OF_BLOCK]);
  out.align();
  const sum = adler32(bytes);
  for (const shift of [24, 16, 8, 0]) out.write((sum >>> shift) & 255, 8);
  return out.finish();
}

const END_OF_BLOCK = 256;
const SHORTEST = 3;
const LONGEST = 258;
const WINDOW = 32768;
/** So many earlier places with the same hash are tried. */
const TRIES = 16;

/** A literal as itself, a match as its length and, above bit 9, its distance. */
function findMatches(bytes: Uint8Array): Uint32Array {
  const tokens = new Uint32Array(bytes.length);
  const head = new Int32Array(32768).fill(-1);
  const before = new Int32Array(bytes.length);
  let count = 0;
  const enter = (at: number): number => {
    if (at + SHORTEST > bytes.length) return -1;
    const hash = (Math.imul((bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2], 0x9e3779b1) >>> 17) & 32767;
    before[at] = head[hash];
    head[hash] = at;
    return before[at];
  };
  for (let at = 0; at < bytes.length; ) {
    let found = 0;
    let from = 0;
    const most = Math.min(LONGEST, bytes.length - at);
    let candidate = enter(at);
    for (let n = 0; n < TRIES && candidate >= 0 && at - candidate <= WINDOW && found < most; n++) {
      let length = 0;
      while (length < most && bytes[candidate + length] === bytes[at + length]) length++;
      if (length > found) {
        found = length;
        from = at - candidate;
      }
      candidate = before[candidate];
    }
    if (found < SHORTEST) {
      tokens[count++] = bytes[at++];
      continue;
    }
    tokens[count++] = (from << 9) | found;
    for (let k = 1; k < found; k++) enter(at + k);
    at += found;
  }
  return tokens.subarray(0, count);
}

/** Bases of the symbols for lengths and distances, and their extra bits [RFC 1951, 3.2.5]. */
const LENGTH_EXTRA = [...Array(8).fill(0), ...[1, 2, 3, 4, 5].flatMap((bits) => Array(4).fill(bits)), 0];
const LENGTH_BASE = bases(LENGTH_EXTRA, 3);
LENGTH_BASE[28] = LONGEST;
const DISTANCE_EXTRA = [0, 0, ...Array.from({ length: 28 }, (_, d) => Math.floor(d / 2))];
const DISTANCE_BASE = bases(DISTANCE_EXTRA, 1);

function bases(extra: readonly number[], first: number): number[] {
  let next = first;
  return extra.map((bits) => {
    const base = next;
    next += 1 << bits;
    return base;
  });
}

function lengthSymbol(length: number): number {
  if (length === LONGEST) return 285;
  let symbol = 27;
  while (LENGTH_BASE[symbol] > length) symbol--;
  return 257 + symbol;
}

function distanceSymbol(distance: number): number {
  let symbol = 29;
  while (DISTANCE_BASE[symbol] > distance) symbol--;
  return symbol;
}

interface Code {
  readonly lengths: Uint8Array;
  /** Bits in the order in which they are written. */
  readonly codes: Uint16Array;
}

/** Huffman's code for symbols that occur so often, none longer than `longest` bits; where it would be, the counts are made more alike. */
function makeCode(counts: Uint32Array, longest: number): Code {
  const weights = Array.from(counts);
  // a code has two symbols at least
  for (let s = 0; weights.filter((weight) => weight > 0).length < 2; s++) weights[s] = Math.max(weights[s], 1);
  let lengths = huffmanLengths(weights);
  while (lengths.some((length) => length > longest)) {
    weights.forEach((weight, s) => {
      if (weight > 0) weights[s] = 1 + Math.floor(weight / 2);
    });
    lengths = huffmanLengths(weights);
  }
  const codes = new Uint16Array(counts.length);
  let code = 0;
  for (let bits = 1; bits <= longest; bits++) {
    for (let s = 0; s < lengths.length; s++) if (lengths[s] === bits) codes[s] = reverseBits(code++, bits);
    code <<= 1;
  }
  return { lengths, codes };
}

/** Joins the two lightest trees until one is left: two queues, leaves by weight and joined trees as they come. */
function huffmanLengths(weights: readonly number[]): Uint8Array {
  const leaves = weights.map((_, s) => s).filter((s) => weights[s] > 0);
  leaves.sort((a, b) => weights[a] - weights[b] || a - b);
  const nodes = leaves.map((s) => ({ weight: weights[s], parent: -1 }));
  let leaf = 0;
  let joined = leaves.length;
  const takeLightest = (): number => {
    const useLeaf = leaf < leaves.length && (joined >= nodes.length || nodes[leaf].weight <= nodes[joined].weight);
    return useLeaf ? leaf++ : joined++;
  };
  for (let n = 1; n < leaves.length; n++) {
    const a = takeLightest();
    const b = takeLightest();
    nodes[a].parent = nodes.length;
    nodes[b].parent = nodes.length;
    nodes.push({ weight: nodes[a].weight + nodes[b].weight, parent: -1 });
  }
  const depth = new Uint8Array(nodes.length);
  for (let n = nodes.length - 2; n >= 0; n--) depth[n] = Math.min(255, depth[nodes[n].parent] + 1);
  const lengths = new Uint8Array(weights.length);
  leaves.forEach((s, n) => {
    lengths[s] = depth[n];
  });
  return lengths;
}

function reverseBits(code: number, bits: number): number {
  let reversed = 0;
  for (let b = 0; b < bits; b++) reversed |= ((code >>> b) & 1) << (bits - 1 - b);
  return reversed;
}

/** The order in which the lengths of the lengths' own code are written [RFC 1951, 3.2.7]. */
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The lengths of both codes, each as it is: what run lengths would save is nothing beside a picture. */
function writeCodes(out: BitWriter, literal: Uint8Array, distance: Uint8Array): void {
  const counts = new Uint32Array(19);
  for (const length of literal) counts[length]++;
  for (const length of distance) counts[length]++;
  const { lengths, codes } = makeCode(counts, 7);
  out.write(literal.length - 257, 5);
  out.write(distance.length - 1, 5);
  out.write(CODE_ORDER.length - 4, 4);
  for (const symbol of CODE_ORDER) out.write(lengths[symbol], 3);
  for (const length of literal) out.write(codes[length], lengths[length]);
  for (const length of distance) out.write(codes[length], lengths[length]);
}

interface BitWriter {
  write(value: number, bits: number): void;
  align(): void;
  finish(): Uint8Array;
}

function createBitWriter(expected: number): BitWriter {
  let bytes = new Uint8Array(expected + 1024);
  let size = 0;
  let pending = 0;
  let count = 0;
  const push = (): void => {
    if (size === bytes.length) {
      const larger = new Uint8Array(2 * size);
      larger.set(bytes);
      bytes = larger;
    }
    bytes[size++] = pending & 255;
    pending >>>= 8;
  };
  return {
    write(value, bits) {
      pending |= value << count;
      for (count += bits; count >= 8; count -= 8) push();
    },
    align() {
      if (count > 0) push();
      count = 0;
    },
    finish: () => bytes.slice(0, size),
  };
}

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}
