import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { some } from "../support/full.ts";
import { type NetworkScene, runReference } from "../support/reference.ts";
import { type PinMotion, runLinearReference } from "../support/reference-linear.ts";
import { type RandomNetworkOptions, randomNetworkScene } from "./random-network.ts";
import { relativeDifference, runScene, simulate, type TestScene } from "./run-scene.ts";
import { sampleSheet } from "./sample-sheet.ts";

const AGREEMENT = 1e-9;
const STEPS = 12;
const LINEAR_TRIANGLE = { method: "linear-triangle", tolerance: 1e-13 };
const SHEAR_TARGETS = ["derived", "own"];

type Row = readonly [predictor: string, order: number, shearTarget: string];
const PREDICTORS: Row[] = ["previous", "iar", "ivt"].flatMap((name) =>
  [1, 2].flatMap((order) => SHEAR_TARGETS.map((shear): Row => [name, order, shear])),
);

/** The springs of the sheet must not act, but for the damping along them. */
const SHEET: RandomNetworkOptions = {
  shape: "sheet",
  springModel: "symmetric",
  bending: "hinges",
  wind: true,
  damping: { viscous: 0.05, relative: 0.02 },
};

async function expectAgreement(scene: NetworkScene, steps = STEPS): Promise<void> {
  const engine = await runScene(scene, steps);
  const reference = runReference(scene, steps);
  expect(relativeDifference(engine.x, reference.x)).toBeLessThan(AGREEMENT);
  expect(relativeDifference(engine.v, reference.v)).toBeLessThan(AGREEMENT);
}

describe.each(some(PREDICTORS, 3))("linear-triangle, predictor %s of order %i, shear %s, agrees with the dense reference", (...row) => {
  const [predictor, order, shearTarget] = row;
  const solver = { ...LINEAR_TRIANGLE, predictor, order, shearTarget };
  const cases = ["euler", "bdf2", "midpoint"].flatMap((integrator) => [1, 3].map((iterations) => [integrator, iterations] as const));

  it.each(cases)("with %s on a windy, damped sheet with hinges, %i solves a step", (integrator, iterations) =>
    expectAgreement({ ...randomNetworkScene(71, SHEET), solver: { ...solver, integrator, iterations } }),
  );

  it("with a bend modulus, stiff and at a large step", async () => {
    const scene = randomNetworkScene(72, { ...SHEET, bending: "modulus" });
    const triangleStiffness = { u: 3000, v: 2000, shearU: 400, shearV: 100 };
    const cloths = scene.cloths.map((cloth) => ({ ...cloth, network: { ...cloth.network, triangleStiffness } }));
    await expectAgreement({ ...scene, cloths, timestep: 1 / 30, solver });
  });

  it("with lbfgs and bdf2, whose memory outlives the step", () =>
    expectAgreement({
      ...randomNetworkScene(73, SHEET),
      solver: { ...solver, integrator: "bdf2", iterations: 5, acceleration: "lbfgs", memory: 3 },
    }));

  it("with a pin that moves", async () => {
    const scene = { ...randomNetworkScene(74, SHEET), solver };
    const [cloth] = scene.cloths;
    const motion: PinMotion = (pin, t) =>
      cloth.network.positions[pin].map((value, c) => value + (pin === 0 && c === 1 ? 0.1 * Math.sin(2 * Math.PI * 4 * t) : 0));
    const pins = [{ vertex: 0, motion: { sine: { direction: [0, 1, 0], amplitude: 0.1, frequency: 4 } } }, 4];
    const engine = await runScene({ ...scene, cloths: [{ ...cloth, pins }] } as unknown as TestScene, STEPS);
    const reference = runLinearReference(scene, STEPS, motion);
    expect(relativeDifference(engine.x, reference.x)).toBeLessThan(AGREEMENT);
    expect(relativeDifference(engine.v, reference.v)).toBeLessThan(AGREEMENT);
  });
});

