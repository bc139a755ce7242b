// Edges that pass through a triangle, or all but: what `crosses` of src/contact/untangle/crossing-list.ts does not call apart, operation for operation.

import { CROSSING_SLACK, FEW_UNITS } from "../../layout/contact-limits";
import { EDGES, KEPT, NORMALS, PAIRS, POSITIONS, TRIANGLES } from "../../layout/crossing-words";

/** Of `count` pairs of an edge and a triangle without a common vertex those that cross so, in their order; returns how many. */
export function keepCrossing(arrays: usize, count: i32): i32 {
  const x = <usize>load<u32>(arrays, POSITIONS);
  const triangles = <usize>load<u32>(arrays, TRIANGLES);
  const edges = <usize>load<u32>(arrays, EDGES);
  const normals = <usize>load<u32>(arrays, NORMALS);
  const pairs = <usize>load<u32>(arrays, PAIRS);
  const end = pairs + ((<usize>count) << 3);
  const first = <usize>load<u32>(arrays, KEPT);
  let kept = first;
  for (let pair = pairs; pair < end; pair += 8) {
    const both = load<u64>(pair);
    const edge = edges + ((<usize>(both & 0xffffffff)) << 3);
    const t = <usize>(both >> 32);
    const corners = triangles + 12 * t;
    const a = x + 24 * <usize>load<u32>(corners);
    const b = x + 24 * <usize>load<u32>(corners, 4);
    const c = x + 24 * <usize>load<u32>(corners, 8);
    const p = x + 24 * <usize>load<u32>(edge);
    const q = x + 24 * <usize>load<u32>(edge, 4);
    if (!crosses(normals + 24 * t, a, b, c, p, q)) continue;
    store<u64>(kept, both);
    kept += 8;
  }
  return <i32>((kept - first) >> 3);
}

function crosses(normal: usize, a: usize, b: usize, c: usize, p: usize, q: usize): bool {
  const dp = heightOf(normal, a, p);
  const dq = heightOf(normal, a, q);
  if (!(min(dp, dq) < 0 && max(dp, dq) > 0)) return false;
  if (!(abs(dp) > heightError(a, p) && abs(dq) > heightError(a, q))) return false;
  const ex = load<f64>(q) - load<f64>(p);
  const ey = load<f64>(q, 8) - load<f64>(p, 8);
  const ez = load<f64>(q, 16) - load<f64>(p, 16);
  const ax = load<f64>(a) - load<f64>(p);
  const ay = load<f64>(a, 8) - load<f64>(p, 8);
  const az = load<f64>(a, 16) - load<f64>(p, 16);
  const bx = load<f64>(b) - load<f64>(p);
  const by = load<f64>(b, 8) - load<f64>(p, 8);
  const bz = load<f64>(b, 16) - load<f64>(p, 16);
  const cx = load<f64>(c) - load<f64>(p);
  const cy = load<f64>(c, 8) - load<f64>(p, 8);
  const cz = load<f64>(c, 16) - load<f64>(p, 16);
  const u = ex * (by * cz - bz * cy) + ey * (bz * cx - bx * cz) + ez * (bx * cy - by * cx);
  const v = ex * (cy * az - cz * ay) + ey * (cz * ax - cx * az) + ez * (cx * ay - cy * ax);
  const w = ex * (ay * bz - az * by) + ey * (az * bx - ax * bz) + ez * (ax * by - ay * bx);
  const sum = abs(u + v + w);
  const least = dq > 0 ? min(u, min(v, w)) : -max(u, max(v, w));
  return sum > 0 && least >= -CROSSING_SLACK * sum;
}

// @ts-ignore: decorator
@inline
function heightOf(normal: usize, corner: usize, point: usize): f64 {
  const x = load<f64>(normal) * (load<f64>(point) - load<f64>(corner));
  const y = load<f64>(normal, 8) * (load<f64>(point, 8) - load<f64>(corner, 8));
  return x + y + load<f64>(normal, 16) * (load<f64>(point, 16) - load<f64>(corner, 16));
}

/** How far off rounding of the positions may put the height of p [m]. */
function heightError(a: usize, p: usize): f64 {
  const x = abs(load<f64>(p)) + abs(load<f64>(a));
  const y = abs(load<f64>(p, 8)) + abs(load<f64>(a, 8));
  return FEW_UNITS * (x + y + (abs(load<f64>(p, 16)) + abs(load<f64>(a, 16))));
}
