import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { parseObj } from "../../src/mesh/obj.ts";
import { gridScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { testFull } from "../support/full.ts";
import { type CliResult, makeFolder, type StateFile, startCli, writeScene } from "../support/run-cli.ts";

const { folder: root, remove } = makeFolder();
afterAll(remove);
let folder = root;
let made = 0;
beforeEach(() => {
  folder = join(root, String(made++));
  mkdirSync(folder);
  writeScene(folder, "scene.json", { ...gridScene(4, 3), timestep: 0.01 });
});

const run = (...args: string[]): Promise<CliResult> => callCli(["run", "scene.json", "--quiet", ...args], folder);
const files = (): string[] => readdirSync(folder).sort();
const bytes = (name: string): Buffer => readFileSync(join(folder, name));

async function expectDone(...args: string[]): Promise<void> {
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([0, ""]);
}

async function expectRefused(sentence: string, ...args: string[]): Promise<void> {
  const before = files();
  const { code, stderr, stdout } = await run(...args);
  expect([code, stderr, stdout]).toEqual([1, `drape: ${sentence}\n`, ""]);
  expect(files()).toEqual(before);
}

describe("drape run --overwrite", () => {
  test("an earlier sequence stays unless it is asked for, and so does all that is written beside it; single files are replaced", async () => {
    const names = ["x_000000.obj", "s.json", "m.csv"];
    await expectDone("--steps", "2", "--every", "1", "--out", "x.obj", "--state", "s.json", "--metrics", "m.csv");
    const before = names.map((name) => bytes(name).toString("hex"));
    const again = ["--steps", "9", "--every", "1", "--out", "x.obj", "--state", "s.json", "--metrics", "m.csv"];
    const sentence = "--out: got x_000000.obj and 2 more, written before; add --overwrite to replace that, or name another file";
    await expectRefused(sentence, ...again);
    await expectRefused(sentence, ...again, "--fresh");
    expect(names.map((name) => bytes(name).toString("hex"))).toEqual(before);
    await expectDone(...again, "--overwrite");
    expect(JSON.parse(bytes("s.json").toString()).steps).toBe(9);
    for (const steps of [1, 3]) {
      await expectDone("--steps", String(steps), "--every", "1", "--out", "x.pc2");
      expect(bytes("x.pc2").readInt32LE(28)).toBe(steps + 1);
    }
  });

  test("a shorter sequence leaves no old frames, and no other file is touched", async () => {
    await expectDone("--steps", "8", "--every", "1", "--out", "x.obj");
    expect(files().length).toBe(1 + 9);
    const others = ["x.obj", "x_00001.obj", "x_0000001.obj", "x_000001.png", "x_a_000001.obj", "y_000001.obj", "x_000001.obj.bak"];
    for (const name of others) writeFileSync(join(folder, name), name);
    await expectRefused(
      "--out: got x_000000.obj and 8 more, written before; add --overwrite to replace that, or name another file",
      "--steps",
      "2",
      "--every",
      "1",
      "--out",
      "x.obj",
    );
    await expectDone("--steps", "2", "--every", "1", "--out", "x.obj", "--overwrite", "--start-frame", "5");
    expect(files()).toEqual(["scene.json", "x_000005.obj", "x_000006.obj", "x_000007.obj", ...others].sort());
    for (const name of others) expect(bytes(name).toString()).toBe(name);
  });

  testFull("what an interrupted run left of a sequence is its own: --resume goes on with it, --fresh replaces it", async () => {
    const args = ["--steps", "20000", "--fps", "3", "--out", "x.obj"]; // 100 steps a second
    const { child, result } = startCli(["run", "scene.json", ...args], folder);
    while (child.exitCode === null && !(existsSync(join(folder, "x.obj.resume")) && existsSync(join(folder, "x_000004.obj")))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill("SIGINT");
    await result;
    await expectRefused(
      "--out: got x.obj, where an interrupted bake waits; add --resume to go on with it, or --fresh to start over",
      ...args,
    );
    const gone = join(root, "gone-on");
    cpSync(folder, gone, { recursive: true });
    const written = files().filter((name) => /^x_\d+\.obj$/.test(name)).length;
    const resumed = await callCli(["run", "scene.json", "--quiet", ...args, "--resume"], gone);
    expect([resumed.code, resumed.stderr]).toEqual([0, ""]);
    expect(readdirSync(gone).length).toBe(1 + 601);
    await expectDone("--steps", String(34 * (written + 3)), "--fps", "3", "--out", "x.obj", "--fresh");
    const frames = files().filter((name) => name !== "scene.json");
    expect(frames.length).toBeGreaterThan(written + 2);
    for (const name of frames) expect(bytes(name).equals(readFileSync(join(gone, name))), name).toBe(true);
  });
});

describe("drape run --start-frame", () => {
  test("numbers a sequence by its frames, also those between two steps", async () => {
    await expectDone("--seconds", "0.2", "--fps", "24", "--start-frame", "1001", "--out", "x.obj");
    expect(files()).toEqual(["scene.json", ...[1001, 1002, 1003, 1004, 1005].map((frame) => `x_00${frame}.obj`)]);
    expect(bytes("x_001001.obj").toString()).toMatch(/# time 0 s, step 0, state [0-9a-f]{8}\n/);
    expect(bytes("x_001002.obj").toString()).toContain("# time 0.0416666666667 s, between steps 4 and 5\n");
  });

  test("is the first time code of USD and PC2, and refused where frames are not counted", async () => {
    await expectDone("--steps", "6", "--keys", "2", "--start-frame", "101", "--out", "x.usda");
    expect(bytes("x.usda").toString()).toContain("startTimeCode = 101");
    await expectDone("--steps", "6", "--keys", "2", "--start-frame", "101", "--out", "x.pc2");
    expect(bytes("x.pc2").readFloatLE(20)).toBe(101);
    for (const ending of [".glb", ".csv"]) {
      const { code, stderr } = await run("--steps", "6", "--start-frame", "5", "--out", `y${ending}`);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^drape: --start-frame: got \.\w+; it goes with .*sequences.*\n$/)]);
    }
    const { stderr } = await run("--steps", "6", "--start-frame", "5", "--out", "y.obj");
    expect(stderr).toMatch(/^drape: --start-frame: got \.obj of the last state; /);
  });
});

