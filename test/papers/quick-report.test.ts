import { describe, expect, it } from "vitest";
import { EXPERIMENTS } from "../../src/papers/catalog.ts";
import { judge } from "../../src/papers/experiment.ts";
import { countOutcomes, formatReport, sceneName } from "../../src/papers/report.ts";
import { type Result, runExperiments } from "../../src/papers/run-experiments.ts";

/** The quick form of every experiment. A claim that stops holding, or begins to, fails here; times are not looked at. */
describe("the quick report of the papers", () => {
  const results: Result[] = [];

  it.each(EXPERIMENTS.map((experiment) => [sceneName(experiment), experiment] as const))(
    "%s comes out as expected",
    { timeout: 300_000 },
    async (_, experiment) => {
      const [result] = await runExperiments([experiment], {
        ...{ isQuick: true, show: () => {}, isCancelled: () => false, keep: async () => {} },
      });
      results.push(result);
      expect(result.failure).toBeUndefined();
      const verdicts = (result.findings?.verdicts ?? []).filter(({ kind }) => kind !== "time");
      expect(verdicts.length).toBeGreaterThan(0);
      const told = verdicts.map((verdict) => [verdict.claim, judge(verdict), verdict.measured]);
      expect(told).toEqual(verdicts.map((verdict) => [verdict.claim, verdict.expected, verdict.measured]));
    },
  );

  it("is one file that needs nothing else and counts its claims", () => {
    expect(results.length).toBe(EXPERIMENTS.length);
    const html = formatReport(results, {
      ...{ version: "0", commit: "none", machine: "this one", date: "today", isQuick: true, asked: EXPERIMENTS.length },
      linkSource: () => undefined,
      linkScene: () => undefined,
    });
    const counts = countOutcomes(results);
    expect(html.includes(`<strong>${counts.holds}</strong> claims hold`)).toBe(true);
    const text = html.replace(/data:image\/png;base64,[^"]*/g, "");
    expect(text.match(/<script|src="http|@import|NaN|undefined|Infinity/g)).toBeNull();
  });
});
