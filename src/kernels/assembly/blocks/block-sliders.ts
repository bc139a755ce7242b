// Sliders in the rows of a system (src/kernels/blocks/block-sliders.ts), in double precision on numbers of single precision.
import { END_CHANGE, END_NEXT_V, END_NEXT_X, END_NUMBERS, END_OFFSETS, END_V, END_X } from "../../layout/job-words";
import { GIVEN_GRIPS, GIVEN_NORMALS, GRIPS, INVERSES, NORMALS, RIGHT_SIDE, ROWS, SECONDS, SLIPS } from "../../layout/slider-words";
import { word } from "../shared/words";

/**
 * The inverse of D becomes that of D + T Tᵀ restricted to what is across n,
 *
 *     B = D⁻¹ − D⁻¹T TᵀD⁻¹ / (1 + TᵀD⁻¹T),     B − B n nᵀB / nᵀB n
 *
 * and b gets the friction at the start. TᵀD⁻¹T is at most what single precision bears: it grows without end where |v_t| goes to 0.
 */
export function constrainRows(args: usize, count: i32): void {
  const inverses = <usize>load<u32>(args, INVERSES);
  const seconds = load<f64>(<usize>load<u32>(args, SECONDS));
  const firmest = load<f64>(<usize>load<u32>(args, SECONDS), 8);
  for (let k: usize = 0, end = <usize>count; k < end; k++) {
    const row = <usize>load<u32>(<usize>load<u32>(args, ROWS) + (k << 2)); // 16 bytes a row, its inverse has 64
    const inverse = inverses + (row << 2);
    const given = <usize>load<u32>(args, GIVEN_NORMALS) + 24 * k;
    const n = <usize>load<u32>(args, NORMALS) + (k << 4);
    const nx = load<f64>(given);
    const ny = load<f64>(given, 8);
    const nz = load<f64>(given, 16);
    v128.store(n, f32x4(<f32>nx, <f32>ny, <f32>nz, 0));
    const t = <usize>load<u32>(args, GRIPS) + (k << 4);
    v128.store(t, f32x4.splat(0));
    const w = seconds == 0 ? 0 : seconds * load<f64>(<usize>load<u32>(args, GIVEN_GRIPS) + (k << 3));
    if (w != 0) {
      const slip = <usize>load<u32>(args, SLIPS) + 24 * k;
      const vx = load<f64>(slip);
      const vy = load<f64>(slip, 8);
      const vz = load<f64>(slip, 16);
      const b = <usize>load<u32>(args, RIGHT_SIDE) + row;
      subtract(b, w * vx);
      subtract(b + 4, w * vy);
      subtract(b + 8, w * vz);
      const tx = ny * vz - nz * vy;
      const ty = nz * vx - nx * vz;
      const tz = nx * vy - ny * vx;
      const most = firmest / along(inverse, tx, ty, tz);
      const r = sqrt(min(w / (vx * vx + vy * vy + vz * vz), most));
      v128.store(t, f32x4(<f32>(r * tx), <f32>(r * ty), <f32>(r * tz), 0));
      subtractOuter(inverse, t, 1);
    }
    subtractOuter(inverse, n, 0);
  }
}

/** `blendParticles` of sliders, of whose Δv nothing is left along n; its arguments are at `moves`. */
export function moveSliders(args: usize, moves: usize, count: i32): void {
  const order = word(moves, END_OFFSETS);
  const factors = word(moves, END_NUMBERS);
  const v = word(moves, END_V);
  const x = word(moves, END_X);
  const nextV = word(moves, END_NEXT_V);
  const nextX = word(moves, END_NEXT_X);
  const h = load<f64>(factors);
  const theta = load<f64>(factors, 8);
  for (let k: usize = 0, end = <usize>count; k < end; k++) {
    const row = <usize>load<u32>(<usize>load<u32>(args, ROWS) + (k << 2));
    const d = word(moves, END_CHANGE) + row;
    const n = <usize>load<u32>(args, GIVEN_NORMALS) + 24 * k;
    const normal = 0 + load<f64>(n) * at(d, 0) + load<f64>(n, 8) * at(d, 4) + load<f64>(n, 16) * at(d, 8);
    let o = <usize>load<u32>(order + (row >> 2));
    for (let c: usize = 0; c < 3; c++, o += 8) {
      const change = at(d, c << 2) - normal * load<f64>(n + (c << 3));
      store<f64>(nextV + o, load<f64>(v + o) + change);
      store<f64>(nextX + o, load<f64>(x + o) + h * (load<f64>(v + o) + theta * change));
    }
  }
}

/** uᵀB u, for the columns at `B`. */
function along(B: usize, x: f64, y: f64, z: f64): f64 {
  const px = at(B, 0) * x + at(B, 16) * y + at(B, 32) * z;
  const py = at(B, 4) * x + at(B, 20) * y + at(B, 36) * z;
  const pz = at(B, 8) * x + at(B, 24) * y + at(B, 40) * z;
  return x * px + y * py + z * pz;
}

/** B ← B − B u uᵀB / (more + uᵀB u), for the columns at `B` and the vector at `u`. */
function subtractOuter(B: usize, u: usize, more: f64): void {
  const x = at(u, 0);
  const y = at(u, 4);
  const z = at(u, 8);
  const px = at(B, 0) * x + at(B, 16) * y + at(B, 32) * z;
  const py = at(B, 4) * x + at(B, 20) * y + at(B, 36) * z;
  const pz = at(B, 8) * x + at(B, 24) * y + at(B, 40) * z;
  const scale = more + x * px + y * py + z * pz;
  if (!(scale > 0)) return;
  const xx = px / scale;
  const yy = py / scale;
  const zz = pz / scale;
  subtract(B, px * xx);
  subtract(B + 4, py * xx);
  subtract(B + 8, pz * xx);
  subtract(B + 16, px * yy);
  subtract(B + 20, py * yy);
  subtract(B + 24, pz * yy);
  subtract(B + 32, px * zz);
  subtract(B + 36, py * zz);
  subtract(B + 40, pz * zz);
}

// @ts-ignore: decorator
@inline
function at(to: usize, offset: usize): f64 {
  return <f64>load<f32>(to + offset);
}

// @ts-ignore: decorator
@inline
function subtract(to: usize, value: f64): void {
  store<f32>(to, <f32>(<f64>load<f32>(to) - value));
}
