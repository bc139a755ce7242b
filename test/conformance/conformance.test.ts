import { describe, expect, it } from "vitest";
import { createSimulation, METHODS, NumericalError, type OptionInfo, type Simulation } from "../../src/index.ts";
import type { SolverInput, SpringRow } from "../../src/scene/scene-input.ts";
import { some } from "../support/full.ts";

/**
 * What every method must do, whatever else it does. The list comes from the catalogue: a new method is held to it from its first day.
 */
const METHOD_NAMES = METHODS.map(({ name }) => name);
const BY_TRIANGLES = METHODS.filter(({ membrane }) => membrane === "triangles").map(({ name }) => name);

type Scene = Parameters<typeof createSimulation>[0];
type Fields = Record<string, unknown>;

/** Each method with kernels in WebAssembly where it has some, and in TypeScript; in the short form by the first of the two alone. */
const CASES = METHODS.flatMap(({ name, options }) => {
  const kinds = options.some((option) => option.name === "kernels") ? ["wasm", "typescript"] : ["typescript"];
  return some(kinds, 1).map((kernels) => [name, kernels] as const);
});

/** A solve as far as the method goes, or as single precision does. */
function solve(method: string, kernels: string, options: Fields = {}): Fields {
  return { method, kernels, tolerance: kernels === "wasm" ? 1e-5 : 1e-13, ...options };
}

/**
 * A soft sheet of raw springs, and of triangles that are about as stiff, 0.75 m square on a lattice free of rounding, at rest; solved as
 * far as the method goes.
 */
function describeSheet(method: string, kernels: string, fields: Fields = {}, cloth: Fields = {}): Scene {
  return {
    drape: 1,
    timestep: 0.004,
    gravity: [0, -9.81, 0],
    solver: solve(method, kernels),
    cloths: [
      {
        grid: { columns: 7, rows: 7, width: 0.75, height: 0.75, v: [0, 0, 1] },
        springs: { stretch: 20, shear: 10 },
        triangleStiffness: { u: 20, v: 20, shearU: 20, shearV: 20 },
        bendModulus: 1e-4,
        masses: 0.02,
        springModel: "symmetric",
        ...cloth,
      },
    ],
    ...fields,
  };
}

function read(simulation: Simulation): { x: Float64Array; v: Float64Array } {
  const x = new Float64Array(3 * simulation.particleCount);
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  simulation.readVelocities(v);
  return { x, v };
}

async function run(scene: Scene, steps: number): Promise<{ x: Float64Array; v: Float64Array }> {
  const simulation = await createSimulation(scene);
  for (let n = 0; n < steps; n++) simulation.step();
  return read(simulation);
}

function distance(a: Float64Array, b: Float64Array): number {
  return Math.sqrt(a.reduce((sum, value, c) => sum + (value - b[c]) ** 2, 0));
}

