// Deflate by the shortest way instead of the longest match: what zlib makes of the binaries is some percent longer. For builds, which have the time.

/** How far matches reach back, and how long they are at least and at most. */
const WINDOW = 32768;
const SHORTEST = 3;
const LONGEST = 258;
/** The symbol that ends a block, and those of lengths and of distances: the least that each stands for. */
const END = 256;
const LENGTHS = leastOf(29, 4, SHORTEST);
const DISTANCES = leastOf(30, 2, 1);
/** In this order a block tells the lengths of the codes for lengths of codes. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** So often ways and codes are fitted to each other. */
const ROUNDS = 20;

/** Groups of `size` symbols have one more bit each. @param {number} count @param {number} size @param {number} first */
function leastOf(count, size, first) {
  const symbols = [];
  for (let n = 0, least = first; n < count; n++) {
    const bits = Math.max(0, Math.floor(n / size) - 1);
    symbols.push({ least, bits });
    least += 2 ** bits;
  }
  if (first === SHORTEST) symbols[count - 1] = { least: LONGEST, bits: 0 };
  return symbols;
}

/** The symbol that stands for a value. @param {{ least: number, bits: number }[]} symbols @param {number} value */
const symbolOf = (symbols, value) => symbols.findLastIndex(({ least }) => least <= value);

const LENGTH_SYMBOL = Array.from({ length: LONGEST + 1 }, (_, length) => symbolOf(LENGTHS, length));
const DISTANCE_SYMBOL = Array.from({ length: WINDOW + 1 }, (_, distance) => symbolOf(DISTANCES, distance));

/** @typedef {{ length: number, distance: number }} Step a literal has length 1 and no distance */
/** @typedef {{ literals: number[], distances: number[] }} Costs bits of each symbol */

/** Each part in a block of its own, for it has a code of its own; `before` is what stands before all. @param {readonly Uint8Array[]} parts @param {Uint8Array} before */
export function deflate(parts, before) {
  const data = Buffer.concat([before, ...parts]);
  const matches = findMatches(data, before.length);
  const out = createBits();
  let at = before.length;
  parts.forEach((part, n) => {
    writeBlock(out, data, matches, at, at + part.length, n === parts.length - 1);
    at += part.length;
  });
  return out.bytes();
}

/** The nearest match of each length, by position from `from` on, as distances by length. @param {Uint8Array} data @param {number} from */
function findMatches(data, from) {
  /** @type {Map<number, number[]>} */
  const places = new Map();
  return Array.from(data, (_, at) => {
    /** @type {number[]} */
    const nearest = [];
    const key = data[at] + 256 * data[at + 1] + 65536 * data[at + 2];
    const earlier = places.get(key) ?? [];
    for (let k = earlier.length - 1; at >= from && k >= 0 && at - earlier[k] <= WINDOW; k--) {
      let length = SHORTEST;
      while (length < LONGEST && at + length < data.length && data[earlier[k] + length] === data[at + length]) length++;
      while (nearest.length <= length) nearest.push(at - earlier[k]);
    }
    if (at + SHORTEST <= data.length) places.set(key, [...earlier, at]);
    return nearest;
  });
}

/** @param {ReturnType<typeof createBits>} out @param {Uint8Array} data @param {number[][]} matches @param {number} from @param {number} to @param {boolean} isLast */
function writeBlock(out, data, matches, from, to, isLast) {
  /** @type {Costs} */
  let costs = { literals: Array(286).fill(8), distances: Array(30).fill(5) };
  let best = { bits: Number.POSITIVE_INFINITY, write: () => {} };
  for (let round = 0; round < ROUNDS; round++) {
    const steps = findSteps(matches, from, to, data, costs);
    const counts = countSymbols(steps, data, from);
    const block = planBlock(steps, data, from, counts, out, isLast);
    if (block.bits < best.bits) best = block;
    costs = { literals: costsOf(counts.literals), distances: costsOf(counts.distances) };
  }
  best.write();
}

/** @param {number[]} counts */
function costsOf(counts) {
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.map((count) => Math.log2(Math.max(2, sum)) - Math.log2(Math.max(count, 0.5)));
}

/** The shortest way through the bytes. @param {number[][]} matches @param {number} from @param {number} to @param {Uint8Array} data @param {Costs} costs */
function findSteps(matches, from, to, data, { literals, distances }) {
  const cost = new Float64Array(to - from + 1).fill(Number.POSITIVE_INFINITY);
  /** @type {Step[]} */
  const last = [];
  cost[0] = 0;
  for (let n = 0; n < to - from; n++) {
    /** @param {number} length @param {number} distance @param {number} bits */
    const reach = (length, distance, bits) => {
      if (cost[n] + bits >= cost[n + length]) return;
      cost[n + length] = cost[n] + bits;
      last[n + length] = { length, distance };
    };
    reach(1, 0, literals[data[from + n]]);
    const nearest = matches[from + n];
    for (let length = SHORTEST; length < nearest.length && n + length <= to - from; length++) {
      const l = LENGTH_SYMBOL[length];
      const d = DISTANCE_SYMBOL[nearest[length]];
      reach(length, nearest[length], literals[END + 1 + l] + LENGTHS[l].bits + distances[d] + DISTANCES[d].bits);
    }
  }
  /** @type {Step[]} */
  const steps = [];
  for (let n = to - from; n > 0; n -= last[n].length) steps.push(last[n]);
  return steps.reverse();
}

