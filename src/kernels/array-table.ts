import { type KernelMemory, sizeOf, writeWords } from "./memory.ts";

/** An array of a table: its kind, its length, its bytes, and the word that has its byte offset, by the byte offset of that word. */
export interface Piece<T> {
  readonly View: new (buffer: ArrayBufferLike, offset: number, length: number) => T;
  readonly length: number;
  readonly bytes: number;
  readonly place: number;
  /** What the array holds at first; else 0. */
  readonly values?: ArrayLike<number>;
}

// With names, so that declarations hold no type arguments of arrays, which TypeScript before 5.7 does not know.
export interface Doubles extends Piece<Float64Array> {}
export interface Floats extends Piece<Float32Array> {}
export interface Words extends Piece<Uint32Array> {}
export interface Integers extends Piece<Int32Array> {}
export interface Counts extends Piece<Uint16Array> {}
export interface Bits extends Piece<Uint8Array> {}

/** The place of an array that kernels need not find. */
export const NOWHERE = -1;

export const doubles = (place: number, length: number): Doubles => ({ View: Float64Array, length, bytes: 8 * length, place });
export const floats = (place: number, length: number): Floats => ({ View: Float32Array, length, bytes: 4 * length, place });
export const words = (place: number, length: number): Words => ({ View: Uint32Array, length, bytes: 4 * length, place });
export const integers = (place: number, length: number): Integers => ({ View: Int32Array, length, bytes: 4 * length, place });
export const counts = (place: number, length: number): Counts => ({ View: Uint16Array, length, bytes: 2 * length, place });
export const bits = (place: number, length: number): Bits => ({ View: Uint8Array, length, bytes: length, place });

export function filled<T extends Uint32Array | Int32Array | Float32Array>(place: number, values: T): Piece<T> {
  return { View: values.constructor as Piece<T>["View"], length: values.length, bytes: values.byteLength, place, values };
}

/** Arrays by their names, as a table of pieces describes them. */
export type ArraysOf<T> = { readonly [K in keyof T]: T[K] extends Piece<infer Array> ? Array : never };

/** The arrays of a table by themselves, in no kernels' memory. */
export function createPlainArrays<T extends object>(pieces: T): ArraysOf<T> {
  const made = Object.entries(pieces).map(([name, { View, length, bytes }]: [string, Piece<unknown>]) => [
    name,
    new View(new ArrayBuffer(bytes), 0, length),
  ]);
  return Object.fromEntries(made) as ArraysOf<T>;
}

/** Bytes that the arrays of a table take, with so many bytes of words that say where they are. */
export function sizeOfArrays(pieces: object, wordBytes: number): number {
  return Object.values(pieces).reduce((sum, { bytes }: Piece<unknown>) => sum + sizeOf(bytes), sizeOf(wordBytes));
}

/** Lays out the arrays of a table, and the words that say where they are. */
export function layArrays<T extends object>(
  pieces: T,
  wordBytes: number,
  memory: KernelMemory,
): { arrays: ArraysOf<T>; words: Uint32Array } {
  const offsets = memory.words(wordBytes / 4);
  const laid = Object.entries(pieces).map(([name, { View, length, bytes, place, values }]: [string, Piece<Float32Array>]) => {
    const { buffer, byteOffset } = memory.words(Math.ceil(bytes / 4));
    const array = new View(buffer, byteOffset, length);
    if (values !== undefined) array.set(values);
    if (place !== NOWHERE) writeWords(offsets, { [place]: byteOffset });
    return [name, array];
  });
  return { arrays: Object.fromEntries(laid) as ArraysOf<T>, words: offsets };
}