describe.each(CASES)("%s with kernels %s", (method, kernels) => {
  /** Digits behind the point: of double precision, of single precision, and of sweeps that stop short of it in each of 50 steps. */
  const digits = kernels !== "wasm" ? 11 : method === "gauss-seidel" ? 3 : 5;
  const sheet = (fields: Fields = {}, cloth: Fields = {}): Scene => describeSheet(method, kernels, fields, cloth);

  it("leaves a cloth at rest where it is", async () => {
    const start = await run(sheet(), 0);
    const { x, v } = await run(sheet({ gravity: [0, 0, 0] }), 20);
    // in single precision a length is right to its last digit, 1e-8 m here, and the springs pull by as much
    const rounding = kernels === "wasm" ? 1e-9 : 0;
    for (let c = 0; c < x.length; c++) expect(Math.abs(x[c] - start.x[c])).toBeLessThanOrEqual(rounding);
    for (const value of v) expect(Math.abs(value)).toBeLessThanOrEqual(rounding / 0.004);
  });

  it("lets a free sheet fall with g, as a whole", async () => {
    const steps = 50;
    const h = 0.004;
    // so many sweeps for the methods that only sweep: a few leave some of the springs' and hinges' resistance to Δv
    const scene = sheet({ solver: solve(method, kernels, { sweeps: 64 }) });
    const start = await run(scene, 0);
    const { x, v } = await run(scene, steps);
    const fall = start.x[1] - x[1];
    const slowest = (9.81 * h * h * steps * (steps - 1)) / 2;
    const fastest = (9.81 * h * h * steps * (steps + 1)) / 2;
    expect(fall).toBeGreaterThan(slowest * (1 - 10 ** -digits));
    expect(fall).toBeLessThan(fastest * (1 + 10 ** -digits));
    for (let i = 0; i < x.length; i += 3) {
      expect(x[i]).toBeCloseTo(start.x[i], digits);
      expect(x[i + 1]).toBeCloseTo(start.x[i + 1] - fall, digits);
      expect(x[i + 2]).toBeCloseTo(start.x[i + 2], digits);
      expect(v[i + 1]).toBeCloseTo(-9.81 * h * steps, digits);
    }
  });

  it("carries a rigid translation on", async () => {
    const velocity = [0.5, -0.25, 1];
    const start = await run(sheet(), 0);
    const { x, v } = await run(sheet({ gravity: [0, 0, 0] }, { velocity }), 50);
    for (let c = 0; c < x.length; c++) {
      expect(x[c]).toBeCloseTo(start.x[c] + 0.2 * velocity[c % 3], kernels === "wasm" ? digits : 12);
      expect(v[c]).toBeCloseTo(velocity[c % 3], kernels === "wasm" ? digits : 12);
    }
  });

  it("holds pins exactly and moves the rest", async () => {
    const pinned = sheet({ wind: { velocity: [1, 0, 2], density: 0.1 } }, { pins: ["top-left", "top-right"] });
    const start = await run(pinned, 0);
    const { x, v } = await run(pinned, 100);
    for (const pin of [0, 6]) {
      for (let c = 3 * pin; c < 3 * pin + 3; c++) {
        expect(x[c]).toBe(start.x[c]);
        expect(v[c]).toBe(0);
      }
    }
    expect(start.x[3 * 48 + 1] - x[3 * 48 + 1]).toBeGreaterThan(0.3);
  });

  it("approaches the true motion as the step shrinks", async () => {
    const cloth = { pins: ["top-left", "top-right"], damping: { viscous: 0.01 } };
    // shear targets derived from the others make another law than the energy of the triangles
    const at = (steps: number, name: string, kind = "typescript"): Promise<{ x: Float64Array }> =>
      run(describeSheet(name, kind, { timestep: 0.2 / steps, solver: solve(name, kind, { shearTarget: "own" }) }, cloth), steps);
    /** Of springs by a method of fourth order; of triangles extrapolated from two steps of a method of first order. */
    const trueMotion = async (): Promise<Float64Array> => {
      if (!BY_TRIANGLES.includes(method)) return (await at(3200, "rk4")).x;
      const half = (await at(1600, "triangle-implicit")).x;
      return (await at(3200, "triangle-implicit")).x.map((value, c) => 2 * value - half[c]);
    };
    const truth = await trueMotion();
    const coarse = distance((await at(200, method, kernels)).x, truth);
    const fine = distance((await at(800, method, kernels)).x, truth);
    const moved = distance((await at(1, "verlet")).x, truth);
    expect(fine).toBeLessThan(0.02 * moved);
    expect(fine).toBeLessThan(coarse / 3); // 4 for first order
  });

  it("drops a sheet on a sphere and keeps every vertex outside", async () => {
    const center = [0.375, -0.3, 0.375];
    const colliders = [{ sphere: { center, radius: 0.28 }, friction: 0.4 }];
    const simulation = await createSimulation(sheet({ colliders, collision: { thickness: 0.005 } }));
    let most = 0;
    for (let n = 0; n < 250; n++) {
      simulation.step();
      const { x } = read(simulation);
      for (let i = 0; i < x.length; i += 3) {
        const distance = Math.hypot(...center.map((value, c) => x[i + c] - value));
        if (!(distance >= 0.285 - 1e-9)) expect(distance, `step ${n + 1}, vertex ${i / 3}`).toBeGreaterThan(0.285 - 1e-9);
      }
      most = Math.max(most, simulation.view.measure().contacts);
    }
    expect(most).toBeGreaterThan(5);
  });

  it("lets a sheet dropped on a plane lie still", async () => {
    const simulation = await createSimulation(sheet({ colliders: [{ plane: { point: [0, -0.05, 0] } }] }));
    for (let n = 0; n < 60; n++) simulation.step();
    const before = read(simulation);
    for (let n = 0; n < 60; n++) simulation.step();
    const { x, v } = read(simulation);
    expect(simulation.view.measure().contacts).toBe(49);
    expect(distance(x, before.x)).toBeLessThan(1e-9);
    expect(v.every((value) => Math.abs(value) < 1e-9)).toBe(true);
  });

  it("continues bit for bit from a snapshot, in the same simulation and in another", async () => {
    const scene = sheet({ wind: { velocity: [1, 0, 2], density: 0.1 } }, { pins: ["top"] });
    const simulation = await createSimulation(scene);
    for (let n = 0; n < 7; n++) simulation.step();
    const snapshot = structuredClone(simulation.snapshot());
    for (let n = 0; n < 10; n++) simulation.step();
    const hash = simulation.hash();

    const other = await createSimulation(scene);
    for (const one of [simulation, other]) {
      one.restore(snapshot);
      expect(one.steps).toBe(7);
      for (let n = 0; n < 10; n++) one.step();
      expect(one.hash()).toBe(hash);
    }
  });

  it("stays finite on cloth ten times as stiff as cotton, or says that it became unstable and keeps the last good state", async () => {
    const simulation = await createSimulation({
      drape: 1,
      solver: { method, kernels, ...(kernels === "wasm" && { tolerance: 1e-4 }) } as SolverInput,
      cloths: [
        {
          grid: { columns: 10, rows: 10, width: 1, height: 1, v: [0, 0, 1] },
          fabric: { base: "cotton", stretchWarp: 39550, stretchWeft: 103540, shear: 668 },
          pins: ["top-left", "top-right"],
        },
      ],
    });
    try {
      for (let n = 0; n < 30; n++) simulation.step();
      expect(simulation.steps).toBe(30);
    } catch (error) {
      expect(error).toBeInstanceOf(NumericalError);
      expect((error as NumericalError).step).toBe(simulation.steps + 1);
    }
    const { x, v } = read(simulation);
    expect(x.every((value) => Math.abs(value) <= 1e9)).toBe(true);
    expect(v.every((value) => Math.abs(value) <= 1e9)).toBe(true);
  });
});