/** @param {readonly Step[]} steps @param {Uint8Array} data @param {number} from */
function countSymbols(steps, data, from) {
  const literals = Array(286).fill(0);
  const distances = Array(30).fill(0);
  let at = from;
  for (const { length, distance } of steps) {
    if (distance === 0) literals[data[at]]++;
    else {
      literals[END + 1 + LENGTH_SYMBOL[length]]++;
      distances[DISTANCE_SYMBOL[distance]]++;
    }
    at += length;
  }
  literals[END] = 1;
  return { literals, distances };
}

/** A block with codes of its own. @param {readonly Step[]} steps @param {Uint8Array} data @param {number} from @param {Costs} counts @param {ReturnType<typeof createBits>} out @param {boolean} isLast */
function planBlock(steps, data, from, counts, out, isLast) {
  const literals = trim(codeLengths(counts.literals, 15), 257);
  const distances = trim(codeLengths(counts.distances, 15), 1);
  const runs = runsOf([...literals, ...distances]);
  const lengths = codeLengths(
    ORDER.map((_, symbol) => runs.filter((run) => run.symbol === symbol).length),
    7,
  );
  const told = trim(
    ORDER.map((symbol) => lengths[symbol]),
    4,
  );
  /** @param {(value: number, bits: number) => void} put bits from the lowest @param {(code: number, bits: number) => void} code bits from the highest */
  const write = (put, code) => {
    put(isLast ? 1 : 0, 1);
    put(2, 2);
    put(literals.length - 257, 5);
    put(distances.length - 1, 5);
    put(told.length - 4, 4);
    for (const length of told) put(length, 3);
    const [ofLengths, ofLiterals, ofDistances] = [lengths, literals, distances].map(codesOf);
    for (const { symbol, extra, bits } of runs) {
      code(ofLengths[symbol], lengths[symbol]);
      put(extra, bits);
    }
    let at = from;
    for (const { length, distance } of steps) {
      const symbol = distance === 0 ? data[at] : END + 1 + LENGTH_SYMBOL[length];
      code(ofLiterals[symbol], literals[symbol]);
      if (distance > 0) {
        const l = LENGTHS[LENGTH_SYMBOL[length]];
        put(length - l.least, l.bits);
        const d = DISTANCE_SYMBOL[distance];
        code(ofDistances[d], distances[d]);
        put(distance - DISTANCES[d].least, DISTANCES[d].bits);
      }
      at += length;
    }
    code(ofLiterals[END], literals[END]);
  };
  let bits = 0;
  write(
    (_, count) => (bits += count),
    (_, count) => (bits += count),
  );
  return { bits, write: () => write(out.put, out.code) };
}

/** Without the zeros behind the last other. @param {number[]} lengths @param {number} least */
const trim = (lengths, least) => lengths.slice(0, Math.max(least, lengths.findLastIndex((length) => length > 0) + 1));

/** Lengths of codes as a block tells them: one by one, or how often the last or 0 is repeated. @param {number[]} lengths */
function runsOf(lengths) {
  const runs = [];
  for (let n = 0; n < lengths.length; ) {
    let count = 1;
    while (n + count < lengths.length && lengths[n + count] === lengths[n]) count++;
    n += count;
    const length = lengths[n - 1];
    if (length > 0) {
      runs.push({ symbol: length, extra: 0, bits: 0 });
      count--;
    }
    for (; count > 0; ) {
      const most = length > 0 ? 6 : 138;
      const run = Math.min(most, count);
      if (run < SHORTEST) runs.push({ symbol: length, extra: 0, bits: 0 });
      else if (length > 0) runs.push({ symbol: 16, extra: run - 3, bits: 2 });
      else runs.push(run < 11 ? { symbol: 17, extra: run - 3, bits: 3 } : { symbol: 18, extra: run - 11, bits: 7 });
      count -= run < SHORTEST ? 1 : run;
    }
  }
  return runs;
}

/** The lengths of the best code whose longest has so many bits, by merging packages. @param {number[]} counts @param {number} most */
function codeLengths(counts, most) {
  const leaves = counts
    .flatMap((weight, symbol) => (weight > 0 ? [{ weight, symbols: [symbol] }] : []))
    .sort((a, b) => a.weight - b.weight);
  const lengths = counts.map(() => 0);
  if (leaves.length === 1) lengths[leaves[0].symbols[0]] = 1;
  if (leaves.length < 2) return lengths;
  let row = leaves;
  for (let level = 1; level < most; level++) {
    const packages = [];
    for (let n = 0; n + 1 < row.length; n += 2) {
      packages.push({ weight: row[n].weight + row[n + 1].weight, symbols: [...row[n].symbols, ...row[n + 1].symbols] });
    }
    row = [...leaves, ...packages].sort((a, b) => a.weight - b.weight);
  }
  for (const { symbols } of row.slice(0, 2 * leaves.length - 2)) for (const symbol of symbols) lengths[symbol]++;
  return lengths;
}

/** The codes that follow from their lengths. @param {number[]} lengths */
function codesOf(lengths) {
  const codes = lengths.map(() => 0);
  let code = 0;
  for (let bits = 1; bits <= 15; bits++) {
    lengths.forEach((length, symbol) => {
      if (length === bits) codes[symbol] = code++;
    });
    code *= 2;
  }
  return codes;
}

function createBits() {
  /** @type {number[]} */
  const bytes = [];
  let used = 8;
  /** @param {number} bit */
  function push(bit) {
    if (used === 8) {
      bytes.push(0);
      used = 0;
    }
    bytes[bytes.length - 1] |= bit << used++;
  }
  return {
    /** @param {number} value @param {number} count */
    put(value, count) {
      for (let k = 0; k < count; k++) push((value >> k) & 1);
    },
    /** @param {number} value @param {number} count */
    code(value, count) {
      for (let k = count - 1; k >= 0; k--) push((value >> k) & 1);
    },
    bytes: () => Uint8Array.from(bytes),
  };
}
