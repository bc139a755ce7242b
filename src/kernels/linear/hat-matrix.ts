import type { Envelope } from "../../linalg/envelope-cholesky.ts";
import type { Hats } from "../../mesh/coarse-hats.ts";
import { type ArraysOf, doubles, words } from "../array-table.ts";
import * as at from "../layout/hat-words.ts";
import { writeWords } from "../memory.ts";

/** The hat of a set that nothing moves. */
export const UNMOVED = 0xffff_ffff;

/** Rows of a strip: those of two hats. */
const STRIP = 6;
/** A place for the blocks of the hat that nothing moves, behind the matrix. */
const BEHIND = 3 * STRIP;

type Pieces = ReturnType<typeof planPieces>;
type Arrays = ArraysOf<Pieces>;

/**
 * The matrix on coarse hats as the kernels have it: in strips the blocks of hats that share a vertex or a spring, which are near; and by itself what hinges alone make of others, which is far, next to nothing, and
 * would double the strips' width (src/kernels/assembly/linear/hat-solve.ts).
 */
export interface HatMatrixPlan {
  readonly pieces: Pieces;
  /** The byte offset of the block of the hat a with b ≤ a. */
  placeOf(a: number, b: number): number;
  /** Writes what never changes. */
  begin(arrays: Arrays, told: Uint32Array): void;
  /** Takes what no position changes, a number for each of the pairs of hats. */
  fill(constant: Float64Array, arrays: Arrays, told: Uint32Array): void;
}

interface Structure {
  readonly hats: Hats;
  readonly pairs: Envelope;
}

/** By the place of each pair: whether hats are near each other. */
function findNear({ hats, pairs }: Structure, sets: readonly { readonly hats: Uint32Array }[]): Uint8Array {
  const isNear = new Uint8Array(pairs.start[hats.count]);
  const join = (met: Uint32Array): void => {
    for (const a of met) {
      if (a === UNMOVED) continue;
      for (const b of met) if (b <= a) isNear[pairs.start[a] + b - pairs.first[a]] = 1;
    }
  };
  for (let i = 0; i + 1 < hats.start.length; i++) join(hats.hat.subarray(hats.start[i], hats.start[i + 1]));
  for (const set of sets) join(set.hats);
  return isNear;
}

/** The first column of each strip, which is that of a strip. */
function findFirstColumns({ hats, pairs }: Structure, isNear: Uint8Array): Uint32Array {
  const first = Uint32Array.from({ length: Math.ceil(hats.count / 2) }, (_, strip) => STRIP * strip);
  for (let a = 0; a < hats.count; a++) {
    const from = pairs.start[a];
    let b = 0;
    while (from + b < pairs.start[a + 1] && isNear[from + b] === 0) b++;
    const strip = a >> 1;
    first[strip] = Math.min(first[strip], STRIP * ((pairs.first[a] + b) >> 1));
  }
  return first;
}

function planPieces(strips: number, size: number, near: number, far: number) {
  return {
    stripPlaces: words(at.STRIP_PLACES, 2 * strips),
    values: doubles(at.VALUES, size + BEHIND),
    constants: doubles(at.CONSTANTS, near + 1),
    constantPlaces: words(at.CONSTANT_PLACES, near + 1),
    far: doubles(at.FAR, far),
    farPlaces: words(at.FAR_PLACES, 2 * far),
    vectors: doubles(at.VECTORS, at.VECTOR_COUNT * STRIP * strips),
  };
}

export function planHatMatrix(structure: Structure, sets: readonly { readonly hats: Uint32Array }[]): HatMatrixPlan {
  const { hats, pairs } = structure;
  const isNear = findNear(structure, sets);
  const first = findFirstColumns(structure, isNear);
  /** Where column 0 of each strip would be, in numbers. */
  const zero = new Int32Array(first.length);
  let size = 0;
  for (const [strip, column] of first.entries()) {
    zero[strip] = size - STRIP * column;
    size += STRIP * (STRIP * (strip + 1) - column);
  }
  const added = new Float64Array(hats.count);
  const ownAt = new Uint32Array(hats.count);
  const near = isNear.reduce((sum, flag) => sum + flag, 0);
  const placeOf = (a: number, b: number): number => 8 * (a === UNMOVED ? size : zero[a >> 1] + 3 * STRIP * b + 3 * (a & 1));

  return {
    pieces: planPieces(first.length, size, near, isNear.length - near),
    placeOf,
    begin({ stripPlaces, values, constants, constantPlaces }, told) {
      for (const [strip, column] of first.entries()) stripPlaces.set([column, values.byteOffset + 8 * zero[strip]], 2 * strip);
      let n = 0;
      for (let a = 0; a < hats.count; a++) {
        for (let k = pairs.start[a]; k < pairs.start[a + 1]; k++) {
          if (isNear[k] !== 0) constantPlaces[n++] = placeOf(a, pairs.first[a] + k - pairs.start[a]);
        }
      }
      // an odd number of hats is filled up by one that nothing touches
      const isOdd = hats.count % 2;
      if (isOdd === 1) constantPlaces[n] = placeOf(hats.count, hats.count);
      constants[n] = 1;
      writeWords(told, { [at.STRIPS]: first.length, [at.VALUE_BYTES]: 8 * (size + BEHIND), [at.CONSTANT_COUNT]: near + isOdd });
    },
    fill(constant, { constants, far, farPlaces }, told) {
      // D of hat-solve.ts adds |r| to the blocks of both hats with themselves, the last one of each
      added.fill(0);
      let farCount = 0;
      let n = 0;
      for (let a = 0; a < hats.count; a++) {
        for (let k = pairs.start[a]; k < pairs.start[a + 1]; k++) {
          if (isNear[k] !== 0) constants[n++] = constant[k];
          else if (constant[k] !== 0) {
            const b = pairs.first[a] + k - pairs.start[a];
            far[farCount] = constant[k];
            farPlaces[2 * farCount] = at.HAT * a;
            farPlaces[2 * farCount + 1] = at.HAT * b;
            farCount++;
            added[a] += Math.abs(constant[k]);
            added[b] += Math.abs(constant[k]);
          }
        }
        ownAt[a] = n - 1;
      }
      for (let a = 0; a < hats.count; a++) constants[ownAt[a]] += added[a];
      writeWords(told, { [at.FAR_COUNT]: farCount });
    },
  };
}
