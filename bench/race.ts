/**
 * The public race of cloth engines: Drape's methods, jolt-physics, ammojs-typed, and XPBD, projective dynamics and plain PCG written here, on the
 * same cloth (k = 10⁴ N/m), swept from coarse to fine. Curves of cost against strain and against motion error, and ratios.
 *
 *     npm run bench -- race quick [budget=240]     32 × 32 and 80 × 80 first; at most 5 minutes
 *     npm run bench -- race full [budget=3000]     up to 316 × 316
 *     npm run bench -- race reference [hang] [swing] size=80   the motion converged in time, and its check at half the step
 *     npm run bench -- race check [size=16]        is everybody set up right?
 *
 * Scenes by name (hang swing sphere flag dressed) and size=… choose some of them. References are kept under .cache/race; a run computes those of
 * sheets up to truth=… (32) and takes larger ones from there: compute them before, they take from minutes (80) to hours (160). own=… says the same of
 * the converged step at the method's own step (none in the quick form, 32 in the full one). The time of references does not count. frames=… cuts every run short, to try things out.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { arch, cpus } from "node:os";
import { checkContestant } from "./race/check-contestants.ts";
import { CONTESTANTS } from "./race/contestants.ts";
import { framesDistance, measureStrain } from "./race/measure.ts";
import type { RaceCloth } from "./race/race-cloth.ts";
import { SCENES } from "./race/race-scene.ts";
import { findOwnStep, findTruth, type Reference } from "./race/reference.ts";
import { writeReport } from "./race/report.ts";
import { rowOf, truthRow } from "./race/rows.ts";
import { runStage } from "./race/run-stage.ts";
import { type FinishedStage, type Form, planStages, type Stage } from "./race/stage.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const { words, numbers } = readArguments({ budget: 0, size: 0, truth: -1, own: -1, frames: 0 });
const COMMANDS = ["quick", "full", "reference", "check"];
const only = words.filter((word) => SCENES.some(({ name }) => name === word));
const command = words.find((word) => COMMANDS.includes(word)) ?? "quick";
for (const word of words) {
  if (!only.includes(word) && !COMMANDS.includes(word)) {
    throw new Error(`no ${word}; there are: ${[...COMMANDS, ...SCENES.map(({ name }) => name)].join(", ")}`);
  }
}
if (command === "check") await check();
else if (command === "reference") await computeReferences();
else await race(command as Form);
process.exit(); // the engines' own threads and timers end with us

async function check(): Promise<void> {
  const rows: Row[] = [];
  for (const contestant of CONTESTANTS) rows.push(await checkContestant(contestant, numbers.size || 16));
  publish("race-check", `sheet of ${numbers.size || 16} × ${numbers.size || 16}`, rows);
}

async function computeReferences(): Promise<void> {
  for (const { scene, size } of planStages(SCENES, "full", only, numbers.size)) {
    const cloth = await scene.createCloth(size);
    const truth = await findTruth(cloth, "and halved");
    if (truth === undefined) continue;
    console.log(`${scene.name} ${size}: halving the step moves it by ${(1000 * truth.change).toFixed(2)} mm`);
    if (size > numbers.own) continue;
    for (const integrator of ["euler", "bdf2"] as const) {
      await findOwnStep(cloth, { label: "", steps: 1, integrator, options: {} }, true);
    }
  }
}

async function race(form: Form): Promise<void> {
  mkdirSync("bench/results", { recursive: true });
  const budget = 1000 * (numbers.budget || (form === "quick" ? 240 : 3000));
  const stages = planStages(SCENES, form, only, numbers.size);
  const total = stages.reduce((sum, { weight }) => sum + weight, 0);
  const started = performance.now();
  const finished: FinishedStage[] = [];
  let passed = 0;
  let apart = 0;
  for (const stage of stages) {
    const before = performance.now();
    const prepared = await prepare(stage, form);
    apart += performance.now() - before;
    passed += stage.weight;
    finished.push(await runPlanned(prepared, form, started + apart + (budget * passed) / total));
  }
  const machine = `${cpus()[0]?.model.trim() || "unknown"} ${arch()}`;
  const file = `race-${form}-${machine.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
  const rows = finished.flatMap((stage) => {
    const own = stage.results.map(rowOf);
    const truth = truthRow(stage, own[0]);
    return truth === undefined ? own : [truth, ...own];
  });
  const commit = describeCommit();
  publish(file, `commit ${commit}; one thread each; steps a frame and effort in setting`, rows);
  const about = [
    `machine: ${machine}, Node ${process.version}, one thread each`,
    `commit: ${commit}`,
    `${form} form, ${((performance.now() - started) / 60_000).toFixed(1)} minutes`,
    "cloth: 1 m², 0.2 kg, k = 10⁴ N/m along edges and diagonals, no bending stiffness; frames of 1/60 s",
  ];
  for (const line of writeReport(file, about, CONTESTANTS, finished)) console.log(line);
  console.log(`\nbench/results/${file}.md`);
}

interface Prepared {
  readonly stage: Stage;
  readonly cloth: RaceCloth;
  readonly truth: Reference | undefined;
  readonly computeOwn: boolean;
}

/** The cloth of a stage and what its motion is compared with. */
async function prepare(stage: Stage, form: Form): Promise<Prepared> {
  const { scene, size } = stage;
  const cloth = await scene.createCloth(size);
  const main = scene.name === "hang" || scene.name === "swing";
  const mayCompute = size <= (numbers.truth >= 0 ? numbers.truth : 32) && (main || form === "full");
  const truth = await findTruth(cloth, !mayCompute ? "cached" : form === "quick" ? "once" : "and halved");
  const computeOwn = main && size <= (numbers.own >= 0 ? numbers.own : form === "quick" ? 0 : 32);
  for (const integrator of ["euler", "bdf2"] as const) {
    await findOwnStep(cloth, { label: "", steps: 1, integrator, options: {} }, computeOwn);
  }
  return { stage, cloth, truth, computeOwn };
}

async function runPlanned(prepared: Prepared, form: Form, deadline: number): Promise<FinishedStage> {
  const { stage, cloth, truth, computeOwn } = prepared;
  const { scene, size } = stage;
  const strains = (truth?.frames ?? []).map((x) => measureStrain(cloth, x)[1]);
  const end = scene.strain === "rest" ? strains.slice(-1) : strains;
  const truthStrain = truth === undefined ? Number.NaN : Math.max(...end);
  const still = truth?.frames.map(() => cloth.positions) ?? [];
  const stillError = truth === undefined ? Number.NaN : framesDistance(still, truth.frames);
  const planned = form === "quick" ? Math.min(60, scene.frames) : scene.frames;
  const results = await runStage(CONTESTANTS, cloth, {
    frames: Math.min(planned, numbers.frames || planned),
    deadline,
    truth: truth?.frames,
    strain: scene.strain,
    truthStrain,
    goodError: Math.min(0.01, 0.1 * stillError),
    thin: form === "quick",
    computeOwn,
    log: (line) => console.log(line),
  });
  return {
    scene,
    size,
    hasTruth: truth !== undefined,
    truthChange: truth?.change ?? Number.NaN,
    truthStrain,
    stillError,
    results,
  };
}

function describeCommit(): string {
  const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();
  try {
    return `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain") === "" ? "" : " with changes"}`;
  } catch {
    return "unknown";
  }
}
