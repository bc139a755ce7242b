/**
 * The public race of cloth engines: Drape's methods, jolt-physics, ammojs-typed, and XPBD, projective dynamics and plain PCG written here, on the
 * same cloth (k = 10⁴ N/m), swept from coarse to fine, each in a process of its own. Curves of cost against strain and against motion error, and ratios.
 *
 *     npm run bench -- race quick [budget=270]     some settings, 32 × 32 and 80 × 80
 *     npm run bench -- race full [budget=3300]     all, up to 316 × 316; a day or so in all, taken up where it was left off when started again
 *     npm run bench -- race report [quick]         the report of what has been run
 *     npm run bench -- race reference              the motions converged in time, all vertices, kept under .cache/race; hours, taken up where it was left off
 *     npm run bench -- race keep                   writes a sample of each of them to bench/race/references, which a race takes where the cache has none
 *     npm run bench -- race check [size=16]        is everybody set up right?
 *
 * Scenes by name (swing hang sphere fold flag dressed) and size=… choose some of them. budget=… is the seconds after which no run begins, limit=… what one run may take.
 * Every run is in the CSV as soon as it ends; a race that is started again leaves out what is there. It runs again what other sources ran (`version.ts`), but for the word any-version; with
 * the word again also what was too long or broke. A race takes references from .cache/race or bench/race/references and computes by itself only those of 32 × 32; sheets without one are
 * left out unless their scene is named. frames=… cuts every run short, to try things out, in files of its own. Ctrl-C ends the race after the run of the moment with a report of all of it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { arch, cpus } from "node:os";
import { checkContestant } from "./race/check-contestants.ts";
import { CONTESTANTS } from "./race/contestants.ts";
import { headlineTable, LEGEND } from "./race/headline-table.ts";
import { keepMotion } from "./race/kept-motion.ts";
import { SCENES } from "./race/race-scene.ts";
import { startRacer } from "./race/racer.ts";
import { openRecord, type RaceRecord, reusable } from "./race/record.ts";
import { findOwnStep, findTruth, OWN_STEPS } from "./race/reference.ts";
import { writeReport } from "./race/report.ts";
import type { Result } from "./race/run-setting.ts";
import { runStage } from "./race/run-stage.ts";
import { type FinishedStage, type Form, isPlanned, planStages, type RaceStage } from "./race/stage.ts";
import { describeTruth, isGoodEnough } from "./race/stage-truth.ts";
import { createVersions } from "./race/version.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const { words, numbers } = readArguments({ budget: 0, size: 0, frames: 0, limit: 150 });
const COMMANDS = ["quick", "full", "report", "reference", "keep", "check"];
const WISHES = ["any-version", "again"];
/** Of the sheets whose references a race may compute by itself. */
const SMALL = 32;
const BUDGET: Readonly<Record<Form, number>> = { quick: 270, full: 3300 };
const only = words.filter((word) => SCENES.some(({ name }) => name === word));
const command = COMMANDS.filter((word) => words.includes(word)).at(-1) ?? "quick";
const form: Form = words.includes("full") || (command === "report" && !words.includes("quick")) ? "full" : "quick";
for (const word of words) {
  if (![...only, ...COMMANDS, ...WISHES].includes(word)) {
    throw new Error(`no ${word}; there are: ${[...COMMANDS, ...WISHES, ...SCENES.map(({ name }) => name)].join(", ")}`);
  }
}
if (command === "check") await check();
else if (command === "reference") await computeReferences();
else if (command === "keep") await keepReferences();
else if (command === "report") report(nameOf(form), openRecord(nameOf(form)));
else await race();
process.exit(); // the engines' own threads and timers end with us

async function check(): Promise<void> {
  const rows: Row[] = [];
  for (const contestant of CONTESTANTS) rows.push(await checkContestant(contestant, numbers.size || 16));
  publish("race-check", `sheet of ${numbers.size || 16} × ${numbers.size || 16}`, rows);
}

/** Everything that the full form compares with, small sheets first. */
async function computeReferences(): Promise<void> {
  const stages = [...planStages(SCENES, "full", only, numbers.size)].sort((a, b) => a.size - b.size);
  for (const { scene, size } of stages) {
    const cloth = await scene.createCloth(size);
    const started = performance.now();
    const truth = await findTruth(cloth, "and halved");
    if (truth === undefined) continue;
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    const change = `halving the step moves it by ${(1000 * truth.change).toFixed(2)} mm`;
    console.log(`${scene.name} ${size}: ${truth.about}; ${change}; ${minutes} minutes`);
    for (const setting of OWN_STEPS) await findOwnStep(cloth, setting, true);
  }
}

/** Those of larger sheets than a race computes by itself. */
async function keepReferences(): Promise<void> {
  for (const { scene, size } of planStages(SCENES, "full", only, numbers.size)) {
    if (size <= SMALL) continue;
    const cloth = await scene.createCloth(size);
    const truth = await findTruth(cloth, "cached");
    if (truth?.frames[0].length !== cloth.positions.length) continue; // none, or a sample already
    console.log(`${scene.name} ${size}: ${(keepMotion(cloth, truth) / 1024).toFixed(0)} KB`);
  }
}

