import { afterAll, describe, expect, test } from "vitest";
import { createProfileTable } from "../../src/cli/profile-table.ts";
import { STAGES } from "../../src/core/profile.ts";
import { gridScene, squareScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

const NOTHING = { drive: 0, forces: 0, solve: 0, collide: 0, advance: 0, measure: 0 };

/** The cells of each row by its name. */
function readTable(text: string): Map<string, string[]> {
  const rows = text.trimEnd().split("\n");
  return new Map(rows.map((row) => [row.split(" ")[0], row.trim().split(/ {2,}/).slice(1)]));
}

describe("the table of stages", () => {
  test("has total, mean, median, p95 and worst by hand, and shares of the whole", () => {
    const table = createProfileTable();
    for (const solve of [1, 5, 2, 4]) table.add({ ...NOTHING, forces: 1, solve });
    const rows = readTable(table.format());
    expect([...rows.keys()]).toEqual(["stage", ...STAGES, "step"]);
    expect(rows.get("stage")).toEqual(["total ms", "ms a step", "median", "p95", "worst", "share"]);
    expect(rows.get("forces")).toEqual(["4.0", "1.000", "1.000", "1.000", "1.000", "25.0 %"]);
    expect(rows.get("solve")).toEqual(["12.0", "3.000", "3.000", "5.000", "5.000", "75.0 %"]);
    expect(rows.get("drive")).toEqual(["0.0", "0.000", "0.000", "0.000", "0.000", "0.0 %"]);
    expect(rows.get("step")).toEqual(["16.0", "4.000", "4.000", "6.000", "6.000", "100.0 %"]);
  });

  test("tells p95 and worst of each stage for itself: what is slow in one stage need not be slow in another", () => {
    const table = createProfileTable();
    for (let n = 1; n <= 100; n++)
      table.add({ drive: 0.001 * n, forces: 1, solve: n, collide: 101 - n, advance: n > 95 ? 5 : 0, measure: n === 7 ? 3 : 0.5 });
    const rows = readTable(table.format());
    const told = (stage: string): string[] | undefined => rows.get(stage)?.slice(2, 5);
    expect(told("drive")).toEqual(["0.051", "0.095", "0.100"]);
    expect(told("forces")).toEqual(["1.000", "1.000", "1.000"]);
    expect(told("solve")).toEqual(["50.500", "95.000", "100.000"]);
    expect(told("collide")).toEqual(["50.500", "95.000", "100.000"]);
    expect(told("advance")).toEqual(["0.000", "0.000", "5.000"]);
    expect(told("measure")).toEqual(["0.500", "0.500", "3.000"]);
    expect(told("step")).toEqual(["102.552", "105.007", "107.600"]); // 102.5 and n/1000; 2.5 more in the seventh, 5 more in the last five
  });

  test("takes the middle one of an odd number of steps", () => {
    const table = createProfileTable();
    for (const solve of [9, 2, 10]) table.add({ ...NOTHING, solve });
    expect(readTable(table.format()).get("step")?.slice(1, 5)).toEqual(["7.000", "9.000", "10.000", "10.000"]);
  });

  test("has no numbers where there were no steps", () => {
    expect(readTable(createProfileTable().format()).get("solve")).toEqual(["–", "–", "–", "–", "–", "–"]);
  });
});

describe("drape run --profile", () => {
  test("writes the table to stderr, leaves stdout as it is and the result bit for bit the same", async () => {
    const scene = writeScene(folder, "grid.json", gridScene(6, 6));
    const timeless = (text: string): string => text.replace(/[\d.]+ ms a step/, "");
    const plain = await callCli(["run", scene, "--steps", "5"], folder);
    const { code, stdout, stderr } = await callCli(["run", scene, "--steps", "5", "--profile"], folder);
    expect([code, timeless(stdout)]).toEqual([0, timeless(plain.stdout)]);
    const rows = readTable(stderr);
    expect([...rows.keys()]).toEqual(["stage", ...STAGES, "step"]);
    const totals = STAGES.map((stage) => Number(rows.get(stage)?.[0]));
    const whole = Number(rows.get("step")?.[0]);
    expect(whole).toBeGreaterThan(0);
    expect(Math.abs(totals.reduce((sum, ms) => sum + ms, 0) - whole)).toBeLessThan(0.4); // each rounded to 0.1
  });

  test("comes with --quiet too, and before the line that tells of a run's bad end", async () => {
    const scene = writeScene(folder, "square.json", squareScene());
    const quiet = await callCli(["run", scene, "--steps", "2", "--profile", "--quiet"], folder);
    expect([quiet.code, quiet.stdout]).toEqual([0, ""]);
    expect(readTable(quiet.stderr).size).toBe(8);
    const args = ["--method", "explicit-euler", "--timestep", "1", "--steps", "500", "--profile"];
    const failed = await callCli(["run", writeScene(folder, "stiff.json", gridScene(6, 6)), ...args], folder);
    expect(failed.code).toBe(2);
    expect(failed.stderr.trimEnd().split("\n")[0]).toMatch(/^stage /);
    expect(failed.stderr.trimEnd().split("\n").at(-1)).toMatch(/^drape: /);
  });
});
