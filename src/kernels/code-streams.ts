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
  let code = 0;
  let isPrefix = false;
  /** How many operands, or bytes of a constant, are still to come. */
  let left = 0;

  function streamOfOperand(): number {
    if (isConstant(code)) return CONSTANTS;
    if (isOfLocal(code)) return LOCALS;
    if (isOfMemory(code)) return left === 1 ? OFFSETS : CODE; // the alignment belongs to the instruction
    return isFixed(code) ? CODE : NUMBERS;
  }

  return {
    get stream() {
      return left === 0 ? CODE : streamOfOperand();
    },
    take(byte) {
      if (left > 0) {
        if (byte < 128 || isConstant(code)) left--; // a number goes on where the highest bit is set
        return;
      }
      code = isPrefix ? 256 + byte : byte;
      isPrefix = !isPrefix && byte === VECTOR;
      left = isPrefix ? 0 : countOperands(code);
    },
  };
}

const isConstant = (code: number): boolean => code === 0x43 || code === 0x44 || code === 268 || code === 269;
const isOfLocal = (code: number): boolean => code >= 0x20 && code <= 0x24;
const isOfMemory = (code: number): boolean => (code >= 0x28 && code <= 0x3e) || (code >= 256 && code < 268) || code === 348 || code === 349;
/** Blocks, with their type, and vectors, with the number of a lane. */
const isFixed = (code: number): boolean => (code >= 2 && code <= 4) || code >= 277;

function countOperands(code: number): number {
  if (isConstant(code)) return code === 0x43 ? 4 : code === 0x44 ? 8 : 16;
  if (isOfMemory(code)) return 2;
  const isJump = code === 0x0c || code === 0x0d || code === 0x10 || code === 0x41;
  return isOfLocal(code) || isJump || (isFixed(code) && code <= 290) ? 1 : 0;
}
