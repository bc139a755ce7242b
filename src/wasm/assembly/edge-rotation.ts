// Inertial rotation of first order: where edges will point if they keep turning   [Choi13, eq. 3.5–3.9] (src/forces/inertial-rotation.ts).
import { TINY } from "./edge-differences";
import { madd, mul, sub } from "./simd";

/**
 * The edges p of now become those that are turned on as from q, one step ago, `apart` bytes behind them: |p| (2 (û·û⁻) û − û⁻). Where nothing turns, p and q being
 * parallel or opposite or one of them 0, they stay as they are.
 */
export function turnOn(p: usize, end: usize, apart: usize): void {
  const tiny = f32x4.splat(TINY);
  const zero = f32x4.splat(0);
  for (; p < end; p += 64) {
    const q = p + apart;
    const px = v128.load(p);
    const py = v128.load(p, 16);
    const pz = v128.load(p, 32);
    const qx = v128.load(q);
    const qy = v128.load(q, 16);
    const qz = v128.load(q, 32);
    const cx = sub(mul(qy, pz), mul(qz, py));
    const cy = sub(mul(qz, px), mul(qx, pz));
    const cz = sub(mul(qx, py), mul(qy, px));
    const turns = f32x4.gt(madd(cx, cx, madd(cy, cy, mul(cz, cz))), zero);
    const dot = madd(px, qx, madd(py, qy, mul(pz, qz)));
    const after = f32x4.max(v128.load(p, 48), tiny);
    const before = f32x4.max(v128.load(q, 48), tiny);
    const keep = f32x4.div(mul(f32x4.splat(2), dot), f32x4.sqrt(mul(after, before)));
    const back = f32x4.sqrt(f32x4.div(after, before));
    v128.store(p, v128.bitselect(sub(mul(keep, px), mul(back, qx)), px, turns));
    v128.store(p, v128.bitselect(sub(mul(keep, py), mul(back, qy)), py, turns), 16);
    v128.store(p, v128.bitselect(sub(mul(keep, pz), mul(back, qz)), pz, turns), 32);
  }
}
