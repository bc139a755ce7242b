import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { type Adjacency, adjacencyFromPairs } from "../../src/mesh/adjacency.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { invertPermutation } from "../../src/mesh/invert-permutation.ts";
import { bandwidth, cuthillMcKee, meanEdgeSpan, reverseCuthillMcKee } from "../../src/mesh/reorder.ts";
import { buildTopology } from "../../src/mesh/topology.ts";

function shuffled(count: number, seed: number): Uint32Array {
  const random = createRandom(seed);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

function gridAdjacency(columns: number, rows: number, seed?: number): Adjacency {
  const { triangles } = createGrid({ columns, rows, width: 1, height: 1 });
  if (seed === undefined) return buildTopology(columns * rows, triangles).adjacency;
  const renamed = shuffled(columns * rows, seed);
  return buildTopology(
    columns * rows,
    triangles.map((i) => renamed[i]),
  ).adjacency;
}

function expectPermutation(order: Uint32Array, count: number): void {
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
}

describe("reverseCuthillMcKee", () => {
  it("numbers a shuffled path from one end to the other", () => {
    const names = shuffled(40, 7);
    const pairs = Uint32Array.from({ length: 78 }, (_, p) => names[(p >> 1) + (p & 1)]);
    const graph = adjacencyFromPairs(40, pairs);
    const order = reverseCuthillMcKee(graph);
    expectPermutation(order, 40);
    expect(bandwidth(graph, order)).toBe(1);
    expect(meanEdgeSpan(graph, order)).toBe(1);
  });

  it.each([1, 2, 3])("recovers the narrow band of a shuffled 60 × 25 grid (seed %i)", (seed) => {
    const natural = gridAdjacency(25, 60);
    const graph = gridAdjacency(25, 60, seed);
    const order = reverseCuthillMcKee(graph);
    expectPermutation(order, 1500);
    expect(bandwidth(natural)).toBe(26);
    expect(bandwidth(graph)).toBeGreaterThan(1000);
    expect(bandwidth(graph, order)).toBeLessThanOrEqual(2 * bandwidth(natural));
    expect(meanEdgeSpan(graph, order)).toBeLessThan(2 * meanEdgeSpan(natural));
    expect([...reverseCuthillMcKee(graph)]).toEqual([...order]);
  });

  it("keeps unconnected ranges in their places", () => {
    // A path over 0…3, a lone vertex 4, a star over 5…9.
    const graph = adjacencyFromPairs(10, Uint32Array.of(2, 0, 0, 3, 3, 1, 9, 5, 9, 6, 9, 7, 9, 8));
    const order = reverseCuthillMcKee(graph);
    expectPermutation(order.slice(0, 4), 4);
    expect(order[4]).toBe(4);
    expectPermutation(
      order.slice(5).map((i) => i - 5),
      5,
    );
  });

  it("accepts empty graphs", () => {
    expect(reverseCuthillMcKee(adjacencyFromPairs(0, new Uint32Array(0))).length).toBe(0);
    expect([...reverseCuthillMcKee(adjacencyFromPairs(3, new Uint32Array(0)))]).toEqual([0, 1, 2]);
    expect(meanEdgeSpan(adjacencyFromPairs(3, new Uint32Array(0)))).toBe(0);
  });

  it("inverts permutations", () => {
    const order = shuffled(100, 5);
    const inverse = invertPermutation(order);
    expect([...inverse].map((n) => order[n])).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });
});

describe("cuthillMcKee", () => {
  it("numbers a piece breadth-first, the reverse of reverseCuthillMcKee", () => {
    for (const seed of [1, 2, 3]) {
      const graph = gridAdjacency(25, 60, seed);
      const order = cuthillMcKee(graph);
      expect([...order].reverse()).toEqual([...reverseCuthillMcKee(graph)]);
      expect(bandwidth(graph, order)).toBe(bandwidth(graph, reverseCuthillMcKee(graph)));
      // The first neighbour of each vertex to be numbered never comes before that of the vertex ahead of it.
      const rank = invertPermutation(order);
      const first = [...order].map((i) => Math.min(...graph.neighbours.subarray(graph.start[i], graph.start[i + 1]).map((j) => rank[j])));
      for (let n = 2; n < order.length; n++) expect(first[n]).toBeGreaterThanOrEqual(first[n - 1]);
    }
  });

  it("reverses each piece by itself", () => {
    const graph = adjacencyFromPairs(10, Uint32Array.of(2, 0, 0, 3, 3, 1, 9, 5, 9, 6, 9, 7, 9, 8));
    const order = [...cuthillMcKee(graph)];
    expect([...reverseCuthillMcKee(graph)]).toEqual([...order.slice(0, 4).reverse(), order[4], ...order.slice(5).reverse()]);
    expect(cuthillMcKee(adjacencyFromPairs(0, new Uint32Array(0))).length).toBe(0);
  });
});
