import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { createBroadPhase } from "../../src/contact/search/broad-phase.ts";
import { createPairKernels } from "../../src/contact/search/pair-kernels.ts";
import { createPairList, type PairList } from "../../src/contact/search/pair-list.ts";
import { CONTACT_SIZE } from "../../src/contact/surfaces/closest-points.ts";
import { findImpacts } from "../../src/contact/surfaces/impacts.ts";
import { createRandom } from "../../src/core/random.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { requireContactKernels } from "../kernels/support.ts";
import { foldedSheet, soup } from "./bounding-cases.ts";

let module: KernelModule;
beforeAll(async () => {
  module = await requireContactKernels();
});

const count = ({ pointTriangles, edgeEdges }: PairList): number => pointTriangles.count + edgeEdges.count;

it.each([
  ["a soup of triangles", soup, 60],
  ["a folded sheet and a body", foldedSheet, 30],
] as const)("one plane drops most pairs and no impact, to the bit, of %s", (_, make, numRuns) => {
  let [all, left, hits] = [0, 0, 0];
  fc.assert(
    fc.property(
      fc.integer(),
      fc.constantFrom(0, 0.1, 1),
      fc.constantFrom(1e-3, 1, 1e3),
      fc.boolean(),
      (seed, speed, scale, areAllMoved) => {
        const { mesh, xs, xe } = make(seed, scale, speed, 0);
        const random = createRandom(seed);
        const moved = Uint8Array.from({ length: mesh.vertexCount }, () => (areAllMoved || random() < 0.2 ? 1 : 0));
        const tangled = new Uint8Array(mesh.vertexCount);
        const kept = Float64Array.of(0.25, 0.01 * scale);
        const pairs = createPairList();
        createBroadPhase(mesh).findMeeting(xs, xe, 0.3 * scale, 0.01 * scale, pairs);
        const impacts = (list: PairList): number[] => {
          const told: number[] = [];
          const feature = new Float64Array(CONTACT_SIZE);
          findImpacts(mesh, list, xs, xe, moved, tangled, feature, kept, (a, b, c, d) => {
            told.push(a, b, c, d, ...feature);
          });
          return told;
        };
        const some = createPairKernels(mesh, module)(pairs, xs, xe, moved, kept);
        expect(impacts(some)).toEqual(impacts(pairs));
        if (some === pairs) return; // too few to ask the kernels
        all += count(pairs);
        left += count(some);
        hits += impacts(some).length / (4 + CONTACT_SIZE);
      },
    ),
    { numRuns },
  );
  expect(all).toBeGreaterThan(100 * numRuns);
  expect(left).toBeLessThan(0.8 * all);
  expect(hits).toBeGreaterThan(numRuns);
});
