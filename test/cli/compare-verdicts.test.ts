import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compareVerdicts } from "../../src/cli/papers.ts";
import type { KeptVerdict, KeptVerdicts } from "../../src/papers/report/report.ts";
import { makeFolder, runCli } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

const one: KeptVerdict = { experiment: "a-b", claim: "it hangs", outcome: "holds", measured: 1, kind: "motion" };
const full = (...verdicts: KeptVerdict[]) => ({ isQuick: false, verdicts });
const quick = (...verdicts: KeptVerdict[]) => ({ isQuick: true, verdicts });
const asked = new Set(["a-b"]);

describe("verdicts held against those of an earlier report", () => {
  test("the same outcome is no change, whatever was measured", () => {
    expect(compareVerdicts(full(one), full({ ...one, measured: 2 }), asked)).toEqual([]);
  });

  test("another outcome, a new claim and one that is gone are told", () => {
    const other: KeptVerdict = { ...one, outcome: "does not hold", measured: 3 };
    expect(compareVerdicts(full(one), full(other), asked)).toEqual(['a-b: "it hangs" was "holds" (1) and is "does not hold" (3)']);
    expect(compareVerdicts(full(), full(one), asked)).toEqual(['a-b: "it hangs" is new']);
    expect(compareVerdicts(full(one), full(), asked)).toEqual(['a-b: "it hangs" is gone']);
    expect(compareVerdicts(quick(one), quick(), asked)).toEqual(['a-b: "it hangs" is gone']);
  });

  test("a quick report is not asked for claims that only the full one makes, but for their outcome where it makes them", () => {
    expect(compareVerdicts(full(one), quick(), asked)).toEqual([]);
    expect(compareVerdicts(full(one), quick({ ...one, outcome: "does not hold" }), asked)).toHaveLength(1);
  });

  test("times, and experiments that were not asked for, are left out", () => {
    const time: KeptVerdict = { ...one, kind: "time" };
    expect(compareVerdicts(full(time), full({ ...time, outcome: "does not hold" }), asked)).toEqual([]);
    expect(compareVerdicts(full(one), full(), new Set(["c-d"]))).toEqual([]);
  });

  test("the program fails, and names the verdict, where one came out otherwise", async () => {
    const experiment = "choi13-printed-equations";
    const first = await runCli(["papers", experiment, "--quick", "--out", "r.html"], folder);
    expect([first.code, first.stderr]).toEqual([0, ""]);
    const kept = JSON.parse(readFileSync(join(folder, "r/verdicts.json"), "utf8")) as KeptVerdicts;
    const changed = kept.verdicts.map((verdict, n) => (n === 0 ? { ...verdict, outcome: "holds" } : verdict));
    writeFileSync(join(folder, "same.json"), JSON.stringify(kept));
    writeFileSync(join(folder, "other.json"), JSON.stringify({ ...kept, verdicts: changed }));
    const same = await runCli(["papers", experiment, "--quick", "--compare", "same.json", "--out", "s.html"], folder);
    expect([same.code, same.stderr]).toEqual([0, ""]);
    const other = await runCli(["papers", experiment, "--quick", "--compare", "other.json", "--out", "s.html"], folder);
    expect(other.code).toBe(2);
    expect(other.stderr).toContain(`drape: ${experiment}: ${JSON.stringify(kept.verdicts[0].claim)} was "holds"`);
  });
});
