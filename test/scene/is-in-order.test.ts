import { expect, it } from "vitest";
import { fabricPart } from "../../src/fabric/fabric-cloth.ts";
import { assembleCloth, type ClothPartInput } from "../../src/fabric/make-cloth.ts";
import { chooseParticleOrder } from "../../src/fabric/reorder-cloth.ts";
import { findFabric } from "../../src/fabrics.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import type { ClothSpec } from "../../src/scene/fields/cloth-field.ts";
import { isInOrder } from "../../src/scene/is-in-order.ts";
import { some } from "../support/full.ts";

/** A grid of square cells, of a fabric or of raw springs. */
function gridPart(columns: number, rows: number, triangles: "right" | "equilateral", isRaw: boolean): ClothPartInput {
  const surface = createGrid({ columns, rows, width: columns - 1, height: rows - 1, triangles });
  const overrides = isRaw ? { springs: { stretch: 100, shear: 50, bend: 10 } } : {};
  return fabricPart(surface, buildTopology(columns * rows, surface.triangles), findFabric("silk"), overrides);
}

const isOrdered = (columns: number, rows: number): boolean =>
  isInOrder({ shape: { kind: "grid", options: { columns, rows, width: 1 } } } as ClothSpec);

function isKept(...parts: ClothPartInput[]): boolean {
  return chooseParticleOrder(assembleCloth(parts)).every((old, i) => old === i);
}

const cases = (["right", "equilateral"] as const).flatMap((triangles) => [false, true].map((isRaw) => ({ triangles, isRaw })));

it.each(cases)("grids that count as being in order keep it: $triangles triangles, raw springs $isRaw", ({ triangles, isRaw }) => {
  const sizes: [number, number][] = [[150, 100]];
  for (let columns = 2; columns <= 24; columns++) {
    for (let rows = 2; rows <= 30; rows++) if (isOrdered(columns, rows)) sizes.push([columns, rows]);
  }
  for (const [columns, rows] of some(sizes, 40))
    expect(isKept(gridPart(columns, rows, triangles, isRaw)), `${columns} × ${rows}`).toBe(true);
  const [wide, long] = [gridPart(30, 20, triangles, isRaw), gridPart(5, 40, triangles, isRaw)];
  expect(isKept(wide, long)).toBe(true);
});

it("a wide grid does not count, and gets another order", () => {
  expect(isOrdered(30, 10)).toBe(false);
  expect(isKept(gridPart(30, 10, "right", false))).toBe(false);
});
