import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import type { Frames, Measures } from "./measure.ts";
import type { RaceCloth } from "./race-cloth.ts";

/** Motions that take hours to compute, small enough to be kept beside the code: some of their vertices, rounded. */
const FOLDER = "bench/race/references";
/** Of the vertices a lattice of this many along a side, borders included. */
const SIDE = 32;
/** [m]; positions within 1.3 m of the origin fit into 16 bits. */
const UNIT = 4e-5;

/** What a motion that is compared with is, besides its frames. */
export interface MotionFacts {
  /** RMS distance [m] to the same motion at half the step; NaN where nobody looked. */
  readonly change: number;
  /** How it was computed, in words. */
  readonly about: string;
  /** Largest strain in each frame and, where it was looked at, what 99.9 % of the springs do not exceed, of all vertices … */
  readonly strains: readonly number[];
  readonly strains999?: readonly number[];
  /** … and what is measured of a run. */
  readonly measures: Measures;
}

/** Frames of the first second, of all vertices or of a coarser lattice of them (`seenLike`). */
export interface Reference extends MotionFacts {
  readonly frames: Frames;
}

export function readKeptMotion(cloth: RaceCloth): Reference | undefined {
  const path = pathOf(cloth);
  return existsSync(path) ? unpackMotion(readFileSync(path)) : undefined;
}

/** Returns the size of the file [bytes]. */
export function keepMotion(cloth: RaceCloth, motion: Reference): number {
  const bytes = packMotion(cloth, motion);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(pathOf(cloth), bytes);
  return bytes.length;
}

/** A sample of the frames as changes of their changes, which are small. */
export function packMotion({ size }: RaceCloth, { frames, ...facts }: Reference): Uint8Array {
  const places = frames.map((x) => Int32Array.from(sampleLattice(x, size, SIDE), (value) => Math.round(value / UNIT)));
  const nowhere = new Int32Array(places[0].length);
  const changes = places.map((place, n) => {
    const [before, beforeThat] = [places[n - 1] ?? nowhere, places[n - 2] ?? nowhere];
    return Int16Array.from(place, (value, c) => value - 2 * before[c] + beforeThat[c]);
  });
  return brotliCompressSync(serialize({ ...facts, changes }));
}

/** What older motions do not tell. */
const UNKNOWN = { p999Rest: Number.NaN, p999Peak: Number.NaN };

export function unpackMotion(bytes: Uint8Array): Reference {
  const { changes, ...facts } = deserialize(brotliDecompressSync(bytes)) as MotionFacts & { changes: Int16Array[] };
  const speed = new Int32Array(changes[0].length);
  const place = new Int32Array(changes[0].length);
  const frames = changes.map((change) => {
    for (let c = 0; c < change.length; c++) {
      speed[c] += change[c];
      place[c] += speed[c];
    }
    return Float64Array.from(place, (value) => UNIT * value);
  });
  return { ...facts, measures: { ...UNKNOWN, ...facts.measures }, frames };
}

/** Those positions of the cloth that such a frame holds. */
export function seenLike(x: Float64Array, { size }: RaceCloth, frame: Float64Array): Float64Array {
  return frame.length === x.length ? x : sampleLattice(x, size, Math.sqrt(frame.length / 3));
}

function sampleLattice(x: Float64Array, size: number, side: number): Float64Array {
  const sample = new Float64Array(3 * side * side);
  const place = (k: number): number => Math.round((k * (size - 1)) / (side - 1));
  for (let row = 0, c = 0; row < side; row++) {
    for (let column = 0; column < side; column++, c += 3) {
      const p = 3 * (place(row) * size + place(column));
      sample.set(x.subarray(p, p + 3), c);
    }
  }
  return sample;
}

function pathOf({ scene, size }: RaceCloth): string {
  return `${FOLDER}/${scene}-${size}.bin`;
}
