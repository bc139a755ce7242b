import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Contestant } from "../../bench/race/contestant.ts";
import { drape } from "../../bench/race/contestants/drape.ts";
import { afterRun, nextLane, planLane } from "../../bench/race/lane.ts";
import type { RaceCloth } from "../../bench/race/race-cloth.ts";
import { SCENES } from "../../bench/race/race-scene.ts";
import { reusable, stagesOf } from "../../bench/race/record.ts";
import { readResult, readTruth, rowOf, rowsOf, truthRow } from "../../bench/race/rows.ts";
import { emptyResult, type Result, runSetting } from "../../bench/race/run-setting.ts";
import { runStage, type StageOptions } from "../../bench/race/run-stage.ts";
import { hang } from "../../bench/race/scenes/hang.ts";
import { planStages } from "../../bench/race/stage.ts";
import { createVersions } from "../../bench/race/version.ts";
import { parseCsv } from "../../bench/support/csv.ts";
import { finished, stretcher, truthOf } from "./race-parts.ts";

const CLOTH = hang.createCloth(8) as RaceCloth;
const NEVER = (): boolean => false;

/** A contestant whose settings cost what they are numbered. */
function runner(name: string, count: number, team: Contestant["team"] = "drape"): Contestant {
  const strains = Array.from({ length: count }, (_, n) => 0.1 / (n + 1));
  return stretcher(name, team, strains, 0);
}

function run(contestant: Contestant, setting: string, outcome: Result["outcome"] = "unstable", seconds = 1): Result {
  return { ...emptyResult(contestant, CLOTH, setting, outcome), seconds, version: "abc" };
}

test("a lane covers its range early, in rounds, and what is run is not run again", () => {
  const one = runner("one", 7);
  const lane = planLane(one, CLOTH, false);
  if (lane === undefined) throw new Error("no lane");
  expect(lane.waiting.map(({ label }) => label)).toEqual(["n=1", "n=4", "n=0", "n=3", "n=6", "n=2", "n=5"]);
  expect(planLane(one, CLOTH, true)?.waiting.map(({ label }) => label)).toEqual(["n=1", "n=4"]);
  expect(planLane({ ...one, largestQuick: 4 }, CLOTH, true)).toBeUndefined();
  const after = afterRun(afterRun(lane, run(one, "n=4"), NEVER), run(one, "gone"), NEVER);
  expect(after.waiting.map(({ label }) => label)).toEqual(["n=1", "n=0", "n=3", "n=6", "n=2", "n=5"]);
  expect(after.spent).toBe(1);
});

test.each(["too long", "timed out", "good"] as const)("costlier settings are left out after a run that was %s", (how) => {
  const one = runner("one", 7);
  const lane = planLane(one, CLOTH, false);
  if (lane === undefined) throw new Error("no lane");
  const result = run(one, "n=3", how === "good" ? "finished" : how);
  const after = afterRun(lane, result, ({ outcome }) => outcome === "finished");
  expect(after.waiting.map(({ label }) => label)).toEqual(["n=1", "n=0", "n=2"]);
});

test("whoever has spent the least is next, if something is left", () => {
  const lanes = [5, 1, 3].map((spent, n) => ({ contestant: runner(`${n}`, 1), settings: [], waiting: [] as never[], spent }));
  expect(nextLane(lanes)).toBeUndefined();
  const waiting = lanes.map((lane) => ({ ...lane, waiting: lane.spent === 1 ? [] : lane.contestant.settings(CLOTH) }));
  expect(nextLane(waiting)?.spent).toBe(3);
});

function stageOptions(options: Partial<StageOptions> = {}): StageOptions {
  return {
    known: [],
    deadline: Number.POSITIVE_INFINITY,
    thin: false,
    isGoodEnough: NEVER,
    start: (contestant) => ({
      run: (setting) => runSetting(contestant, CLOTH, setting, { frames: 2, limit: 60 }),
      close: async () => {},
    }),
    versionOf: ({ team }) => `${team} 1`,
    keep: () => {},
    isStopped: NEVER,
    ...options,
  };
}

