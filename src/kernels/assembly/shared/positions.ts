// Between double precision, three numbers a particle in the order of the cloth, and single precision, four in the order of the matrix.
// `order` holds byte offsets into arrays of the cloth. What a job is told stands in `args`.
import * as at from "../../layout/job-words";
import { word } from "./words";

// One number at a time: engines turn conversions of two into longer code than that of one.

// @ts-ignore: decorator
@inline
function split(p: f64, to: usize): void {
  const h = <f32>p;
  store<f32>(to, h);
  store<f32>(to, <f32>(p - <f64>h), 16);
}

/** Pairs hi + lo = x[order] */
export function splitPositions(first: i32, last: i32, args: usize): void {
  const order = word(args, at.COPY_OFFSETS);
  const x = word(args, at.COPY_FROM);
  let to = word(args, at.COPY_TO) + ((<usize>first) << 5);
  for (let i = first; i < last; i++, to += 32) {
    const p = x + <usize>load<u32>(order + ((<usize>i) << 2));
    split(load<f64>(p), to);
    split(load<f64>(p, 8), to + 4);
    split(load<f64>(p, 16), to + 8);
  }
}

/** p = x + factor v;   pairs hi + lo = p[order],   velocities = v[order], rounded: three ways through memory in one */
export function predictParticles(first: i32, last: i32, args: usize): void {
  const f = load<f64>(word(args, at.SUM_FACTOR));
  const v = word(args, at.SUM_X);
  const x = word(args, at.SUM_Y);
  const p = word(args, at.SUM_OUT);
  const order = word(args, at.PREDICT_OFFSETS);
  let velocities = word(args, at.PREDICT_VELOCITIES) + ((<usize>first) << 4);
  let to = word(args, at.PREDICT_POSITIONS) + ((<usize>first) << 5);
  for (let i = first; i < last; i++, velocities += 16, to += 32) {
    const o = <usize>load<u32>(order + ((<usize>i) << 2));
    predict(f, v + o, x + o, p + o, velocities, to);
    predict(f, v + o + 8, x + o + 8, p + o + 8, velocities + 4, to + 4);
    predict(f, v + o + 16, x + o + 16, p + o + 16, velocities + 8, to + 8);
  }
}

// @ts-ignore: decorator
@inline
function predict(f: f64, v: usize, x: usize, p: usize, velocity: usize, to: usize): void {
  const speed = load<f64>(v);
  const place = load<f64>(x) + f * speed;
  store<f64>(p, place);
  store<f32>(velocity, <f32>speed);
  split(place, to);
}

/** to = x[order], rounded */
export function gatherVectors(first: i32, last: i32, args: usize): void {
  const order = word(args, at.COPY_OFFSETS);
  const x = word(args, at.COPY_FROM);
  let to = word(args, at.COPY_TO) + ((<usize>first) << 4);
  for (let i = first; i < last; i++, to += 16) {
    const p = x + <usize>load<u32>(order + ((<usize>i) << 2));
    store<f32>(to, <f32>load<f64>(p));
    store<f32>(to, <f32>load<f64>(p, 8), 4);
    store<f32>(to, <f32>load<f64>(p, 16), 8);
  }
}

/** to = (b + s f)[order], rounded */
export function gatherImpulses(first: i32, last: i32, args: usize): void {
  const order = word(args, at.IMPULSE_OFFSETS);
  const b = word(args, at.IMPULSE_MOMENTUM);
  const s = load<f64>(word(args, at.IMPULSE_SECONDS));
  const f = word(args, at.IMPULSE_FORCE);
  let to = word(args, at.IMPULSE_TO) + ((<usize>first) << 4);
  for (let i = first; i < last; i++, to += 16) {
    const o = <usize>load<u32>(order + ((<usize>i) << 2));
    store<f32>(to, <f32>(load<f64>(b + o) + s * load<f64>(f + o)));
    store<f32>(to, <f32>(load<f64>(b + o, 8) + s * load<f64>(f + o, 8)), 4);
    store<f32>(to, <f32>(load<f64>(b + o, 16) + s * load<f64>(f + o, 16)), 8);
  }
}

