import { describe, expect, test } from "vitest";
import { BEND, STRETCH } from "../../src/fabric/cloth.ts";
import { addEdgeFabricSprings, meanStiffness, offAxisStiffness } from "../../src/fabric/edge-springs.ts";
import type { Fabric } from "../../src/fabric/fabric.ts";
import { findFabric } from "../../src/fabric/fabrics.ts";
import { addEdgeRawSprings } from "../../src/fabric/raw-springs.ts";
import { createSpringList } from "../../src/fabric/spring-list.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import { flatSpringEnergy, materialOf, restArea } from "./deform.ts";

const SMALL = 1e-5;
/** A fabric whose off-axis stiffness is Y in every direction: 1/G = 2/Y. */
const even: Fabric = { ...findFabric("cotton"), stretchWarp: 100, stretchWeft: 100, shear: 50 };

describe("off-axis stiffness", () => {
  const cotton = findFabric("cotton");
  test("is warp, weft and the 45° modulus the shear was made from", () => {
    expect(offAxisStiffness(cotton, 2, 0)).toBe(cotton.stretchWarp);
    expect(offAxisStiffness(cotton, 0, -3)).toBeCloseTo(cotton.stretchWeft, 9);
    expect(offAxisStiffness(cotton, 1, 1) / (0.821e6 * 0.318e-3)).toBeCloseTo(1, 3); // [Penava14, Table 3]
  });
  test("is even for an even fabric, and the mean is the average compliance", () => {
    for (let degrees = 0; degrees < 180; degrees += 7) {
      const angle = (degrees * Math.PI) / 180;
      expect(offAxisStiffness(even, Math.cos(angle), Math.sin(angle))).toBeCloseTo(100, 9);
    }
    let compliance = 0;
    for (let n = 0; n < 360; n++) {
      compliance += 1 / offAxisStiffness(cotton, Math.cos((n * Math.PI) / 180), Math.sin((n * Math.PI) / 180)) / 360;
    }
    expect(meanStiffness(cotton) * compliance).toBeCloseTo(1, 12);
    expect(meanStiffness({ ...cotton, shear: 0 })).toBe(0);
    expect(offAxisStiffness({ ...cotton, shear: 0 }, 1, 1)).toBe(0);
  });
});

test.each([5, 17])("equilateral springs of an even fabric, %i rows: strip Y, uniaxial strain 9/8 Y, shear 3/8 Y", (rows) => {
  const surface = createGrid({ columns: rows, rows, width: 1, triangles: "equilateral" });
  const material = materialOf(surface);
  const topology = buildTopology(material.length / 2, surface.triangles);
  const list = createSpringList();
  addEdgeFabricSprings(topology, surface.triangles, { dimension: 2, coordinates: material }, even, list);
  const springs = list.finish();
  expect(springs.count).toBe(topology.edges.length / 2);
  const energy = (map: (u: number, v: number) => readonly [number, number]): number =>
    flatSpringEnergy(springs, material, map) / (0.5 * SMALL * SMALL * restArea(surface));
  expect(energy((u, v) => [u * (1 + SMALL), v * (1 - SMALL / 3)]) / 100).toBeCloseTo(1, 3); // free to contract by ν = ⅓
  expect(energy((u, v) => [u * (1 + SMALL), v]) / 100).toBeCloseTo(9 / 8, 3);
  expect(energy((u, v) => [u, v * (1 + SMALL)]) / 100).toBeCloseTo(9 / 8, 3);
  expect(energy((u, v) => [u + SMALL * v, v]) / 100).toBeCloseTo(3 / 8, 3);
});

test("without material coordinates the mean stiffness and the start positions count", () => {
  const positions = Float64Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0);
  const triangles = Uint32Array.of(0, 1, 2);
  const list = createSpringList();
  const rest = { dimension: 3 as const, coordinates: positions };
  addEdgeFabricSprings(buildTopology(3, triangles), triangles, rest, findFabric("cotton"), list);
  const springs = list.finish();
  const mean = meanStiffness(findFabric("cotton"));
  expect([...springs.restLength]).toEqual([3, 4, 5]);
  for (const [s, length] of [3, 4, 5].entries()) {
    expect(springs.stiffness[s]).toBeCloseTo((mean * 6) / length ** 2, 9);
  }
});

test("raw springs: edges stretch, a spring across each interior edge bends [Oh04, Fig. 1]", () => {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
  const topology = buildTopology(4, Uint32Array.of(0, 1, 2, 0, 2, 3));
  const list = createSpringList();
  addEdgeRawSprings(topology, { stretch: 7, shear: 99, bend: 2 }, { dimension: 3, coordinates: positions }, list);
  const springs = list.finish();
  expect(springs.count).toBe(6);
  expect(springs.kind.filter((kind) => kind === STRETCH).length).toBe(5);
  const bend = springs.kind.indexOf(BEND);
  expect([...springs.ends.subarray(2 * bend, 2 * bend + 2)].sort()).toEqual([1, 3]);
  expect(springs.restLength[bend]).toBeCloseTo(Math.SQRT2, 15);
  expect(springs.stiffness[bend]).toBe(2);
});
