/**
 * The public race of cloth engines: Drape's methods, jolt-physics, ammojs-typed, and XPBD, projective dynamics and plain PCG written here, on the
 * same cloth (k = 10⁴ N/m), swept from coarse to fine. Curves of cost against strain and against motion error, and ratios.
 *
 *     npm run bench -- race quick [budget=270]     at most 5 minutes: some settings, 32 × 32 and 80 × 80
 *     npm run bench -- race reference              the motions converged in time, all vertices, kept under .cache/race; hours, taken up where it was left off
 *     npm run bench -- race keep                   writes a sample of each of them to bench/race/references, which a race takes where the cache has none
 *     npm run bench -- race full [budget=3300]     at most an hour, up to 316 × 316
 *     npm run bench -- race check [size=16]        is everybody set up right?
 *
 * Scenes by name (hang swing sphere flag dressed) and size=… choose some of them. A race takes references from .cache/race or bench/race/references and computes by itself
 * only those of 32 × 32. frames=… cuts every run short, to try things out. Every run is in the CSV as soon as it ends and the report is written anew after every scene; Ctrl-C ends
 * the race after the run of the moment with all of it.
 */
import { mkdirSync } from "node:fs";
import { checkContestant } from "./race/check-contestants.ts";
import { CONTESTANTS } from "./race/contestants.ts";
import { keepMotion, type Reference, seenLike } from "./race/kept-motion.ts";
import { framesDistance } from "./race/measure.ts";
import { SCENES } from "./race/race-scene.ts";
import { createRecord } from "./race/record.ts";
import { findOwnStep, findTruth, OWN_STEPS } from "./race/reference.ts";
import { runStage } from "./race/run-stage.ts";
import { type FinishedStage, type Form, planStages, type RaceStage } from "./race/stage.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const { words, numbers } = readArguments({ budget: 0, size: 0, frames: 0 });
const COMMANDS = ["quick", "full", "reference", "keep", "check"];
/** Of the sheets whose references a race may compute by itself. */
const SMALL = 32;
const BUDGET: Readonly<Record<Form, number>> = { quick: 270, full: 3300 };
const only = words.filter((word) => SCENES.some(({ name }) => name === word));
const command = words.find((word) => COMMANDS.includes(word)) ?? "quick";
for (const word of words) {
  if (!only.includes(word) && !COMMANDS.includes(word)) {
    throw new Error(`no ${word}; there are: ${[...COMMANDS, ...SCENES.map(({ name }) => name)].join(", ")}`);
  }
}
if (command === "check") await check();
else if (command === "reference") await computeReferences();
else if (command === "keep") await keepReferences();
else await race(command as Form);
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

async function race(form: Form): Promise<void> {
  mkdirSync("bench/results", { recursive: true });
  const started = performance.now();
  const part = [...only, ...(numbers.size > 0 ? [`${numbers.size}`] : [])].map((word) => `-${word}`).join("");
  const record = createRecord(form, part && `-part${part}`, CONTESTANTS, started);
  let stopped = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stopped = true;
      console.log("ends after this run");
    });
  }
  const stages = planStages(SCENES, form, only, numbers.size);
  const total = stages.reduce((sum, { weight }) => sum + weight, 0);
  let passed = 0;
  for (const stage of stages) {
    if (stopped) break;
    passed += stage.weight;
    const deadline = started + (1000 * (numbers.budget || BUDGET[form]) * passed) / total;
    const described = await describeStage(stage, form);
    record.finish(await runPlanned(described, form, deadline, record.keep, () => stopped));
  }
  for (const line of record.headlines()) console.log(line);
  console.log(`\nbench/results/${record.name}.md`);
}

type Described = Omit<FinishedStage, "results"> & { readonly truth: Reference | undefined };

/** A stage and what its motion is compared with. */
async function describeStage({ scene, size }: RaceStage, form: Form): Promise<Described> {
  const cloth = await scene.createCloth(size);
  const truth = await findTruth(cloth, size > SMALL ? "cached" : form === "quick" ? "once" : "and halved");
  if (truth === undefined && cloth.whole === undefined) {
    console.log(`${scene.name} ${size}: no reference, so strain and cost only (race reference ${scene.name} size=${size})`);
  }
  const strains = truth?.strains ?? [];
  const counted = scene.strain === "rest" ? strains.slice(-1) : strains;
  const still = truth?.frames.map((x) => seenLike(cloth.positions, cloth, x)) ?? [];
  return {
    scene,
    size,
    truth,
    hasTruth: truth !== undefined,
    truthAbout: truth?.about ?? "",
    truthChange: truth?.change ?? Number.NaN,
    truthMeasures: truth?.measures,
    truthStrain: truth === undefined ? Number.NaN : Math.max(...counted),
    stillError: truth === undefined ? Number.NaN : framesDistance(still, truth.frames),
  };
}

async function runPlanned(
  { truth, ...stage }: Described,
  form: Form,
  deadline: number,
  keep: ReturnType<typeof createRecord>["keep"],
  isStopped: () => boolean,
): Promise<FinishedStage> {
  const { scene, size, truthStrain, stillError } = stage;
  const results = await runStage(CONTESTANTS, await scene.createCloth(size), {
    frames: Math.min(scene.frames, numbers.frames || scene.frames),
    deadline,
    truth: truth?.frames,
    strain: scene.strain,
    truthStrain,
    goodError: Math.min(0.01, 0.1 * stillError),
    thin: form === "quick",
    log: (line) => console.log(line),
    keep: (result) => keep(stage, result),
    isStopped,
  });
  return { ...stage, results };
}