describe.each(METHODS.map((method) => [method.name, method] as const))("the catalogue's entry of %s", (_name, method) => {
  it("says what it is and where it comes from", () => {
    expect(method.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(method.title.length).toBeGreaterThan(2);
    expect(method.summary.length).toBeGreaterThan(10);
    expect(method.summary).not.toContain("\n");
    expect(["", "Kim06", "Ertekin14", "Oh04", "Kang02", "Choi13"]).toContain(method.paper);
    expect(method.equations.length).toBeGreaterThan(0);
    expect(["symmetric", "asymmetric"]).toContain(method.springModel);
    expect(METHOD_NAMES.filter((name) => name === method.name)).toHaveLength(1);
  });

  it("describes options whose defaults lie in their ranges", () => {
    expect(new Set(method.options.map(({ name }) => name)).size).toBe(method.options.length);
    for (const option of method.options) {
      expect(option.summary.length, option.name).toBeGreaterThan(5);
      expect(typeof option.unit, option.name).toBe("string");
      expect(defaultFits(option), `${option.name}: ${option.default}`).toBe(true);
    }
  });

  it("makes a solver from its own defaults, from its limits and from every choice", async () => {
    for (const option of method.options) {
      const limits = option.kind === "list" ? [[1], new Array(option.most).fill(1)] : [option.min, option.max];
      const values = option.choices ?? (option.kind === "boolean" ? [true, false] : limits);
      for (const value of [option.default, ...values]) {
        const scene = describeSheet(method.name, "auto");
        // kernels that are insisted on refuse what single precision cannot reach
        const withinReach = value === "wasm" && isFine(method) ? { tolerance: 1e-4 } : {};
        const simulation = await createSimulation({
          ...scene,
          solver: { method: method.name, [option.name]: value, ...withinReach } as SolverInput,
        });
        simulation.step();
        // what a method that stands for others takes for itself, no method has
        const isOwn = method.choose !== undefined && !(option.name in simulation.options);
        // where this one chooses for the cloth, what it chose is told
        const told = option.name === "preconditioner" && value === "auto" ? "blocks" : value;
        if (!isOwn) expect(simulation.options[option.name]).toEqual(told);
      }
    }
  });
});

/** Whether conjugate gradients are to reach more than single precision can, if nothing else is said. */
function isFine({ options }: (typeof METHODS)[number]): boolean {
  const tolerance = options.find(({ name }) => name === "tolerance")?.default as number | undefined;
  return tolerance !== undefined && tolerance > 0 && tolerance < 1e-5;
}

function defaultFits(option: OptionInfo): boolean {
  const { kind, default: value, min, max, choices } = option;
  if (kind === "boolean") return typeof value === "boolean";
  if (kind === "list") return Array.isArray(value) && value.length === 0 && (option.most ?? 0) > 0;
  if (kind === "choice") return choices?.includes(value as string) ?? false;
  if (kind === "integer" && !Number.isInteger(value)) return false;
  return typeof value === "number" && min !== undefined && max !== undefined && min <= value && value <= max;
}

/** What a method says of itself in the catalogue, put to the test. */
describe.each(METHODS.filter(({ choose }) => choose === undefined).map((method) => [method.name, method] as const))(
  "%s keeps its word",
  (name, method) => {
    it("about the momenta of a free body", async () => {
      const positions = [
        [0, 0, 0],
        [1.2, 0.1, 0],
        [0.1, 0.9, 0.2],
        [1, 1.1, -0.1],
        [0.4, 0.5, 0.8],
      ];
      const springs: SpringRow[] = [];
      for (let i = 0; i < 5; i++) {
        for (let j = i + 1; j < 5; j++) {
          const r = Math.hypot(...positions[i].map((value, c) => value - positions[j][c]));
          springs.push([i, j, 0.9 * r, 40 + 3 * i + j, "stretch"]);
        }
      }
      const velocities = positions.map(([x, y]) => [-2 * y + 0.3, 2 * x - 0.1, 0.2]);
      const masses = [1, 0.7, 1.4, 0.9, 1.2];
      const triangles = [
        [0, 1, 4],
        [1, 3, 4],
        [3, 2, 4],
        [2, 0, 4],
      ];
      const material = positions.map(([x, y]) => [0.9 * x, 0.9 * y]);
      const triangleStiffness = { u: 50, v: 40, shearU: 30, shearV: 20 };
      const simulation = await createSimulation({
        drape: 1,
        gravity: [0, 0, 0],
        timestep: 0.02,
        // a tolerance would turn the sweeps of gauss-seidel into another method
        solver: { method: name, ...(name === "gauss-seidel" ? {} : { tolerance: 1e-13 }) } as SolverInput,
        cloths: [{ network: { positions, velocities, masses, springs, triangles, material, triangleStiffness } }],
      });
      const before = simulation.view.measure();
      for (let n = 0; n < 40; n++) simulation.step();
      const after = simulation.view.measure();
      const change = (key: "momentum" | "angularMomentum"): number =>
        Math.max(...before[key].map((value, c) => Math.abs(after[key][c] - value)));
      if (method.conserves.includes("linear")) expect(change("momentum")).toBeLessThan(1e-10);
      else expect(change("momentum")).toBeGreaterThan(1e-9);
      if (method.conserves.includes("angular")) expect(change("angularMomentum")).toBeLessThan(1e-10);
      else expect(change("angularMomentum")).toBeGreaterThan(1e-9);
    });

    it("about the step up to which a vibration stays bounded", async () => {
      /** Largest elongation of a mass on a spring, and on a triangle's axis u (ω = 1/s), that starts at 0.1, over 400 steps. */
      const elongation = async (step: number): Promise<number> => {
        const simulation = await createSimulation({
          drape: 1,
          gravity: [0, 0, 0],
          timestep: step,
          solver: { method: name } as SolverInput,
          cloths: [
            {
              network: {
                positions: [
                  [0, 0, 0],
                  [1.1, 0, 0],
                  [0, 0, 1],
                ],
                masses: 1,
                springs: [[0, 1, 1, 1, "stretch"]],
                triangles: [[0, 1, 2]],
                material: [
                  [0, 0],
                  [1, 0],
                  [0, 1],
                ],
                triangleStiffness: { u: 2 },
              },
              pins: [0, 2],
              springModel: "symmetric",
            },
          ],
        });
        const x = new Float64Array(9);
        let largest = 0;
        for (let n = 0; n < 400 && largest < 1e6; n++) {
          simulation.step();
          simulation.readPositions(x);
          largest = Math.max(largest, Math.abs(x[3] - 1));
        }
        return largest;
      };
      if (method.stepLimit > 0) expect(await elongation(Math.min(0.95 * method.stepLimit, 10))).toBeLessThan(0.5);
      if (method.stepLimit < Number.POSITIVE_INFINITY) {
        expect(await elongation(1.05 * method.stepLimit || 0.2)).toBeGreaterThan(0.5);
      }
    });
  },
);
