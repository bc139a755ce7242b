import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Contestant } from "../../bench/race/contestant.ts";
import { CONTESTANTS } from "../../bench/race/contestants.ts";
import type { RaceCloth } from "../../bench/race/race-cloth.ts";
import { startRacer } from "../../bench/race/racer.ts";
import { swing } from "../../bench/race/scenes/swing.ts";

const CLOTH = swing.createCloth(8) as RaceCloth;
const SHORT = { frames: 4, limit: 60 };

test.each(["drape gauss-seidel", "XPBD (bench)"])("%s runs its settings in a process of its own", async (name) => {
  const contestant = CONTESTANTS.find((one) => one.name === name) as Contestant;
  const racer = startRacer(contestant, CLOTH, SHORT);
  const settings = contestant.settings(CLOTH).slice(0, 2);
  for (const setting of settings) {
    const result = await racer.run(setting);
    expect(result).toMatchObject({ contestant: name, scene: "swing", size: 8, setting: setting.label, outcome: "finished" });
    expect(result.median).toBeGreaterThan(0);
    expect(result.p95).toBeGreaterThanOrEqual(result.median);
    expect(result.measures?.maxPeak).toBeGreaterThan(0);
  }
  await racer.close();
});

test.each([
  ["crashed", "process.exit(3);", 60],
  ["timed out", "setInterval(() => {}, 1000);", 0],
] as const)("a process that %s is a row that says so", async (outcome, code, patience) => {
  const folder = mkdtempSync(join(tmpdir(), "racer-"));
  writeFileSync(join(folder, "broken.mjs"), code);
  const contestant = CONTESTANTS[0];
  const racer = startRacer(contestant, CLOTH, SHORT, join(folder, "broken.mjs"), patience);
  const [setting] = contestant.settings(CLOTH);
  expect(await racer.run(setting)).toMatchObject({ contestant: contestant.name, setting: setting.label, outcome });
  await racer.close();
  rmSync(folder, { recursive: true });
});