test("a stage runs what is not known, tells every run at once, and says who cannot", async () => {
  const one = runner("one", 3);
  const kept: string[] = [];
  const known = [finished(one, "n=1", 5, [0.1, 0.1], 0), finished(runner("nobody", 1), "n=0", 5, [0.1, 0.1], 0)];
  const absent = { ...runner("absent", 2, "rival"), scenes: [] };
  const results = await runStage(
    [absent, one],
    CLOTH,
    stageOptions({ known, keep: ({ setting, version }) => kept.push(`${setting} ${version}`) }),
  );
  expect(kept).toEqual(["n=0 drape 1", "n=2 drape 1"]);
  expect(results.map(({ contestant, outcome, version }) => `${contestant} ${outcome} ${version}`)).toEqual([
    "absent cannot ",
    ...["drape 1", "drape 1", "abc"].map((version) => `one finished ${version}`),
  ]);
  const again = await runStage(
    [absent, one],
    CLOTH,
    stageOptions({ known: results, start: () => expect.fail("nothing is left to be run") }),
  );
  expect(again).toEqual(results);
});

test("a stage that is stopped, or out of time, says what was left", async () => {
  const one = runner("one", 3);
  const left = { contestant: "one", outcome: "not run", setting: "3 settings" };
  expect(await runStage([one], CLOTH, stageOptions({ deadline: 0 }))).toMatchObject([left]);
  expect(await runStage([one], CLOTH, stageOptions({ isStopped: () => true }))).toMatchObject([left]);
});

test.each(["crashed", "timed out", "failed"] as const)("a racer that %s is followed by another", async (outcome) => {
  const one = runner("one", 4);
  let started = 0;
  const start: StageOptions["start"] = (contestant) => {
    started++;
    return { run: async ({ label }) => run(contestant, label, label === "n=1" ? outcome : "unstable"), close: async () => {} };
  };
  const results = await runStage([one], CLOTH, stageOptions({ start }));
  expect(started).toBe(2);
  expect(results).toHaveLength(outcome === "timed out" ? 2 : 4);
});

test("an engine that fails does not end the race, and a run that is too slow ends early", async () => {
  const broken: Contestant = { ...runner("broken", 1, "rival"), create: () => Promise.reject(new Error("no memory left")) };
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const [setting] = broken.settings(CLOTH);
  const { outcome, measures } = await runSetting(broken, CLOTH, setting, { frames: 2, limit: 1 });
  expect([outcome, measures]).toEqual(["failed", undefined]);
  expect(told.mock.calls).toEqual([["broken n=0: Error: no memory left"]]);
  told.mockRestore();
  expect((await runSetting(runner("slow", 1), CLOTH, setting, { frames: 5, limit: 0 })).outcome).toBe("too long");
});

test("rows: what is written is what is read, to the digits that are written", () => {
  const amount = fc.double({ min: 0, max: 10, noNaN: true });
  fc.assert(
    fc.property(amount, amount, amount, amount, (ms, largest, p999, error) => {
      const row = rowOf(finished(runner("one", 1), "steps=1 a=2", ms, [largest, p999], error));
      expect(rowOf(readResult(JSON.parse(JSON.stringify(row))))).toEqual(row);
    }),
    { numRuns: 20 },
  );
  const broken = rowOf(run(runner("one", 1), "n=0", "crashed"));
  expect(readResult(broken).measures).toBeUndefined();
  expect(rowOf(readResult(broken))).toEqual(broken);
  const truth = truthOf(0.005, Number.NaN, Number.NaN);
  const told = truthRow({ scene: hang, size: 8, truth, results: [run(runner("one", 1), "n=0")] });
  expect(readTruth(told as NonNullable<typeof told>)).toEqual(truth);
});

