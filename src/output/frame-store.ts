/** Bytes that only grow: where a recording keeps its frames, in memory or in a file. */
export interface FrameStore {
  readonly length: number;
  append(bytes: Uint8Array): void;
  /** Fills `out` with the bytes from `at` on. */
  read(at: number, out: Uint8Array): void;
}

/** Keeps each appended piece as it is; `read` takes one piece, or a part of one. */
export function createMemoryStore(): FrameStore {
  const starts: number[] = [];
  const pieces: Uint8Array[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(bytes) {
      starts.push(length);
      pieces.push(bytes.slice());
      length += bytes.length;
    },
    read(at, out) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= at) low = middle;
        else high = middle - 1;
      }
      const from = at - starts[low];
      out.set(pieces[low].subarray(from, from + out.length));
    },
  };
}
