import { UnsupportedError } from "../../core/errors.ts";
import type { Springs } from "../../fabric/cloth.ts";
import type { Envelope } from "../../linalg/envelope-cholesky.ts";
import type { Hats } from "../../mesh/coarse-hats.ts";
import { doubles, filled, floats, layArrays, NOWHERE, sizeOfArrays, words } from "../array-table.ts";
import { createJob, runJob, shareOut } from "../jobs.ts";
import * as at from "../layout/hat-words.ts";
import * as job from "../layout/job-ids.ts";
import * as jobAt from "../layout/job-words.ts";
import { sizeOf, writeWords } from "../memory.ts";
import { type HatKernels, RESULT, SECONDS, type Vector } from "./linear-kernels.ts";
import type { LinearStore } from "./linear-store.ts";

/** Coarse hats as their kernels see them (src/methods/two-level/coarse-structure.ts). */
export interface HatSetup {
  readonly hats: Hats;
  readonly springs: Springs;
  /** P_j − P_i of each spring. */
  readonly differences: { readonly start: Uint32Array; readonly hat: Uint32Array; readonly difference: Float64Array };
  /** The rows of the coarse matrix, three a hat. */
  readonly envelope: Envelope;
  /** How stiff springs stay that turn far in a substep. */
  readonly turning: number;
  /** The tension that springs have at least across, as a share of their stiffness, in a substep of h seconds. */
  leastTension(h: number): number;
}

export interface HatPlan {
  /** Bytes that `create` takes. */
  readonly bytes: number;
  create(store: LinearStore): HatKernels;
}

/** Numbers of a block, and of the scratch of a set besides its sums: differences, their squares, and blocks of springs. */
const BLOCK = 6;
const GROUP_SCRATCH = (16 + 24) * at.TILE;
/** Hats of a row. */
const ROW_HATS = 4;
const POSITION = 32;
const JOBS = 4;

/** Springs between the same hats. Where the differences of a spring do not sum to 0, one end being without hats, a hat that nothing moves makes up for it, the last one. */
interface HatSet {
  readonly hats: Uint32Array;
  readonly springs: number[];
}

const UNMOVED = 0xffff_ffff;
/** Sums of differences up to this are rounding. */
const ROUNDING = 1e-9;

const pairsOf = ({ hats }: HatSet): number => (hats.length * (hats.length - 1)) / 2;
const groupsOf = ({ springs }: HatSet): number => Math.ceil(springs.length / 4);
/** Vectors of a group behind its springs: products of pairs, or differences. */
const vectorsOf = (set: HatSet): number => (set.hats.length === at.CELL_HATS ? pairsOf(set) : set.hats.length);
const groupSize = (set: HatSet): number => at.GROUP_DIFFERENCES / 4 + 4 * vectorsOf(set);

function sumOfDifferences({ start, difference }: HatSetup["differences"], spring: number): number {
  let sum = 0;
  for (let e = start[spring]; e < start[spring + 1]; e++) sum += difference[e];
  return sum;
}

function findSets(differences: HatSetup["differences"]): HatSet[] {
  const { start, hat } = differences;
  const sets = new Map<string, HatSet>();
  for (let spring = 0; spring + 1 < start.length; spring++) {
    const moved = hat.subarray(start[spring], start[spring + 1]);
    if (moved.length === 0) continue;
    const isWhole = Math.abs(sumOfDifferences(differences, spring)) <= ROUNDING;
    const hats = isWhole ? moved : Uint32Array.of(...moved, UNMOVED);
    const key = hats.join();
    const set = sets.get(key) ?? { hats, springs: [] };
    set.springs.push(spring);
    sets.set(key, set);
  }
  return joinLines([...sets.values()]).sort((a, b) => a.hats[0] - b.hats[0]);
}

