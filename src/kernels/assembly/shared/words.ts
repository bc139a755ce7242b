// Words at a byte offset: the arguments of a job, and byte offsets in tables.

// @ts-ignore: decorator
@inline
export function word(words: usize, k: i32): usize {
  return <usize>load<u32>(words + ((<usize>k) << 2));
}

// Two words with one access, the first and the second of them. Where an engine checks each access by itself, as that of Node 20 does on Linux on arm64, one less is three instructions less:
// sweeps take 0.94, iterations of conjugate gradients and residuals 0.96 of the time. Lanes of a vector are slower still.

// @ts-ignore: decorator
@inline
export function firstOf(words: u64): usize {
  return <usize>words;
}

// @ts-ignore: decorator
@inline
export function secondOf(words: u64): usize {
  return <usize>(words >> 32);
}
