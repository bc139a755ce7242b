import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { gridScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, startCli, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

/** Time enough for any machine. */
const UNHURRIED = ["--budget", "1000"];

interface JsonTiming {
  readonly name: string;
  readonly method: string;
  readonly steps: number;
  readonly times: number | null;
  readonly medianMs: number;
  readonly minMs: number;
  readonly strainMax: number;
  readonly moved: number;
  readonly outcome: string;
}

describe("drape bench", () => {
  test("times its own sheets by several methods, ratios first and the fastest at the top", async () => {
    const { code, stdout, stderr } = await callCli(["bench", "--sizes", "6,9", "--steps", "20", ...UNHURRIED]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^drape [^;]+; .* node v[\d.]+; a square metre of 0\.2 kg, k = 10⁴ N\/m, .*20 steps each/);
    const tables = stdout.split("\n\n").slice(1);
    expect(tables.map((table) => table.split("\n")[0])).toEqual([
      "6 × 6: 36 particles, steps of 16.67 ms",
      "9 × 9: 81 particles, steps of 16.67 ms",
    ]);
    for (const table of tables) {
      const [, head, ...rows] = table.trim().split("\n");
      expect(head).toMatch(/^ +times +median ms +min ms/);
      const times = rows.map((row) => Number(row.split(/ {2,}/)[1]));
      expect(times[0]).toBe(1);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      const names = rows.map((row) => row.split(" ")[0]).sort();
      expect(names).toEqual(["bdf2", "gauss-seidel", "implicit-euler", "linear-edge", "linear-edge-lbfgs"]);
    }
  });

  test("as JSON: what each method took and did, with what it is measured by", async () => {
    const args = ["bench", "--json", "--sizes", "8", "--steps", "30", "--methods", "scalar-jacobi,bdf2", ...UNHURRIED];
    const { code, stdout } = await callCli(args);
    expect(code).toBe(0);
    const { drape, node, machine, steps, groups } = JSON.parse(stdout);
    expect([drape, node, steps]).toEqual([expect.any(String), process.version, 30]);
    expect(machine).toContain(process.arch);
    expect(groups).toHaveLength(1);
    const timings: JsonTiming[] = groups[0].timings;
    for (const { steps: taken, outcome, times, minMs, medianMs } of timings) {
      expect([taken, outcome]).toEqual([30, "finished"]);
      expect(times).toBeGreaterThanOrEqual(1);
      expect(minMs).toBeGreaterThan(0);
      expect(medianMs).toBeGreaterThanOrEqual(minMs);
    }
    const named = (name: string): JsonTiming => timings.find((one) => one.name === name) as JsonTiming;
    // what moves as through honey is seen to
    expect(named("scalar-jacobi").moved).toBeLessThan(0.5 * named("bdf2").moved);
    expect(named("bdf2").moved).toBeGreaterThan(0.1);
  });

  test("on a scene: its own solver and its variants, or those that are named; the unstable are told and not rated", async () => {
    const scene = {
      ...gridScene(5, 5),
      timestep: 0.05,
      solver: { method: "implicit-euler", tolerance: 1e-4 },
      variants: [{ name: "sweeps", title: "six sweeps", solver: { method: "gauss-seidel", sweeps: 6 } }],
    };
    const path = writeScene(folder, "scene.json", scene);
    const run = async (...args: string[]): Promise<JsonTiming[]> => {
      const { code, stdout } = await callCli(["bench", path, "--json", "--steps", "40", ...UNHURRIED, ...args]);
      expect(code).toBe(0);
      return JSON.parse(stdout).groups[0].timings;
    };
    const own = await run();
    expect(own.map(({ name, method }) => `${name} ${method}`).sort()).toEqual(["implicit-euler implicit-euler", "sweeps gauss-seidel"]);
    const stiff = 'cloths[0].springs={ "stretch": 1e6, "shear": 1e6 }';
    const chosen = await run("--methods", "explicit-euler,sweeps", "--set", stiff);
    expect(chosen.map(({ name, outcome, times }) => [name, outcome, times])).toEqual([
      ["sweeps", "finished", 1],
      ["explicit-euler", "unstable", null],
    ]);
  });

  test("writes CSV besides; what there was no time for is named", async () => {
    const out = join(folder, "table.csv");
    const args = ["bench", "--sizes", "5", "--steps", "3", "--methods", "bdf2,verlet", "--quiet", "--out", out];
    expect(await callCli([...args, ...UNHURRIED])).toEqual({ code: 0, stdout: "", stderr: "" });
    const [head, ...rows] = readFileSync(out, "utf8").trim().split("\n");
    expect(head).toMatch(/^drape,machine,node,scene,cloth,particles,timestep,name,method,options,outcome,steps,times,/);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row.replaceAll(/"[^"]*"/g, "quoted").split(",")).toHaveLength(head.split(",").length);
    const late = await callCli(["bench", "--sizes", "5", "--budget", "1e-9"]);
    expect(late.code).toBe(0);
    expect(late.stdout).toContain("no time was left for implicit-euler, bdf2,");
  });

  test.skipIf(process.platform === "win32")("interrupted, it keeps what it has measured", async () => {
    const out = join(folder, "kept.json");
    const args = ["bench", "--sizes", "6", "--steps", "1000000", "--methods", "verlet", "--out", out, ...UNHURRIED];
    const { child, result } = startCli(args, folder);
    while (child.exitCode === null && !readdirSync(folder).some((name) => name.startsWith("kept.json."))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill("SIGINT");
    const { code, stdout, stderr } = await result;
    expect(stderr).toBe("drape: interrupted; what was measured until then is kept\n");
    expect(code).toBe(2);
    expect(stdout).toContain("6 × 6");
    const { groups } = JSON.parse(readFileSync(out, "utf8"));
    expect([...groups[0].timings.map(({ name }: JsonTiming) => name), ...groups[0].left]).toEqual(["verlet"]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
