import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { predictFill } from "../../src/linalg/elimination-tree.ts";
import { minimumDegree } from "../../src/linalg/minimum-degree.ts";
import type { Adjacency } from "../../src/mesh/adjacency.ts";
import { graphFromPairs, graphs, isPermutation, randomTree, SHAPES, stencilGraph } from "./sample-graphs.ts";

function neighbourSets({ start, neighbours }: Adjacency): Set<number>[] {
  return Array.from({ length: start.length - 1 }, (_, i) => new Set(neighbours.subarray(start[i], start[i + 1])));
}

function eliminate(sets: Set<number>[], i: number): void {
  for (const a of sets[i]) {
    sets[a].delete(i);
    for (const b of sets[i]) if (b !== a) sets[a].add(b);
  }
}

/** Nonzeros of L if a vertex of exactly the least degree goes next, the lowest one. */
function exactMinimumDegreeFill(graph: Adjacency): number {
  const sets = neighbourSets(graph);
  const left = new Set(sets.keys());
  let fill = 0;
  while (left.size > 0) {
    const pivot = [...left].reduce((best, i) => (sets[i].size < sets[best].size ? i : best));
    fill += 1 + sets[pivot].size;
    eliminate(sets, pivot);
    left.delete(pivot);
  }
  return fill;
}

describe("minimumDegree", () => {
  it.each(SHAPES)("orders %s, twice the same", (_, graph) => {
    const order = minimumDegree(graph);
    expect(isPermutation(order, graph.start.length - 1)).toBe(true);
    expect(minimumDegree(graph)).toEqual(order);
  });

  it("orders any small graph about as well as exact degrees do", () => {
    let fill = 0;
    let exact = 0;
    fc.assert(
      fc.property(graphs(40), (graph) => {
        const order = minimumDegree(graph);
        expect(isPermutation(order, graph.start.length - 1)).toBe(true);
        fill += predictFill(graph, order);
        exact += exactMinimumDegreeFill(graph);
      }),
      { numRuns: 200 },
    );
    expect(fill).toBeLessThan(1.03 * exact);
    expect(fill).toBeGreaterThan(0.9 * exact);
  });

  it("adds no fill to trees, and to a cycle what a cycle needs", () => {
    for (const seed of [1, 2, 3, 4]) {
      expect(predictFill(randomTree(2000, seed), minimumDegree(randomTree(2000, seed)))).toBe(3999);
    }
    const cycle = graphFromPairs(500, Array.from({ length: 500 }, (_, i) => [i, (i + 1) % 500]).flat());
    expect(predictFill(cycle, minimumDegree(cycle))).toBe(500 + 500 + 497);
  });

  it("adds no fill to a tree with hubs, however many leaves they have", () => {
    // Three hubs in a row, 2,000 neighbours each, and one more leaf behind every other vertex.
    const pairs = [0, 1, 1, 2];
    for (let i = 3; i < 6003; i++) pairs.push(i, i % 3);
    for (let i = 6003; i < 12_000; i++) pairs.push(i, i - 6000);
    const tree = graphFromPairs(12_000, pairs);
    expect(predictFill(tree, minimumDegree(tree))).toBe(23_999);
  });

  it("keeps to the fill measured on the stencil of 74 × 74", () => {
    const graph = stencilGraph(74);
    expect(predictFill(graph, minimumDegree(graph))).toBeLessThanOrEqual(320_000);
  });

  it("lets a vertex go before those of a lower stage only if that changes nothing", () => {
    const staged = graphs(24).chain((graph) => {
      const count = graph.start.length - 1;
      return fc
        .array(fc.nat({ max: 3 }), { minLength: count, maxLength: count })
        .map((stage) => ({ graph, stage: Uint32Array.from(stage) }));
    });
    fc.assert(
      fc.property(staged, ({ graph, stage }) => {
        const order = minimumDegree(graph, stage);
        expect(isPermutation(order, stage.length)).toBe(true);
        const sets = neighbourSets(graph);
        const left = new Set(sets.keys());
        for (const i of order) {
          const lowest = Math.min(...[...left].map((j) => stage[j]));
          const near = [...sets[i]];
          const addsNothing = near.every((a) => near.every((b) => a === b || sets[a].has(b)));
          const hasTwin = near.some(
            (j) => stage[j] === lowest && sets[j].size === near.length && near.every((a) => a === j || sets[j].has(a)),
          );
          expect(stage[i] === lowest || addsNothing || hasTwin).toBe(true);
          eliminate(sets, i);
          left.delete(i);
        }
      }),
      { numRuns: 300 },
    );
  });
});