describe("linear-triangle", () => {
  it("uses ivt of order 1 with derived shear targets unless told otherwise", async () => {
    const scene = randomNetworkScene(75, SHEET);
    const bare = await runScene({ ...scene, solver: { method: "linear-triangle" } }, STEPS);
    const solver = { ...LINEAR_TRIANGLE, predictor: "ivt", order: 1, shearTarget: "derived", iterations: 1 };
    expect(bare.x).toEqual((await runScene({ ...scene, solver }, STEPS)).x);
    const reference = runReference({ ...scene, solver: { method: "linear-triangle" } }, STEPS);
    expect(relativeDifference(bare.x, reference.x)).toBeLessThan(AGREEMENT);
  });

  it("on several cloths, one of which has no triangle model, agrees with the reference", async () => {
    const scenes = [76, 77, 78].map((seed) => randomNetworkScene(seed, SHEET));
    const { triangleStiffness: _, ...bare } = scenes[1].cloths[0].network;
    const cloths = [scenes[0].cloths[0], { ...scenes[1].cloths[0], network: bare }, scenes[2].cloths[0]];
    await expectAgreement({ ...scenes[0], cloths, solver: LINEAR_TRIANGLE }, 5);
  });

  it.each(PREDICTORS)("with predictor %s of order %i, shear %s, carries a free sheet along unchanged", async (...row) => {
    const [predictor, order, shearTarget] = row;
    const velocity = [0.3, -0.7, 1.1];
    const network = sampleSheet({
      columns: 5,
      rows: 4,
      spacing: 0.125,
      stiffness: 500,
      bendModulus: 1e-3,
      mass: (i) => 0.01 + 0.001 * i,
      velocity: () => velocity,
    });
    const solver = { ...LINEAR_TRIANGLE, predictor, order, shearTarget };
    const { x, v } = await runScene({ drape: 1, gravity: [0, 0, 0], timestep: 0.02, solver, cloths: [{ network }] }, 50);
    const moved = network.positions.flatMap((p) => p.map((value, c) => value + velocity[c]));
    expect(relativeDifference(x, moved)).toBeLessThan(1e-12);
    expect(
      relativeDifference(
        v,
        network.positions.flatMap(() => velocity),
      ),
    ).toBeLessThan(1e-11);
  });

  it.each(SHEAR_TARGETS)("keeps the linear momentum of a free, crumpled sheet, shear %s", async (shearTarget) => {
    const { wind: _, ...scene } = randomNetworkScene(79, SHEET);
    const free = scene.cloths.map(({ network }) => ({ network, damping: { relative: 0.02 } }));
    const solver = { ...LINEAR_TRIANGLE, shearTarget };
    const simulation = await simulate({ ...scene, gravity: [0, 0, 0], cloths: free, solver });
    const before = simulation.view.measure().momentum;
    for (let n = 0; n < 50; n++) simulation.step();
    const after = simulation.view.measure().momentum;
    for (let c = 0; c < 3; c++) expect(after[c]).toBeCloseTo(before[c], 11);
  });

  it("pulls a stretched sheet together: the targets have the length 1, not that of the axes", async () => {
    const network = sampleSheet({ columns: 3, rows: 3, spacing: 0.25, stiffness: 100, mass: () => 0.01 });
    const stretched = { ...network, positions: network.positions.map(([x, y, z]) => [1.5 * x, y, z]) };
    const simulation = await simulate({
      drape: 1,
      gravity: [0, 0, 0],
      timestep: 0.01,
      solver: LINEAR_TRIANGLE,
      cloths: [{ network: stretched }],
    });
    simulation.step();
    const v = new Float64Array(27);
    simulation.readVelocities(v);
    expect(v[0]).toBeGreaterThan(0.1); // the left side to the right
    expect(v[6]).toBeLessThan(-0.1);
  });

  it("hangs a fabric as far down as its stiffness says, on any mesh", async () => {
    /** How far the lower end of a strip, 0.2 × 1 m of 0.1 kg/m², sinks under its own weight: ρ g L²/2Y = 1 mm. */
    const sag = async (triangles: string, rows: number): Promise<number> => {
      const simulation = await createSimulation({
        drape: 1,
        timestep: 0.05,
        solver: { method: "linear-triangle", iterations: 20, acceleration: "lbfgs" },
        cloths: [
          {
            grid: { columns: 4, rows, width: 0.2, height: 1, triangles: triangles as "right" },
            fabric: { base: "cotton", density: 0.1, stretchWarp: 490.5, stretchWeft: 490.5, shear: 5, damping: 20 },
            pins: ["top"],
          },
        ],
      });
      for (let n = 0; n < 200; n++) simulation.step();
      const x = new Float64Array(3 * simulation.particleCount);
      simulation.readPositions(x);
      const bottom = Array.from({ length: 4 }, (_, c) => x[3 * ((rows - 1) * 4 + c) + 1]);
      return -1 - bottom.reduce((sum, y) => sum + y, 0) / 4;
    };
    expect(await sag("right", 9)).toBeCloseTo(0.001, 4);
    expect(await sag("right", 17)).toBeCloseTo(0.001, 4);
    expect(await sag("equilateral", 9)).toBeCloseTo(0.001, 4);
  });

  it("refuses a mesh file, which has no flat rest shape", async () => {
    const text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const scene = { drape: 1, solver: { method: "linear-triangle" }, cloths: [{ mesh: "one.obj" }] } as const;
    await expect(createSimulation(scene, { loadMesh: async () => text })).rejects.toThrow(
      "cloths[0]: linear-triangle needs flat rest coordinates (u, v)",
    );
  });
});
