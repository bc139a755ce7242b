import fc from "fast-check";
import { expect, test } from "vitest";
import { adjacencyFromPairs } from "../../src/mesh/adjacency.ts";
import { colourGraph } from "../../src/mesh/colouring.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { buildTopology } from "../../src/mesh/topology.ts";

/** Up to 30 vertices and any pairs of them, loops and repeats included. */
const graphs = fc
  .integer({ min: 1, max: 30 })
  .chain((count) => fc.tuple(fc.constant(count), fc.array(fc.nat({ max: count - 1 }), { maxLength: 160 })))
  .map(([count, ends]) => adjacencyFromPairs(count, Uint32Array.from(ends.slice(0, ends.length & ~1))));

test("no two neighbours share a colour, every vertex has one, and vertices ascend within it", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const count = graph.start.length - 1;
      const { order, start } = colourGraph(graph);
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
      expect([start[0], start.at(-1)]).toEqual([0, count]);
      const colour = new Uint32Array(count);
      for (let c = 0; c + 1 < start.length; c++) {
        const members = order.slice(start[c], start[c + 1]);
        expect(members.length).toBeGreaterThan(0);
        expect([...members]).toEqual([...members].sort((a, b) => a - b));
        for (const i of members) colour[i] = c;
      }
      let degree = 0;
      for (let i = 0; i < count; i++) {
        degree = Math.max(degree, graph.start[i + 1] - graph.start[i]);
        for (let k = graph.start[i]; k < graph.start[i + 1]; k++) expect(colour[graph.neighbours[k]]).not.toBe(colour[i]);
      }
      expect(start.length - 1).toBeLessThanOrEqual(degree + 1);
    }),
  );
});

test("a path needs two colours, a grid of right triangles at most four, no vertices none", () => {
  const path = adjacencyFromPairs(6, Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 4, 4, 5));
  expect([...colourGraph(path).order]).toEqual([0, 2, 4, 1, 3, 5]);
  const { triangles } = createGrid({ columns: 12, rows: 9, width: 1, height: 1 });
  expect(colourGraph(buildTopology(108, triangles).adjacency).start.length - 1).toBeLessThanOrEqual(4);
  expect([...colourGraph(adjacencyFromPairs(0, new Uint32Array(0))).start]).toEqual([0]);
});
