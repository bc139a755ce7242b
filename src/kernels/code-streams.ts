// A binary is deflated to a fifth less where the instructions, the locals they name, and their numbers stand apart: streams one behind another, their lengths first.

/** What stands apart: instructions, locals and globals, offsets in memory, other whole numbers, and constants. */
const STREAMS = 5;
/** Two bytes for the length of each stream. */
const HEADER = 2 * STREAMS;

const CODE = 0;
const LOCALS = 1;
const OFFSETS = 2;
const NUMBERS = 3;
const CONSTANTS = 4;

/** The prefix of instructions on vectors, which are counted from 256 on here. */
const VECTOR = 0xfd;

/** The streams of a binary. */
export function splitStreams(bytes: Uint8Array): readonly Uint8Array[] {
  const streams = Array.from({ length: STREAMS }, (): number[] => []);
  const reader = createCodeReader();
  for (const byte of bytes) {
    streams[reader.stream].push(byte);
    reader.take(byte);
  }
  if (streams.some(({ length }) => length > 65535)) throw new RangeError("a stream of a binary is longer than its header can tell");
  const lengths = streams.flatMap(({ length }) => [length & 255, length >> 8]);
  return [lengths, ...streams].map((stream) => Uint8Array.from(stream));
}

/** The binary whose streams these are. */
export function joinStreams(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const at: number[] = [];
  let end = HEADER;
  for (let n = 0; n < HEADER; n += 2) {
    at.push(end);
    end += packed[n] + 256 * packed[n + 1];
  }
  const reader = createCodeReader();
  return new Uint8Array(end - HEADER).map(() => {
    const byte = packed[at[reader.stream]++];
    reader.take(byte);
    return byte;
  });
}

/** Knows of each byte, from those before it, in which stream it is. What is no code is read as if it were. */
function createCodeReader(): { readonly stream: number; take(byte: number): void } {
  let isPrefix = false;
  /** The streams of operands, or of a constant's bytes, that are still to come. */
  let left: number[] = [];

  return {
    get stream() {
      return left[0] ?? CODE;
    },
    take(byte) {
      if (left.length > 0) {
        if (byte < 128 || left[0] === CONSTANTS) left.shift(); // a number goes on where the highest bit is set
        return;
      }
      left = operandsOf(isPrefix ? 256 + byte : byte);
      isPrefix = !isPrefix && byte === VECTOR;
    },
  };
}

/** What follows an instruction. Types of blocks, alignments and the lanes of vectors belong to the instruction itself. */
function operandsOf(code: number): number[] {
  if (isWithin(code, 0x43, 0x44)) return Array(code === 0x43 ? 4 : 8).fill(CONSTANTS);
  if (isWithin(code, 268, 269)) return Array(16).fill(CONSTANTS); // of vectors
  if (isWithin(code, 0x28, 0x3e) || isWithin(code, 256, 267) || isWithin(code, 348, 349)) return [CODE, OFFSETS];
  if (isWithin(code, 0x20, 0x24)) return [LOCALS];
  if (isWithin(code, 2, 4) || isWithin(code, 277, 290)) return [CODE];
  return [0x0c, 0x0d, 0x10, 0x41].includes(code) ? [NUMBERS] : [];
}

const isWithin = (code: number, first: number, last: number): boolean => code >= first && code <= last;
