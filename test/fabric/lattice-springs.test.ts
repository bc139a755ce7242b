import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { BEND, SHEAR, STRETCH } from "../../src/fabric/cloth.ts";
import type { Fabric } from "../../src/fabric/fabric.ts";
import { FABRICS, findFabric } from "../../src/fabric/fabrics.ts";
import { addLatticeFabricSprings } from "../../src/fabric/lattice-springs.ts";
import { addLatticeRawSprings } from "../../src/fabric/raw-springs.ts";
import { createSpringList } from "../../src/fabric/spring-list.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import type { Lattice } from "../../src/mesh/surface.ts";
import { flatSpringEnergy, materialOf } from "./deform.ts";

const SMALL = 1e-5;
const sheets: [columns: number, rows: number, width: number, height: number][] = [
  [5, 5, 1, 1],
  [33, 33, 1, 1],
  [9, 9, 1, 0.6],
  [20, 12, 0.7, 0.5],
];
const fabrics: Fabric[] = [
  ...FABRICS.filter((fabric) => ["cotton", "leather", "rubber"].includes(fabric.name)),
  { ...findFabric("cotton"), name: "uneven", stretchWarp: 1000, stretchWeft: 3000, shear: 330 },
];

function latticeOf(lattice: Lattice | undefined): Lattice {
  if (lattice === undefined) throw new Error("no lattice");
  return lattice;
}

describe.each(sheets)("fabric springs on %i × %i vertices, %f × %f m", (columns, rows, width, height) => {
  const surface = createGrid({ columns, rows, width, height });
  const lattice = latticeOf(surface.lattice);
  const area = width * height;
  test.each(fabrics)("$name has its stiffnesses", (fabric) => {
    const list = createSpringList();
    addLatticeFabricSprings(lattice, fabric, list);
    const springs = list.finish();
    const energy = (map: (u: number, v: number) => readonly [number, number]): number =>
      flatSpringEnergy(springs, materialOf(surface), map) / (0.5 * SMALL * SMALL * area);
    const warp = energy((u, v) => [u * (1 + SMALL), v]);
    const weft = energy((u, v) => [u, v * (1 + SMALL)]);
    const shear = energy((u, v) => [u + SMALL * v, v]);
    const both = energy((u, v) => [u * (1 + SMALL), v * (1 + SMALL)]);
    expect(warp / fabric.stretchWarp).toBeCloseTo(1, 3);
    expect(weft / fabric.stretchWeft).toBeCloseTo(1, 3);
    expect(shear / fabric.shear).toBeCloseTo(1, 3);
    // Cauchy's relation: central springs couple the two stretches by the shear modulus
    expect((both - warp - weft) / (2 * fabric.shear)).toBeCloseTo(1, 2);
    expect(energy((u, v) => [0.6 * u - 0.8 * v + 3, 0.8 * u + 0.6 * v])).toBeLessThan(1e-9 * warp);
  });
});

test("too much shear for the cells is refused, with the limit", () => {
  const lattice: Lattice = { columns: 3, rows: 3, spacingU: 0.2, spacingV: 0.1 };
  const fabric: Fabric = { ...findFabric("cotton"), stretchWarp: 400, stretchWeft: 400, shear: 101 };
  expect(() => addLatticeFabricSprings(lattice, fabric, createSpringList(), "cloths[0].fabric")).toThrow(InputError);
  expect(() => addLatticeFabricSprings(lattice, fabric, createSpringList(), "cloths[0].fabric")).toThrow(
    /^cloths\[0\]\.fabric\.shear: got 101 N\/m .* stay below 100 N\/m/,
  );
  addLatticeFabricSprings(lattice, { ...fabric, shear: 99 }, createSpringList());
});

test("a fabric without shear modulus has no diagonals", () => {
  const list = createSpringList();
  addLatticeFabricSprings({ columns: 3, rows: 2, spacingU: 1, spacingV: 1 }, { ...findFabric("cotton"), shear: 0 }, list);
  expect(list.finish().count).toBe(7);
});

describe("raw springs on 5 × 5", () => {
  const surface = createGrid({ columns: 5, rows: 5, width: 4, height: 4 });
  const rest = { dimension: 2 as const, coordinates: materialOf(surface) };
  const list = createSpringList();
  addLatticeRawSprings(latticeOf(surface.lattice), { stretch: 10, shear: 20, bend: 3, bendDiagonal: 4 }, rest, list);
  const springs = list.finish({ asymmetric: true, relativeDamping: 0.25 });

  test("has the counts of the stencil", () => {
    const count = (kind: number, k: number): number => springs.kind.filter((one, s) => one === kind && springs.stiffness[s] === k).length;
    expect(count(STRETCH, 10)).toBe(40); // 2 · 5 · 4
    expect(count(SHEAR, 20)).toBe(32); // 2 · 4 · 4
    expect(count(BEND, 3)).toBe(30); // 2 · 5 · 3
    expect(count(BEND, 4)).toBe(18); // 2 · 3 · 3
    expect(springs.count).toBe(120);
  });

  test("the middle node has eight springs of each type, with their lengths", () => {
    const lengths: number[] = [];
    for (let s = 0; s < springs.count; s++) {
      if (springs.ends[2 * s] === 12 || springs.ends[2 * s + 1] === 12) lengths.push(springs.restLength[s] ** 2);
    }
    expect(lengths.map(Math.round).sort((a, b) => a - b)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8]);
  });

  test("only type 1 is asymmetric, all have the relative damping", () => {
    for (let s = 0; s < springs.count; s++) {
      expect(springs.asymmetric[s]).toBe(springs.kind[s] === BEND ? 0 : 1);
      expect(springs.relativeDamping[s]).toBe(0.25);
    }
  });

  test("kinds without stiffness are left out", () => {
    const few = createSpringList();
    addLatticeRawSprings(latticeOf(surface.lattice), { stretch: 1 }, rest, few);
    expect(few.finish().count).toBe(40);
  });
});
