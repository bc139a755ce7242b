import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type BroadPhase, createBroadPhase } from "../../src/contact/search/broad-phase.ts";
import { createPairList } from "../../src/contact/search/pair-list.ts";
import { createCrossingList } from "../../src/contact/untangle/crossing-list.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { requireContactKernels } from "../kernels/support.ts";
import { type Case, foldedSheet, soup } from "./bounding-cases.ts";

let module: KernelModule;
beforeAll(async () => {
  module = await requireContactKernels();
});

/** Pairs of triangles as words, the smaller number first. */
function list(phase: BroadPhase): string[] {
  const { data, count } = phase.findTrianglePairs();
  return Array.from({ length: count }, (_, n) => {
    const [s, t] = [data[2 * n], data[2 * n + 1]];
    return `${Math.min(s, t)} ${Math.max(s, t)}`;
  });
}

const cases = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 1e9 }), fc.boolean())
  .map(([isSoup, seed, self]) => ({ sample: isSoup ? soup(seed, 1, 1, 0) : foldedSheet(seed, 1, 1, 0), self }));

function search({ mesh, xs }: Case, self: boolean, coarsest: number, kernels?: KernelModule): BroadPhase {
  const phase = createBroadPhase(mesh, "tree", { self }, kernels);
  phase.updateTriangles(xs, coarsest);
  return phase;
}

describe("triangles whose boxes meet, by kernels", () => {
  it("are those of TypeScript, each once, and few more", () => {
    let [known, more] = [0, 0];
    fc.assert(
      fc.property(cases, ({ sample, self }) => {
        const expected = list(search(sample, self, 1e-3));
        const found = list(search(sample, self, 1e-3, module));
        expect(new Set(found).size).toBe(found.length);
        const all = new Set(found);
        expect(expected.filter((pair) => !all.has(pair))).toEqual([]);
        known += expected.length;
        more += found.length - expected.length;
      }),
      { numRuns: 300 },
    );
    expect(known).toBeGreaterThan(1000);
    expect(more).toBeLessThan(0.01 * known);
  });

  it("cross where those of TypeScript do", () => {
    let crossings = 0;
    fc.assert(
      fc.property(cases, ({ sample, self }) => {
        const { mesh, xs } = sample;
        const [plain, fast] = [undefined, module].map((kernels) => {
          const { find, pairs } = createCrossingList(mesh, self, kernels);
          find(xs, search(sample, self, 1e-3, kernels));
          return pairs.data.subarray(0, 2 * pairs.count).join();
        });
        expect(fast).toBe(plain);
        crossings += plain.length;
      }),
      { numRuns: 300 },
    );
    expect(crossings).toBeGreaterThan(1000);
  });

  it("are left to TypeScript where vertices lie too far apart, or nowhere", () => {
    const sample = foldedSheet(3, 1, 1, 0);
    for (const place of [1e9, Number.NaN]) {
      const xs = sample.xs.slice();
      xs[0] = place;
      const far = { ...sample, xs };
      expect(list(search(far, true, 1e-3, module))).toEqual(list(search(far, true, 1e-3)));
    }
  });

  it("and what may meet on the way is found as before, afterwards", () => {
    const sample = foldedSheet(5, 1, 1, 0);
    const [plain, fast] = [false, true].map((isBetween) => {
      const phase = createBroadPhase(sample.mesh, "tree", { self: true }, module);
      if (isBetween) phase.updateTriangles(sample.xs, 1e-3);
      const pairs = createPairList();
      phase.findMeeting(sample.xs, sample.xe, 0.02, 0.01, pairs);
      return [pairs.pointTriangles, pairs.edgeEdges].map(({ data, count }) => data.subarray(0, 2 * count).join());
    });
    expect(fast).toEqual(plain);
  });
});
