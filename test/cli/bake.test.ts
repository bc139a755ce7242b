import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { expectValid } from "../output/bake.ts";
import { gridScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { FULL, testFull } from "../support/full.ts";
import { type CliResult, makeFolder, PROGRAM, runCli, startCli, writeScene } from "../support/run-cli.ts";

const { folder: root, remove } = makeFolder();
afterAll(remove);

/** A sheet that falls on a ball, cut on the way: contact, memory of it and a change of topology. */
const SHEET = {
  drape: 1,
  timestep: 0.005,
  cloths: [
    {
      name: "sheet",
      grid: { columns: 14, rows: 14, width: 1, height: 1, origin: [-0.5, 0.3, -0.5], v: [0, 0, 1] },
      fabric: "cotton",
    },
  ],
  colliders: [
    {
      sphere: { center: [0, 0, 0], radius: 0.25 },
      motion: { rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: 2 } },
    },
  ],
  collision: { self: true, thickness: 0.004, friction: 0.4 },
  events: [
    {
      at: 0.4,
      cut: [
        [90, 91],
        [91, 92],
        [92, 93],
        [93, 94],
      ],
    },
  ],
};

function makeTask(name: string, scene: object = SHEET): string {
  const folder = join(root, name);
  mkdirSync(folder);
  writeScene(folder, "scene.json", scene);
  return folder;
}

/** A module that kills the program before it opens, ends, renames or removes a file of the result for the n-th time. */
const KILL_AT = `
  import promises from "node:fs/promises";
  import { syncBuiltinESMExports } from "node:module";
  let left = Number(process.env.KILL_AT);
  const count = () => left-- === 0 && process.kill(process.pid, "SIGKILL");
  for (const name of ["open", "rename", "rm"]) {
    const own = promises[name];
    promises[name] = async (...args) => {
      if (!/x\\.glb|m\\.csv/.test(String(args[0]))) return own(...args);
      count();
      const made = await own(...args);
      const close = made?.close?.bind(made);
      if (close !== undefined) made.close = () => (count(), close());
      return made;
    };
  }
  syncBuiltinESMExports();
`;

/** A module that kills the program in the midst of a write, as soon as its frames take so many bytes. */
const KILL_AFTER = `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const own = fs.writeSync;
  const frames = new Set();
  const open = fs.openSync;
  fs.openSync = (path, ...args) => {
    const fd = open(path, ...args);
    if (/x\\.glb\\.part/.test(String(path))) frames.add(fd);
    return fd;
  };
  fs.writeSync = (fd, bytes, offset, length, position) => {
    if (!frames.has(fd) || fs.fstatSync(fd).size + length < Number(process.env.KILL_AFTER)) return own(fd, bytes, offset, length, position);
    own(fd, bytes, offset, length >> 1, position);
    process.kill(process.pid, "SIGKILL");
  };
  syncBuiltinESMExports();
`;

const filesOf = (folder: string): string[] => readdirSync(folder).sort();

/** Starts a bake, or goes on with it, and kills it when its frames take so many bytes. False where it was done before. */
function kill(folder: string, args: readonly string[], bytes: number): boolean {
  writeFileSync(join(root, "kill-after.mjs"), KILL_AFTER);
  const { signal } = spawnSync(
    process.execPath,
    ["--import", join(root, "kill-after.mjs"), PROGRAM, "run", "scene.json", ...args, "--out", "x.glb", "--resume", "--quiet"],
    { cwd: folder, env: { ...process.env, KILL_AFTER: String(bytes) } },
  );
  return signal === "SIGKILL";
}

