import { describe, expect, it } from "vitest";
import { UnsupportedError } from "../../src/core/errors.ts";
import { addNothing, NO_PAIRS } from "../../src/forces/force-term.ts";
import type { ForceFactory } from "../../src/forces/wind.ts";
import { METHODS, type OptionInfo } from "../../src/index.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { withKernels } from "../../src/scene/load-kernels.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { createSimulationFromSetup } from "../../src/sim/simulation.ts";

/*
 * Forces that Drape does not know, under every method and both kinds of kernels. On a free sheet they move the centre of mass as if there were no
 * springs, so that every method has the same truth.
 */

const H = 0.0005;
const STEPS = 400;
/** ω² of the well [1/s²], and where its bottom is [m]. */
const RATE = 60;
const HEIGHT = 0.4;

function addToDiagonal(diagonal: Float64Array, i: number, k: number): void {
  for (const o of [0, 3, 5]) diagonal[6 * i + o] += k;
}

/** Elastic, with a constant matrix: E = Σ ½ m ω² (y − height)² in each coordinate, and a spring of no length between the first two particles. */
const well: ForceFactory = ({ mass }) => ({
  name: "well",
  role: "elastic",
  constantMatrix: true,
  pairs: Uint32Array.of(0, 1),
  energy(x) {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += 0.5 * (x[c] - x[3 + c]) ** 2;
    for (let c = 0; c < x.length; c++) sum += 0.5 * mass[Math.floor(c / 3)] * RATE * (x[c] - HEIGHT) ** 2;
    return sum;
  },
  addForce(x, _v, _t, f, energy) {
    for (let c = 0; c < x.length; c++) f[c] -= mass[Math.floor(c / 3)] * RATE * (x[c] - HEIGHT);
    for (let c = 0; c < 3; c++) {
      f[c] -= x[c] - x[3 + c];
      f[3 + c] += x[c] - x[3 + c];
    }
    if (energy !== undefined) energy[0] += this.energy(x);
  },
  addMatrix(_x, scale, slots, diagonal, offDiagonal) {
    for (let i = 0; i < mass.length; i++) addToDiagonal(diagonal, i, scale * mass[i] * RATE);
    for (const i of [0, 1]) addToDiagonal(diagonal, i, scale);
    addToDiagonal(offDiagonal, slots[0], -scale);
  },
});

/** Elastic, with a matrix that depends on x: E = Σ ½ m ω² y² (1 + y²). */
const steepWell: ForceFactory = ({ mass }) => ({
  name: "steep well",
  role: "elastic",
  constantMatrix: false,
  pairs: NO_PAIRS,
  energy: (x) => mass.reduce((sum, m, i) => sum + 0.5 * m * RATE * x[3 * i + 1] ** 2 * (1 + x[3 * i + 1] ** 2), 0),
  addForce(x, _v, _t, f, energy) {
    for (let i = 0; i < mass.length; i++) f[3 * i + 1] -= mass[i] * RATE * (x[3 * i + 1] + 2 * x[3 * i + 1] ** 3);
    if (energy !== undefined) energy[0] += this.energy(x);
  },
  addMatrix(x, scale, _slots, diagonal) {
    for (let i = 0; i < mass.length; i++) diagonal[6 * i + 3] += scale * mass[i] * RATE * (1 + 6 * x[3 * i + 1] ** 2);
  },
});

/** Damping, f = −3 m v. */
const honey: ForceFactory = ({ mass }) => ({
  name: "honey",
  role: "damping",
  constantMatrix: true,
  pairs: NO_PAIRS,
  energy: () => 0,
  addForce(_x, v, _t, f) {
    for (let c = 0; c < v.length; c++) f[c] -= 3 * mass[Math.floor(c / 3)] * v[c];
  },
  addMatrix(_x, scale, _slots, diagonal) {
    for (let i = 0; i < mass.length; i++) addToDiagonal(diagonal, i, 3 * scale * mass[i]);
  },
});

/** External, and a function of place, velocity and time. */
const swell: ForceFactory = ({ mass }) => ({
  name: "swell",
  role: "external",
  constantMatrix: true,
  pairs: NO_PAIRS,
  energy: () => 0,
  addForce(x, v, t, f) {
    for (let i = 0; i < mass.length; i++) f[3 * i + 1] += mass[i] * (200 * t + 5 * x[3 * i + 1] - v[3 * i + 1]);
  },
  addMatrix: addNothing,
});

