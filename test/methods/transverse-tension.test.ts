import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createSimulation, NumericalError } from "../../src/index.ts";
import type { NetworkScene } from "../support/reference.ts";
import { readState, simulate } from "./run-scene.ts";

/**
 * The projected Jacobian k u uᵀ [Kang02, eq. 11] has nothing across the spring, so the tension's pull towards the straight line
 * stays explicit, whatever solves the system: stable for h²ω² < 4 only, and ω² = 4T/(m r) for the zigzag of a taut chain.
 */
const BEADS = 21;
const [K, M, SPACING, REST] = [50, 0.1, 0.5, 0.3];
const TENSION = K * (SPACING - REST);

/** How much a transverse zigzag of 1e-9 m grows in 300 steps at h²T/(m r) = `load`. */
async function growth(load: number, solver: NetworkScene["solver"]): Promise<number> {
  const positions = Array.from({ length: BEADS + 2 }, (_, i) => {
    const inside = i > 0 && i < BEADS + 1;
    return [i * SPACING, inside ? 1e-9 * Math.sin((BEADS * Math.PI * i) / (BEADS + 1)) : 0, 0];
  });
  const springs = positions.slice(1).map((_, i) => [i, i + 1, REST, K, "stretch"] as const);
  const simulation = await simulate({
    drape: 1,
    gravity: [0, 0, 0],
    timestep: Math.sqrt((load * M * SPACING) / TENSION),
    solver,
    cloths: [{ network: { positions, masses: M, springs: springs as never }, pins: [0, BEADS + 1] }],
  });
  for (let n = 0; n < 300; n++) simulation.step();
  const { x } = readState(simulation);
  return x.reduce((most, value, c) => (c % 3 === 1 ? Math.max(most, Math.abs(value)) : most), 0) / 1e-9;
}

describe("across a taut chain", () => {
  it.each([
    { method: "block-jacobi" },
    { method: "block-jacobi", sweeps: 8 },
    { method: "gauss-seidel", jacobian: "projected" },
    { method: "implicit-euler", jacobian: "projected", tolerance: 1e-12 },
  ])("%o is stable up to h²T/(m r) = 1 and not beyond", async (solver) => {
    const stiffest = (1 + Math.cos(Math.PI / (BEADS + 1))) / 2; // of ω² = 4T/(m r), for so many beads
    expect(await growth(0.95 / stiffest, solver)).toBeLessThan(10);
    expect(await growth(1.05 / stiffest, solver)).toBeGreaterThan(1e6);
  });

  it.each([
    { method: "block-jacobi", jacobian: "clamped" },
    { method: "gauss-seidel" },
    { method: "scalar-jacobi" },
    { method: "desbrun" },
    { method: "choi-ko", tolerance: 1e-12 },
  ])("%o, which has the tension in its blocks, knows no such limit", async (solver) => {
    for (const load of [1.5, 10, 1000]) expect(await growth(load, solver)).toBeLessThan(1.01);
  });
});

it("a square metre of cotton hung by two corners is lost to projected blocks at steps of 1/60 s, and not to clamped ones", async () => {
  const scene = JSON.parse(readFileSync(new URL("../../scenes/hanging-sheet.json", import.meta.url), "utf8"));
  const run = async (solver: { method: string; jacobian?: string }): Promise<number> => {
    const cloths = scene.cloths.map((cloth: object) => ({ ...cloth, stretch: "free" })); // the limit would save it
    const simulation = await createSimulation({ ...scene, cloths, solver });
    for (let n = 0; n < 60; n++) simulation.step();
    return simulation.view.measure().strainMax;
  };
  await expect(run({ method: "block-jacobi" })).rejects.toThrow(NumericalError);
  await expect(run({ method: "gauss-seidel", jacobian: "projected" })).rejects.toThrow(NumericalError);
  expect(await run({ method: "block-jacobi", jacobian: "clamped" })).toBeLessThan(20);
  expect(await run({ method: "gauss-seidel" })).toBeLessThan(2);
});
