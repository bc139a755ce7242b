// Four numbers of single precision at once. Only zips and splats shuffle lanes: engines turn these into single instructions.
import { firstOf, secondOf } from "./words";

// @ts-expect-error: decorator
@inline
export function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b);
}

// @ts-expect-error: decorator
@inline
export function sub(a: v128, b: v128): v128 {
  return f32x4.sub(a, b);
}

// @ts-expect-error: decorator
@inline
export function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b);
}

/** a·b + c, rounded twice, on every machine alike. */
// @ts-expect-error: decorator
@inline
export function madd(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), c);
}

/** (a0, b0, a1, b1) */
// @ts-expect-error: decorator
@inline
export function zipLow(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
}

/** (a2, b2, a3, b3) */
// @ts-expect-error: decorator
@inline
export function zipHigh(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
}

// @ts-expect-error: decorator
@inline
export function splat0(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 0, 0, 0, 0);
}

// @ts-expect-error: decorator
@inline
export function splat1(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 1, 1, 1, 1);
}

// @ts-expect-error: decorator
@inline
export function splat2(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 2, 2, 2, 2);
}

// @ts-expect-error: decorator
@inline
export function splat3(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 3, 3, 3, 3);
}

/** (Σ x, Σ y, Σ z, 0) over the lanes of x, y and z. */
// @ts-expect-error: decorator
@inline
export function sumLanes(x: v128, y: v128, z: v128): v128 {
  const zero = f32x4.splat(0);
  const xz = add(zipLow(x, z), zipHigh(x, z));
  const y0 = add(zipLow(y, zero), zipHigh(y, zero));
  return add(zipLow(xz, y0), zipHigh(xz, y0));
}

/** The same sum of the lanes of one vector, in double precision. */
// @ts-expect-error: decorator
@inline
export function sumLanesDouble(a: v128): f64 {
  return <f64>f32x4.extract_lane(a, 0) + <f64>f32x4.extract_lane(a, 1) + (<f64>f32x4.extract_lane(a, 2) + <f64>f32x4.extract_lane(a, 3));
}

// @ts-expect-error: decorator
@inline
function changeRow(row: usize, by: v128, isTaken: bool): void {
  v128.store(row, isTaken ? sub(v128.load(row), by) : add(v128.load(row), by));
}

// @ts-expect-error: decorator
@inline
function changeRows(y: usize, r: usize, shift: usize, ax: v128, ay: v128, az: v128, isTaken: bool): void {
  const zero = f32x4.splat(0);
  const xz = zipLow(ax, az);
  const y0 = zipLow(ay, zero);
  const xz2 = zipHigh(ax, az);
  const y2 = zipHigh(ay, zero);
  const i = load<u64>(r);
  changeRow(y + (firstOf(i) >> shift), zipLow(xz, y0), isTaken);
  changeRow(y + (secondOf(i) >> shift), zipHigh(xz, y0), isTaken);
  const k = load<u64>(r, 8);
  changeRow(y + (firstOf(k) >> shift), zipLow(xz2, y2), isTaken);
  changeRow(y + (secondOf(k) >> shift), zipHigh(xz2, y2), isTaken);
}

/** Adds (x, y, z) of four lanes to the rows of y whose byte offsets, shifted left by `shift`, stand at r. */
// @ts-expect-error: decorator
@inline
export function addRows(y: usize, r: usize, shift: usize, ax: v128, ay: v128, az: v128): void {
  changeRows(y, r, shift, ax, ay, az, false);
}

/** Takes them from these rows. */
// @ts-expect-error: decorator
@inline
export function subtractRows(y: usize, r: usize, shift: usize, ax: v128, ay: v128, az: v128): void {
  changeRows(y, r, shift, ax, ay, az, true);
}
