// A mesh and its trees in memory, for the search for elements that may meet.
import { MARKS } from "../../layout/meeting-words";

// @ts-ignore: decorator
@inline
export function word(at: usize, k: i32): i32 {
  return load<i32>(at + ((<usize>k) << 2));
}

// @ts-ignore: decorator
@inline
export function vector(at: usize, k: i32): v128 {
  return v128.load(at + ((<usize>k) << 4));
}

// @ts-ignore: decorator
@inline
export function mark(mesh: usize, v: i32): i32 {
  return <i32>load<u8>(<usize>load<u32>(mesh, MARKS) + <usize>v);
}