describe("drape run --out, of frames", () => {
  test("every kind of file, whole, and nothing beside it", async () => {
    const folder = makeTask("kinds", gridScene(5, 4));
    for (const ending of ["glb", "usda", "abc", "vat.zip", "pc2", "mdd", "csv"]) {
      const { code, stderr } = await callCli(["run", "scene.json", "--steps", "8", "--out", `x.${ending}`], folder);
      expect([code, stderr]).toEqual([0, ""]);
    }
    expect(filesOf(folder)).toEqual(["scene.json", "x.abc", "x.csv", "x.glb", "x.mdd", "x.pc2", "x.usda", "x.vat.zip"]);
    await expectValid(readFileSync(join(folder, "x.glb")));
    expect(readFileSync(join(folder, "x.pc2")).readInt32LE(28)).toBe(3); // of 8 steps of 10 ms, 30 a second
  });

  test("--keys, --fps and --every choose the frames; more than 100 of a GLB are warned of with their size", async () => {
    const folder = makeTask("frames", gridScene(5, 4));
    const run = (...args: string[]): Promise<CliResult> => runCli(["run", "scene.json", "--steps", "200", ...args], folder);
    const count = (): number => readFileSync(join(folder, "x.pc2")).readInt32LE(28);
    await run("--out", "x.pc2", "--keys", "7");
    expect(count()).toBe(7);
    await run("--out", "x.pc2", "--every", "50");
    expect(count()).toBe(5);
    const { code, stderr } = await run("--out", "x.glb", "--keys", "150");
    expect([code, stderr]).toEqual([0, "drape: x.glb: 150 frames make about 72 kB; --keys or --fps ask for fewer\n"]);
    const both = await run("--out", "x.glb", "--keys", "3", "--fps", "10");
    expect([both.code, both.stderr]).toEqual([1, "drape: --out: got --fps and --keys; give one of them\n"]);
  });

  test("--bodies writes them into a GLB, and nowhere else", async () => {
    const folder = makeTask("bodies");
    const run = (...args: string[]): Promise<CliResult> => runCli(["run", "scene.json", "--steps", "6", "--quiet", ...args], folder);
    expect((await run("--out", "x.glb")).code).toBe(0);
    expect((await run("--out", "y.glb", "--bodies")).code).toBe(0);
    const [plain, whole] = ["x.glb", "y.glb"].map((name) => readFileSync(join(folder, name)));
    await expectValid(whole);
    expect(whole.length).toBeGreaterThan(plain.length);
    const other = await run("--out", "x.pc2", "--bodies");
    expect([other.code, other.stderr]).toEqual([1, "drape: --bodies: got .pc2; it goes with --out FILE.glb or FILE.usda or FILE.abc\n"]);
  });

  test("textures that no graphics card takes are refused before the run", async () => {
    const folder = makeTask("textures", gridScene(5, 4));
    const { code, stderr } = await callCli(["run", "scene.json", "--steps", "9000", "--every", "1", "--out", "x.vat.zip"], folder);
    const told = "a texture of 4096 × 8192 texels holds 8192 frames of 20 vertices, not 9001: ask for fewer";
    expect([code, stderr.trim(), filesOf(folder)]).toEqual([1, `drape: ${told}`, ["scene.json"]]);
  });

  test("a run that became unstable leaves the frames before", async () => {
    const scene = { ...gridScene(6, 6), solver: { method: "explicit-euler" }, timestep: 0.5 };
    const folder = makeTask("unstable", scene);
    const { code } = await callCli(["run", "scene.json", "--steps", "4000", "--out", "x.pc2", "--every", "1"], folder);
    expect(code).toBe(2);
    expect(filesOf(folder)).toEqual(["scene.json", "x.pc2"]);
    expect(readFileSync(join(folder, "x.pc2")).readInt32LE(28)).toBeGreaterThan(1);
  });

  test("a video needs ffmpeg, and the sentence says so", async () => {
    const folder = makeTask("video", gridScene(5, 4));
    const args = ["run", "scene.json", "--steps", "6", "--out", "x.mp4", "--keys", "2"];
    const bare = spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: "" },
    });
    expect([bare.status, bare.stderr]).toEqual([
      1,
      "drape: --out: got .mp4 without ffmpeg; install ffmpeg on the PATH, or write .png with --every\n",
    ]);
    expect(filesOf(folder)).toEqual(["scene.json"]);
    if (spawnSync("ffmpeg", ["-version"]).status !== 0) return;
    for (const name of ["x.mp4", "y.mp4", "x.webm"]) {
      expect((await callCli([...args, "--out", name], folder)).code).toBe(0);
    }
    const bytes = readFileSync(join(folder, "x.mp4"));
    expect(bytes.includes("ftyp")).toBe(true);
    expect(readFileSync(join(folder, "x.webm")).includes("webm")).toBe(true);
    expect(readFileSync(join(folder, "y.mp4")).equals(bytes)).toBe(true);
  });
});

