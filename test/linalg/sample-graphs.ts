import fc from "fast-check";
import { createRandom } from "../../src/core/random.ts";
import { type Adjacency, adjacencyFromPairs } from "../../src/mesh/adjacency.ts";

export function graphFromPairs(count: number, pairs: readonly number[]): Adjacency {
  return adjacencyFromPairs(count, Uint32Array.from(pairs));
}

/** A lattice whose vertices are joined with their 8 neighbours and the 4 at distance two along rows and columns. */
export function stencilGraph(columns: number, rows: number = columns): Adjacency {
  const pairs: number[] = [];
  const steps = [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
    [2, 0],
    [0, 2],
  ];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      for (const [dx, dy] of steps) {
        if (x + dx < 0 || x + dx >= columns || y + dy >= rows) continue;
        pairs.push(y * columns + x, (y + dy) * columns + x + dx);
      }
    }
  }
  return graphFromPairs(columns * rows, pairs);
}

/** Edges of triangles whose diagonals lie at random, with some cells missing, and pairs across inner edges. */
export function roughMeshGraph(columns: number, rows: number, seed: number): Adjacency {
  const random = createRandom(seed);
  const pairs: number[] = [];
  const apexOf = new Map<string, number>();
  const addTriangle = (corners: number[]): void => {
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % 3];
      const apex = corners[(k + 2) % 3];
      const edge = `${Math.min(a, b)} ${Math.max(a, b)}`;
      const other = apexOf.get(edge);
      pairs.push(a, b);
      if (other === undefined) apexOf.set(edge, apex);
      else pairs.push(apex, other);
    });
  };
  for (let y = 0; y + 1 < rows; y++) {
    for (let x = 0; x + 1 < columns; x++) {
      const a = y * columns + x;
      const [b, c, d] = [a + 1, a + columns, a + columns + 1];
      if (random() < 0.03) continue;
      const triangles =
        random() < 0.5
          ? [
              [a, b, d],
              [a, d, c],
            ]
          : [
              [a, b, c],
              [b, d, c],
            ];
      triangles.forEach(addTriangle);
    }
  }
  return graphFromPairs(columns * rows, pairs);
}

/** A random tree over shuffled names. */
export function randomTree(count: number, seed: number): Adjacency {
  const random = createRandom(seed);
  const names = shuffledOrder(count, seed);
  const pairs: number[] = [];
  for (let i = 1; i < count; i++) pairs.push(names[i], names[Math.floor(random() * i)]);
  return graphFromPairs(count, pairs);
}

export function shuffledOrder(count: number, seed: number): Uint32Array {
  const random = createRandom(seed);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Small graphs of any density, empty ones among them. */
export function graphs(maxCount: number): fc.Arbitrary<Adjacency> {
  return fc
    .tuple(fc.nat({ max: maxCount }), fc.nat({ max: 1e6 }), fc.constantFrom(0, 0.05, 0.1, 0.2, 0.5, 1))
    .map(([count, seed, density]) => {
      const random = createRandom(seed);
      const pairs: number[] = [];
      for (let i = 0; i < count; i++) for (let j = 0; j < i; j++) if (random() < density) pairs.push(i, j);
      return graphFromPairs(count, pairs);
    });
}

function completeGraph(count: number): Adjacency {
  const pairs: number[] = [];
  for (let i = 0; i < count; i++) for (let j = 0; j < i; j++) pairs.push(i, j);
  return graphFromPairs(count, pairs);
}

function starGraph(count: number): Adjacency {
  const hub = count >> 1;
  const pairs: number[] = [];
  for (let i = 0; i < count; i++) if (i !== hub) pairs.push(hub, i);
  return graphFromPairs(count, pairs);
}

/** A rim around a hub. */
function wheelGraph(count: number): Adjacency {
  const pairs: number[] = [];
  for (let i = 1; i < count; i++) pairs.push(0, i, i, i + 1 < count ? i + 1 : 1);
  return graphFromPairs(count, pairs);
}

/** Three lattices side by side, a path, and some lone vertices. */
function scatteredGraph(): Adjacency {
  const { start, neighbours } = stencilGraph(17);
  const pairs: number[] = [];
  for (let copy = 0; copy < 3; copy++) {
    for (let i = 0; i < 289; i++) {
      for (let k = start[i]; k < start[i + 1]; k++) pairs.push(copy + 3 * i, copy + 3 * neighbours[k]);
    }
  }
  for (let i = 867; i < 900; i++) pairs.push(i, i + 1);
  return graphFromPairs(930, pairs);
}

/** Shapes that an order has to cope with. */
export const SHAPES: readonly (readonly [name: string, graph: Adjacency])[] = [
  ["no vertex", graphFromPairs(0, [])],
  ["one vertex", graphFromPairs(1, [])],
  ["two vertices", graphFromPairs(2, [0, 1])],
  ["500 vertices without edges", graphFromPairs(500, [])],
  ["a complete graph of 15", completeGraph(15)],
  ["a complete graph of 250", completeGraph(250)],
  ["a star of 12", starGraph(12)],
  ["a star of 5,000", starGraph(5000)],
  ["a wheel of 3,000", wheelGraph(3000)],
  ["a tree of 3,000", randomTree(3000, 1)],
  [
    "a path of 2,000",
    graphFromPairs(
      2000,
      [...Array(1999).keys()].flatMap((i) => [i, i + 1]),
    ),
  ],
  ["a 30 × 30 lattice", stencilGraph(30)],
  ["a strip of 4 × 500", stencilGraph(4, 500)],
  ["a strip of 30 × 70", stencilGraph(30, 70)],
  ["a rough mesh of 40 × 35", roughMeshGraph(40, 35, 3)],
  ["pieces that do not touch", scatteredGraph()],
];

export function isPermutation(order: Uint32Array, count: number): boolean {
  return order.length === count && [...order].sort((a, b) => a - b).every((old, n) => old === n);
}
