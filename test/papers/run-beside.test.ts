import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EXPERIMENTS } from "../../src/papers/catalog.ts";
import { sceneName } from "../../src/papers/experiment.ts";
import { type KeptVerdict, keepVerdicts } from "../../src/papers/report/report.ts";
import { runExperiments } from "../../src/papers/run-experiments.ts";
import { makeFolder, runCli } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

test("the program runs experiments on several threads: they come out as on one, in their order", async () => {
  const names = ["oh04-momentum", "choi13-edge-shear", "choi13-printed-equations"];
  const { code, stdout, stderr } = await runCli(["papers", ...names, "--quick", "--out", "r.html"], folder);
  expect([code, stderr]).toEqual([0, ""]);
  const told = stdout.match(/^\S+(?= \([\d.]+ s\):)/gm) ?? [];
  expect([...told].sort()).toEqual([...names].sort());
  expect(told.at(-1)).toBe("choi13-edge-shear"); // measures times: alone, at the end
  const { verdicts } = JSON.parse(readFileSync(join(folder, "r/verdicts.json"), "utf8")) as { verdicts: readonly KeptVerdict[] };
  const watch = { isQuick: true, show: () => {}, isCancelled: () => false, keep: async () => {} };
  const alone = await runExperiments(
    EXPERIMENTS.filter((one) => names.includes(sceneName(one))),
    watch,
  );
  const steady = (all: readonly KeptVerdict[]): readonly KeptVerdict[] => all.filter(({ kind }) => kind !== "time");
  expect(steady(verdicts)).toEqual(steady(keepVerdicts(alone)));
});
