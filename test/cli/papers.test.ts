import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { EXPERIMENTS } from "../../src/papers/catalog.ts";
import { sceneName } from "../../src/papers/experiment.ts";
import { gridScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

describe("drape papers", () => {
  test("--list names the experiments, all or those of a paper", async () => {
    const { code, stdout } = await callCli(["papers", "--list"], folder);
    const namesIn = (text: string): string[] => [...text.matchAll(/^ {2}(\S+) +\d+ s {2}\S/gm)].map(([, name]) => name);
    expect([code, namesIn(stdout)]).toEqual([0, EXPERIMENTS.map(sceneName)]);
    expect(stdout.match(/^\w+: .+$/gm)).toHaveLength(7);
    const kim = await callCli(["papers", "KIM06", "--list"], folder);
    expect(namesIn(kim.stdout)).toEqual(EXPERIMENTS.filter(({ paper }) => paper === "kim06").map(sceneName));
    const one = await callCli(["papers", "Vibration", "KANG02-Fig4-Flag", "--list"], folder);
    expect(namesIn(one.stdout).sort()).toEqual(["choi13-vibration", "kang02-fig4-flag"]);
  });

  test("an experiment by name becomes a report with links to its source and its scene", async () => {
    const { code, stdout, stderr } = await callCli(["papers", "oh04-momentum", "--quick", "--out", "r.html"], folder);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/claims hold, .* do not hold: r\.html\n$/);
    const html = readFileSync(join(folder, "r.html"), "utf8");
    expect(html).toMatch(/href="[^"]*src\/papers\/oh04\/momentum\.ts"/);
    expect(html).toMatch(/href="[^"]*scenes\/papers\/oh04-momentum\.json"/);
    expect(html).toContain("#scene=oh04-momentum");
  });

  test("Ctrl-C ends it in one line and leaves nothing half-written", async () => {
    const before = process.listeners("SIGINT").length;
    const running = callCli(["papers", "kim06-stability-map", "--out", "i.html"], folder);
    await expect.poll(() => process.listeners("SIGINT").length).toBe(before + 1);
    process.listeners("SIGINT").at(-1)?.("SIGINT");
    const { code, stderr } = await running;
    expect([code, stderr]).toEqual([2, "drape: interrupted; nothing was finished\n"]);
    expect(existsSync(join(folder, "i.html"))).toBe(false);
  });
});

test("drape run --out FILE.png draws the last state, with --every one every K steps", async () => {
  writeScene(folder, "sheet.json", gridScene(6, 5));
  const args = ["run", "sheet.json", "--steps", "4", "--quiet", "--out"];
  for (const more of [["a.png"], ["b.png", "--every", "2"]]) {
    expect(await callCli([...args, ...more], folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  }
  const picture = (name: string): Buffer => readFileSync(join(folder, name));
  expect(Array.from(picture("a.png").subarray(0, 4))).toEqual([137, 80, 78, 71]);
  expect(picture("b_000002.png")).toEqual(picture("a.png"));
  expect(picture("b_000000.png")).not.toEqual(picture("a.png"));
});
