import type { ClothPartInput } from "../fabric/make-cloth.ts";
import type { TetherScript } from "../sim/leash.ts";

/**
 * Ties every vertex of a cloth to the held one that is nearest on a way along its springs at rest, by `slack` times that way [Kim12].
 * Vertices that hang on nothing held are left. Numbers count from 0 within the part.
 */
export function buildTethers({ particleCount, springs }: ClothPartInput, held: Iterable<number>, slack: number): TetherScript[] {
  const { start, neighbours, lengths } = connect(particleCount, springs.ends, springs.restLength);
  const way = new Float64Array(particleCount).fill(Number.POSITIVE_INFINITY);
  const anchor = new Int32Array(particleCount).fill(-1);
  /** A heap of vertices by their way. */
  const heap: { vertex: number; way: number }[] = [];
  for (const vertex of held) {
    way[vertex] = 0;
    anchor[vertex] = vertex;
    push(heap, vertex, 0);
  }
  while (heap.length > 0) {
    const { vertex, way: gone } = pop(heap);
    if (gone > way[vertex]) continue;
    for (let e = start[vertex]; e < start[vertex + 1]; e++) {
      const next = neighbours[e];
      const total = gone + lengths[e];
      if (total >= way[next]) continue;
      way[next] = total;
      anchor[next] = anchor[vertex];
      push(heap, next, total);
    }
  }
  const tethers: TetherScript[] = [];
  for (let i = 0; i < particleCount; i++) {
    if (anchor[i] >= 0 && anchor[i] !== i) tethers.push({ vertex: i, anchor: anchor[i], length: slack * way[i] });
  }
  return tethers;
}

function connect(
  count: number,
  ends: Uint32Array,
  restLength: Float64Array,
): { start: Uint32Array; neighbours: Uint32Array; lengths: Float64Array } {
  const start = new Uint32Array(count + 1);
  for (const i of ends) start[i + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const cursor = start.slice(0, count);
  const neighbours = new Uint32Array(ends.length);
  const lengths = new Float64Array(ends.length);
  for (let s = 0; s < restLength.length; s++) {
    for (const side of [0, 1]) {
      const at = cursor[ends[2 * s + side]]++;
      neighbours[at] = ends[2 * s + 1 - side];
      lengths[at] = restLength[s];
    }
  }
  return { start, neighbours, lengths };
}

function push(heap: { vertex: number; way: number }[], vertex: number, way: number): void {
  let at = heap.length;
  heap.push({ vertex, way });
  while (at > 0) {
    const up = (at - 1) >> 1;
    if (heap[up].way <= heap[at].way) return;
    [heap[up], heap[at]] = [heap[at], heap[up]];
    at = up;
  }
}

function pop(heap: { vertex: number; way: number }[]): { vertex: number; way: number } {
  const top = heap[0];
  const last = heap.pop() as { vertex: number; way: number };
  if (heap.length === 0) return top;
  heap[0] = last;
  for (let at = 0; ; ) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && heap[child].way < heap[least].way) least = child;
    }
    if (least === at) return top;
    [heap[least], heap[at]] = [heap[at], heap[least]];
    at = least;
  }
}
