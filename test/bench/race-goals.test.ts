import { expect, test } from "vitest";
import { cheapest, duel, front, goals, headlineGoal, type Point, type Yardstick } from "../../bench/race/compare.ts";
import { duelRows } from "../../bench/race/duels.ts";
import { headlinesOf, headlineTable } from "../../bench/race/headline-table.ts";
import { drawCurves } from "../../bench/race/plot.ts";
import type { RaceCloth } from "../../bench/race/race-cloth.ts";
import { emptyResult, type Result } from "../../bench/race/run-setting.ts";
import { hang } from "../../bench/race/scenes/hang.ts";
import type { FinishedStage } from "../../bench/race/stage.ts";
import { finished, stretcher, truthOf } from "./race-parts.ts";

const measured = (largest: number, stillError: number, truthChange: number, p999 = Number.NaN): Yardstick => ({
  truthStrain: { largest, p999 },
  stillError,
  truthChange,
});

test("a duel is fought at the tightest goal that both reach, and costs are those of the cheapest settings", () => {
  const point = (name: string, ms: number, strain: number, error: number): Point => ({
    name,
    team: name === "a" ? "drape" : "rival",
    setting: `${ms}`,
    ms,
    p95: ms,
    strain: { largest: strain, p999: 0.5 * strain },
    error,
    settled: true,
  });
  const ours = [point("a", 1, 0.04, 0.15), point("a", 4, 0.008, 0.04), point("a", 9, 0.004, 0.009)];
  const theirs = [point("b", 2, 0.3, 0.3), point("b", 20, 0.018, 0.045)];
  const met = duel(ours, theirs, goals(measured(0, 1, 0)));
  expect(met?.goal).toEqual({ by: "largest", strain: 0.02, error: 0.05 });
  expect([met?.ours.ms, met?.theirs.ms]).toEqual([4, 20]);
  expect(goals(measured(0.015, 0.1, 0)).every(({ strain, error }) => strain >= 0.02 && error <= 0.025)).toBe(true);
  expect(cheapest(theirs, { by: "largest", strain: 0.01, error: 0.5 })).toBeUndefined();
  expect(cheapest(theirs, { by: "p999", strain: 0.01, error: 0.5 })?.ms).toBe(20);
  expect(front(ours, ({ error }) => error)).toHaveLength(3);
  expect(front([...ours, point("a", 5, 0.5, 0.5)], ({ error }) => error)).toHaveLength(3);
  const svg = drawCurves("a < b", "strain", [...ours, ...theirs], ({ strain }) => strain.largest);
  expect(svg.match(/<circle/g)).toHaveLength(5);
  expect(svg).toContain("a &lt; b");
});

test("a headline asks for what is wished, unless the cloth itself strains more, hardly moves, or moves nobody knows how", () => {
  const tight = (yardstick: Yardstick): unknown => headlineGoal(yardstick, "tight", "largest");
  expect(tight(measured(0.005, 1, 0.001))).toEqual({ by: "largest", strain: 0.01, error: 0.05 });
  expect(tight(measured(0.013, 1, Number.NaN))).toEqual({ by: "largest", strain: 0.02, error: 0.05 });
  expect(tight(measured(0.005, 0.016, 0.001))).toEqual({ by: "largest", strain: 0.01, error: 0.004 });
  expect(tight(measured(0.005, 1, 0.03))).toEqual({ by: "largest", strain: 0.01, error: 0.06 });
  expect(headlineGoal(measured(0.06, 1, 0.001), "middle", "largest").strain).toBe(0.1);
  expect(headlineGoal(measured(0.06, 1, 0.001), "loose", "largest")).toEqual({ by: "largest", strain: 0.1, error: 0.1 });
  expect(headlineGoal(measured(0.06, 1, 0.001), "tight", "p999").strain).toBe(0.01); // nobody looked what it is of the cloth itself
  expect(headlineGoal(measured(0.06, 1, 0.001, 0.012), "tight", "p999").strain).toBe(0.02);
});

const OURS = stretcher("drape quick", "drape", [], 0);
const THEIRS = stretcher("slow (bench)", "rival", [], 0);
const ABSENT = { ...THEIRS, name: "absent" };
const CLOTH = hang.createCloth(8) as RaceCloth;
const CORNER = [0.04, 0.009];

function stage(results: readonly Result[], truth: FinishedStage["truth"] = truthOf(0.005, 0.004)): FinishedStage {
  return { scene: hang, size: 8, results, ...(truth === undefined ? {} : { truth }) };
}

test("the headlines: both kinds of strain at every goal, the cheapest of each team", () => {
  const results = [
    finished(OURS, "n=1", 2, CORNER, 0.02),
    finished(OURS, "n=2", 150, [0.008, 0.006], 0.02),
    finished(THEIRS, "n=1", 5, CORNER, 0.02),
  ];
  const told = headlinesOf(stage(results)).map(({ wish, goal, ours, theirs }) => [wish, goal.by, ours?.ms, theirs?.ms]);
  expect(told).toEqual([
    ["tight", "largest", 150, undefined],
    ["tight", "p999", 2, 5],
    ["middle", "largest", 150, undefined],
    ["middle", "p999", 2, 5],
    ["loose", "largest", 2, 5],
    ["loose", "p999", 2, 5],
  ]);
  expect(headlineTable([stage(results)])).toBe(
    [
      "| scene | goal | largest strain | p99.9 strain |",
      "|---|---|---|---|",
      "| hang 8 | 1 %, 5 cm | 150 : – | **2.5** (2 : 5 slow) |",
      "| hang 8 | 10 %, 10 cm | **2.5** (2 : 5 slow) | **2.5** (2 : 5 slow) |",
    ].join("\n"),
  );
});

test("the table says what was left to be run, who alone gets there, and where the cloth itself strains more", () => {
  const left = emptyResult(OURS, CLOTH, "3 settings", "not run");
  const table = headlineTable([stage([left, finished(THEIRS, "n=1", 5, [0.1, 0.009], 0.02)], truthOf(0.04, 0.004))]);
  expect(table.split("\n").slice(2)).toEqual([
    "| hang 8 | 1 %, 5 cm | 5 %: –* | – : 5 slow* |",
    "| hang 8 | 10 %, 10 cm | – : 5 slow* | – : 5 slow* |",
  ]);
  expect(headlineTable([{ scene: hang, size: 8, results: [left] }])).toBe("");
  expect(headlineTable([stage([left], truthOf(0.004, 0.004, 0.06))])).toBe(""); // a frozen cloth would reach what may be asked for
});

test("each rival is held against Drape: who rattles has no strain at rest, who cannot is left out", () => {
  const rattling = finished({ ...THEIRS, name: "rattling" }, "n=0", 1, [0.0001, 0.0001], 0);
  const results = [
    finished(OURS, "n=1", 1, [0.004, 0.004], 0),
    finished(THEIRS, "n=1", 4, [0.0045, 0.004], 0),
    { ...rattling, measures: { ...(rattling.measures as NonNullable<Result["measures"]>), restSpeed: 0.1 } },
    emptyResult(ABSENT, CLOTH, "–", "cannot"),
  ];
  expect(duelRows(stage(results)).map(({ rival, there }) => `${rival}: ${there}`)).toEqual(["slow (bench): 4.0 × faster", "rattling: –"]);
  expect(duelRows(stage(results, truthOf(0.004, 0.004, 0.06)))).toEqual([]);
});
