import { describe, expect, it } from "vitest";
import { NumericalError } from "../../src/index.ts";
import type { NetworkCloth, NetworkScene } from "../support/reference.ts";
import { randomNetworkScene } from "./random-network.ts";
import { readState, relativeDifference, runScene, simulate } from "./run-scene.ts";

const TIGHT = { tolerance: 1e-14 };

const SHEET = randomNetworkScene(151, {
  shape: "sheet",
  springModel: "symmetric",
  bending: "modulus",
  wind: true,
  damping: { viscous: 0.05, relative: 0.02 },
});

describe("on a straight chain that moves along itself", () => {
  /** Uneven links and masses along a slanted line, stretched and pushed along it. */
  function chain(springModel: "symmetric" | "asymmetric", solver: NetworkScene["solver"]): NetworkScene {
    const along = [0.6, -0.64, 0.48];
    const places = [0, 0.2, 0.5, 0.6, 0.95, 1.2, 1.5];
    const network: NetworkCloth["network"] = {
      positions: places.map((s) => along.map((c) => s * c)),
      velocities: places.map((s) => along.map((c) => c * (0.8 - s * s))),
      masses: places.map((_, i) => 0.05 + 0.02 * (i % 3)),
      springs: places.slice(1).map((s, i) => [i, i + 1, (s - places[i]) * (i % 2 === 0 ? 0.9 : 1.15), 60, "stretch"]),
    };
    const gravity = along.map((c) => 9.81 * c);
    const damping = { viscous: 0.01, relative: 0.02 };
    return { drape: 1, gravity, timestep: 0.01, solver, cloths: [{ network, pins: [0], springModel, damping }] };
  }

  it("paid is implicit Euler", async () => {
    const paid = await runScene(chain("symmetric", { method: "paid", ...TIGHT }), 50);
    const euler = await runScene(chain("symmetric", { method: "implicit-euler", ...TIGHT }), 50);
    expect(relativeDifference(paid.x, euler.x)).toBeLessThan(1e-12);
    expect(relativeDifference(paid.v, euler.v)).toBeLessThan(1e-12);
  });

  it("bdf2-paid is bdf2", async () => {
    const paid = await runScene(chain("symmetric", { method: "bdf2-paid", ...TIGHT }), 50);
    const bdf2 = await runScene(chain("symmetric", { method: "bdf2", ...TIGHT }), 50);
    expect(relativeDifference(paid.x, bdf2.x)).toBeLessThan(1e-12);
    expect(relativeDifference(paid.v, bdf2.v)).toBeLessThan(1e-12);
  });

  it("but not with springs that go slack, whose kink the prediction sees", async () => {
    const paid = await runScene(chain("asymmetric", { method: "paid", ...TIGHT }), 50);
    const euler = await runScene(chain("asymmetric", { method: "implicit-euler", ...TIGHT }), 50);
    expect(relativeDifference(paid.x, euler.x)).toBeGreaterThan(1e-6);
  });
});

describe("a spring under tension that turns once", () => {
  const [k, m, r, omega] = [200, 0.05, 1, 2 * Math.PI];

  /** Angular momentum after one turn as a share of the start's; the tension holds the two masses on their circle. */
  async function afterOneTurn(solver: NetworkScene["solver"], h = 0.01): Promise<number> {
    const restLength = r - (m * omega * omega * (r / 2)) / k;
    const network: NetworkCloth["network"] = {
      positions: [
        [-r / 2, 0, 0],
        [r / 2, 0, 0],
      ],
      velocities: [
        [0, (-omega * r) / 2, 0],
        [0, (omega * r) / 2, 0],
      ],
      masses: m,
      springs: [[0, 1, restLength, k, "stretch"]],
    };
    const scene = { drape: 1 as const, gravity: [0, 0, 0], timestep: h, solver: { ...solver, ...TIGHT } };
    const simulation = await simulate({ ...scene, cloths: [{ network }] });
    const start = simulation.view.measure().angularMomentum[2];
    for (let n = 0; n < Math.round(1 / h); n++) simulation.step();
    return simulation.view.measure().angularMomentum[2] / start;
  }

  it("implicit Euler brakes it, PAID and BDF2 far less; BDF2 with PAID drives it, like exp(ω²ht)", async () => {
    const euler = await afterOneTurn({ method: "implicit-euler" });
    const paid = await afterOneTurn({ method: "paid" });
    const bdf2 = await afterOneTurn({ method: "bdf2" });
    const bdf2Paid = await afterOneTurn({ method: "bdf2-paid" });
    const rotated = await afterOneTurn({ method: "bdf2-paid", tension: "rotated" });
    expect(euler).toBeCloseTo(0.689, 3);
    expect(paid).toBeCloseTo(0.873, 3);
    expect(bdf2).toBeCloseTo(0.87, 3);
    expect(bdf2Paid).toBeCloseTo(1.482, 3); // e^(ω²ht) = 1.484
    expect(rotated).toBeCloseTo(0.905, 3);
    // turned along with the spring, the old tension gives back all the braking that PAID took away
    expect(await afterOneTurn({ method: "paid", tension: "rotated" })).toBeCloseTo(euler, 3);
  });

  it.each([
    ["implicit-euler", "old", 1],
    ["paid", "old", 3],
    ["bdf2", "old", 3],
    ["bdf2-paid", "old", 1],
    ["bdf2-paid", "rotated", 3],
  ])("%s, tension %s: what it takes or adds falls with h to the power %i", async (method, tension, power) => {
    const coarse = Math.log(await afterOneTurn({ method, tension }, 0.005));
    const fine = Math.log(await afterOneTurn({ method, tension }, 0.0025));
    expect(Math.abs(Math.log2(coarse / fine) - power)).toBeLessThan(0.2);
  });
});

