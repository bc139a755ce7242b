/** The process in which one contestant runs at one stage (`startRacer`): reads labels of settings, prints a row as JSON for each. */
import { createInterface } from "node:readline";
import type { Contestant, Setting } from "./contestant.ts";
import { CONTESTANTS } from "./contestants.ts";
import { type RaceScene, SCENES } from "./race-scene.ts";
import type { Job } from "./racer.ts";
import { findOwnStep, findTruth } from "./reference.ts";
import { rowOf } from "./rows.ts";
import { runSetting } from "./run-setting.ts";

/** Code is compiled by running it: on a small sheet of the same scene, for so long [ms]. */
const WARM_UP = 250;
const SMALL = 32;

const { contestant: name, scene: sceneName, size, frames, limit } = JSON.parse(process.argv[2]) as Job;
const contestant = CONTESTANTS.find((one) => one.name === name) as Contestant;
const scene = SCENES.find((one) => one.name === sceneName) as RaceScene;
const cloth = await scene.createCloth(size);
const small = size > SMALL ? await scene.createCloth(SMALL) : cloth;
const truth = (await findTruth(cloth, "cached"))?.frames;
const settings = contestant.settings(cloth);
for await (const label of createInterface({ input: process.stdin })) {
  const setting = settings.find((one) => one.label === label);
  if (setting === undefined) throw new Error(`${name} has no setting ${label}`);
  await warmUp(setting);
  const own = await findOwnStep(cloth, setting, false);
  const result = await runSetting(contestant, cloth, setting, { frames, truth, own, limit });
  process.stdout.write(`${JSON.stringify(rowOf(result))}\n`);
}
process.exit(); // the engines' own threads and timers end with us

async function warmUp(setting: Setting): Promise<void> {
  try {
    const runner = await contestant.create(small, setting);
    const started = performance.now();
    do runner.frame();
    while (performance.now() - started < WARM_UP);
    runner.dispose();
  } catch {
    // the run itself will tell
  }
}
