// The numbers of a system, in double precision, by their places (src/kernels/layout/block-numbers.ts).
import { NUMBERS } from "../../layout/block-words";
import { word } from "../shared/words";

// @ts-ignore: decorator
@inline
export function addressOf(system: usize, number: i32): usize {
  return word(system, NUMBERS) + ((<usize>number) << 3);
}

// @ts-ignore: decorator
@inline
export function numberOf(system: usize, number: i32): f64 {
  return load<f64>(addressOf(system, number));
}

// @ts-ignore: decorator
@inline
export function splatNumber(system: usize, number: i32): v128 {
  return f32x4.splat(<f32>numberOf(system, number));
}

// @ts-ignore: decorator
@inline
export function setNumber(system: usize, number: i32, value: f64): void {
  store<f64>(addressOf(system, number), value);
}