async function race(): Promise<void> {
  const started = performance.now();
  const name = nameOf(form);
  mkdirSync("bench/results", { recursive: true });
  const record = openRecord(name);
  let stopped = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stopped = true;
      console.log("ends after this run");
    });
  }
  const stages = planStages(SCENES, form, only, numbers.size);
  const deadline = started + 1000 * (numbers.budget || BUDGET[form]);
  for (const stage of stages) {
    if (stopped || performance.now() >= deadline) break;
    if (await raceStage(stage, record, deadline, () => stopped)) report(name, record);
  }
}

/** A stage, from where it was left off; false where there is nothing to hold a sheet against and nobody asked for it by name. */
async function raceStage({ scene, size }: RaceStage, record: RaceRecord, deadline: number, isStopped: () => boolean): Promise<boolean> {
  const cloth = await scene.createCloth(size);
  const truth = await describeTruth(cloth, scene, size > SMALL ? "cached" : "once");
  if (truth === undefined && cloth.whole === undefined) {
    const asked = only.includes(scene.name);
    console.log(
      `${scene.name} ${size}: no reference, so ${asked ? "strain and cost only" : "it is left out"} (race reference ${scene.name} size=${size})`,
    );
    if (!asked) return false;
  }
  const versionOf = createVersions();
  const versions = new Map(CONTESTANTS.map((contestant) => [contestant.name, versionOf(contestant)]));
  const known = reusable(record.find(scene.name, size)?.results ?? [], {
    versionOf: (contestant) => versions.get(contestant),
    anyVersion: words.includes("any-version"),
    again: words.includes("again"),
  });
  const stage: FinishedStage = { scene, size, ...(truth === undefined ? {} : { truth }), results: known };
  console.log(`${scene.name} ${size}: ${known.length} runs are there`);
  const frames = Math.min(scene.frames, numbers.frames || scene.frames);
  const results = [...known];
  record.put({
    ...stage,
    results: await runStage(CONTESTANTS, cloth, {
      known,
      deadline,
      thin: form === "quick",
      isGoodEnough: (result) => truth !== undefined && isGoodEnough(result, scene, truth),
      start: (contestant) => startRacer(contestant, cloth, { frames, limit: numbers.limit }),
      versionOf,
      isStopped,
      keep(result) {
        console.log(describe(result));
        results.push(result);
        record.put({ ...stage, results });
      },
    }),
  });
  return true;
}

function describe({ scene, size, contestant, setting, outcome, median, p95, measures }: Result): string {
  const who = `${scene} ${size} ${contestant} ${setting}`;
  if (measures === undefined) return `${who}: ${outcome}`;
  const { maxRest, maxPeak, p999Peak, motionError } = measures;
  const [rest, peak, most] = [maxRest, maxPeak, p999Peak].map((strain) => `${(100 * strain).toFixed(2)} %`);
  return `${who}: ${median.toFixed(2)} ms (p95 ${p95.toFixed(2)}), ${rest} at rest, ${peak} at peak (p99.9 ${most}), ${(100 * motionError).toFixed(1)} cm`;
}

/** What of the plan has been run, in its order, then what was tried besides. */
function report(name: string, record: RaceRecord): void {
  const planned = planStages(SCENES, "full", [], 0).map(({ scene, size }) => record.find(scene.name, size));
  const stages = [...new Set([...planned.filter((stage) => stage !== undefined), ...record.stages()])];
  const runs = stages.flatMap(({ results }) => results).filter(({ version }) => version !== "");
  const about = [
    `machine: ${machine()}, Node ${process.version}, one thread each`,
    `commit: ${describeCommit()}; digests of the sources that ran: ${[...new Set(runs.map(({ version }) => version))].join(", ")}`,
    `${form} form, ${(runs.reduce((sum, { seconds }) => sum + seconds, 0) / 3600).toFixed(1)} hours of ${runs.length} runs`,
    "cloth: 1 m², 0.2 kg, k = 10⁴ N/m along edges and diagonals (mesh stretch stiffness), no bending stiffness; frames of 1/60 s",
  ];
  writeReport(name, about, CONTESTANTS, stages);
  console.log(`\n${headlineTable(stages)}\n\n${LEGEND}\n\nbench/results/${name}.md`);
}

/** Of the files under bench/results, without endings. What is only tried has files of its own. */
function nameOf(raced: Form): string {
  const tried = [
    ...(numbers.frames > 0 ? [`frames-${numbers.frames}`] : []),
    ...(numbers.size > 0 && !isPlanned(numbers.size) ? [`size-${numbers.size}`] : []),
  ];
  return [
    "race",
    raced,
    machine()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-"),
    ...tried,
  ].join("-");
}

function machine(): string {
  return `${cpus()[0]?.model.trim() || "unknown"} ${arch()}`;
}

function describeCommit(): string {
  const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();
  try {
    return `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "--untracked-files=no") === "" ? "" : " with changes"}`;
  } catch {
    return "unknown";
  }
}
