import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { EXPERIMENTS } from "../../src/papers/catalog.ts";
import { sceneName } from "../../src/papers/report.ts";
import { gridScene } from "../scene/sample-scenes.ts";
import { makeFolder, runCli, startCli, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

describe("drape papers", () => {
  test("--list names the experiments, all or those of a paper", async () => {
    const { code, stdout } = await runCli(["papers", "--list"], folder);
    const namesIn = (text: string): string[] => [...text.matchAll(/^ {2}(\S+) +\d+ s {2}\S/gm)].map(([, name]) => name);
    expect([code, namesIn(stdout)]).toEqual([0, EXPERIMENTS.map(sceneName)]);
    expect(stdout.match(/^\w+: .+$/gm)).toHaveLength(6);
    const kim = await runCli(["papers", "KIM06", "--list"], folder);
    expect(namesIn(kim.stdout)).toEqual(EXPERIMENTS.filter(({ paper }) => paper === "kim06").map(sceneName));
    const one = await runCli(["papers", "Vibration", "KANG02-Fig4-Flag", "--list"], folder);
    expect(namesIn(one.stdout).sort()).toEqual(["choi13-vibration", "kang02-fig4-flag"]);
  });

  test("an experiment by name becomes a report with links to its source and its scene", async () => {
    const { code, stdout, stderr } = await runCli(["papers", "kim06-artificial-inertia", "--quick", "--out", "r.html"], folder);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/claims hold, .* do not hold: r\.html\n$/);
    const html = readFileSync(join(folder, "r.html"), "utf8");
    expect(html).toMatch(/href="[^"]*src\/papers\/kim06\/artificial-inertia\.ts"/);
    expect(html).toMatch(/href="[^"]*scenes\/papers\/kim06-artificial-inertia\.json"/);
    expect(html).toContain("#scene=kim06-artificial-inertia");
  });

  test("Ctrl-C ends it in one line and leaves nothing half-written", async () => {
    const { child, result } = startCli(["papers", "kim06-stability-map", "--out", "i.html"], folder);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    child.kill("SIGINT");
    const { code, stderr } = await result;
    expect([code, stderr]).toEqual([2, "drape: interrupted; nothing was finished\n"]);
    expect(existsSync(join(folder, "i.html"))).toBe(false);
  });
});

test("drape run --out FILE.png draws the last state, with --every one every K steps", async () => {
  writeScene(folder, "sheet.json", gridScene(6, 5));
  const args = ["run", "sheet.json", "--steps", "4", "--quiet", "--out"];
  for (const more of [["a.png"], ["b.png", "--every", "2"]]) {
    expect(await runCli([...args, ...more], folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  }
  const picture = (name: string): Buffer => readFileSync(join(folder, name));
  expect(Array.from(picture("a.png").subarray(0, 4))).toEqual([137, 80, 78, 71]);
  expect(picture("b_000004.png")).toEqual(picture("a.png"));
  expect(picture("b_000000.png")).not.toEqual(picture("a.png"));
});