/** Springs between two hats, on the line between two cells of a lattice, join those of a cell. */
function joinLines(sets: readonly HatSet[]): HatSet[] {
  const cells = sets.filter(({ hats }) => hats.length === at.CELL_HATS);
  const around = new Map<number, HatSet>();
  const keyOf = (a: number, b: number): number => Math.min(a, b) * UNMOVED + Math.max(a, b);
  for (const cell of cells) for (const a of cell.hats) for (const b of cell.hats) if (a !== b) around.set(keyOf(a, b), cell);
  return sets.filter(({ hats, springs }) => {
    const cell = hats.length === 2 ? around.get(keyOf(hats[0], hats[1])) : undefined;
    cell?.springs.push(...springs);
    return cell === undefined;
  });
}

/** The rows of each hat, as byte offsets of vectors, and its weights there. */
function transpose({ count, start, hat, weight }: Hats, rank: Uint32Array) {
  const starts = new Uint32Array(count + 1);
  for (const a of hat) starts[a + 1]++;
  for (let a = 0; a < count; a++) starts[a + 1] += starts[a];
  const next = starts.slice();
  const rows = new Uint32Array(hat.length);
  const weights = new Float32Array(hat.length);
  const order = new Uint32Array(rank.length);
  for (let i = 0; i < rank.length; i++) order[rank[i]] = i;
  for (let row = 0; row < order.length; row++) {
    const i = order[row];
    for (let e = start[i]; e < start[i + 1]; e++) {
      const place = next[hat[e]]++;
      rows[place] = 16 * row;
      weights[place] = weight[e];
    }
  }
  return { starts, rows, weights };
}

/** Four hats of each row, as byte offsets of vectors, and their weights. */
function padRows({ start, hat, weight }: Hats, rank: Uint32Array) {
  const hats = new Uint32Array(ROW_HATS * rank.length);
  const weights = new Float32Array(ROW_HATS * rank.length);
  for (let i = 0; i < rank.length; i++) {
    const count = start[i + 1] - start[i];
    if (count > ROW_HATS) throw new UnsupportedError(`kernels know at most ${ROW_HATS} hats on a vertex`);
    for (let k = 0; k < count; k++) {
      hats[ROW_HATS * rank[i] + k] = 16 * hat[start[i] + k];
      weights[ROW_HATS * rank[i] + k] = weight[start[i] + k];
    }
  }
  return { hats, weights };
}

/** (first, last) of the sets of each chunk, which have about as many groups each. */
function shareSets(sets: readonly HatSet[], chunks: number): Uint32Array {
  const total = sets.reduce((sum, set) => sum + groupsOf(set), 0);
  const ranges = new Uint32Array(2 * chunks);
  let set = 0;
  let done = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    ranges[2 * chunk] = set;
    while (set < sets.length && (chunk === chunks - 1 || done < (total * (chunk + 1)) / chunks)) done += groupsOf(sets[set++]);
    ranges[2 * chunk + 1] = set;
  }
  return ranges;
}

/** Computes the difference of a spring in each of the hats, 0 in those that it is not between. */
function findDifferences(hats: Uint32Array, { start, hat, difference }: HatSetup["differences"], spring: number, out: Float64Array): void {
  for (let p = 0; p < hats.length; p++) {
    out[p] = 0;
    for (let e = start[spring]; e < start[spring + 1]; e++) if (hat[e] === hats[p]) out[p] = difference[e];
    if (hats[p] === UNMOVED) for (let e = start[spring]; e < start[spring + 1]; e++) out[p] -= difference[e];
  }
}

/** The groups of a set: four springs each, the last one filled up by springs without stiffness. */
function writeGroups(
  set: HatSet,
  { springs, differences }: HatSetup,
  rank: Uint32Array,
  numbers: Float32Array,
  offsets: Uint32Array,
  from: number,
): void {
  const { ends, stiffness, restLength, asymmetric } = springs;
  const size = groupSize(set);
  const own = new Float64Array(set.hats.length);
  for (let k = 0; k < 4 * groupsOf(set); k++) {
    const isThere = k < set.springs.length;
    const spring = set.springs[isThere ? k : set.springs.length - 1];
    const place = from + size * (k >> 2) + (k & 3);
    offsets[place + at.GROUP_FIRST / 4] = POSITION * rank[ends[2 * spring]];
    offsets[place + at.GROUP_SECOND / 4] = POSITION * rank[ends[2 * spring + 1]];
    numbers[place + at.GROUP_STIFFNESS / 4] = isThere ? stiffness[spring] : 0;
    numbers[place + at.GROUP_REST / 4] = asymmetric[spring] !== 0 ? -restLength[spring] : restLength[spring];
    findDifferences(set.hats, differences, spring, own);
    let to = place + at.GROUP_DIFFERENCES / 4;
    for (let p = 0; p < own.length; p++) {
      if (set.hats.length !== at.CELL_HATS) {
        numbers[to] = own[p];
        to += 4;
        continue;
      }
      for (let q = 0; q < p; q++, to += 4) numbers[to] = own[p] * own[q]; // as pairs are numbered
    }
  }
}