describe.each([
  ["bdf2", "implicit-euler"],
  ["bdf2-paid", "paid"],
])("%s", (method, euler) => {
  it(`takes its first step as ${euler} does`, async () => {
    const first = await runScene({ ...SHEET, solver: { method, ...TIGHT } }, 1);
    const other = await runScene({ ...SHEET, solver: { method: euler, ...TIGHT } }, 1);
    expect(relativeDifference(first.x, other.x)).toBeLessThan(1e-13);
    expect(relativeDifference(first.v, other.v)).toBeLessThan(1e-12);
  });

  it(`begins anew with ${euler} when the step changes, and only then`, async () => {
    const simulation = await simulate({ ...SHEET, solver: { method, ...TIGHT } });
    const single = await simulate({ ...SHEET, solver: { method: euler, ...TIGHT } });
    /** Whether the next step of h seconds is the one-step method's. */
    const isEuler = (h: number): boolean => {
      single.restore(simulation.snapshot());
      simulation.step(h);
      single.step(h);
      return relativeDifference(readState(simulation).v, readState(single).v) < 1e-11;
    };
    expect([0.01, 0.01, 0.01, 0.005, 0.005, 0.01, 0.01].map(isEuler)).toEqual([true, false, false, true, false, true, false]);
  });

  it("forgets nothing over a step that fails", async () => {
    const steady = await simulate({ ...SHEET, solver: { method } });
    const shaken = await simulate({ ...SHEET, solver: { method } });
    for (let n = 0; n < 8; n++) {
      steady.step();
      if (n === 4) {
        shaken.edit.grab(12, [2e9, 0, 0]); // beyond what a step may reach
        expect(() => shaken.step()).toThrow(NumericalError);
        shaken.edit.release(12);
      }
      shaken.step();
    }
    expect(shaken.hash()).toBe(steady.hash());
  });

  it("has no history from another method: it begins anew", async () => {
    const simulation = await simulate({ ...SHEET, solver: { method, ...TIGHT } });
    const other = await simulate({ ...SHEET, solver: { method: euler, ...TIGHT } });
    for (let n = 0; n < 3; n++) other.step();
    for (let n = 0; n < 5; n++) simulation.step();
    simulation.restore(other.snapshot());
    simulation.step();
    other.step();
    expect(relativeDifference(readState(simulation).v, readState(other).v)).toBeLessThan(1e-11);
  });

  it("follows a dragged vertex exactly, and goes on from there when it is let go", async () => {
    const simulation = await simulate({ ...SHEET, solver: { method, ...TIGHT } });
    for (let n = 0; n < 12; n++) {
      if (n >= 3 && n < 9) simulation.edit.grab(12, [0.4 + 0.01 * n, 1.05, 0.4]);
      if (n === 9) simulation.edit.release(12);
      simulation.step();
      const { x } = readState(simulation);
      if (n >= 3 && n < 9) expect([x[36], x[37], x[38]]).toEqual([0.4 + 0.01 * n, 1.05, 0.4]);
    }
    const { x, v } = readState(simulation);
    expect(x[36]).toBeGreaterThan(0.48); // it keeps some of the 1 m/s
    expect(Math.hypot(v[36], v[37], v[38])).toBeLessThan(5);
  });
});
