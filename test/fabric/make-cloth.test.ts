import { describe, expect, test } from "vitest";
import { BEND, NO_HINGES, SHEAR, STRETCH } from "../../src/fabric/cloth.ts";
import { fabricPart } from "../../src/fabric/fabric-cloth.ts";
import { findFabric } from "../../src/fabric/fabrics.ts";
import { assembleCloth, type ClothPartInput } from "../../src/fabric/make-cloth.ts";
import { reorderCloth } from "../../src/fabric/reorder-cloth.ts";
import { createSpringList } from "../../src/fabric/spring-list.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { buildTopology } from "../../src/mesh/topology.ts";

function network(): ClothPartInput {
  const list = createSpringList();
  list.push(2, 0, 1, 10, STRETCH);
  list.push(1, 0, 2, 20, SHEAR);
  list.push(0, 2, 3, 30, BEND); // the same pair again
  return {
    name: "net",
    particleCount: 3,
    mass: Float64Array.of(1, 2, 3),
    viscousDamping: Float64Array.of(0.1, 0.2, 0.3),
    friction: Float64Array.of(0.4, 0.5, 0.6),
    thickness: Float64Array.of(0.001, 0.002, 0.003),
    springs: list.finish({ asymmetric: true, relativeDamping: 0.5 }),
    hinges: NO_HINGES,
    triangles: new Uint32Array(0),
  };
}

function sheet(): ClothPartInput {
  const surface = createGrid({ columns: 3, rows: 2, width: 2, height: 1 });
  return fabricPart(surface, buildTopology(6, surface.triangles), findFabric("cotton"));
}

describe("assembling a cloth", () => {
  test("no parts, or one without springs, is a cloth too", () => {
    expect(assembleCloth([])).toMatchObject({ revision: 0, particleCount: 0, parts: [] });
    const alone = { ...network(), springs: createSpringList().finish() };
    expect(assembleCloth([alone], 4)).toMatchObject({ revision: 4, particleCount: 3, springs: { count: 0 } });
  });

  test("sorts springs by their ends and keeps the order of equal pairs", () => {
    const { springs } = assembleCloth([network()]);
    expect([...springs.ends]).toEqual([0, 1, 0, 2, 0, 2]);
    expect([...springs.restLength]).toEqual([2, 1, 3]);
    expect([...springs.stiffness]).toEqual([20, 10, 30]);
    expect([...springs.kind]).toEqual([SHEAR, STRETCH, BEND]);
    expect([...springs.asymmetric]).toEqual([1, 1, 0]);
    expect([...springs.relativeDamping]).toEqual([0.5, 0.5, 0.5]);
  });

  test("shifts indices and fills what a part lacks with 0", () => {
    const grid = sheet();
    const cloth = assembleCloth([network(), grid, network()]);
    expect(cloth.parts).toEqual([
      { name: "net", start: 0, end: 3 },
      { name: "cotton", start: 3, end: 9 },
      { name: "net", start: 9, end: 12 },
    ]);
    expect([...cloth.mass.subarray(9)]).toEqual([1, 2, 3]);
    expect([...cloth.viscousDamping.subarray(0, 3)]).toEqual([0.1, 0.2, 0.3]);
    const { friction, thickness } = findFabric("cotton");
    expect([...cloth.friction]).toEqual([0.4, 0.5, 0.6, ...Array(6).fill(friction), 0.4, 0.5, 0.6]);
    expect([...cloth.thickness]).toEqual([0.001, 0.002, 0.003, ...Array(6).fill(thickness), 0.001, 0.002, 0.003]);
    expect([...cloth.triangles]).toEqual([...grid.triangles].map((i) => i + 3));
    expect([...cloth.hinges.vertices]).toEqual([...grid.hinges.vertices].map((i) => i + 3));
    expect(cloth.hinges.weights).toEqual(grid.hinges.weights);
    expect(cloth.material.length).toBe(24);
    expect([...cloth.material.subarray(6, 18)]).toEqual([...(grid.material ?? [])]);
    expect(cloth.triangleStiffness).toEqual(grid.triangleStiffness);
    expect([...cloth.springs.ends.subarray(0, 6)]).toEqual([0, 1, 0, 2, 0, 2]);
    expect([...cloth.springs.ends.subarray(-6)]).toEqual([9, 10, 9, 11, 9, 11]);
    for (let s = 0; s < cloth.springs.count; s++) {
      expect(cloth.springs.ends[2 * s]).toBeLessThan(cloth.springs.ends[2 * s + 1]);
      if (s > 0) expect(cloth.springs.ends[2 * s]).toBeGreaterThanOrEqual(cloth.springs.ends[2 * s - 2]);
    }
  });

  test("in another order each particle keeps its surface", () => {
    const cloth = reorderCloth(assembleCloth([network()]), Uint32Array.of(2, 0, 1));
    expect([...cloth.friction]).toEqual([0.6, 0.4, 0.5]);
    expect([...cloth.thickness]).toEqual([0.003, 0.001, 0.002]);
  });

  test("without material coordinates both arrays stay empty", () => {
    const cloth = assembleCloth([network()]);
    expect(cloth.material.length).toBe(0);
    expect(cloth.triangleStiffness.length).toBe(0);
  });
});
