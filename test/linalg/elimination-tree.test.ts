import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnCounts, eliminationTree, postorder, postorderedOrder, predictFill } from "../../src/linalg/elimination-tree.ts";
import type { Adjacency } from "../../src/mesh/adjacency.ts";
import { reverseCuthillMcKee } from "../../src/mesh/reorder.ts";
import { graphFromPairs, graphs, isPermutation, randomTree, SHAPES, shuffledOrder, stencilGraph } from "./sample-graphs.ts";

/** The rows of each column of L, by playing the elimination through on a dense pattern. */
function eliminateDensely({ start, neighbours }: Adjacency, order: Uint32Array): number[][] {
  const n = order.length;
  const pattern = Array.from({ length: n }, (_, i) => {
    const row = new Array<boolean>(n).fill(false);
    row[i] = true;
    const joined = new Set(neighbours.subarray(start[order[i]], start[order[i] + 1]));
    for (let j = 0; j < n; j++) if (joined.has(order[j])) row[j] = true;
    return row;
  });
  return pattern.map((_, k) => {
    const column = [...pattern.keys()].filter((i) => i >= k && pattern[i][k]);
    for (const i of column) for (const j of column) pattern[i][j] = true;
    return column;
  });
}

const orderedGraphs = fc
  .tuple(graphs(24), fc.nat({ max: 1e6 }))
  .map(([graph, seed]) => ({ graph, order: shuffledOrder(graph.start.length - 1, seed) }));

describe("the elimination tree", () => {
  it("has the parents and column counts of a dense elimination", () => {
    fc.assert(
      fc.property(orderedGraphs, ({ graph, order }) => {
        const columns = eliminateDensely(graph, order);
        const parent = eliminationTree(graph, order);
        const counts = columnCounts(graph, order, parent);
        expect([...parent]).toEqual(columns.map((rows) => rows[1] ?? -1));
        expect([...counts]).toEqual(columns.map((rows) => rows.length));
        expect(predictFill(graph, order)).toBe(columns.flat().length);
      }),
      { numRuns: 300 },
    );
  });

  it("counts the fill of known factors", () => {
    const lattice = stencilGraph(74);
    const natural = Uint32Array.from({ length: 5476 }, (_, i) => i);
    expect(predictFill(lattice, natural)).toBe(799_714);
    expect(predictFill(lattice, reverseCuthillMcKee(lattice))).toBe(550_893);
    // A star eliminated from its hub is full, 5 · 10⁹ nonzeros at 100,000 vertices.
    const star = graphFromPairs(100_000, Array.from({ length: 99_999 }, (_, i) => [0, i + 1]).flat());
    const hubFirst = Uint32Array.from({ length: 100_000 }, (_, i) => i);
    expect(predictFill(star, hubFirst)).toBe(5_000_050_000);
    expect(predictFill(star, hubFirst.toReversed())).toBe(199_999);
  });
});

describe("postorder", () => {
  it("puts children before parents and every subtree in one run", () => {
    fc.assert(
      fc.property(orderedGraphs, ({ graph, order }) => {
        const parent = eliminationTree(graph, order);
        const sequence = postorder(parent);
        expect(isPermutation(sequence, order.length)).toBe(true);
        const place = new Map([...sequence].map((j, p) => [j, p]));
        const subtree = Array.from({ length: order.length }, (): number[] => []);
        for (let j = 0; j < order.length; j++) {
          for (let a = j; a >= 0; a = parent[a]) subtree[a].push(place.get(j) ?? -1);
        }
        subtree.forEach((places, j) => {
          const last = place.get(j) ?? -1;
          expect(Math.max(...places)).toBe(last);
          expect(Math.min(...places)).toBe(last + 1 - places.length);
        });
      }),
    );
  });

  it("leaves the fill of an order as it is, and a postordered order alone", () => {
    for (const [name, graph] of [...SHAPES, ["a tree", randomTree(300, 5)] as const]) {
      const order = shuffledOrder(graph.start.length - 1, 11);
      const postordered = postorderedOrder(graph, order);
      expect(isPermutation(postordered, order.length), name).toBe(true);
      expect(predictFill(graph, postordered), name).toBe(predictFill(graph, order));
      expect(postorderedOrder(graph, postordered), name).toEqual(postordered);
      const parent = eliminationTree(graph, postordered);
      expect(
        parent.every((p, j) => p < 0 || p > j),
        name,
      ).toBe(true);
    }
  });
});
