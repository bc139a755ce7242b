import { NEAR, NEAR_START, NEXT_TASK, PROGRESS, STRIP_RANGES, TASK_COUNT, TASKS } from "../layout/block-words.ts";
import { type KernelMemory, sizeOf } from "../memory.ts";
import { SWEEPS_AT_ONCE } from "./block-limits.ts";

/**
 * Gauss–Seidel sweeps over rows in their order, several at once. The rows are cut into strips; the k-th sweep of a strip needs that of the strips
 * before it which touch it, and the (k − 1)-th of those behind. Whoever keeps to that computes what one sweep after the other does, to the bit: while
 * one sweep is at the end of the cloth the next ones have long begun, each by another thread, or by one while the rows are still near in the cache.
 */
export interface SweepStrips {
  /** Sweeps of each strip that are done; then the next task. To be filled with 0 at first. */
  readonly progress: Uint32Array;
  /** How many tasks can be done at the same time, on average. */
  readonly width: number;
  /** Tells the kernels of all that (src/kernels/layout/block-words.ts). */
  describe(system: Uint32Array): void;
}

/** So many rows are worth being handed over; more strips than MOST_STRIPS gain nothing. */
const LEAST_ROWS = 256;
const MOST_STRIPS = 256;

export interface StripPlan {
  /** (first, last) row of each strip. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
  /** The strips that touch each one, itself among them. */
  readonly near: readonly (readonly number[])[];
  /** sweep << 16 | strip, those that can be done at the same time next to each other. */
  readonly tasks: readonly number[];
  readonly width: number;
  /** Bytes that `create` takes. */
  readonly bytes: number;
  create(memory: KernelMemory): SweepStrips;
}

/** `start` and `other` list the neighbours of each particle, `order` and `rank` are the particle of each row and back. */
export function planSweepStrips(start: Uint32Array, other: Uint32Array, order: Uint32Array, rank: Uint32Array): StripPlan {
  const n = order.length;
  const size = Math.ceil(Math.max(LEAST_ROWS, n / MOST_STRIPS));
  const ranges = Array.from({ length: Math.ceil(n / size) }, (_, strip): [number, number] => [
    strip * size,
    Math.min(n, (strip + 1) * size),
  ]);
  const stripOf = rank.map((row) => Math.floor(row / size));
  const near = ranges.map(([first, last], strip) => {
    const touches = new Uint8Array(ranges.length);
    touches[strip] = 1;
    for (let row = first; row < last; row++) markStrips(start[order[row]], start[order[row] + 1], other, stripOf, touches);
    return Array.from(touches.keys()).filter((k) => touches[k] === 1);
  });
  const [tasks, levels] = orderTasks(near);
  const count = near.reduce((sum, { length }) => sum + length, 0);
  const strips = ranges.length;
  const plan: StripPlan = {
    ranges,
    near,
    tasks,
    width: tasks.length / levels,
    bytes: sizeOf(8 * strips) + sizeOf(4 * tasks.length) + sizeOf(4 * (strips + 1)) + sizeOf(4 * count) + sizeOf(4 * strips + 4),
    create: (memory) => createSweepStrips(plan, memory),
  };
  return plan;
}

function markStrips(from: number, to: number, other: Uint32Array, stripOf: Uint32Array, touches: Uint8Array): void {
  for (let e = from; e < to; e++) touches[stripOf[other[e]]] = 1;
}

/** The tasks by how many have to be done before them, one after the other; and how many such levels there are. */
function orderTasks(near: StripPlan["near"]): [tasks: number[], levels: number] {
  const tasks: number[] = [];
  const levels: number[] = [];
  let before = new Float64Array(near.length);
  for (let sweep = 0; sweep < SWEEPS_AT_ONCE; sweep++) {
    const level = new Float64Array(near.length);
    near.forEach((others, strip) => {
      level[strip] = 1 + others.reduce((most, k) => Math.max(most, k < strip ? level[k] : before[k]), 0);
      tasks.push((sweep << 16) | strip);
      levels.push(level[strip]);
    });
    before = level;
  }
  const sorted = tasks.map((_, t) => t).sort((a, b) => levels[a] - levels[b] || a - b);
  return [sorted.map((t) => tasks[t]), levels[sorted[sorted.length - 1]] ?? 1];
}

function createSweepStrips({ ranges, near, tasks, width }: StripPlan, memory: KernelMemory): SweepStrips {
  const nearStart = memory.words(near.length + 1);
  near.forEach((others, strip) => {
    nearStart[strip + 1] = nearStart[strip] + others.length;
  });
  const [rows, order, touching] = [ranges.flat(), tasks, near.flat()].map((list) => {
    const words = memory.words(list.length);
    words.set(list);
    return words.byteOffset;
  });
  const progress = memory.words(ranges.length + 1);
  return {
    progress,
    width,
    describe(system) {
      system[STRIP_RANGES] = rows;
      system[TASKS] = order;
      system[TASK_COUNT] = tasks.length;
      system[NEAR_START] = nearStart.byteOffset;
      system[NEAR] = touching;
      system[PROGRESS] = progress.byteOffset;
      system[NEXT_TASK] = progress.byteOffset + 4 * ranges.length;
    },
  };
}

// Notes. Sweeps have kernels although `auto` seldom picks them: Kim's and Kang's methods are chosen by name. A Gauss–Seidel sweep is 4.9 times
// as fast as TypeScript's at 6,400 particles and 6.7 times at 99,856, a Jacobi sweep 5.1 and 6.5 times (bench/results/kernels.csv); four sweeps
// in strips on two threads take 1/1.9 of the time of one (bench/results/threads.csv).
