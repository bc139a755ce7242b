import { expect, test } from "vitest";
import { findFabric } from "../../src/fabric/fabrics.ts";
import { bendingCurve, cantileverLength, shearCurve, tensileCurve } from "../../src/papers/physics/virtual-tests.ts";

const TASK = { isQuick: true, progress: async () => {} };

/** A plain sheet without cross contraction: the pull is Y ε, the shear force G φ, the moment B κ, and c³ = B/σg. */
test("the curves of a small strain, angle and curvature are those of a plain elastic sheet", async () => {
  const { stretchWarp, stretchWeft, shear, bending } = findFabric("linen");
  const curves = [
    { curve: await tensileCurve(findFabric("linen"), "warp"), slope: stretchWarp },
    { curve: await tensileCurve(findFabric("linen"), "weft"), slope: stretchWeft },
    { curve: await shearCurve(findFabric("linen")), slope: shear },
    { curve: await bendingCurve(findFabric("linen")), slope: bending },
  ];
  for (const { curve, slope } of curves) {
    expect(curve[0]).toEqual([0, 0]);
    for (const [x, y] of curve.slice(1)) expect(Math.abs(y / (slope * x) - 1)).toBeLessThan(5e-3);
  }
});

test("the cantilever of a fabric finds its bending length", async () => {
  const fabric = findFabric("jersey");
  const known = (fabric.bending / (fabric.density * 9.81)) ** (1 / 3);
  expect(Math.abs((await cantileverLength(fabric, TASK)) / known - 1)).toBeLessThan(5e-3);
});