describe("drape run --pre-roll", () => {
  /** A cloth on a body that goes on its way at time 0 and has been somewhere before. */
  const scene = {
    ...gridScene(5, 5),
    timestep: 0.01,
    cloths: [
      {
        grid: { columns: 5, rows: 5, width: 0.5, height: 0.5, v: [0, 0, 1], origin: [0, 0.25, 0] },
        pins: [{ vertices: [0], motion: { sine: { direction: [0, 1, 0], amplitude: 0.1, frequency: 1, phase: 0.2 } } }],
      },
    ],
    colliders: [
      { sphere: { center: [0.25, 0, 0.25], radius: 0.2 }, motion: { rotation: { axis: [0, 0, 1], center: [0.5, 0, 0.25], speed: 2 } } },
    ],
    events: [{ at: 0.02, release: [0] }],
  };

  test("the cloth has come down when frame one begins, bodies and pins stand where they begin, and time is 0", async () => {
    writeScene(folder, "scene.json", scene);
    await expectDone("--steps", "0", "--state", "plain.json");
    await expectDone("--steps", "0", "--state", "rolled.json", "--pre-roll", "0.5", "--out", "x.csv", "--metrics", "m.csv");
    const [plain, rolled] = ["plain.json", "rolled.json"].map((name) => JSON.parse(bytes(name).toString()) as StateFile);
    expect([rolled.time, rolled.steps]).toEqual([0, 0]);
    expect(rolled.positions[0]).toEqual(plain.positions[0]); // the pin has not moved
    expect(rolled.positions[24][1]).toBeLessThan(plain.positions[24][1] - 0.05);
    expect(rolled.velocities.flat().some((v) => v !== 0)).toBe(true);
    const rows = bytes("x.csv").toString().trimEnd().split("\n");
    expect(rows.length).toBe(1 + 25);
    expect(rows[1].startsWith("0,0,")).toBe(true);
    expect(bytes("m.csv").toString().trimEnd().split("\n").length).toBe(1);
    // the body stands: the same cloth over a body without motion comes down the same way
    const still = {
      ...scene,
      colliders: [{ sphere: scene.colliders[0].sphere }],
      cloths: [{ ...scene.cloths[0], pins: [0] }],
      events: [],
    };
    writeScene(folder, "still.json", still);
    const { code } = await callCli(["run", "still.json", "--quiet", "--seconds", "0.5", "--state", "still-end.json"], folder);
    expect(code).toBe(0);
    const end = JSON.parse(bytes("still-end.json").toString()) as StateFile;
    rolled.positions.flat().forEach((x, k) => {
      expect(Math.abs(x - end.positions.flat()[k])).toBeLessThan(1e-5); // as far as solves go
    });
  });

  test("what comes after has its own times: events, metrics and frames are those of the scene", async () => {
    writeScene(folder, "scene.json", scene);
    await expectDone("--steps", "4", "--pre-roll", "0.2", "--out", "x.obj", "--every", "2", "--metrics", "m.csv", "--state", "s.json");
    expect(files()).toEqual(["m.csv", "s.json", "scene.json", "x_000000.obj", "x_000001.obj", "x_000002.obj"]);
    const times = bytes("m.csv")
      .toString()
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((row) => Number(row.split(",")[0]));
    expect(times).toEqual([0.01, 0.02, 0.03, 0.04]);
    const state = JSON.parse(bytes("s.json").toString()) as StateFile;
    expect([state.time, state.steps]).toEqual([0.04, 4]);
  });

  test("none is as ever, to the bit", async () => {
    await expectDone("--steps", "5", "--state", "a.json");
    await expectDone("--steps", "5", "--state", "b.json", "--pre-roll", "0");
    expect(bytes("a.json").equals(bytes("b.json"))).toBe(true);
  });
});

