import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { VERSION } from "../../src/core/version.ts";
import { createSimulation } from "../../src/scene/create-simulation.ts";
import { gridScene, type Json, particleScene, SHEET_SIZE, sheetScene, shuffle, squareScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { type CliResult, makeFolder, type StateFile, writeScene } from "../support/run-cli.ts";

const { folder: root, remove } = makeFolder();
afterAll(remove);
let folder = root;
let made = 0;
beforeEach(() => {
  folder = join(root, String(made++));
  mkdirSync(folder);
});

/** Runs a scene in the test's own folder and expects it to go well. */
async function run(scene: Json, ...args: string[]): Promise<CliResult> {
  writeScene(folder, "scene.json", scene);
  const result = await callCli(["run", "scene.json", ...args], folder);
  expect([result.code, result.stderr]).toEqual([0, ""]);
  return result;
}

async function stateOf(scene: Json, ...args: string[]): Promise<StateFile> {
  await run(scene, "--state", "s.json", ...args);
  return JSON.parse(readFileSync(join(folder, "s.json"), "utf8"));
}

/** Largest difference between two states, over all positions and velocities. */
function distance(a: StateFile, b: StateFile): number {
  const flat = (state: StateFile): number[] => [...state.positions, ...state.velocities].flat();
  const [one, two] = [flat(a), flat(b)];
  expect(one.length).toBe(two.length);
  return one.reduce((most, value, n) => Math.max(most, Math.abs(value - two[n])), 0);
}

describe("drape run --state", () => {
  test("writes time, steps, positions and velocities as rows of three, and what made them", async () => {
    const state = await stateOf({ ...squareScene(), seed: 7 }, "--steps", "3");
    expect(Object.keys(state).sort()).toEqual(["positions", "run", "steps", "time", "velocities"]);
    expect(state.time).toBe(0.03);
    expect(state.steps).toBe(3);
    for (const rows of [state.positions, state.velocities]) {
      expect(rows.length).toBe(4);
      expect(rows.every((row) => row.length === 3 && row.every(Number.isFinite))).toBe(true);
    }
    expect(state.run).toMatchObject({
      drape: VERSION,
      scene: "scene.json",
      seed: 7,
      method: "implicit-euler",
      options: { tolerance: 1e-13, jacobian: "clamped" },
      timestep: 0.01,
    });
  });

  test("keeps every bit, the sign of zeros included", async () => {
    const scene = { ...squareScene(), wind: { velocity: [1, 2, 3], density: 0.3 } };
    scene.cloths[0].network.positions[0] = [-0, 1e-300, 1 / 3];
    const text = JSON.stringify(scene).replace("[0,1e-300,", "[-0,1e-300,"); // stringify drops the sign
    const state = await stateOf(text, "--steps", "7");
    const simulation = await createSimulation(scene);
    for (let n = 0; n < 7; n++) simulation.step();
    const expected = new Float64Array(12);
    simulation.readPositions(expected);
    expect(Float64Array.from(state.positions.flat())).toEqual(expected);
    simulation.readVelocities(expected);
    expect(Float64Array.from(state.velocities.flat())).toEqual(expected);
    expect(state.time).toBe(simulation.time);
    expect(readFileSync(join(folder, "s.json"), "utf8")).toContain("[-0,1e-300,0.3333333333333333]");
  });

  test("keeps the file's order, though the engine numbers a shuffled network otherwise", async () => {
    const given = Array.from({ length: SHEET_SIZE }, (_, i) => i);
    const shuffled = shuffle(3);
    const args = ["--steps", "12", "--set", "solver.tolerance=1e-13"];
    const [plain, other] = [await stateOf(sheetScene(given), ...args), await stateOf(sheetScene(shuffled), ...args)];
    const unshuffled = (rows: StateFile["positions"]): StateFile["positions"] => given.map((i) => rows[shuffled[i]]);
    const again = { ...other, positions: unshuffled(other.positions), velocities: unshuffled(other.velocities) };
    expect(distance(plain, again)).toBeLessThan(1e-9);
    expect(distance(plain, other)).toBeGreaterThan(0.1);
  });

  test("lists the cloths one after the other in the order of the scene", async () => {
    const pair = (x: number): Json => particleScene([x, 0, 0], [0, x, 0]).cloths[0];
    const scene = { ...particleScene([0, 0, 0], [0, 0, 0]), gravity: [0, -1, 0] };
    scene.solver = { method: "implicit-euler", tolerance: 1e-13 };
    const [grid] = gridScene(4, 3).cloths;
    const alone = await stateOf({ ...scene, cloths: [grid] }, "--steps", "20");
    const state = await stateOf({ ...scene, cloths: [pair(5), grid, pair(6)] }, "--steps", "20");
    expect(state.positions.length).toBe(14);
    const within: StateFile = {
      ...state,
      positions: state.positions.slice(1, 13),
      velocities: state.velocities.slice(1, 13),
    };
    expect(distance(alone, within)).toBeLessThan(1e-9);
    expect(state.positions[0][0]).toBe(5);
    expect(state.positions[13][0]).toBe(6);
    expect(state.velocities[13][1]).toBeCloseTo(6 - 0.2, 12);
  });
});

describe("how long and how", () => {
  test("--steps, --seconds, the scene's duration, else five seconds", async () => {
    const scene = particleScene([0, 0, 0], [1, 0, 0]);
    expect((await stateOf(scene, "--steps", "0")).steps).toBe(0);
    expect((await stateOf(scene, "--steps=4")).steps).toBe(4);
    expect((await stateOf(scene, "--seconds", "0.25")).steps).toBe(25);
    expect((await stateOf({ ...scene, duration: 0.07 })).steps).toBe(7);
    const last = await stateOf(scene);
    expect([last.steps, last.time]).toEqual([500, 5]);
    expect(last.positions[0][0]).toBeCloseTo(5, 12);
  });

  test("--timestep takes the place of the scene's", async () => {
    const state = await stateOf(particleScene([0, 0, 0], [1, 0, 0]), "--timestep", "0.125", "--seconds", "1");
    expect([state.steps, state.time, state.run.timestep, state.positions[0][0]]).toEqual([8, 1, 0.125, 1]);
  });

  test("--method takes the place of the scene's and keeps its options", async () => {
    const scene = squareScene();
    const state = await stateOf(scene, "--steps", "5", "--method", "newton-euler");
    expect(state.run.method).toBe("newton-euler");
    expect(state.run.options).toMatchObject({ tolerance: 1e-13 });
    const same = await stateOf({ ...scene, solver: { ...scene.solver, method: "newton-euler" } }, "--steps", "5");
    expect({ ...same, run: 0 }).toEqual({ ...state, run: 0 });
    expect(distance(state, await stateOf(scene, "--steps", "5"))).toBeGreaterThan(1e-9);
  });

  test("--set reaches lists by brackets and by dots, makes what is missing, and may be repeated", async () => {
    const scene = squareScene();
    const byHand = squareScene();
    byHand.cloths[0].pins = [1, 2];
    byHand.cloths[0].network.masses[3] = 2.5;
    byHand.solver.jacobian = "exact";
    byHand.wind = { velocity: [1, 2, 3], density: 0.5 };
    byHand.title = "flying";
    const expected = await stateOf(byHand, "--steps", "6");
    const rest = ["wind.velocity=[1,2,3]", "wind.density=0.5", "solver.jacobian=exact", "title=flying"];
    for (const paths of [
      ["cloths[0].pins=[1,2]", "cloths[0].network.masses[3]=2.5"],
      ["cloths.0.pins=[1, 2]", "cloths.0.network.masses.3=2.5"],
    ]) {
      const given = await stateOf(scene, "--steps", "6", ...[...paths, ...rest].flatMap((one) => ["--set", one]));
      expect({ ...given, run: 0 }).toEqual({ ...expected, run: 0 });
    }
  });

  test("what ran and a summary on stdout, and nothing with --quiet", async () => {
    const { stdout, stderr } = await run(squareScene(), "--steps", "2");
    expect(stdout).toMatch(
      /^drape [\d.]+; scene scene\.json; seed 1; implicit-euler jacobian=clamped [^\n]+; timestep 0\.01 s\nimplicit-euler: 2 steps to t = 0\.02 s, [\d.]+ ms a step, strain mean [\d.]+ % max -?[\d.]+ %, state [0-9a-f]{8}\n$/,
    );
    expect(stderr).toBe("");
    expect((await run(squareScene(), "--steps", "2", "--quiet")).stdout).toBe("");
  });

  test("two runs of a scene give the same bits", async () => {
    const scene = {
      ...squareScene(),
      wind: { velocity: [3, 1, 0], density: 0.5, gusts: { strength: 0.5, period: 0.1 } },
    };
    const [one, two] = [await stateOf(scene, "--steps", "30"), await stateOf(scene, "--steps", "30")];
    expect(two).toEqual(one);
    expect((await stateOf({ ...scene, seed: 2 }, "--steps", "30")).run.hash).not.toBe(one.run.hash);
  });
});

describe("drape run --metrics", () => {
  const COLUMNS =
    "time,kinetic,elastic,gravitational,momentumX,momentumY,momentumZ,angularX,angularY,angularZ,strainMean,strainMax," +
    "contacts,intersections,maxPenetration,iterations,residual,ms,swappedLayers,overstretched,run";

  test("a header, and a row a step that begins at the first step's end", async () => {
    await run(squareScene(), "--steps", "5", "--metrics", "m.csv");
    const text = readFileSync(join(folder, "m.csv"), "utf8");
    const [header, ...rows] = text.trimEnd().split("\n");
    expect(header).toBe(COLUMNS);
    expect(rows.length).toBe(5);
    const cells = rows.map((row) => row.replace(/"[^"]*"$/, "").split(","));
    expect(cells.every((row) => row.length === 21)).toBe(true);
    expect(cells.map((row) => Number(row[0]))).toEqual([0.01, 0.02, 0.03, 0.04, 0.05]);
    for (const row of cells) {
      expect(row.slice(12, 15)).toEqual(["0", "0", "0"]);
      expect(row[18]).toBe(""); // one cloth is no stack
      expect(row[19]).toBe("0"); // nothing is too long
      expect(row.slice(0, 12).every((cell) => cell !== "" && Number.isFinite(Number(cell)))).toBe(true);
      expect(row.slice(15, 18).every((cell) => cell !== "" && Number(cell) >= 0)).toBe(true);
      expect(Number(row[15])).toBeGreaterThan(0);
      expect(Number(row[16])).toBeLessThanOrEqual(1e-13);
    }
    expect(rows[0]).toMatch(
      new RegExp(`,"drape ${VERSION}; scene scene.json; seed 1; implicit-euler .*tolerance=1e-13.*; timestep 0.01 s"$`),
    );
    expect(rows.slice(1).every((row) => row.endsWith(","))).toBe(true);
  });

  test("energies and momenta of a falling particle are those of the book", async () => {
    const scene = particleScene([1, 2, 3], [4, 0, 0]);
    scene.gravity = [0, -10, 0];
    scene.cloths[0].network.masses = 2;
    await run(scene, "--steps", "10", "--metrics", "m.csv", "--method", "verlet");
    const last = readFileSync(join(folder, "m.csv"), "utf8").trimEnd().split("\n").at(-1) as string;
    const values = last.split(",").map(Number);
    // t = 0.1: y = 2 − 0.05, v = (4, −1, 0), x = 1.4; L = m x × v
    const [time, kinetic, elastic, gravitational, px, py, pz, lx, ly, lz] = values;
    expect([time, elastic, pz]).toEqual([0.1, 0, 0]);
    expect(kinetic).toBeCloseTo(17, 12);
    expect(gravitational).toBeCloseTo(2 * 10 * 1.95, 12);
    expect([px, py]).toEqual([8, expect.closeTo(-2, 12)]);
    expect(lx).toBeCloseTo(2 * (1.95 * 0 - 3 * -1), 12);
    expect(ly).toBeCloseTo(2 * (3 * 4 - 1.4 * 0), 12);
    expect(lz).toBeCloseTo(2 * (1.4 * -1 - 1.95 * 4), 12);
  });

  /** What the judge says in each row. */
  async function inspected(scene: Json, steps: number): Promise<string[][]> {
    await run(scene, "--steps", String(steps), "--metrics", "m.csv");
    const [header, ...rows] = readFileSync(join(folder, "m.csv"), "utf8").trimEnd().split("\n");
    const places = ["intersections", "maxPenetration", "swappedLayers"].map((name) => header.split(",").indexOf(name));
    return rows.map((row) => places.map((place) => row.replace(/"[^"]*"$/, "").split(",")[place]));
  }

  test("cloth through cloth and a vertex a centimetre deep in a ball are told in every row", async () => {
    const still = (positions: number[][], triangles: number[][]): Json => ({
      network: { positions, masses: 1, springs: [], triangles },
      pins: positions.map((_, i) => i),
    });
    const plate = still(
      [
        [-1, 0, -1],
        [1, 0, -1],
        [1, 0, 1],
        [-1, 0, 1],
      ],
      [
        [0, 1, 2],
        [0, 2, 3],
      ],
    );
    const spike = still(
      [
        [0.4, -0.1, -0.5],
        [0.5, 1, -0.5],
        [0.3, 1, -0.4],
      ],
      [[0, 1, 2]],
    );
    const scene: Json = { ...particleScene([0, 5, 0], [0, 0, 0]), cloths: [plate, spike] };
    expect(await inspected(scene, 2)).toEqual([
      ["1", "0", ""],
      ["1", "0", ""],
    ]);
    scene.colliders = [{ sphere: { center: [1, -0.24, 1], radius: 0.25 }, motion: { keyframes: [{ at: 0, offset: [0, 0, 0] }] } }];
    const rows = await inspected(scene, 2);
    expect(rows.map(([intersections]) => intersections)).toEqual(["1", "1"]);
    for (const [, depth] of rows) expect(Number(depth)).toBeCloseTo(0.01, 14);
  });

  test("two sheets that pass through each other on their way intersect, and are swapped afterwards", async () => {
    const sheet = (height: number, slope: number, motion?: Json): Json => ({
      grid: { columns: 4, rows: 4, width: 1, height: 1, origin: [0, height, 0], u: [1, slope, 0], v: [0, 0, 1] },
      pins: [{ vertices: Array.from({ length: 16 }, (_, i) => i), ...(motion === undefined ? {} : { motion }) }],
    });
    const fall = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 0.04, offset: [0, -0.4, 0] },
      ],
    };
    const scene = { ...particleScene([0, 0, 0], [0, 0, 0]), cloths: [sheet(0, 0), sheet(0.15, 0.1, fall)] };
    const rows = (await inspected(scene, 4)).map((row) => row.map(Number));
    expect(rows[0]).toEqual([0, 0, 0]);
    expect(rows[1][0]).toBeGreaterThan(0); // from 0.15 … 0.25 to −0.05 … 0.05
    expect(rows[2].slice(0, 2)).toEqual([0, 0]);
    expect(rows[3].slice(0, 2)).toEqual([0, 0]);
    expect(rows[3][2]).toBeGreaterThan(0);
  });

  test("no steps, no rows", async () => {
    await run(squareScene(), "--steps", "0", "--metrics", "m.csv");
    expect(readFileSync(join(folder, "m.csv"), "utf8")).toBe(`${COLUMNS}\n`);
  });
});

describe("drape run --out", () => {
  /** The vertices and faces of an OBJ text. */
  function readObj(name: string): { comments: string[]; vertices: number[][]; faces: number[][] } {
    const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
    const of = (key: string): string[][] => lines.filter((l) => l.startsWith(`${key} `)).map((l) => l.split(" ").slice(1));
    return {
      comments: lines.filter((l) => l.startsWith("#")),
      vertices: of("v").map((row) => row.map(Number)),
      faces: of("f").map((row) => row.map((corner) => Number(corner.split("/")[0]))),
    };
  }

  test("writes the last mesh as OBJ, in full precision and with its origin", async () => {
    const state = await stateOf(squareScene(), "--steps", "4", "--out", "mesh.obj");
    const { comments, vertices, faces } = readObj("mesh.obj");
    expect(vertices).toEqual(state.positions);
    expect(faces).toEqual([
      [1, 2, 3],
      [1, 3, 4],
    ]);
    expect(comments.join("\n")).toContain(`drape ${VERSION}; scene scene.json; seed 1; implicit-euler`);
    expect(comments.join("\n")).toContain(`step 4, state ${state.run.hash}`);
  });

  test("with --every, the start and every K-th step, numbered by frame", async () => {
    const state = await stateOf(squareScene(), "--steps", "5", "--out", "m.x.obj", "--every", "2");
    const meshes = readdirSync(folder).filter((name) => name.endsWith(".obj"));
    expect(meshes.sort()).toEqual(["m.x_000000.obj", "m.x_000001.obj", "m.x_000002.obj"]);
    expect(readObj("m.x_000000.obj").vertices).toEqual(squareScene().cloths[0].network.positions);
    expect(readObj("m.x_000002.obj").vertices).not.toEqual(state.positions);
    const four = await stateOf(squareScene(), "--steps", "4");
    expect(readObj("m.x_000002.obj").vertices).toEqual(four.positions);
  });

  test("what it writes can be read again as a mesh", async () => {
    await run(gridScene(5, 4), "--steps", "3", "--out", "mesh.obj");
    const { code, stdout } = await callCli(
      ["check", writeScene(folder, "again.json", { drape: 1, cloths: [{ mesh: "mesh.obj" }] })],
      folder,
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining("20 particles, 43 springs, 24 triangles, 29 hinges")]);
  });

  test("leaves nothing unfinished beside its files", async () => {
    await run(squareScene(), "--steps", "2", "--state", "s.json", "--metrics", "m.csv", "--out", "x.obj");
    expect(readdirSync(folder).sort()).toEqual(["m.csv", "s.json", "scene.json", "x.obj"]);
  });
});