/** x[order] = from */
export function scatterVectors(first: i32, last: i32, args: usize): void {
  const order = word(args, at.COPY_OFFSETS);
  const x = word(args, at.COPY_TO);
  let from = word(args, at.COPY_FROM) + ((<usize>first) << 4);
  for (let i = first; i < last; i++, from += 16) {
    const p = x + <usize>load<u32>(order + ((<usize>i) << 2));
    store<f64>(p, <f64>load<f32>(from));
    store<f64>(p, <f64>load<f32>(from, 4), 8);
    store<f64>(p, <f64>load<f32>(from, 8), 16);
  }
}

/** v*[order] = v[order] + Δv,   x*[order] = x[order] + s Δv;   result = the largest |v*| and |x*|, Infinity where one is not a number */
export function moveParticles(first: i32, last: i32, args: usize, own: usize): void {
  const order = word(args, at.END_OFFSETS);
  const v = word(args, at.END_V);
  const x = word(args, at.END_X);
  const nextV = word(args, at.END_NEXT_V);
  const nextX = word(args, at.END_NEXT_X);
  const s = load<f64>(word(args, at.END_NUMBERS));
  const ss = f64x2.splat(s);
  let largest = f64x2.splat(0);
  let largestZ: f64 = 0;
  let deltaV = word(args, at.END_CHANGE) + ((<usize>first) << 4);
  for (let i = first; i < last; i++, deltaV += 16) {
    const o = <usize>load<u32>(order + ((<usize>i) << 2));
    const d = v128.load(deltaV);
    const dxy = f64x2.promote_low_f32x4(d);
    const dz = <f64>f32x4.extract_lane(d, 2);
    const vxy = f64x2.add(v128.load(v + o), dxy);
    const vz = load<f64>(v + o, 16) + dz;
    const xxy = f64x2.add(v128.load(x + o), f64x2.mul(ss, dxy));
    const xz = load<f64>(x + o, 16) + s * dz;
    v128.store(nextV + o, vxy);
    store<f64>(nextV + o, vz, 16);
    v128.store(nextX + o, xxy);
    store<f64>(nextX + o, xz, 16);
    largest = f64x2.max(largest, f64x2.max(f64x2.abs(vxy), f64x2.abs(xxy)));
    largestZ = max(largestZ, max(abs(vz), abs(xz)));
  }
  const most = max(largestZ, max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1)));
  store<f64>(word(args, at.END_PARTS) + own, most == most ? most : Infinity);
}

/** v*[order] = v[order] + Δv,   x*[order] = x[order] + h (v[order] + θ Δv) */
export function blendParticles(first: i32, last: i32, args: usize): void {
  const order = word(args, at.END_OFFSETS);
  const v = word(args, at.END_V);
  const x = word(args, at.END_X);
  const nextV = word(args, at.END_NEXT_V);
  const nextX = word(args, at.END_NEXT_X);
  const h = load<f64>(word(args, at.END_NUMBERS));
  const theta = load<f64>(word(args, at.END_NUMBERS), 8);
  const hh = f64x2.splat(h);
  const thetas = f64x2.splat(theta);
  let deltaV = word(args, at.END_CHANGE) + ((<usize>first) << 4);
  for (let i = first; i < last; i++, deltaV += 16) {
    const o = <usize>load<u32>(order + ((<usize>i) << 2));
    const d = v128.load(deltaV);
    const dxy = f64x2.promote_low_f32x4(d);
    const dz = <f64>f32x4.extract_lane(d, 2);
    const vxy = v128.load(v + o);
    const vz = load<f64>(v + o, 16);
    v128.store(nextX + o, f64x2.add(v128.load(x + o), f64x2.mul(hh, f64x2.add(vxy, f64x2.mul(thetas, dxy)))));
    store<f64>(nextX + o, load<f64>(x + o, 16) + h * (vz + theta * dz), 16);
    v128.store(nextV + o, f64x2.add(vxy, dxy));
    store<f64>(nextV + o, vz + dz, 16);
  }
}
