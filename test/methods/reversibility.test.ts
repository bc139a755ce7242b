import { describe, expect, it } from "vitest";
import { sum } from "../support/plain-algebra.ts";
import type { NetworkScene } from "../support/reference.ts";
import { readModel, springForce } from "../support/reference-model.ts";
import { randomNetworkScene } from "./random-network.ts";
import { readState, relativeDifference, simulate } from "./run-scene.ts";

const STEPS = 100;

const SCENE = {
  ...randomNetworkScene(51, {
    shape: "sheet",
    springModel: "symmetric",
    bending: "modulus",
    wind: false,
    damping: { viscous: 0, relative: 0 },
  }),
  timestep: 0.005,
};

describe.each(["verlet", "newton-midpoint"])("%s", (method) => {
  it(`comes back after ${STEPS} steps when every velocity is turned round`, async () => {
    const simulation = await simulate({ ...SCENE, solver: { method, tolerance: 1e-14 } });
    const start = readState(simulation);
    for (let n = 0; n < STEPS; n++) simulation.step();
    const far = simulation.snapshot();
    expect(relativeDifference(readState(simulation).x, start.x)).toBeGreaterThan(0.05);
    simulation.restore({ ...far, velocities: far.velocities.map((v) => -v) });
    for (let n = 0; n < STEPS; n++) simulation.step();
    const back = readState(simulation);
    expect(relativeDifference(back.x, start.x)).toBeLessThan(1e-10);
    expect(
      relativeDifference(
        back.v.map((v) => -v),
        start.v,
      ),
    ).toBeLessThan(1e-10);
  });
});

describe("symplectic-euler", () => {
  it(`is undone by its adjoint: drift by −h, then kick by −h, ${STEPS} times`, async () => {
    const scene: NetworkScene = { ...SCENE, solver: { method: "symplectic-euler" } };
    const simulation = await simulate(scene);
    const start = readState(simulation);
    for (let n = 0; n < STEPS; n++) simulation.step();
    let x = Array.from(readState(simulation).x);
    let v = Array.from(readState(simulation).v);

    const model = readModel(scene);
    const h = scene.timestep;
    for (let n = 0; n < STEPS; n++) {
      x = sum(x, v, -h);
      const acceleration = springForce(model, x).map((f, c) => {
        const i = Math.floor(c / 3);
        return model.pinned[i] ? 0 : f / model.mass[i] + model.gravity[c % 3];
      });
      v = sum(v, acceleration, -h);
    }
    expect(relativeDifference(x, start.x)).toBeLessThan(1e-10);
    expect(relativeDifference(v, start.v)).toBeLessThan(1e-10);
  });

  it("is not undone by turning the velocities round, unlike Verlet", async () => {
    const simulation = await simulate({ ...SCENE, solver: { method: "symplectic-euler" } });
    const start = readState(simulation);
    for (let n = 0; n < STEPS; n++) simulation.step();
    const far = simulation.snapshot();
    simulation.restore({ ...far, velocities: far.velocities.map((v) => -v) });
    for (let n = 0; n < STEPS; n++) simulation.step();
    expect(relativeDifference(readState(simulation).x, start.x)).toBeGreaterThan(1e-4);
  });
});
