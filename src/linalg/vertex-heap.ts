/** A priority queue of vertices: the greatest key first, ties to the lower index. */
export interface VertexHeap {
  size: number;
  readonly vertices: Int32Array;
  /** Where a vertex stands, −1 if it is not in the heap. */
  readonly place: Int32Array;
  readonly key: Int32Array;
}

export function createVertexHeap(capacity: number): VertexHeap {
  return {
    size: 0,
    vertices: new Int32Array(capacity),
    place: new Int32Array(capacity).fill(-1),
    key: new Int32Array(capacity),
  };
}

export function clearHeap(heap: VertexHeap): void {
  for (let p = 0; p < heap.size; p++) heap.place[heap.vertices[p]] = -1;
  heap.size = 0;
}

export function pushVertex(heap: VertexHeap, vertex: number, key: number): void {
  heap.key[vertex] = key;
  moveUp(heap, vertex, heap.size++);
}

export function removeVertex(heap: VertexHeap, vertex: number): void {
  const { vertices, place, key } = heap;
  const hole = place[vertex];
  place[vertex] = -1;
  const last = vertices[--heap.size];
  if (last === vertex) return;
  if (key[last] > key[vertex] || (key[last] === key[vertex] && last < vertex)) moveUp(heap, last, hole);
  else moveDown(heap, last, hole);
}

export function changeKey(heap: VertexHeap, vertex: number, key: number): void {
  const before = heap.key[vertex];
  heap.key[vertex] = key;
  if (key > before) moveUp(heap, vertex, heap.place[vertex]);
  else moveDown(heap, vertex, heap.place[vertex]);
}

function moveUp({ vertices, place, key }: VertexHeap, vertex: number, from: number): void {
  const k = key[vertex];
  let p = from;
  while (p > 0) {
    const above = (p - 1) >> 1;
    const other = vertices[above];
    if (key[other] > k || (key[other] === k && other < vertex)) break;
    vertices[p] = other;
    place[other] = p;
    p = above;
  }
  vertices[p] = vertex;
  place[vertex] = p;
}

function moveDown({ size, vertices, place, key }: VertexHeap, vertex: number, from: number): void {
  const k = key[vertex];
  let p = from;
  for (;;) {
    let below = 2 * p + 1;
    if (below >= size) break;
    let other = vertices[below];
    if (below + 1 < size) {
      const right = vertices[below + 1];
      if (key[right] > key[other] || (key[right] === key[other] && right < other)) {
        below++;
        other = right;
      }
    }
    if (k > key[other] || (k === key[other] && vertex < other)) break;
    vertices[p] = other;
    place[other] = p;
    p = below;
  }
  vertices[p] = vertex;
  place[vertex] = p;
}
