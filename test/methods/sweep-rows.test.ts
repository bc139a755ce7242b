import fc from "fast-check";
import { expect, test } from "vitest";
import { finish } from "../../src/core/slices.ts";
import type { Cloth } from "../../src/fabric/cloth.ts";
import { cutCloth } from "../../src/fabric/cut-cloth.ts";
import { fabricPart } from "../../src/fabric/fabric-cloth.ts";
import { findFabric } from "../../src/fabric/fabrics.ts";
import { assembleCloth } from "../../src/fabric/make-cloth.ts";
import { type BeforeCut, planSweeps, type SweepRows } from "../../src/kernels/blocks/sweep-rows.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { invertPermutation } from "../../src/mesh/invert-permutation.ts";
import { validateSurface } from "../../src/mesh/validate-surface.ts";
import { edgesOf, strokes } from "../support/random-cuts.ts";

function sheet(columns: number, rows: number): Cloth {
  const surface = createGrid({ columns, rows, width: 0.1 * columns, height: 0.1 * rows });
  const fabric = { ...findFabric("wool"), damping: 0.2 };
  return assembleCloth([fabricPart(surface, validateSurface(surface, "cloth"), fabric, {})]);
}

/** The rows of a cloth, swept in the order of the particles turned round, with copies behind. */
function layOut(cloth: Cloth, count: number, before?: BeforeCut): SweepRows {
  const order = Uint32Array.from(cloth.mass.keys(), (i) => (i < count ? count - 1 - i : i));
  return finish(planSweeps({ cloth, order, forceOptions: {} }, invertPermutation(order), 1, before)).rows;
}

test("rows that follow any cuts are those of the cut cloth, to the bit", () => {
  let followed = 0;
  fc.assert(
    fc.property(strokes, fc.integer({ min: 3, max: 14 }), fc.integer({ min: 3, max: 14 }), (cuts, columns, height) => {
      let cloth = sheet(columns, height);
      const count = cloth.particleCount;
      let rows = layOut(cloth, count);
      for (const stroke of cuts) {
        const cut = cutCloth(cloth, edgesOf(stroke, cloth.triangles));
        if (cut.cloth === cloth) continue;
        rows = layOut(cut.cloth, count, { cloth, origin: cut.origin, rows });
        ({ cloth } = cut);
        const { most, ...plain } = layOut(cloth, count);
        expect(rows).toMatchObject(plain);
        expect(rows.most).toBeGreaterThanOrEqual(most);
        followed++;
      }
    }),
    { numRuns: 20 },
  );
  expect(followed).toBeGreaterThan(20);
});
