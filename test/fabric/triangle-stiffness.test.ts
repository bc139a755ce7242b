import { describe, expect, test } from "vitest";
import type { Fabric } from "../../src/fabric/fabric.ts";
import { findFabric } from "../../src/fabric/fabrics.ts";
import { fabricTriangleStiffness } from "../../src/fabric/triangle-stiffness.ts";

const SMALL = 1e-5;

/** Energy per area of the four axes for the deformation gradient with columns S_u, S_v. */
function axisEnergy(k: Float64Array, su: readonly [number, number], sv: readonly [number, number]): number {
  const turned = Math.SQRT1_2;
  const axes = [su, sv, [(su[0] + sv[0]) * turned, (su[1] + sv[1]) * turned], [(su[0] - sv[0]) * turned, (su[1] - sv[1]) * turned]];
  return axes.reduce((sum, axis, n) => sum + 0.5 * k[n] * (Math.hypot(axis[0], axis[1]) - 1) ** 2, 0);
}

describe("the four axes of a triangle", () => {
  test.each(["cotton", "jersey", "rubber"])("%s has its stiffnesses", (name) => {
    const fabric = findFabric(name);
    const k = fabricTriangleStiffness(fabric, 3);
    expect(k.length).toBe(12);
    expect([...k.subarray(8)]).toEqual([...k.subarray(0, 4)]);
    const unit = 0.5 * SMALL * SMALL;
    expect(axisEnergy(k, [1 + SMALL, 0], [0, 1]) / unit / fabric.stretchWarp).toBeCloseTo(1, 3);
    expect(axisEnergy(k, [1, 0], [0, 1 + SMALL]) / unit / fabric.stretchWeft).toBeCloseTo(1, 3);
    expect(axisEnergy(k, [1, 0], [SMALL, 1]) / unit / fabric.shear).toBeCloseTo(1, 3);
    expect(axisEnergy(k, [0.6, 0.8], [-0.8, 0.6])).toBeLessThan(1e-25);
  });

  test("refuses a shear modulus above the stretch", () => {
    const fabric: Fabric = { ...findFabric("cotton"), shear: 4000 };
    expect(() => fabricTriangleStiffness(fabric, 1)).toThrow("fabric.shear: got 4000 N/m; stay below 3955 N/m");
  });
});
