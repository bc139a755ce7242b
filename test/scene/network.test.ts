import { describe, expect, test } from "vitest";
import type { Simulation } from "../../src/index.ts";
import { createSimulation, METHODS } from "../../src/index.ts";
import { type Json, squareScene } from "./sample-scenes.ts";

const NAMES = METHODS.map((method) => method.name);

async function create(scene: Json, method?: string, options: Json = {}): Promise<Simulation> {
  const solver = method === undefined ? (scene.solver ?? {}) : { ...tight(method), ...options };
  return createSimulation({ ...scene, solver: method === undefined ? solver : { method, ...solver } });
}

/** Linear solves to the last digit, where there are any. */
function tight(name: string): Json {
  const takes = METHODS.find((method) => method.name === name)?.options.some((option) => option.name === "tolerance");
  return takes ? { tolerance: 1e-13 } : {};
}

function run(simulation: Simulation, steps: number): Simulation {
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation;
}

function read(simulation: Simulation): { x: Float64Array; v: Float64Array } {
  const x = new Float64Array(3 * simulation.particleCount);
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  simulation.readVelocities(v);
  return { x, v };
}

function difference(a: Simulation, b: Simulation): number {
  const [one, two] = [read(a), read(b)];
  let most = 0;
  for (let c = 0; c < one.x.length; c++) {
    most = Math.max(most, Math.abs(one.x[c] - two.x[c]), Math.abs(one.v[c] - two.v[c]));
  }
  return most;
}

/** The square with every field a network may have. */
function fullScene(): Json {
  const scene = squareScene();
  Object.assign(scene.cloths[0], { springModel: "asymmetric", name: "patch" });
  Object.assign(scene.cloths[0].network, {
    triangleStiffness: { u: 100, v: 50, shearU: 10, shearV: 10 },
    hinges: [[1, 3, 0, 2, 0.5, 0.5, -0.5, -0.5, 2]],
  });
  scene.wind = { velocity: [4, 1, 0], density: 0.6, until: 0.025 };
  return scene;
}

