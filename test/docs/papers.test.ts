import { expect, test } from "vitest";
import { EXPERIMENTS } from "../../src/papers/catalog.ts";
import { sceneName } from "../../src/papers/experiment.ts";
import { countReportBytes, readKeptVerdicts, readReportPage } from "./report.ts";

/** What the page of the papers may weigh, all of it. */
const LIMIT = 8e6;

test("docs/papers.html is a full report of all experiments, tells its commit, and weighs at most 8 MB", () => {
  const { commit, isQuick, verdicts } = readKeptVerdicts();
  const page = readReportPage();
  expect(isQuick).toBe(false);
  expect(commit).toMatch(/^[0-9a-f]{12}$/); // and no changes since
  expect(page).toContain(`commit <code>${commit}</code>`);
  expect(new Set(verdicts.map(({ experiment }) => experiment))).toEqual(new Set(EXPERIMENTS.map(sceneName)));
  for (const experiment of EXPERIMENTS) expect(page).toContain(`<article id="${sceneName(experiment)}">`);
  expect(page).not.toContain("could not be run");
  expect(countReportBytes()).toBeLessThan(LIMIT);
});
