import { type Cloth, STRETCH } from "../../fabric/cloth.ts";

/**
 * The stretch springs whose fabric has a limit, and those of them that are too long or close to it. All are looked at once a step; what is asked later, when some particles have moved,
 * looks at the threads of those that have moved far enough to stretch one that was not close.
 */
export interface CloseThreads {
  /** The particles at both ends of every thread. */
  readonly ends: Uint32Array;
  /** Lengths that they never exceed [m], and squares beyond which they count as too long. */
  readonly longest: Float64Array;
  readonly bound: Float64Array;
  /** The first `count` are close, in the order in which they were found. */
  readonly list: Uint32Array;
  count: number;
  /** Looks at all threads in x. */
  begin(x: Float64Array): void;
  /** Looks at the threads of particle i, where it has moved far since. */
  follow(i: number, x: Float64Array): void;
  /** The same for all particles. */
  followAll(x: Float64Array): void;
}

/** A thread counts as too long from this part of its length on. */
export const TOLERANCE = 1e-3;
/** Threads are close to their longest from less than this part of it on. */
const CLOSE = 0.03;
const NEAR = (1 - CLOSE) * (1 - CLOSE);

/** The square of the length of thread t. */
export function squareOf(ends: Uint32Array, t: number, x: Float64Array): number {
  const i = 3 * ends[2 * t];
  const j = 3 * ends[2 * t + 1];
  const dx = x[j] - x[i];
  const dy = x[j + 1] - x[i + 1];
  const dz = x[j + 2] - x[i + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** Undefined where no fabric has a limit. */
export function createCloseThreads(cloth: Cloth): CloseThreads | undefined {
  const { particleCount } = cloth;
  const { ends, longest } = listThreads(cloth);
  const threadCount = longest.length;
  if (threadCount === 0) return undefined;
  const bound = longest.map((l) => (l * (1 + TOLERANCE)) ** 2); // not in a step
  const { first, threadsOf } = listThreadsOf(ends, particleCount);
  /** Where particles were when their threads were looked at, and the square of how far they may go from there. */
  const seen = new Float64Array(3 * particleCount);
  const room = findRoom(longest, first, threadsOf);
  const isClose = new Uint8Array(threadCount);

  function look(t: number, x: Float64Array): void {
    if (isClose[t] !== 0 || squareOf(ends, t, x) <= NEAR * bound[t]) return;
    isClose[t] = 1;
    threads.list[threads.count++] = t;
  }

  function follow(i: number, x: Float64Array): void {
    const c = 3 * i;
    const dx = x[c] - seen[c];
    const dy = x[c + 1] - seen[c + 1];
    const dz = x[c + 2] - seen[c + 2];
    if (dx * dx + dy * dy + dz * dz <= room[i]) return;
    seen[c] = x[c];
    seen[c + 1] = x[c + 1];
    seen[c + 2] = x[c + 2];
    for (let e = first[i]; e < first[i + 1]; e++) look(threadsOf[e], x);
  }

  const threads: CloseThreads = {
    ends,
    longest,
    bound,
    list: new Uint32Array(threadCount),
    count: 0,
    begin(x) {
      while (threads.count > 0) isClose[threads.list[--threads.count]] = 0;
      seen.set(x);
      for (let t = 0; t < threadCount; t++) look(t, x);
    },
    follow,
    followAll(x) {
      for (let i = 0; i < particleCount; i++) follow(i, x);
    },
  };
  return threads;
}

function listThreads({ springs, strainLimit }: Cloth): { ends: Uint32Array; longest: Float64Array } {
  const ends: number[] = [];
  const longest: number[] = [];
  for (let s = 0; strainLimit !== undefined && s < springs.count; s++) {
    const i = springs.ends[2 * s];
    const j = springs.ends[2 * s + 1];
    const strain = Math.min(strainLimit[i], strainLimit[j]);
    if (springs.kind[s] !== STRETCH || !(strain > 0)) continue;
    ends.push(i, j);
    longest.push(springs.restLength[s] * (1 + strain));
  }
  return { ends: Uint32Array.from(ends), longest: Float64Array.from(longest) };
}

/** The threads of each particle: those of i from place first[i] to first[i + 1]. */
function listThreadsOf(ends: Uint32Array, particleCount: number): { first: Uint32Array; threadsOf: Uint32Array } {
  const first = new Uint32Array(particleCount + 1);
  for (const i of ends) first[i + 1]++;
  for (let i = 0; i < particleCount; i++) first[i + 1] += first[i];
  const threadsOf = new Uint32Array(ends.length);
  const next = first.slice();
  for (let e = 0; e < ends.length; e++) threadsOf[next[ends[e]]++] = e >> 1;
  return { first, threadsOf };
}

/** Either end of a thread that is not close may move by a third of what it has left, also where it was looked at before the other. */
function findRoom(longest: Float64Array, first: Uint32Array, threadsOf: Uint32Array): Float64Array {
  const room = new Float64Array(first.length - 1).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < room.length; i++) {
    for (let e = first[i]; e < first[i + 1]; e++) {
      const way = (CLOSE / 3) * longest[threadsOf[e]];
      room[i] = Math.min(room[i], way * way);
    }
  }
  return room;
}
