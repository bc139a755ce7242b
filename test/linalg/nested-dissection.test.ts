import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coarsenGraph, createCoarsenScratch, type WeightedGraph } from "../../src/linalg/coarsen-graph.ts";
import { predictFill } from "../../src/linalg/elimination-tree.ts";
import { minimumDegree } from "../../src/linalg/minimum-degree.ts";
import { nestedDissection } from "../../src/linalg/nested-dissection.ts";
import { SEPARATOR } from "../../src/linalg/refine-separator.ts";
import { changeKey, createVertexHeap, pushVertex, removeVertex } from "../../src/linalg/vertex-heap.ts";
import { createSeparatorScratch, findSeparator } from "../../src/linalg/vertex-separator.ts";
import type { Adjacency } from "../../src/mesh/adjacency.ts";
import { reverseCuthillMcKee } from "../../src/mesh/reorder.ts";
import { FULL } from "../support/full.ts";
import { graphs, isPermutation, roughMeshGraph, SHAPES, stencilGraph } from "./sample-graphs.ts";

function weigh(graph: Adjacency): WeightedGraph {
  return {
    ...graph,
    vertexWeight: new Int32Array(graph.start.length - 1).fill(1),
    edgeWeight: new Int32Array(graph.neighbours.length).fill(1),
  };
}

/** Sizes of side 0, side 1 and the separator. Fails if the sides touch. */
function separate(graph: Adjacency): number[] | undefined {
  const part = new Uint8Array(graph.start.length - 1);
  if (!findSeparator(weigh(graph), part, createSeparatorScratch(graph))) return undefined;
  part.forEach((p, i) => {
    for (const j of graph.neighbours.subarray(graph.start[i], graph.start[i + 1])) {
      expect(p === SEPARATOR || part[j] === SEPARATOR || part[j] === p).toBe(true);
    }
  });
  return [0, 1, SEPARATOR].map((p) => part.filter((q) => q === p).length);
}

describe("nestedDissection", () => {
  it.each(SHAPES)("orders %s, twice the same", (_, graph) => {
    const order = nestedDissection(graph);
    expect(isPermutation(order, graph.start.length - 1)).toBe(true);
    expect(nestedDissection(graph)).toEqual(order);
  });

  it("keeps to the fill measured on the stencil of 74 × 74", () => {
    const graph = stencilGraph(74);
    expect(predictFill(graph, nestedDissection(graph))).toBeLessThanOrEqual(294_723);
  });

  it.each([1, 2, 3])("needs no more fill than minimum degree on a rough mesh (seed %i)", (seed) => {
    const graph = roughMeshGraph(70, 60, seed);
    const fill = predictFill(graph, nestedDissection(graph));
    expect(fill).toBeLessThan(predictFill(graph, minimumDegree(graph)));
    expect(fill).toBeLessThan(0.7 * predictFill(graph, reverseCuthillMcKee(graph)));
  });
});

describe("findSeparator", () => {
  it("parts lattices about as cheaply as a straight cut, with neither side above seven tenths", () => {
    for (const [columns, rows] of [
      [12, 12],
      [40, 40],
      [20, 90],
      [64, 64],
    ]) {
      const sizes = separate(stencilGraph(columns, rows));
      expect(sizes).toBeDefined();
      const [side0, side1, separator] = sizes ?? [];
      expect(side0 + side1 + separator).toBe(columns * rows);
      expect(Math.max(side0, side1)).toBeLessThanOrEqual(Math.ceil(0.7 * columns * rows));
      expect(separator).toBeLessThanOrEqual(2.1 * Math.min(columns, rows));
    }
  });

  it("leaves two sides that do not touch in any graph, or none", () => {
    let parted = 0;
    fc.assert(
      fc.property(graphs(60), (graph) => {
        if (graph.start.length < 2) return;
        const sizes = separate(graph);
        if (sizes === undefined) return;
        parted++;
        expect(Math.min(sizes[0], sizes[1])).toBeGreaterThan(0);
      }),
    );
    expect(parted).toBeGreaterThan(FULL ? 20 : 5);
  });
});

describe("coarsenGraph", () => {
  it("keeps all weight, and joins coarse vertices by the edges between their members", () => {
    fc.assert(
      fc.property(graphs(40), fc.nat({ max: 1000 }), (graph, seed) => {
        const scratch = createCoarsenScratch(graph);
        const first = coarsenGraph(weigh(graph), 3, seed, scratch);
        const second = coarsenGraph(first.coarse, 3, seed + 1, scratch);
        const { start, neighbours, vertexWeight, edgeWeight } = second.coarse;
        const members = [...first.map].map((c) => second.map[c]);
        const expected = new Map<string, number>();
        members.forEach((a, i) => {
          for (const j of graph.neighbours.subarray(graph.start[i], graph.start[i + 1])) {
            const edge = `${a} ${members[j]}`;
            if (a !== members[j]) expected.set(edge, (expected.get(edge) ?? 0) + 1);
          }
        });
        const found = new Map<string, number>();
        vertexWeight.forEach((weight, c) => {
          expect(weight).toBe(members.filter((m) => m === c).length);
          expect(weight).toBeLessThanOrEqual(3);
          for (let k = start[c]; k < start[c + 1]; k++) found.set(`${c} ${neighbours[k]}`, edgeWeight[k]);
        });
        expect(new Map([...found].sort())).toEqual(new Map([...expected].sort()));
      }),
    );
  });
});

describe("the heap of vertices", () => {
  it("has the greatest key on top, the lower index of equals", () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 15 }), fc.integer({ min: -4, max: 4 }), fc.boolean()), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(steps, (list) => {
        const heap = createVertexHeap(16);
        const keys = new Map<number, number>();
        for (const [vertex, key, remove] of list) {
          if (!keys.has(vertex)) pushVertex(heap, vertex, key);
          else if (remove) removeVertex(heap, vertex);
          else changeKey(heap, vertex, key);
          if (keys.has(vertex) && remove) keys.delete(vertex);
          else keys.set(vertex, key);
          expect(heap.size).toBe(keys.size);
          const top = [...keys].sort(([i, a], [j, b]) => b - a || i - j)[0];
          if (top !== undefined) expect([heap.vertices[0], heap.key[heap.vertices[0]]]).toEqual(top);
        }
      }),
    );
  });
});
