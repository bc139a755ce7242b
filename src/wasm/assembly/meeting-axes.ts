// Whether two elements stay apart along an axis of their own: src/collision/meeting-axes.ts, operation for operation.
import { ENDS, NUMBERS, STARTS } from "./meeting-mesh";

const ROUNDING: f64 = 1e-12;

// three differences at the start and three at the end, x, y and z each, and the axis
const differences: usize = memory.data(144);
const axis: usize = memory.data(24);

export function staysFromTriangle(mesh: usize, p: i32, a: i32, b: i32, c: i32): bool {
  let extent: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    let sum: f64 = 0;
    let to = differences + k;
    for (let end = 0; end < 2; end++, to += 72) {
      const x = (end == 0 ? <usize>load<u32>(mesh, STARTS) : <usize>load<u32>(mesh, ENDS)) + k;
      const from = load<f64>(x + 24 * <usize>p);
      const da = from - load<f64>(x + 24 * <usize>a);
      const db = from - load<f64>(x + 24 * <usize>b);
      const dc = from - load<f64>(x + 24 * <usize>c);
      store<f64>(to, da);
      store<f64>(to, db, 24);
      store<f64>(to, dc, 48);
      extent = max(extent, max(abs(da), max(abs(db), abs(dc))));
      sum += da + db + dc;
    }
    store<f64>(axis + k, sum);
  }
  let least: f64 = Infinity;
  for (let n = 0; n < 6; n++) least = min(least, alongAxis(n));
  return isBeyond(mesh, least, extent);
}

export function staysFromEdge(mesh: usize, a: i32, b: i32, c: i32, d: i32): bool {
  let extent: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    let sum: f64 = 0;
    let to = differences + k;
    for (let end = 0; end < 2; end++, to += 72) {
      const x = (end == 0 ? <usize>load<u32>(mesh, STARTS) : <usize>load<u32>(mesh, ENDS)) + k;
      const from = load<f64>(x + 24 * <usize>a);
      const db = load<f64>(x + 24 * <usize>b) - from;
      const dc = load<f64>(x + 24 * <usize>c) - from;
      const dd = load<f64>(x + 24 * <usize>d) - from;
      store<f64>(to, db);
      store<f64>(to, dc, 24);
      store<f64>(to, dd, 48);
      extent = max(extent, max(abs(db), max(abs(dc), abs(dd))));
      sum += dc + dd - db;
    }
    store<f64>(axis + k, sum);
  }
  if (areEdgesBeyond(mesh, extent)) return true;
  const d0 = differences;
  dropAlongEdge(load<f64>(d0), load<f64>(d0, 8), load<f64>(d0, 16));
  if (areEdgesBeyond(mesh, extent)) return true;
  dropAlongEdge(load<f64>(d0, 48) - load<f64>(d0, 24), load<f64>(d0, 56) - load<f64>(d0, 32), load<f64>(d0, 64) - load<f64>(d0, 40));
  return areEdgesBeyond(mesh, extent);
}

function areEdgesBeyond(mesh: usize, extent: f64): bool {
  const start = min(alongAxis(1), alongAxis(2)) - max(0, alongAxis(0));
  const end = min(alongAxis(4), alongAxis(5)) - max(0, alongAxis(3));
  return isBeyond(mesh, min(start, end), extent);
}

// @ts-ignore: decorator
@inline
function alongAxis(n: i32): f64 {
  const d = differences + 24 * <usize>n;
  return load<f64>(d) * load<f64>(axis) + load<f64>(d, 8) * load<f64>(axis, 8) + load<f64>(d, 16) * load<f64>(axis, 16);
}

function dropAlongEdge(x: f64, y: f64, z: f64): void {
  const along = load<f64>(axis) * x + load<f64>(axis, 8) * y + load<f64>(axis, 16) * z;
  const share = along / (x * x + y * y + z * z);
  store<f64>(axis, load<f64>(axis) - share * x);
  store<f64>(axis, load<f64>(axis, 8) - share * y, 8);
  store<f64>(axis, load<f64>(axis, 16) - share * z, 16);
}

function isBeyond(mesh: usize, least: f64, extent: f64): bool {
  const apart = load<f64>(<usize>load<u32>(mesh, NUMBERS), 32) + ROUNDING * extent;
  const x = load<f64>(axis);
  const y = load<f64>(axis, 8);
  const z = load<f64>(axis, 16);
  return least > 0 && least * least > apart * apart * (x * x + y * y + z * z);
}
