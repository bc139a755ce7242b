import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { pluckedChain } from "../../src/papers/physics/hanging-chain.ts";
import { readState, simulate } from "../methods/run-scene.ts";
import type { NetworkCloth } from "../support/reference.ts";

const G = 9.81;

/** A step so long that inertia counts for nothing: its end is the equilibrium. [s] */
const STATIC_STEP = 1e4;

/** A chain of N links of rest length 1/N that hangs down from particle 0; `tipShare` is the tip's share of a full mass. */
function chain(links: number, mass: number, stiffness: number, tipShare: number): NetworkCloth {
  return {
    network: {
      positions: Array.from({ length: links + 1 }, (_, i) => [0, -i / links, 0]),
      masses: Array.from({ length: links + 1 }, (_, i) => (i === links ? tipShare * mass : mass)),
      springs: Array.from({ length: links }, (_, i) => [i, i + 1, 1 / links, stiffness, "stretch"]),
    },
    pins: [0],
  };
}

async function settle(cloth: NetworkCloth): Promise<ArrayLike<number>> {
  const solver = { method: "newton-euler", tolerance: 1e-13 };
  const simulation = await simulate({ drape: 1, gravity: [0, -G, 0], timestep: STATIC_STEP, solver, cloths: [cloth] });
  for (let n = 0; n < 5; n++) simulation.step();
  return readState(simulation).x;
}

describe("a vertical strip stretches under its own weight", () => {
  it.each([1, 5, 40])("by mgN²/(2K) with %i links and half a mass at the tip, exactly", async (links) => {
    const [mass, stiffness] = [0.01, 400];
    const x = await settle(chain(links, mass, stiffness, 0.5));
    const extension = -x[3 * links + 1] - 1;
    expect(extension / ((mass * G * links ** 2) / (2 * stiffness))).toBeCloseTo(1, 6);
    const topStrain = links * -x[4] - 1;
    expect(topStrain / ((mass * G * (links - 0.5) * links) / stiffness)).toBeCloseTo(1, 6);
  });

  it("by mgN(N + 1)/(2K) with a full mass at the tip", async () => {
    const [links, mass, stiffness] = [20, 0.01, 400];
    const x = await settle(chain(links, mass, stiffness, 1));
    expect((-x[3 * links + 1] - 1) / ((mass * G * links * (links + 1)) / (2 * stiffness))).toBeCloseTo(1, 6);
  });

  it.each([
    ["warp", "u", 3955, 10],
    ["warp", "u", 3955, 30],
    ["weft", "v", 10354, 10],
    ["weft", "v", 10354, 30],
  ] as const)("by σgL²/(2Y) as cotton hung along its %s (%s, %d N/m, %i particles)", async (_thread, down, stiffness, count) => {
    const across = 4;
    const [along, width] = [1, (across - 1) / (count - 1)];
    const grid =
      down === "u"
        ? { columns: count, rows: across, width: along, height: width, u: [0, -1, 0], v: [1, 0, 0] }
        : { columns: across, rows: count, width, height: along, u: [1, 0, 0], v: [0, -1, 0] };
    const simulation = await createSimulation({
      drape: 1,
      timestep: STATIC_STEP,
      solver: { method: "newton-euler", tolerance: 1e-12 },
      cloths: [{ grid, fabric: "cotton", pins: [down === "u" ? "left" : "top"] }],
    });
    for (let n = 0; n < 5; n++) simulation.step();
    const { x } = readState(simulation);
    let lowest = 0;
    for (let k = 0; k < across; k++) {
      const tip = down === "u" ? k * count + count - 1 : (count - 1) * across + k;
      lowest += x[3 * tip + 1] / across;
    }
    expect((-lowest - 1) / ((0.1503 * G) / (2 * stiffness))).toBeCloseTo(1, 2);
  });
});

describe("a limp strip of 20 links swings as Bessel's function says", () => {
  const LINKS = 20;
  /** Frequency of the discrete chain with half a mass at its tip [Hz]; 0.59939 in the limit. */
  const FREQUENCY = 0.598945;

  const { scene, amplitude, omega } = pluckedChain(LINKS, 1);

  it("at the frequency of the discrete chain", () => {
    expect(omega / (2 * Math.PI)).toBeCloseTo(FREQUENCY, 4);
  });

  it("implicit midpoint keeps the period, but for its own ωh/(2 atan(ωh/2))", async () => {
    const h = 1 / 240;
    const simulation = await simulate({
      ...scene,
      timestep: h,
      solver: { method: "implicit-midpoint", tolerance: 1e-12 },
    });
    const crossings: number[] = [];
    let before = amplitude(readState(simulation).x);
    while (crossings.length < 5) {
      simulation.step();
      const after = amplitude(readState(simulation).x);
      if (before * after <= 0) crossings.push(simulation.time - (h * after) / (after - before));
      before = after;
    }
    const period = (crossings[4] - crossings[0]) / 2;
    expect((period * omega) / (2 * Math.PI) / ((omega * h) / (2 * Math.atan((omega * h) / 2)))).toBeCloseTo(1, 4);
  });

  it("implicit Euler at 60 steps a second loses a third of the energy in one swing, as its law says", async () => {
    const h = 1 / 60;
    const simulation = await simulate({
      ...scene,
      timestep: h,
      solver: { method: "implicit-euler", tolerance: 1e-12 },
    });
    const energy = (): number => {
      const { x, v } = readState(simulation);
      return (omega * amplitude(x)) ** 2 + amplitude(v) ** 2;
    };
    const start = energy();
    const steps = Math.round((2 * Math.PI) / omega / h);
    for (let n = 0; n < steps; n++) simulation.step();
    const left = energy() / start;
    expect(left / (1 + (omega * h) ** 2) ** -steps).toBeCloseTo(1, 3);
    expect(left / 0.6743).toBeCloseTo(1, 2); // the continuous strip's first mode
  });
});