describe("an interrupted bake", () => {
  test("killed at random moments and resumed: the same bytes", async () => {
    const random = createRandom(20261116);
    const times = FULL ? 10 : 1;
    const args = ["--seconds", "4", "--fps", "90", "--pre-roll", "0.1", "--metrics", "m.csv", "--threads", "1"]; // 200 steps a second
    const whole = makeTask("whole");
    expect((await runCli(["run", "scene.json", ...args, "--out", "x.glb", "--quiet"], whole)).code).toBe(0);
    const folder = makeTask("killed");
    let kills = 0;
    const frameBytes = 12 * 14 * 14; // and a little more
    for (let n = 0; n < times; n++) {
      const frames = ((n + random()) / (times + 0.5)) * 361;
      if (kill(folder, args, frames * frameBytes)) kills++;
    }
    expect(kills).toBe(times);
    expect(existsSync(join(folder, "x.glb"))).toBe(false);
    const last = await runCli(["run", "scene.json", ...args, "--out", "x.glb", "--resume"], folder);
    expect(last.code).toBe(0);
    expect(last.stderr).toMatch(/^drape: .*\ndrape: going on from step [1-9]\d*\n$/);
    expect(readFileSync(join(folder, "x.glb")).equals(readFileSync(join(whole, "x.glb")))).toBe(true);
    expect(filesOf(folder)).toEqual(["m.csv", "scene.json", "x.glb"]);
    // the times that steps took are others
    const table = (path: string): string[][] =>
      readFileSync(join(path, "m.csv"), "utf8")
        .split("\n")
        .map((row) => row.split(",").filter((_, column) => column !== 17));
    expect(table(folder)).toEqual(table(whole));
  });

  testFull("killed at each file it touches while the result is put together: the same bytes, and nothing is left over", async () => {
    const args = ["run", "scene.json", "--steps", "20", "--every", "2", "--metrics", "m.csv", "--threads", "1"];
    const whole = makeTask("assembled");
    expect((await runCli([...args, "--out", "x.glb", "--quiet"], whole)).code).toBe(0);
    const folder = makeTask("assembling");
    writeFileSync(join(root, "kill-at.mjs"), KILL_AT);
    const run = (killAt: number): ReturnType<typeof spawnSync> =>
      spawnSync(process.execPath, ["--import", join(root, "kill-at.mjs"), PROGRAM, ...args, "--out", "x.glb", "--resume"], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, KILL_AT: String(killAt) },
      });
    const left: string[] = [];
    let kills = 0;
    for (; kills < 30; kills++) {
      const { status, signal, stderr } = run(kills);
      if (signal === null) {
        expect([status, stderr]).toEqual([0, expect.any(String)]);
        break;
      }
      expect(signal).toBe("SIGKILL");
      left.push(filesOf(folder).join(" "));
    }
    // the new file begun, written and renamed, then checkpoint, frames and table
    expect(kills).toBe(7);
    expect(new Set(left).size).toBeGreaterThan(4);
    expect(readFileSync(join(folder, "x.glb")).equals(readFileSync(join(whole, "x.glb")))).toBe(true);
    expect(filesOf(folder)).toEqual(["m.csv", "scene.json", "x.glb"]);
    expect(readFileSync(join(folder, "m.csv"), "utf8").split("\n").length).toBe(22);
  });

  test("keeps others from its file while it runs, and not when it was killed", async () => {
    const folder = makeTask("locked");
    const run = ["run", "scene.json", "--steps", "100000", "--out", "x.pc2"];
    const { child, result } = startCli(run, folder);
    while (child.exitCode === null && !existsSync(join(folder, "x.pc2.resume"))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const settled = (): string[] => filesOf(folder).filter((name) => !name.endsWith(".new")); // a checkpoint on its way
    const before = settled();
    const second = await callCli([...run, "--fresh"], folder);
    expect([second.code, second.stderr]).toEqual([
      1,
      `drape: --out: got x.pc2, which process ${child.pid} is writing; wait until it is done, or name another file\n`,
    ]);
    expect(settled()).toEqual(before);
    child.kill("SIGKILL");
    await result;
    expect(filesOf(folder)).toContain("x.pc2.lock");
    const third = await callCli(["run", "scene.json", "--steps", "30", "--out", "x.pc2", "--fresh"], folder);
    expect([third.code, third.stderr]).toEqual([0, ""]);
    expect(filesOf(folder)).toEqual(["scene.json", "x.pc2"]);
  });

  test("is not lost by mistake: it is named, and resumed, or started over, when asked", async () => {
    const folder = makeTask("asked");
    const run = ["run", "scene.json", "--steps", "100000", "--out", "x.pc2"];
    const { child, result } = startCli(run, folder);
    while (child.exitCode === null && !existsSync(join(folder, "x.pc2.resume"))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill("SIGINT");
    const interrupted = await result;
    expect(interrupted.code).toBe(2);
    expect(interrupted.stderr).toMatch(/^drape: interrupted at step \d+; the same with --resume goes on from there\n$/);
    expect(filesOf(folder)).toEqual(["scene.json", "x.pc2.part", "x.pc2.resume"]);

    const again = await callCli(run, folder);
    expect([again.code, again.stderr]).toEqual([
      1,
      "drape: --out: got x.pc2, where an interrupted bake waits; add --resume to go on with it, or --fresh to start over\n",
    ]);
    const other = await callCli(["run", "scene.json", "--steps", "30", "--out", "x.pc2", "--resume"], folder);
    expect([other.code, other.stderr]).toEqual([
      1,
      "drape: --resume: got an interrupted bake of another scene, or with other settings; name another file, or give --fresh in place of --resume to start over\n",
    ]);
    const checkpoint = readFileSync(join(folder, "x.pc2.resume"));
    writeFileSync(join(folder, "x.pc2.resume"), checkpoint.subarray(0, 999));
    const damaged = await callCli([...run, "--resume"], folder);
    expect(damaged.code).toBe(1);
    expect(damaged.stderr).toMatch(/^drape: .*x\.pc2\.resume: got data that was changed or cut short; .*\n$/);
    const fresh = await callCli(["run", "scene.json", "--steps", "30", "--out", "x.pc2", "--fresh"], folder);
    expect([fresh.code, fresh.stderr]).toEqual([0, ""]);
    expect(filesOf(folder)).toEqual(["scene.json", "x.pc2"]);
    const lonely = await callCli(["run", "scene.json", "--steps", "3", "--resume"], folder);
    expect([lonely.code, lonely.stderr]).toEqual([1, "drape: --resume: got no --out; it goes with --out FILE\n"]);
  });
});
