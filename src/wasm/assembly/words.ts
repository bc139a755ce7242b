// Words at a byte offset: what a job is told.

// @ts-ignore: decorator
@inline
export function word(words: usize, k: i32): usize {
  return <usize>load<u32>(words + (<usize>k << 2));
}
