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
import { type HatMatrixPlan, planHatMatrix } from "./hat-matrix.ts";
import { type Differences, findSets, groupsOf, type HatSet, pairsOf, shareSets, shareTraits, writeEnds } from "./hat-sets.ts";
import { type HatKernels, RESULT, SECONDS, type Vector } from "./linear-kernels.ts";
import type { LinearStore } from "./linear-store.ts";

/** Coarse hats as their kernels see them (src/methods/two-level/coarse-structure.ts). */
export interface HatSetup {
  readonly hats: Hats;
  readonly springs: Springs;
  /** P_j − P_i of each spring. */
  readonly differences: Differences;
  /** The pairs of hats that the coarse matrix has blocks of. */
  readonly pairs: Envelope;
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
const JOBS = 4;

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

/** Where the blocks are that each pair of hats of a set adds to. */
function placePairs(set: HatSet, { placeOf }: HatMatrixPlan): number[] {
  const places: number[] = [];
  for (let p = 1; p < set.hats.length; p++) {
    for (let q = 0; q < p; q++) {
      const [a, b] = [set.hats[p], set.hats[q]];
      places.push(placeOf(a, b), placeOf(a, a), placeOf(b, b));
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
  const { hats } = setup;
  const sets = findSets(setup.springs, setup.differences);
  const matrix = planHatMatrix(setup, sets);
  const most = sets.reduce((pairs, set) => Math.max(pairs, pairsOf(set)), 0);
  const scale = measureScale(setup.springs);
  const traits = shareTraits(sets, setup.springs, setup.differences);
  const scratch = GROUP_SCRATCH + 4 * BLOCK * most;
  const { starts, rows, weights } = transpose(hats, rank);
  const padded = padRows(hats, rank);
  const pieces = {
    sets: words(at.SETS, (at.SET_BYTES / 4) * sets.length),
    ends: words(NOWHERE, (at.ENDS_BYTES / 4) * sum(sets.map(groupsOf))),
    traits: filled(NOWHERE, traits.values),
    blocks: doubles(NOWHERE, BLOCK * sum(sets.map(pairsOf))),
    pairs: words(NOWHERE, (at.PAIR_BYTES / 4) * sum(sets.map(pairsOf))),
    sums: floats(at.SUMS, chunks * scratch),
    ...matrix.pieces,
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
      const { sets: table, ends, blocks, pairs, moves, numbers } = arrays;
      let endsAt = 0;
      let pairAt = 0;
      for (const [n, set] of sets.entries()) {
        writeWords(table.subarray((n * at.SET_BYTES) / 4), {
          [at.SET_HATS]: set.hats.length,
          [at.SET_GROUPS]: groupsOf(set),
          [at.SET_ENDS]: ends.byteOffset + 4 * endsAt,
          [at.SET_TRAITS]: arrays.traits.byteOffset + 4 * traits.places[n],
          [at.SET_BLOCKS]: blocks.byteOffset + 8 * BLOCK * pairAt,
          [at.SET_PAIRS]: pairs.byteOffset + at.PAIR_BYTES * pairAt,
        });
        writeEnds(set, setup.springs, rank, ends.subarray(endsAt));
        pairs.set(placePairs(set, matrix), (at.PAIR_BYTES / 4) * pairAt);
        endsAt += (at.ENDS_BYTES / 4) * groupsOf(set);
        pairAt += pairsOf(set);
      }
      writeWords(told, {
        [at.SET_COUNT]: sets.length,
        [at.SUMS_SIZE]: 4 * scratch,
        [at.HATS]: hats.count,
      });
      matrix.begin(arrays, told);
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
          matrix.fill(constant, arrays, told);
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