describe("drape run, coordinates", () => {
  test("--unit and --up are those of every file but GLB, which says why not", async () => {
    await expectDone("--steps", "3", "--out", "m.obj");
    await expectDone("--steps", "3", "--out", "cm.obj", "--unit", "cm", "--up", "z");
    const [metres, centimetres] = ["m.obj", "cm.obj"].map((name) => parseObj(bytes(name).toString(), name).positions);
    for (let k = 0; k < metres.length; k += 3) {
      expect(centimetres[k]).toBeCloseTo(100 * metres[k], 10);
      expect(centimetres[k + 1]).toBeCloseTo(-100 * metres[k + 2], 10);
      expect(centimetres[k + 2]).toBeCloseTo(100 * metres[k + 1], 10);
    }
    expect(bytes("cm.obj").toString()).toContain("# a unit is 0.01 m, z is up\n");
    await expectDone("--steps", "3", "--keys", "2", "--out", "x.usda", "--unit", "in");
    expect(bytes("x.usda").toString()).toContain("metersPerUnit = 0.0254");
    await expectDone("--steps", "3", "--out", "x.glb", "--unit", "m", "--up", "y");
    await expectRefused(
      "--unit: got cm for .glb; its format says metres with y up, which readers turn to their own",
      "--out",
      "y.glb",
      "--unit",
      "cm",
    );
    await expectRefused(
      "--up: got z for .glb; its format says metres with y up, which readers turn to their own",
      "--out",
      "y.glb",
      "--up",
      "z",
    );
    await expectRefused("--up: got .png; it goes with files of coordinates, not with pictures", "--out", "y.png", "--up", "z");
    await expectRefused('--unit: got "furlong"; choose one of m, cm, mm, in, ft', "--out", "y.pc2", "--unit", "furlong");
  });

  test("--split cloths writes a file each, named so that no cloth's name leaves the folder", async () => {
    const grid = { columns: 3, rows: 3, width: 1, height: 1 };
    writeScene(folder, "scene.json", {
      drape: 1,
      cloths: [
        { name: "shirt", grid },
        { name: "../shirt", grid: { ...grid, columns: 4, origin: [2, 0, 0] } },
      ],
    });
    await expectDone("--steps", "3", "--every", "1", "--out", "x.pc2", "--split", "cloths");
    expect(files()).toEqual(["scene.json", "x____shirt.pc2", "x_shirt.pc2"]);
    expect(["x_shirt.pc2", "x____shirt.pc2"].map((name) => bytes(name).readInt32LE(16))).toEqual([9, 12]);
    await expectRefused("--split: got .obj; it goes with files that hold all frames, such as .pc2", "--out", "y.obj", "--split", "cloths");
  });
});

describe("drape run, pictures", () => {
  test("--size and --camera are those of the picture", async () => {
    await expectDone("--steps", "1", "--out", "a.png", "--size", "64x36");
    expect([bytes("a.png").readUInt32BE(16), bytes("a.png").readUInt32BE(20)]).toEqual([64, 36]);
    await expectDone("--steps", "1", "--out", "b.png", "--size", "64x36", "--camera=-2,1,3,0.5,0,0,20");
    expect(bytes("b.png").equals(bytes("a.png"))).toBe(false);
    await expectRefused(
      "--size: got 0x36; give width and height in pixels, such as 1280x720, up to 4096x2160",
      "--out",
      "c.png",
      "--size",
      "0x36",
    );
    await expectRefused("--size: got .obj; it goes with .png, .mp4, .webm", "--out", "c.obj", "--size", "64x36");
    await expectRefused("--camera: got 1,2,3,1,2,3; look at another point than the eye's own", "--out", "c.png", "--camera", "1,2,3,1,2,3");
    for (const camera of ["1,2,3", "1,2,3,4,5,x", "1,2,3,4,5,6,0", "1,2,3,4,5,1e999"]) {
      const { code, stderr } = await run("--out", "c.png", "--camera", camera);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^drape: --camera: got .*; give .*\n$/)]);
    }
  });
});