describe.each(NAMES)("%s", (method) => {
  const info = METHODS.find((one) => one.name === method);
  const options = info?.options.map((option) => option.name) ?? [];
  const bySprings = info?.membrane !== "triangles";

  test("takes every field of a network", async () => {
    const { x } = read(run(await create(fullScene(), method), 5));
    expect(x.every(Number.isFinite)).toBe(true);
    const modulus = fullScene();
    delete modulus.cloths[0].network.hinges;
    modulus.cloths[0].network.bendModulus = 0.01;
    expect(read(run(await create(modulus, method), 5)).x.every(Number.isFinite)).toBe(true);
  });

  test("takes options that have no effect on it, and they have none", async () => {
    const foreign: Json = {
      sweeps: 4,
      alpha: 0.5,
      predictor: "ier",
      order: "index",
      momentum: true,
      damping: "printed",
      theta: 0.9,
      tension: "rotated",
      iterations: 3,
      acceleration: "lbfgs",
      integrator: "bdf2",
      shear: "axes",
      shearTarget: "own",
      jacobianSprings: "stretch",
      jacobian: "exact",
      tolerance: 0.1,
      maxIterations: 7,
    };
    for (const name of options) delete foreign[name];
    const plain = run(await create(fullScene(), method), 4);
    const decorated = run(await create(fullScene(), method, { ...foreign, precision: "single" }), 4);
    expect(decorated.hash()).toBe(plain.hash());
    expect(decorated.options).toEqual(plain.options);
  });

  test("several rows for a pair are so many springs", async () => {
    const scene = squareScene();
    scene.cloths[0].damping.relative = 0.01;
    const doubled = squareScene();
    doubled.cloths[0].damping.relative = 0.02;
    const { network } = scene.cloths[0];
    const { springs } = doubled.cloths[0].network;
    // both rows of each spring have the relative damping of the cloth: the sum is that of one with twice of both
    network.springs = springs.flatMap((row: Json) => [row, [row[1], row[0], ...row.slice(2)]]);
    doubled.cloths[0].network.springs = springs.map((row: Json) => [row[0], row[1], row[2], 2 * row[3], row[4]]);
    const [one, two] = [run(await create(scene, method), 10), run(await create(doubled, method), 10)];
    expect(difference(one, two)).toBeLessThan(1e-12);
    if (bySprings) expect(difference(one, run(await create(squareScene(), method), 10))).toBeGreaterThan(1e-4);
  });

  test("a pin's velocity is 0 whatever the file says", async () => {
    const scene = squareScene();
    scene.cloths[0].network.velocities[0] = [3, 4, 5];
    const [moving, still] = [await create(scene, method), await create(squareScene(), method)];
    expect(read(moving).v.subarray(0, 3)).toEqual(new Float64Array(3));
    expect(run(moving, 5).hash()).toBe(run(still, 5).hash());
    expect(read(moving).x.subarray(0, 3)).toEqual(new Float64Array(3));
  });

  test("the spring law is the method's own, symmetric in most, unless the cloth says otherwise", async () => {
    const compressed = (springModel?: string): Json => {
      const scene = squareScene();
      scene.cloths[0].network.springs[0][2] = 1.2;
      return { ...scene, cloths: [{ ...scene.cloths[0], ...(springModel === undefined ? {} : { springModel }) }] };
    };
    const absent = run(await create(compressed(), method), 5).hash();
    const own = ["gauss-seidel", "choi-ko"].includes(method) ? "asymmetric" : "symmetric";
    const other = own === "symmetric" ? "asymmetric" : "symmetric";
    expect(METHODS.find((one) => one.name === method)?.springModel).toBe(own);
    expect(absent).toBe(run(await create(compressed(own), method), 5).hash());
    const otherwise = run(await create(compressed(other), method), 5).hash();
    if (bySprings) expect(absent).not.toBe(otherwise);
    else expect(absent).toBe(otherwise);
  });

  test("one particle, two, no springs, no triangles, no pins or all pinned are cloths too", async () => {
    const gravity = [0, -10, 0];
    const fall = async (network: Json, pins?: number[]): Promise<Float64Array> => {
      const cloth = { network: { masses: 3, ...network }, ...(pins === undefined ? {} : { pins }) };
      return read(run(await create({ drape: 1, gravity, timestep: 0.01, cloths: [cloth] }, method), 10)).v;
    };
    const close = (values: number[]): unknown[] => values.map((value) => expect.closeTo(value, 12));
    expect([...(await fall({ positions: [[1, 2, 3]] }))]).toEqual(close([0, -1, 0]));
    expect([...(await fall({ positions: [[1, 2, 3]], springs: [] }, []))]).toEqual(close([0, -1, 0]));
    const pair = [
      [0, 0, 0],
      [1, 0, 0],
    ];
    const springs = [[0, 1, 1, 1000, "stretch"]];
    // two sweeps over k I hold a falling pair back: 1 − (d/(1 + d))² of g, d = h²k/m
    const share = method === "scalar-jacobi" ? 1 - (1 / 31) ** 2 : 1;
    expect([...(await fall({ positions: pair, springs }))]).toEqual(close([0, -share, 0, 0, -share, 0]));
    expect([...(await fall({ positions: pair, springs, triangles: [] }, [0, 1]))]).toEqual(close([0, 0, 0, 0, 0, 0]));
    expect([...(await fall({ positions: [...pair, [0, 0, 0]] }))]).toEqual(close([0, -1, 0, 0, -1, 0, 0, -1, 0]));
  });

  test("a velocity of 1e9 is sound, one beyond is not, and the state before stays", async () => {
    const fly = (speed: number): Json => ({
      drape: 1,
      gravity: [0, 0, 0],
      timestep: 1e-3,
      cloths: [{ network: { positions: [[0, 0, 0]], velocities: [[speed, 0, 0]], masses: 1 } }],
    });
    const sound = run(await create(fly(1e9), method), 3);
    expect([sound.steps, read(sound).v[0]]).toEqual([3, 1e9]);
    const beyond = await create(fly(1.001e9), method);
    const before = beyond.hash();
    expect(() => beyond.step()).toThrow(
      expect.objectContaining({
        name: "NumericalError",
        step: 1,
        time: 1e-3,
        message: expect.stringContaining(beyond.method),
      }),
    );
    expect([beyond.steps, beyond.time, beyond.hash()]).toEqual([0, 0, before]);
  });
});

