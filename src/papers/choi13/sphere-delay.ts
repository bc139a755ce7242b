import { rmsDistance } from "../run-steps.ts";

/** A motion, looked at in equal intervals from its start on. */
export interface Fall {
  readonly frames: readonly Float64Array[];
  readonly velocities: readonly Float64Array[];
}

/** How late one motion is behind another, where the two are farthest apart. */
export interface Delay {
  /** When that is [s]. */
  readonly at: number;
  /** Distance then [m], and to the other's nearest moment. */
  readonly before: number;
  readonly after: number;
  /** How long before that moment is [s]. */
  readonly late: number;
}

/** Compares two motions of `seconds`; moments between the looks are interpolated. */
export function findDelay(fall: Fall, other: Fall, seconds: number): Delay {
  const last = fall.frames.length - 1;
  const distances = fall.frames.map((frame, n) => rmsDistance(frame, other.frames[n]));
  const farthest = distances.indexOf(Math.max(...distances));
  let nearest = { moment: farthest, distance: distances[farthest] };
  const between = new Float64Array(fall.frames[0].length);
  for (let tenth = 0; tenth <= 10 * last; tenth++) {
    const n = Math.min(Math.floor(tenth / 10), last - 1);
    const part = tenth / 10 - n;
    const [a, b] = [other.frames[n], other.frames[n + 1]];
    for (let c = 0; c < between.length; c++) between[c] = a[c] + part * (b[c] - a[c]);
    const distance = rmsDistance(fall.frames[farthest], between);
    if (distance < nearest.distance) nearest = { moment: tenth / 10, distance };
  }
  const unit = seconds / last;
  return {
    at: farthest * unit,
    before: distances[farthest],
    after: nearest.distance,
    late: (farthest - nearest.moment) * unit,
  };
}

/**
 * How late the linear edges should be at a time [s]. Their matrix M + h²K in place of M gives the motion with velocities v the inertia
 *
 *     vᵀ(M + h²K)v / vᵀMv = 1 + ε,   ε = h²k/m Σ |v_i − v_j|² / Σ |v_i|²   (springs of one stiffness, equal masses),
 *
 * so that what it does takes √(1 + ε) times as long: by the time t it is behind by ∫ (1 − 1/√(1 + ε)) dt. `fall` is the conventional motion
 * of a square grid with springs along rows, columns and diagonals.
 */
export function addedDelay({ velocities }: Fall, size: number, kappa: number, time: number, seconds: number): number {
  const unit = seconds / (velocities.length - 1);
  let delay = 0;
  for (const [n, v] of velocities.entries()) {
    if (n * unit >= time) break;
    let apart = 0;
    let all = 0;
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const i = row * size + column;
        const isLast = column + 1 === size;
        const neighbours = [isLast ? -1 : i + 1, i + size, isLast ? -1 : i + size + 1, column === 0 ? -1 : i + size - 1];
        for (const j of neighbours) if (j >= 0 && j < size * size) apart += squaredDifference(v, i, j);
        for (let c = 3 * i; c < 3 * i + 3; c++) all += v[c] * v[c];
      }
    }
    if (all > 0) delay += unit * (1 - 1 / Math.sqrt(1 + (kappa * apart) / all));
  }
  return delay;
}

function squaredDifference(v: Float64Array, i: number, j: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += (v[3 * i + c] - v[3 * j + c]) * (v[3 * i + c] - v[3 * j + c]);
  return sum;
}
