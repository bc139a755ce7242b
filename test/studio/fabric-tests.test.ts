import { expect, test } from "vitest";
import { createSimulation, FABRICS, type SceneInput } from "../../src/index.ts";
import { freedDrapeScene, STEPS, shadowArea } from "../../src/papers/physics/cusick-drape.ts";
import type { FabricFindings } from "../../studio/src/fabric/fabric-tests.ts";
import { testFull } from "../support/full.ts";

const { DISK_RADIUS, makeFabricTests, measureFabric, PLATE_RADIUS, TEST_STEPS } = await import("../../studio/src/fabric/fabric-tests.ts");

async function run(scene: SceneInput, steps: number) {
  const simulation = await createSimulation(scene);
  for (let n = 0; n < steps; n++) simulation.step();
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  return { positions, triangles: simulation.triangles };
}

async function testFabric(base: string, values: Record<string, number> = {}): Promise<FabricFindings> {
  const tests = makeFabricTests({ base, values });
  const { positions, triangles } = await run(tests.scene, TEST_STEPS);
  return measureFabric(tests, Float32Array.from(positions), triangles);
}

testFull("the drape test agrees with the experiment of the papers, which has the disk alone", async () => {
  const wool = FABRICS.find(({ name }) => name === "wool") ?? FABRICS[0];
  const { positions, triangles } = await run(freedDrapeScene(wool, 15), STEPS);
  const plate = Math.PI * PLATE_RADIUS * PLATE_RADIUS;
  const whole = Math.PI * DISK_RADIUS * DISK_RADIUS;
  const known = (100 * (shadowArea(positions, triangles) - plate)) / (whole - plate);
  expect(Math.abs((await testFabric("wool")).drape - known)).toBeLessThan(1.5);
});

test("the bend test finds (B/σg)^⅓, the bending length that the fabric's numbers say", async () => {
  for (const base of ["jersey", "canvas"]) {
    const { bending = 0, density = 1 } = FABRICS.find(({ name }) => name === base) ?? {};
    const known = 100 * Math.cbrt(bending / (density * 9.81));
    expect((await testFabric(base)).bendingLength / known).toBeCloseTo(1, 2);
  }
});

testFull("the stiffer the fabric, the larger both numbers", async () => {
  const limp = await testFabric("cotton", { bending: 1e-6 });
  const stiff = await testFabric("cotton", { bending: 1e-4 });
  expect(stiff.drape).toBeGreaterThan(limp.drape + 20);
  expect(stiff.bendingLength / limp.bendingLength).toBeCloseTo(Math.cbrt(100), 1);
});