/** Byte offsets, from the first value, of the rows of the blocks that each pair of hats adds to; those of a hat that nothing moves lie behind the matrix. */
function placePairs(set: HatSet, { size, first, start }: Envelope): number[] {
  const places: number[] = [];
  const placeBlock = (a: number, b: number): void => {
    for (let c = 0; c < 3; c++) {
      const row = 3 * a + c;
      places.push(8 * (a === UNMOVED ? start[size] : start[row] + 3 * b - first[row]));
    }
  };
  for (let p = 1; p < set.hats.length; p++) {
    for (let q = 0; q < p; q++) {
      placeBlock(set.hats[p], set.hats[q]);
      placeBlock(set.hats[p], set.hats[p]);
      placeBlock(set.hats[q], set.hats[q]);
    }
  }
  return places;
}

/** Σ k L²: the strains of springs are weighed by it. */
export function measureScale({ count, stiffness, restLength }: Springs): number {
  let sum = 0;
  for (let s = 0; s < count; s++) sum += stiffness[s] * restLength[s] * restLength[s];
  return sum;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

export function planHatKernels(setup: HatSetup, rank: Uint32Array, chunks: number): HatPlan {
  const { hats, envelope } = setup;
  const sets = findSets(setup.differences);
  const most = sets.reduce((pairs, set) => Math.max(pairs, pairsOf(set)), 0);
  const scale = measureScale(setup.springs);
  const scratch = GROUP_SCRATCH + 4 * BLOCK * most;
  const { starts, rows, weights } = transpose(hats, rank);
  const padded = padRows(hats, rank);
  const size = envelope.start[envelope.size];
  const pieces = {
    sets: words(at.SETS, (at.SET_BYTES / 4) * sets.length),
    data: words(NOWHERE, sum(sets.map((set) => groupsOf(set) * groupSize(set)))),
    blocks: doubles(NOWHERE, BLOCK * sum(sets.map(pairsOf))),
    pairs: words(NOWHERE, (at.PAIR_BYTES / 4) * sum(sets.map(pairsOf))),
    sums: floats(at.SUMS, chunks * scratch),
    first: filled(at.FIRST_COLUMNS, envelope.first),
    start: filled(at.ROW_STARTS, envelope.start),
    constant: doubles(at.CONSTANT, size),
    values: doubles(at.VALUES, size + 3),
    right: doubles(at.RIGHT, 3 * hats.count),
    moves: floats(at.MOVES, 4 * hats.count),
    starts: filled(NOWHERE, starts),
    rows: filled(NOWHERE, rows),
    weights: filled(NOWHERE, weights),
    rowHats: filled(NOWHERE, padded.hats),
    rowWeights: filled(NOWHERE, padded.weights),
    ranges: filled(NOWHERE, shareSets(sets, chunks)),
    numbers: doubles(NOWHERE, 3),
  };
  return {
    bytes: sizeOfArrays(pieces, at.HAT_BYTES) + (JOBS + 3) * sizeOf(64) + 3 * sizeOf(8 * chunks),
    create(store) {
      const { memory, kernels, particles, positions, velocities, edges, particleCount } = store;
      const { arrays, words: told } = layArrays(pieces, at.HAT_BYTES, memory);
      const { sets: table, data, blocks, pairs, moves, numbers } = arrays;
      const values = new Float32Array(data.buffer, data.byteOffset, data.length);
      let dataAt = 0;
      let pairAt = 0;
      for (const [n, set] of sets.entries()) {
        writeWords(table.subarray((n * at.SET_BYTES) / 4), {
          [at.SET_HATS]: set.hats.length,
          [at.SET_GROUPS]: groupsOf(set),
          [at.SET_DATA]: data.byteOffset + 4 * dataAt,
          [at.SET_BLOCKS]: blocks.byteOffset + 8 * BLOCK * pairAt,
          [at.SET_PAIRS]: pairs.byteOffset + at.PAIR_BYTES * pairAt,
        });
        writeGroups(set, setup, rank, values, data, dataAt);
        pairs.set(placePairs(set, envelope), (at.PAIR_BYTES / 4) * pairAt);
        dataAt += groupsOf(set) * groupSize(set);
        pairAt += pairsOf(set);
      }
      writeWords(told, {
        [at.SET_COUNT]: sets.length,
        [at.SUMS_SIZE]: 4 * scratch,
        [at.ROWS]: envelope.size,
        [at.CONSTANT_BYTES]: 8 * size,
      });
      const correction = store.createVector();
      const assemble = createJob(memory, job.ASSEMBLE_HATS, arrays.ranges, {
        [jobAt.HATS_WORDS]: told,
        [jobAt.HATS_X]: positions,
        [jobAt.HATS_VELOCITIES]: velocities,
        [jobAt.HATS_NUMBERS]: numbers,
        [jobAt.HATS_PARTS]: store.parts,
      });
      const restrict = createJob(memory, job.RESTRICT_TO_HATS, shareOut(memory, hats.count, 1, chunks), {
        [jobAt.TRANSFER_STARTS]: arrays.starts,
        [jobAt.TRANSFER_ROWS]: arrays.rows,
        [jobAt.TRANSFER_WEIGHTS]: arrays.weights,
        [jobAt.TRANSFER_TO]: moves,
      });
      const allRows = shareOut(memory, particleCount);
      const prolong = createJob(memory, job.PROLONG_FROM_HATS, allRows, {
        [jobAt.TRANSFER_ROWS]: arrays.rowHats,
        [jobAt.TRANSFER_WEIGHTS]: arrays.rowWeights,
        [jobAt.TRANSFER_FROM]: moves,
        [jobAt.TRANSFER_TO]: correction,
        [jobAt.TRANSFER_PARTICLES]: particles,
      });
      const exceed = createJob(memory, job.ADD_EXCESS, allRows, {
        [jobAt.EXCESS_EDGES]: edges.words,
        [jobAt.EXCESS_X]: positions,
        [jobAt.EXCESS_PARTICLES]: particles,
        [jobAt.EXCESS_SECONDS]: store.numbers.byteOffset + 8 * SECONDS,
      });
      function run(measures: number): void {
        assemble.words[jobAt.HATS_MEASURES] = measures;
        runJob(kernels, assemble);
        kernels.sumChunks(chunks, 1, store.parts.byteOffset, store.numbers.byteOffset + 8 * RESULT);
        store.numbers[RESULT] = Math.sqrt(store.numbers[RESULT] / (numbers[0] * scale));
      }
      function addExcess(from: Vector, to: Vector): void {
        exceed.words[jobAt.EXCESS_FROM] = from.byteOffset;
        exceed.words[jobAt.EXCESS_OUT] = to.byteOffset;
        runJob(kernels, exceed);
      }

      return {
        prepare(constant, s, h) {
          arrays.constant.set(constant);
          numbers[0] = s * s;
          numbers[1] = setup.turning * h * h;
          numbers[2] = setup.leastTension(h);
        },
        assemble() {
          run(0);
        },
        measure() {
          run(1);
        },
        correction,
        correct(_step, residual) {
          restrict.words[jobAt.TRANSFER_FROM] = residual.byteOffset;
          runJob(kernels, restrict);
          if (kernels.solveHats?.(told.byteOffset) !== 1) {
            correction.fill(0);
            return;
          }
          runJob(kernels, prolong);
          addExcess(correction, residual);
        },
        addExcess: (_step, y, out) => addExcess(y, out),
      };
    },
  };
}
