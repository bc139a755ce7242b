import { describe, expect, it } from "vitest";
import { randomNetworkScene } from "./random-network.ts";
import { relativeDifference, runScene, simulate } from "./run-scene.ts";

const SCENE = randomNetworkScene(91, {
  shape: "sheet",
  springModel: "asymmetric",
  bending: "modulus",
  wind: true,
  damping: { viscous: 0.05, relative: 0.02 },
});

async function hashAfter(steps: number, solver: { method: string; [option: string]: unknown }): Promise<number> {
  const simulation = await simulate({ ...SCENE, solver });
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation.hash();
}

describe("theta", () => {
  it.each(["exact", "clamped", "choi", "smoothed", "projected", "isotropic"])(
    "at ½ is implicit midpoint and at 1 implicit Euler, bit for bit, with %s blocks",
    async (jacobian) => {
      const half = await hashAfter(20, { method: "theta", jacobian });
      const whole = await hashAfter(20, { method: "theta", theta: 1, jacobian });
      expect(half).toBe(await hashAfter(20, { method: "implicit-midpoint", jacobian }));
      expect(whole).toBe(await hashAfter(20, { method: "implicit-euler", jacobian }));
      expect(half).not.toBe(whole);
    },
  );

  it("at 0 is explicit Euler", async () => {
    const blend = await runScene({ ...SCENE, solver: { method: "theta", theta: 0, tolerance: 1e-14 } }, 20);
    const euler = await runScene({ ...SCENE, solver: { method: "explicit-euler" } }, 20);
    expect(relativeDifference(blend.x, euler.x)).toBeLessThan(1e-13);
    expect(relativeDifference(blend.v, euler.v)).toBeLessThan(1e-13);
  });
});
