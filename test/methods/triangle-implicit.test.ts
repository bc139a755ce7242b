import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { type NetworkScene, runReference } from "../support/reference.ts";
import { randomNetworkScene } from "./random-network.ts";
import { readState, relativeDifference, runScene, simulate } from "./run-scene.ts";

const AGREEMENT = 1e-9;
const SHEARS = ["axes", "baraff-witkin"] as const;

/** A crumpled sheet with unequal masses, springs that must not act, and four different stiffnesses. */
function sheet(seed: number, shear: string, more: Partial<NetworkScene> = {}): NetworkScene {
  const scene = randomNetworkScene(seed, {
    shape: "sheet",
    springModel: "symmetric",
    bending: "modulus",
    wind: true,
    damping: { viscous: 0.05, relative: 0.02 },
  });
  return { ...scene, solver: { method: "triangle-implicit", shear, tolerance: 1e-13 }, ...more };
}

async function expectAgreement(scene: NetworkScene, steps: number): Promise<void> {
  const engine = await runScene(scene, steps);
  const reference = runReference(scene, steps);
  expect(relativeDifference(engine.x, reference.x)).toBeLessThan(AGREEMENT);
  expect(relativeDifference(engine.v, reference.v)).toBeLessThan(AGREEMENT);
}

describe.each(SHEARS)("triangle-implicit with shear %s agrees with the dense reference", (shear) => {
  it.each([31, 32, 33])("on a windy, damped sheet with pins (seed %i)", (seed) => expectAgreement(sheet(seed, shear), 20));

  it("without pins, wind, gravity and damping", async () => {
    const { wind: _, ...scene } = sheet(34, shear);
    const { damping: __, ...cloth } = scene.cloths[0];
    await expectAgreement({ ...scene, gravity: [0, 0, 0], cloths: [{ ...cloth, pins: [] }] }, 20);
  });

  it("without hinges, at a large step and a high stiffness", async () => {
    const scene = sheet(35, shear);
    const stiff = { u: 3000, v: 2000, shearU: 400, shearV: 100 };
    const cloths = scene.cloths.map((cloth) => ({ ...cloth, network: { ...cloth.network, triangleStiffness: stiff } }));
    await expectAgreement({ ...scene, cloths, timestep: 1 / 30, solver: { ...scene.solver, bending: false } }, 10);
  });

  it("on several cloths, one of which has no triangle model", async () => {
    const scenes = [36, 37].map((seed) => sheet(seed, shear));
    const { triangleStiffness: _, ...bare } = scenes[1].cloths[0].network;
    const cloths = [scenes[0].cloths[0], { ...scenes[1].cloths[0], network: bare }, sheet(38, shear).cloths[0]];
    await expectAgreement({ ...scenes[0], cloths }, 5);
  });
});

describe("triangle-implicit", () => {
  it("does not feel the springs, but does feel the damping along them", async () => {
    const scene = sheet(40, "axes");
    const stiffer = scene.cloths.map((cloth) => ({
      ...cloth,
      network: {
        ...cloth.network,
        springs: cloth.network.springs.map(([i, j, L, k, kind]) => [i, j, 2 * L, 9 * k, kind] as (typeof cloth.network.springs)[number]),
      },
    }));
    const plain = await runScene(scene, 5);
    expect((await runScene({ ...scene, cloths: stiffer }, 5)).x).toEqual(plain.x);
    const undamped = scene.cloths.map((cloth) => ({ ...cloth, damping: { viscous: 0.05 } }));
    expect(relativeDifference((await runScene({ ...scene, cloths: undamped }, 5)).v, plain.v)).toBeGreaterThan(1e-4);
  });

  it.each(SHEARS)("keeps the linear momentum of a free sheet with shear %s", async (shear) => {
    const { wind: _, ...scene } = sheet(41, shear, { gravity: [0, 0, 0] });
    const free = scene.cloths.map(({ network }) => ({ network, damping: { relative: 0.02 } }));
    const simulation = await simulate({ ...scene, cloths: free });
    const before = simulation.view.measure().momentum;
    for (let n = 0; n < 50; n++) simulation.step();
    const after = simulation.view.measure().momentum;
    for (let c = 0; c < 3; c++) expect(after[c]).toBeCloseTo(before[c], 11);
  });

  it("measures strain along the triangles where there are no springs", async () => {
    const scene = sheet(42, "axes");
    const cloths = scene.cloths.map((cloth) => ({ ...cloth, network: { ...cloth.network, springs: [] } }));
    const stretched = cloths.map((cloth) => ({
      ...cloth,
      network: { ...cloth.network, positions: cloth.network.material?.map(([u, v]) => [1.25 * u, 2, 0.9 * v]) ?? [] },
    }));
    const { strainMean, strainMax } = (await simulate({ ...scene, cloths: stretched })).view.measure();
    expect(strainMax).toBeCloseTo(0.25, 12);
    expect(strainMean).toBeCloseTo((0.25 + 0.1) / 2, 12);
  });

  it("hangs a fabric as far down as its stiffness says, on any mesh and with either shear", async () => {
    /** How far the lower end of a strip, 0.2 × 1 m of 0.1 kg/m², sinks under its own weight: ρ g L²/2Y = 1 mm. */
    const sag = async (triangles: string, rows: number, shear: "axes" | "baraff-witkin"): Promise<number> => {
      const simulation = await createSimulation({
        drape: 1,
        timestep: 0.05,
        solver: { method: "triangle-implicit", shear, tolerance: 1e-10 },
        cloths: [
          {
            grid: { columns: 4, rows, width: 0.2, height: 1, triangles: triangles as "right" },
            fabric: { base: "cotton", density: 0.1, stretchWarp: 490.5, stretchWeft: 490.5, shear: 5, damping: 20 },
            pins: ["top"],
          },
        ],
      });
      for (let n = 0; n < 200; n++) simulation.step();
      const { x } = readState(simulation);
      const bottom = Array.from({ length: 4 }, (_, c) => x[3 * ((rows - 1) * 4 + c) + 1]);
      return -1 - bottom.reduce((sum, y) => sum + y, 0) / 4;
    };
    for (const shear of SHEARS) {
      expect(await sag("right", 9, shear)).toBeCloseTo(0.001, 4);
      expect(await sag("right", 17, shear)).toBeCloseTo(0.001, 4);
      expect(await sag("equilateral", 9, shear)).toBeCloseTo(0.001, 4);
    }
  });

  it("refuses a mesh file, which has no flat rest shape", async () => {
    const text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const scene = { drape: 1, solver: { method: "triangle-implicit" }, cloths: [{ mesh: "one.obj" }] } as const;
    await expect(createSimulation(scene, { loadMesh: async () => text })).rejects.toThrow(
      "cloths[0]: triangle-implicit needs flat rest coordinates (u, v)",
    );
  });

  it("refuses a network whose triangles have a stiffness but no material", async () => {
    const scene = sheet(43, "axes");
    const { material: _, ...network } = scene.cloths[0].network;
    await expect(simulate({ ...scene, cloths: [{ network }] })).rejects.toThrow("triangles[0]");
  });
});
