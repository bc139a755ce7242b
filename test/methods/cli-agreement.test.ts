import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { some } from "../support/full.ts";
import { type NetworkScene, runReference } from "../support/reference.ts";
import { randomNetworkScene } from "./random-network.ts";
import { relativeDifference } from "./run-scene.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CLI = join(ROOT, "dist", "cli", "main.js");
const FOLDER = mkdtempSync(join(tmpdir(), "drape-agreement-"));

beforeAll(() => {
  if (!existsSync(CLI)) execFileSync("npm", ["run", "--silent", "build"], { cwd: ROOT });
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** What an outsider does: a scene file, `drape run --state`, and the numbers of another program. */
function runCli(scene: unknown, ...flags: string[]): { time: number; steps: number; x: number[]; v: number[] } {
  const file = join(FOLDER, "scene.json");
  const state = join(FOLDER, "state.json");
  writeFileSync(file, JSON.stringify(scene));
  execFileSync("node", [CLI, "run", file, "--quiet", "--state", state, ...flags], { stdio: "pipe" });
  const { time, steps, positions, velocities } = JSON.parse(readFileSync(state, "utf8"));
  return { time, steps, x: positions.flat(), v: velocities.flat() };
}

describe("drape run --state gives the numbers of the reference", () => {
  const sheet = randomNetworkScene(31, {
    shape: "sheet",
    springModel: "symmetric",
    bending: "modulus",
    wind: true,
    damping: { viscous: 0.05, relative: 0.02 },
  });
  const tangle = randomNetworkScene(32, {
    shape: "tangle",
    springModel: "asymmetric",
    bending: "hinges",
    wind: true,
    damping: { viscous: 0.02, relative: 0.02 },
  });

  function expectAgreement(scene: NetworkScene, written: { x: number[]; v: number[] }, steps: number): void {
    const reference = runReference(scene, steps);
    expect(relativeDifference(written.x, reference.x)).toBeLessThan(1e-9);
    expect(relativeDifference(written.v, reference.v)).toBeLessThan(1e-9);
  }

  it("for a scene that names its solver", () => {
    const scene = { ...sheet, solver: { method: "implicit-euler", jacobian: "smoothed", tolerance: 1e-13 } };
    const written = runCli(scene, "--steps", "30");
    expect(written.steps).toBe(30);
    expect(written.time).toBeCloseTo(0.3, 12);
    expectAgreement(scene, written, 30);
  });

  it("for a method and a tolerance given on the command line", () => {
    const written = runCli(tangle, "--method", "newton-midpoint", "--set", "solver.tolerance=1e-13", "--steps", "20");
    expectAgreement({ ...tangle, solver: { method: "newton-midpoint" } }, written, 20);
  });

  it("for an explicit method at another timestep", () => {
    const written = runCli(tangle, "--method", "rk4", "--timestep", "0.004", "--seconds", "0.1");
    expectAgreement({ ...tangle, timestep: 0.004, solver: { method: "rk4" } }, written, 25);
  });

  const semiImplicit = [
    { method: "gauss-seidel", sweeps: 3 },
    { method: "block-jacobi", damping: "printed" },
    { method: "scalar-jacobi", sweeps: 4 },
    { method: "desbrun", momentum: true },
    { method: "choi-ko", tolerance: 1e-13 },
    { method: "paid", tension: "rotated", tolerance: 1e-13 },
    { method: "bdf2", jacobian: "projected", tolerance: 1e-13 },
    { method: "bdf2-paid", tolerance: 1e-13 },
  ];
  it.each(some(semiImplicit, 3))("for %o, the spring law left to it", (solver) => {
    const [{ springModel: _, ...cloth }] = tangle.cloths;
    const scene = { ...tangle, cloths: [cloth], solver };
    expectAgreement(scene, runCli(scene, "--steps", "15"), 15);
  });

  it("for a variant of the scene", () => {
    const variants = [
      { name: "few", solver: { method: "gauss-seidel", sweeps: 1 } },
      { name: "Kang & Cho", solver: { method: "block-jacobi", sweeps: 4 } },
    ];
    const written = runCli({ ...sheet, variants }, "--variant", "Kang & Cho", "--steps", "15");
    expectAgreement({ ...sheet, solver: { method: "block-jacobi", sweeps: 4 } }, written, 15);
  });
});
