// Relative damping along springs, f = c (v_j − v_i) on i, of the pairs that edge-forces has in groups of four: 16 bytes of c a group.
import * as at from "../../layout/edge-words";
import { storeLanes } from "./edge-differences";
import { add, addRows, mul, sub, subtractRows, sumLanes, sumLanesDouble } from "./simd";

/** v + Δv of the row whose position has this byte offset. */
// @ts-ignore: decorator
@inline
function after(v: usize, deltaV: usize, position: u32): v128 {
  const o = <usize>(position >> 1);
  return add(v128.load(v + o), v128.load(deltaV + o));
}

/** Differences of the velocities of four pairs into d. */
// @ts-ignore: decorator
@inline
function storeVelocities(v: usize, deltaV: usize, neighbour: usize, i0: v128, i1: v128, i2: v128, i3: v128, d: usize): void {
  storeLanes(
    sub(after(v, deltaV, load<u32>(neighbour)), i0),
    sub(after(v, deltaV, load<u32>(neighbour, 4)), i1),
    sub(after(v, deltaV, load<u32>(neighbour, 8)), i2),
    sub(after(v, deltaV, load<u32>(neighbour, 12)), i3),
    d,
  );
}

// @ts-ignore: decorator
@inline
export function isDamped(groups: usize): bool {
  return load<u32>(groups, at.OWNED_DAMPING) != 0;
}

/** Adds the damping of a chunk at the velocities v + Δv to f; returns Σ ½ c |v_j − v_i|² of it, where a pair of two chunks counts half in each. */
export function addDamping(chunk: usize, groups: usize, v: usize, deltaV: usize, f: usize): f64 {
  const d = <usize>load<u32>(groups, at.SCRATCH) + chunk * <usize>load<u32>(groups, at.SCRATCH_SIZE);
  let own: f64 = 0;
  let common: f64 = 0;
  let range = <usize>load<u32>(groups, at.OWNED_RANGES) + (chunk << 3);
  let last = <usize>load<u32>(range, 4);
  for (let group = <usize>load<u32>(range); group < last; group++) {
    const position = load<u32>(<usize>load<u32>(groups, at.OWNED_ROW) + (group << 2));
    const neighbour = <usize>load<u32>(groups, at.OWNED_NEIGHBOUR) + (group << 4);
    const c = v128.load(<usize>load<u32>(groups, at.OWNED_DAMPING) + (group << 4));
    const i = after(v, deltaV, position);
    storeVelocities(v, deltaV, neighbour, i, i, i, i, d);
    own += sumLanesDouble(mul(c, v128.load(d, 48)));
    const x = mul(c, v128.load(d));
    const y = mul(c, v128.load(d, 16));
    const z = mul(c, v128.load(d, 32));
    subtractRows(f, neighbour, 1, x, y, z);
    const row = f + <usize>(position >> 1);
    v128.store(row, add(v128.load(row), sumLanes(x, y, z)));
  }
  range = <usize>load<u32>(groups, at.COMMON_RANGES) + (chunk << 3);
  last = <usize>load<u32>(range, 4);
  for (let group = <usize>load<u32>(range); group < last; group++) {
    const row = <usize>load<u32>(groups, at.COMMON_ROW) + (group << 4);
    const neighbour = <usize>load<u32>(groups, at.COMMON_NEIGHBOUR) + (group << 4);
    const c = v128.load(<usize>load<u32>(groups, at.COMMON_DAMPING) + (group << 4));
    storeVelocities(
      v,
      deltaV,
      neighbour,
      after(v, deltaV, load<u32>(row)),
      after(v, deltaV, load<u32>(row, 4)),
      after(v, deltaV, load<u32>(row, 8)),
      after(v, deltaV, load<u32>(row, 12)),
      d,
    );
    common += sumLanesDouble(mul(c, v128.load(d, 48)));
    addRows(f, row, 1, mul(c, v128.load(d)), mul(c, v128.load(d, 16)), mul(c, v128.load(d, 32)));
  }
  return 0.5 * own + 0.25 * common;
}
