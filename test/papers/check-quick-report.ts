import { describe, expect, it } from "vitest";
import { EXPERIMENTS } from "../../src/papers/catalog.ts";
import { type Experiment, judge, type PaperKey, sceneName } from "../../src/papers/experiment.ts";
import { formatReport } from "../../src/papers/report/report.ts";
import { type Result, runExperiments } from "../../src/papers/run-experiments.ts";
import { readKeptVerdicts } from "../docs/report.ts";

const KEPT = readKeptVerdicts().verdicts;

/** Runs the quick form of every experiment of a paper. */
export function checkQuickReport(paper: PaperKey): void {
  const experiments = EXPERIMENTS.filter((experiment) => experiment.paper === paper);
  checkExperiments(`the quick report of ${paper}`, experiments);
}

/** Runs the quick form of experiments. A claim that stops holding, or begins to, fails here; times are not looked at. */
export function checkExperiments(title: string, experiments: readonly Experiment[]): void {
  describe(title, () => {
    const results: Result[] = [];

    it.each(experiments.map((experiment) => [experiment.name, experiment] as const))("%s comes out as expected", async (_, experiment) => {
      const [result] = await runExperiments([experiment], {
        isQuick: true,
        show: () => {},
        isCancelled: () => false,
        keep: async () => {},
      });
      results.push(result);
      expect(result.failure).toBeUndefined();
      const verdicts = (result.findings?.verdicts ?? []).filter(({ kind }) => kind !== "time");
      expect(verdicts.length).toBeGreaterThan(0);
      const told = verdicts.map((verdict) => [verdict.claim, judge(verdict), verdict.measured]);
      // every verdict says over what it was judged, and why it came out so, with a number
      const silent = (result.findings?.verdicts ?? []).filter(({ range, why }) => range.length < 10 || why.length < 20 || !/\d/.test(why));
      expect(silent.map(({ claim }) => claim)).toEqual([]);
      // what measures times runs alone
      if ((result.findings?.verdicts ?? []).some(({ kind }) => kind === "time")) expect(experiment.isTimed).toBe(true);
      expect(told).toEqual(verdicts.map((verdict) => [verdict.claim, verdict.expected, verdict.measured]));
      // and the full report that is committed says the same of each claim
      const kept = new Map(KEPT.filter((one) => one.experiment === sceneName(experiment)).map(({ claim, outcome }) => [claim, outcome]));
      expect(told.map(([claim, outcome]) => [claim, outcome])).toEqual(told.map(([claim]) => [claim, kept.get(String(claim))]));
    });

    it("is a page that has every experiment, and names no file that does not lie beside it", () => {
      expect(results.length).toBe(experiments.length);
      const { html, files } = formatReport(results, {
        version: "0",
        commit: "none",
        machine: "this one",
        date: "today",
        seconds: 60,
        isQuick: true,
        all: EXPERIMENTS.length,
        asked: experiments.length,
        folder: "papers",
        hasLive: true,
        link: () => undefined,
        coverage: {},
      });
      for (const experiment of experiments) expect(html).toContain(`<article id="${sceneName(experiment)}">`);
      expect(html.match(/src="http|@import|NaN|undefined|Infinity/g)).toBeNull();
      const named = [...html.matchAll(/(?:src|href|data-live)="(papers\/[^"]*)"/g)].map(([, name]) => name);
      expect(named.filter((name) => name !== "papers/page/live.js" && !files.has(name))).toEqual([]);
    });
  });
}