describe("what a network means", () => {
  test("a spring's energy is ½ k (r − L)², a hinge's ½ λ |Σ α x|²", async () => {
    const scene = squareScene();
    const { network } = scene.cloths[0];
    network.springs = [[0, 2, 1, 40, "shear"]]; // r = √2
    const r = Math.SQRT2 - 1;
    expect((await create(scene)).view.measure().elastic).toBeCloseTo(20 * r * r, 12);
    network.hinges = [[1, 3, 0, 2, 1, 2, -4, 0.5, 3]];
    // 1·(1,0,0) + 2·(0,0,1) − 4·(0,0,0) + ½·(1,0,1) = (1.5, 0, 2.5)
    expect((await create(scene)).view.measure().elastic).toBeCloseTo(20 * r * r + 1.5 * (1.5 ** 2 + 2.5 ** 2), 12);
    expect((await create(scene, "verlet", { bending: false })).view.measure().elastic).toBeCloseTo(20 * r * r, 12);
  });

  test("a bending modulus gives each interior edge a hinge that is at rest when flat", async () => {
    const scene = squareScene();
    const { network } = scene.cloths[0];
    network.springs = [];
    network.bendModulus = 0.5;
    expect((await create(scene)).view.measure().elastic).toBeCloseTo(0, 15);
    network.positions[2][1] = 0.3;
    expect((await create(scene)).view.measure().elastic).toBeGreaterThan(1e-3);
  });

  test("wind stops at its time and needs triangles", async () => {
    const scene = { ...squareScene(), gravity: [0, 0, 0], wind: { velocity: [0, 5, 0], density: 1, until: 0.03 } };
    Object.assign(scene.cloths[0], { pins: [], damping: {} });
    Object.assign(scene.cloths[0].network, { springs: [], masses: 1 });
    delete scene.cloths[0].network.velocities;
    const momentum = async (steps: number, wind: Json): Promise<number> =>
      run(await create({ ...scene, wind }, "explicit-euler"), steps).view.measure().momentum[1];
    // steps begin at 0, 0.01, 0.02: three of them feel it
    const after = await momentum(3, scene.wind);
    expect(after).toBeGreaterThan(0.1);
    expect(await momentum(10, scene.wind)).toBe(after);
    expect(await momentum(10, { ...scene.wind, until: 0 })).toBe(0);
    const { until: _until, ...endless } = scene.wind;
    expect(await momentum(10, endless)).toBeGreaterThan(2 * after);
    delete scene.cloths[0].network.triangles;
    expect(await momentum(3, scene.wind)).toBe(0);
  });

  test("the first step of wind is methods' law by hand: ρ A (n·w) n, a third to each corner", async () => {
    const scene = { ...squareScene(), gravity: [0, 0, 0], wind: { velocity: [7, 5, 2], density: 0.6 } };
    Object.assign(scene.cloths[0], { pins: [], damping: {} });
    Object.assign(scene.cloths[0].network, { springs: [], masses: 1 });
    delete scene.cloths[0].network.velocities;
    const { v } = read(run(await create(scene, "explicit-euler"), 1));
    const third = (0.01 * 0.6 * 0.5 * 5) / 3; // h ρ A (n·w)/3 with n = ±y and A = ½
    const expected = [2 * third, third, 2 * third, third].flatMap((y) => [0, y, 0]);
    expect([...v]).toEqual(expected.map((value) => expect.closeTo(value, 14)));
  });
});