test("a CSV is read as it was written, commas in quotes and all", () => {
  const rows = parseCsv('a,b,c\n1,"x, y",\n–,2,"z"\n');
  expect(rows).toEqual([
    { a: "1", b: "x, y", c: "" },
    { a: "–", b: "2", c: "z" },
  ]);
});

test("stages come back from their rows, what they are held against too", () => {
  const one = runner("one", 2);
  const results = [finished(one, "n=0", 5, [0.1, 0.05], 0.02), run(one, "n=1", "too long"), run(one, "2 settings", "not run")];
  const stages = [
    { scene: hang, size: 8, truth: truthOf(0.005, 0.004), results },
    { scene: hang, size: 9, results: results.map((result) => ({ ...result, size: 9 })) },
  ];
  const rows = stages.flatMap(rowsOf);
  const text = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))].join("\n");
  expect(stagesOf(parseCsv(text))).toEqual(stages);
  expect(stagesOf(rows.map(({ version, ...older }) => older))).toEqual([]);
});

test("rows of other sources are run again unless they will do, and what broke if it is asked for", () => {
  const one = runner("one", 4);
  const results = [
    { ...run(one, "n=0", "finished"), version: "old" },
    run(one, "n=1", "finished"),
    run(one, "n=2", "crashed"),
    run(one, "3 settings", "not run"),
    run(one, "–", "cannot"),
  ];
  const kept = (anyVersion: boolean, again: boolean): string[] =>
    reusable(results, { versionOf: () => "abc", anyVersion, again }).map(({ setting }) => setting);
  expect(kept(false, false)).toEqual(["n=1", "n=2"]);
  expect(kept(true, false)).toEqual(["n=0", "n=1", "n=2"]);
  expect(kept(true, true)).toEqual(["n=0", "n=1"]);
});

test("the version of Drape's runs follows the library, that of the rivals' does not, and both follow what all go through", () => {
  const root = mkdtempSync(join(tmpdir(), "race-version-"));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const shared = ["contestant", "measure", "own-forces", "percentile", "race-cloth", "racer-process", "run-setting"];
  const files = [...shared, "contestants/drape", "contestants/xpbd", "scenes/hang"].map((name) => `bench/race/${name}.ts`);
  for (const path of [...files, "src/step.ts", "src/papers/one.ts"]) write(path, "1");
  for (const engine of ["jolt-physics", "ammojs-typed"]) write(`node_modules/${engine}/package.json`, "{}");
  const versions = (): string[] => (["drape", "rival"] as const).map((team) => createVersions(root)(runner("one", 1, team)));
  const changed = (path: string): boolean[] => {
    const before = versions();
    write(path, "2");
    return versions().map((version, n) => version !== before[n]);
  };
  expect(changed("src/papers/one.ts")).toEqual([false, false]);
  expect(changed("src/step.ts")).toEqual([true, false]);
  expect(changed("bench/race/contestants/drape.ts")).toEqual([true, false]);
  expect(changed("bench/race/contestants/xpbd.ts")).toEqual([false, true]);
  expect(changed("bench/race/measure.ts")).toEqual([true, true]);
  rmSync(root, { recursive: true });
});

test("the full form has every scene at every size, once", () => {
  const stages = planStages(SCENES, "full", [], 0).map(({ scene, size }) => `${scene.name} ${size}`);
  const wanted = ["swing", "hang", "sphere", "fold", "flag"].flatMap((name) => [32, 80, 160, 316].map((size) => `${name} ${size}`));
  expect([...stages].sort()).toEqual([...wanted, "dressed 0"].sort());
  expect(planStages(SCENES, "full", ["fold"], 8).map(({ scene, size }) => `${scene.name} ${size}`)).toEqual(["fold 8"]);
});

test("no two settings of a method of Drape's have one label: they are told apart by it", () => {
  for (const one of drape) {
    const labels = one.settings(CLOTH).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.join(" ")).not.toContain(",");
  }
});