function sheet(method: string, kernels: string, momentum = false): Parameters<typeof parseScene>[0] {
  return {
    drape: 1,
    timestep: H,
    gravity: [0, -9.81, 0],
    // so many sweeps for the methods that only sweep: a few leave some of the resistance to Δv
    solver: { method, kernels, tolerance: kernels === "typescript" ? 1e-10 : 1e-5, sweeps: 64, momentum },
    cloths: [
      {
        grid: { columns: 5, rows: 5, width: 0.5, height: 0.5, v: [0, 0, 1] },
        springs: { stretch: 20, shear: 10 },
        triangleStiffness: { u: 20, v: 20, shearU: 20, shearV: 20 },
        masses: 0.02,
        springModel: "symmetric",
      },
    ],
  };
}

/** The mean height [m] of the sheet after the run. WebAssembly is taken however small the cloth is, unless the scene asks for TypeScript. */
async function riseTo(method: string, kernels: string, furtherTerms: readonly ForceFactory[], steps = STEPS): Promise<number> {
  const setup = await buildScene(parseScene(sheet(method, kernels)), refuseMesh, { forces: furtherTerms });
  const simulation = createSimulationFromSetup(await withKernels({ ...setup, wasmFrom: 0 }));
  for (let n = 0; n < steps; n++) simulation.step();
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x.reduce((sum, value, c) => (c % 3 === 1 ? sum + value : sum), 0) / simulation.particleCount;
}

const FACTORED = ["desbrun", "linear-edge", "linear-triangle", "two-level"];
const truths = new Map<string, Promise<number>>();

function findTruth(terms: readonly ForceFactory[]): Promise<number> {
  const key = terms.map(({ name }) => name).join();
  if (!truths.has(key)) truths.set(key, riseTo("rk4", "typescript", terms));
  return truths.get(key) as Promise<number>;
}

/** Whether the terms move the sheet as they should: within 3 % of what they change. */
async function expectToAct(method: string, kernels: string, terms: readonly ForceFactory[]): Promise<void> {
  const [truth, without] = [await findTruth(terms), await findTruth([])];
  expect(Math.abs(truth - without)).toBeGreaterThan(0.03);
  expect(Math.abs((await riseTo(method, kernels, terms)) - truth)).toBeLessThan(0.03 * Math.abs(truth - without));
}

function hasKernels(options: readonly OptionInfo[]): boolean {
  return options.some(({ name }) => name === "kernels");
}

describe.each(METHODS)("$name", ({ name: method, options }) => {
  const kinds = hasKernels(options) ? ["typescript", "auto"] : ["typescript"];

  it.each(kinds)("lets foreign elastic, damping and external forces act, %s", async (kernels) => {
    await expectToAct(method, kernels, [well]);
    await expectToAct(method, kernels, [honey]);
    await expectToAct(method, kernels, [swell]);
    await expectToAct(method, kernels, [swell, honey, well]);
  });

  it.each(kinds)("lets an elastic force whose matrix changes act, or refuses it, %s", async (kernels) => {
    if (!FACTORED.includes(method)) await expectToAct(method, kernels, [steepWell]);
    else {
      const refused = riseTo(method, kernels, [steepWell], 1);
      await expect(refused).rejects.toThrow(UnsupportedError);
      await expect(refused).rejects.toThrow(/one constant matrix .* "steep well" is another: choose another method/);
    }
  });
});

describe.each(METHODS.filter(({ options }) => hasKernels(options)))("kernels of $name that a scene insists on", ({ name: method }) => {
  it("let foreign external forces act and refuse others", async () => {
    await expectToAct(method, "wasm", [swell]);
    for (const term of [well, honey]) {
      const refused = riseTo(method, "wasm", [term], 1);
      await expect(refused).rejects.toThrow(UnsupportedError);
      await expect(refused).rejects.toThrow(`do not compute the force "${term.name}": use "kernels": "auto" or "typescript"`);
    }
  });
});

it("the momentum correction of desbrun refuses what may change the momentum", async () => {
  const setup = await buildScene(parseScene(sheet("desbrun", "typescript", true)), refuseMesh, { forces: [well] });
  expect(() => createSimulationFromSetup(setup)).toThrow(/"well" may change the momentum: set it to false/);
});

it("a foreign force may not take the name of another", async () => {
  const named =
    (name: string): ForceFactory =>
    (cloth, environment) => ({ ...swell(cloth, environment), name });
  for (const names of [["hinges"], ["mine", "mine"]]) {
    const setup = await buildScene(parseScene(sheet("verlet", "typescript")), refuseMesh, { forces: names.map(named) });
    expect(() => createSimulationFromSetup(setup)).toThrow(`forces: got "${names[0]}"; another force has this name`);
  }
});
