import { describe, expect, it } from "vitest";
import { postorderedOrder, predictFill } from "../../src/linalg/elimination-tree.ts";
import { computeOrdering, ORDERINGS } from "../../src/linalg/ordering.ts";
import { some, testFull } from "../support/full.ts";
import { isPermutation, SHAPES, stencilGraph } from "./sample-graphs.ts";

describe("computeOrdering", () => {
  it.each(some(SHAPES, 8))("finds postordered permutations of %s with the fill it tells, the least by auto", (_, graph) => {
    const auto = computeOrdering(graph, "auto");
    for (const ordering of ORDERINGS) {
      const { name, order, fill } = ordering === "auto" ? auto : computeOrdering(graph, ordering);
      expect(isPermutation(order, graph.start.length - 1), ordering).toBe(true);
      expect(predictFill(graph, order), ordering).toBe(fill);
      expect(postorderedOrder(graph, order), ordering).toEqual(order);
      if (ordering === "auto") continue;
      expect(name).toBe(ordering);
      const tried = ordering !== "cuthill-mckee" && (ordering !== "nested-dissection" || order.length > 1000);
      if (tried) expect(auto.fill, ordering).toBeLessThanOrEqual(fill);
      if (ordering === auto.name) expect(auto.order, ordering).toEqual(order);
    }
  });

  it("prefers minimum degree among equals", () => {
    const { name, fill } = computeOrdering(SHAPES[3][1], "auto");
    expect([name, fill]).toEqual(["minimum-degree", 500]);
  });

  it("gives the orders of the 74 × 74 stencil their known fill", () => {
    const graph = stencilGraph(74);
    const fill = (ordering: (typeof ORDERINGS)[number]): number => computeOrdering(graph, ordering).fill;
    expect(fill("natural")).toBe(799_714);
    expect(fill("reverse-cuthill-mckee")).toBe(550_893);
    expect(fill("minimum-degree")).toBeLessThanOrEqual(320_000);
    expect(fill("auto")).toBeLessThanOrEqual(294_723);
  });

  testFull("stays below 9.27 million nonzeros on the 316 × 316 stencil", async () => {
    const { name, order, fill } = computeOrdering(stencilGraph(316), "auto");
    expect(name).toBe("nested-dissection");
    expect(isPermutation(order, 99_856)).toBe(true);
    expect(fill).toBeLessThanOrEqual(9_270_000);
  });
});
