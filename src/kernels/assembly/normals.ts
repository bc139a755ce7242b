// Vertex normals for drawing, src/output/normals.ts in single precision. Positions and normals have 12 bytes a vertex, with room for one more; a group of four triangles has 48 bytes of `corners`, 16 times
// the vertex: four of the first, four of the second, four of the third. Vertices are taken four at a time: arrays have room for whole fours.
import { add, addRows, madd, mul, sub, zipHigh, zipLow } from "./shared/simd";

/** The position of a corner, and a number of the next one. */
// @ts-ignore: decorator
@inline
function at(x: usize, corner: usize): v128 {
  const o = <usize>load<u32>(corner);
  return v128.load(x + o - (o >> 2));
}

/** `sums` has 16 bytes a vertex. */
export function computeNormals(count: i32, groups: i32, x: usize, corner: usize, sums: usize, normals: usize): void {
  const zero = f32x4.splat(0);
  memory.fill(sums, 0, (<usize>count) << 4);
  for (let end = corner + 48 * <usize>groups; corner < end; corner += 48) {
    const a0 = at(x, corner);
    const a1 = at(x, corner + 4);
    const a2 = at(x, corner + 8);
    const a3 = at(x, corner + 12);
    const b0 = sub(at(x, corner + 16), a0);
    const b1 = sub(at(x, corner + 20), a1);
    const b2 = sub(at(x, corner + 24), a2);
    const b3 = sub(at(x, corner + 28), a3);
    const c0 = sub(at(x, corner + 32), a0);
    const c1 = sub(at(x, corner + 36), a1);
    const c2 = sub(at(x, corner + 40), a2);
    const c3 = sub(at(x, corner + 44), a3);
    const bp = zipLow(b0, b2);
    const bq = zipLow(b1, b3);
    const bx = zipLow(bp, bq);
    const by = zipHigh(bp, bq);
    const bz = zipLow(zipHigh(b0, b2), zipHigh(b1, b3));
    const cp = zipLow(c0, c2);
    const cq = zipLow(c1, c3);
    const cx = zipLow(cp, cq);
    const cy = zipHigh(cp, cq);
    const cz = zipLow(zipHigh(c0, c2), zipHigh(c1, c3));
    const nx = sub(mul(by, cz), mul(bz, cy));
    const ny = sub(mul(bz, cx), mul(bx, cz));
    const nz = sub(mul(bx, cy), mul(by, cx));
    addRows(sums, corner, 0, nx, ny, nz);
    addRows(sums, corner + 16, 0, nx, ny, nz);
    addRows(sums, corner + 32, 0, nx, ny, nz);
  }
  for (let i = 0; i < count; i += 4, sums += 64, normals += 48) {
    const v0 = v128.load(sums);
    const v1 = v128.load(sums, 16);
    const v2 = v128.load(sums, 32);
    const v3 = v128.load(sums, 48);
    const p = zipLow(v0, v2);
    const q = zipLow(v1, v3);
    const x = zipLow(p, q);
    const y = zipHigh(p, q);
    const z = zipLow(zipHigh(v0, v2), zipHigh(v1, v3));
    const squared = madd(x, x, madd(y, y, mul(z, z)));
    const isThere = f32x4.gt(squared, zero);
    const scale = v128.and(isThere, f32x4.div(f32x4.splat(1), f32x4.sqrt(squared)));
    const up = v128.andnot(f32x4.splat(1), isThere); // where there is none
    const xz = zipLow(mul(x, scale), add(mul(z, scale), up));
    const xz2 = zipHigh(mul(x, scale), add(mul(z, scale), up));
    const y0 = zipLow(mul(y, scale), zero);
    const y2 = zipHigh(mul(y, scale), zero);
    v128.store(normals, zipLow(xz, y0));
    v128.store(normals, zipHigh(xz, y0), 12);
    v128.store(normals, zipLow(xz2, y2), 24);
    v128.store(normals, zipHigh(xz2, y2), 36);
  }
}
