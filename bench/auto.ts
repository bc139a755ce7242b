/**
 * Does `auto` choose well? For each scene of the gallery: what it chose, what a step costs, and the cheapest of a list of methods and settings whose motion and
 * strain are no further from the reference. The reference is bdf2 with steps of a quarter (where the cloth touches something) or an eighth.
 *
 *     npm run bench -- auto [SCENE…] [table] [rounds=3]
 *
 * Every scene is run for a short while, the same for all methods; the motion of cloth in contact soon depends on the last digit. Rows are kept under .cache/auto as they
 * come: scenes that are named are measured anew, all of them without names; `table` measures nothing and writes the tables from what is there.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { METHODS, type SceneInput } from "../src/index.ts";
import type { SolverInput } from "../src/scene/scene-input.ts";
import { readArguments } from "./support/arguments.ts";
import {
  createGallerySimulation,
  mean,
  meanDifference,
  readGalleryScene,
  runDistance,
  runScene,
  type SceneRun,
  sceneNames,
} from "./support/scene-run.ts";
import { publish, type Row } from "./support/table.ts";

type Solver = NonNullable<SceneInput["solver"]>;

/** What is measured of a method in a scene: milliseconds a step, and distances from the reference [m], [−], [−]. */
interface Result {
  readonly name: string;
  ms: number;
  /** The least milliseconds of each step over all runs, of which `ms` is the mean. */
  steps?: readonly number[] | undefined;
  readonly motion: number;
  readonly strainMean: number;
  readonly strainMax: number;
}

/** No worse: at most a tenth more than auto's error, or what nobody sees: 1 mm, 0.02 % of mean strain, 0.2 % of the largest. */
const SLACK = 1.1;
const UNSEEN = { motion: 1e-3, strainMean: 2e-4, strainMax: 2e-3 } as const;
const GOAL = 1.25;
const MOST_RIVALS = 4;
const AUTO: Solver = { method: "auto" };
const FOLDER = ".cache/auto";

const { words, numbers } = readArguments({ rounds: 3 });
const names = sceneNames();
const wanted = words.filter((word) => word !== "table");
for (const name of wanted) if (!names.includes(name)) throw new Error(`no scene ${name}; there are: ${names.join(", ")}`);
mkdirSync(FOLDER, { recursive: true });
if (!words.includes("table")) for (const name of wanted.length > 0 ? wanted : names) await measureScene(name);
publishTables();

async function measureScene(name: string): Promise<void> {
  const scene = readGalleryScene(name);
  const step = (scene.timestep as number | undefined) ?? 1 / 60;
  const touches = scene.colliders !== undefined || scene.figures !== undefined || name === "untangle";
  const frames = Math.round(secondsOf(scene, step, touches) / step);
  const substeps = touches ? 4 : 8;
  const reference = await createGallerySimulation(scene, { method: "bdf2", tolerance: 1e-6 }, substeps);
  const truth = runScene(reference, frames, substeps);
  if (truth === undefined) throw new Error(`${name}: the reference is unstable`);
  const judge = (label: string, run: SceneRun): Result => ({
    name: label,
    ms: mean(run.ms),
    steps: run.ms,
    motion: runDistance(run, truth),
    strainMean: meanDifference(run.strainMean, truth.strainMean),
    strainMax: meanDifference(run.strainMax, truth.strainMax),
  });
  const measure = async (label: string, solver: Solver): Promise<[Result, SceneRun] | undefined> => {
    const run = runScene(await createGallerySimulation(scene, solver, 1), frames, 1);
    return run === undefined ? undefined : [judge(label, run), run];
  };
  await measure("auto", AUTO); // what follows finds compiled code
  const chosen = await measure("auto", AUTO);
  if (chosen === undefined) throw new Error(`${name}: auto is unstable`);
  const [auto, run] = chosen;
  const list = candidates(scene, step, touches);
  const results: Result[] = [];
  for (const [label, solver] of Object.entries(list)) {
    const [result] = (await measure(label, solver)) ?? [];
    if (result !== undefined) results.push(result);
  }
  const timeAgain = async (result: Result): Promise<void> => {
    const [again] = (await measure(result.name, result === auto ? AUTO : list[result.name])) ?? [];
    result.steps = result.steps?.map((ms, n) => Math.min(ms, again?.steps?.[n] ?? ms));
    result.ms = mean(result.steps ?? []);
  };
  // who was first to run something waited for its compilation: all are timed again, then auto and the cheapest in turns
  const rivals = results.filter((result) => isNoWorse(result, auto));
  for (const rival of rivals) await timeAgain(rival);
  rivals.sort((a, b) => a.ms - b.ms);
  for (let round = 0; round < numbers.rounds; round++) {
    for (const result of [auto, ...rivals.slice(0, MOST_RIVALS)]) await timeAgain(result);
  }
  for (const result of [auto, ...results]) delete result.steps;
  const seconds = Number((frames * step).toFixed(3));
  const kept = { name, particles: run.particles, seconds, choice: describe(run), auto, results };
  writeFileSync(`${FOLDER}/${name}.json`, JSON.stringify(kept));
  console.log(JSON.stringify(tableRow(kept)));
}

/** How long a scene is run [s]: until something has happened, and not much longer. */
function secondsOf(scene: SceneInput, step: number, touches: boolean): number {
  if (step > 0.1) return 10;
  if (scene.figures !== undefined) return 1;
  const wind = scene.wind as { readonly velocity: readonly number[] } | undefined;
  if (Math.hypot(...(wind?.velocity ?? [])) > 2) return 0.4; // then a flag flaps without order
  return touches || step < 1e-3 ? 0.5 : 1;
}

/** Methods and settings that somebody who knows them might choose. All compute with WebAssembly where they can, as auto does. */
function candidates(scene: SceneInput, step: number, touches: boolean): Readonly<Record<string, Solver>> {
  const [x, y, z] = (scene.gravity as [number, number, number] | undefined) ?? [0, -9.81, 0];
  const fall = step * Math.hypot(x, y, z);
  const loose = { tolerance: 1e-2, velocityTolerance: Math.min(1, fall / 16) };
  const tight = { tolerance: 1e-3, velocityTolerance: Math.min(1, fall / 160) };
  const list: Record<string, Solver> = {};
  for (const maxIterations of [7, 15, 30, 60]) {
    list[`implicit-euler ${maxIterations}`] = { method: "implicit-euler", ...loose, maxIterations };
  }
  list["implicit-euler 1e-2"] = { method: "implicit-euler", ...loose };
  list["implicit-euler 1e-3"] = { method: "implicit-euler", ...tight };
  list["theta 0.6 1e-2"] = { method: "theta", theta: 0.6, ...loose };
  list["theta 0.6 1e-3"] = { method: "theta", theta: 0.6, ...tight };
  list["implicit-midpoint 1e-3"] = { method: "implicit-midpoint", ...tight };
  for (const method of ["bdf2", "paid"]) {
    list[`${method} 10`] = { method, ...loose, maxIterations: 10 } as SolverInput;
    list[`${method} 1e-2`] = { method, ...loose } as SolverInput;
  }
  for (const sweeps of [2, 4, 16, 40]) list[`gauss-seidel ${sweeps}`] = { method: "gauss-seidel", sweeps };
  for (const sweeps of [2, 8]) list[`block-jacobi ${sweeps}`] = { method: "block-jacobi", sweeps, jacobian: "clamped" };
  list["linear-edge 1"] = { method: "linear-edge" };
  for (const iterations of [3, 5, 10, 20]) {
    list[`linear-edge bdf2 ${iterations}`] = { method: "linear-edge", acceleration: "lbfgs", iterations, integrator: "bdf2" };
  }
  list["linear-edge euler 5"] = { method: "linear-edge", acceleration: "lbfgs", iterations: 5 };
  list["two-level 4 × 9²"] = { method: "two-level" };
  list["two-level 8 × 17²"] = { method: "two-level", substeps: 8, hats: 17 };
  if (!touches) for (const method of ["symplectic-euler", "verlet"]) list[method] = { method } as SolverInput; // in stiff contact they explode, slowly
  for (const [label, solver] of Object.entries(list)) {
    const method = METHODS.find(({ name }) => name === solver.method);
    if (method?.options.some(({ name }) => name === "kernels")) list[label] = { ...solver, kernels: "wasm" } as SolverInput;
  }
  return list;
}

function isNoWorse(result: Result, auto: Result): boolean {
  return (["motion", "strainMean", "strainMax"] as const).every(
    (error) => result[error] <= Math.max(SLACK * auto[error], auto[error] + UNSEEN[error]),
  );
}

/** The method and those of its options that differ from their defaults. */
function describe({ method, options }: SceneRun): string {
  const usual = METHODS.find(({ name }) => name === method)?.options ?? [];
  const other = usual.filter(({ name, default: value }) => options[name] !== value);
  const short = (value: unknown): string =>
    typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(2))) : String(value);
  return [method, ...other.map(({ name }) => `${name}=${short(options[name])}`)].join(" ");
}

interface Kept {
  readonly name: string;
  readonly particles: number;
  readonly seconds: number;
  readonly choice: string;
  readonly auto: Result;
  readonly results: readonly Result[];
}

function tableRow({ name, particles, seconds, choice, auto, results }: Kept): Row {
  const rivals = results.filter((result) => isNoWorse(result, auto)).sort((a, b) => a.ms - b.ms);
  const best = rivals[0];
  const ratio = best === undefined ? undefined : auto.ms / best.ms;
  return {
    scene: name,
    particles,
    seconds,
    auto: choice,
    ...errorCells(auto),
    rivals: rivals.length,
    cheapest: best?.name ?? "none",
    cheapestMs: best?.ms.toFixed(3) ?? "",
    ratio: ratio?.toFixed(2) ?? "",
    within: ratio === undefined || ratio <= GOAL ? "yes" : "no",
  };
}

function errorCells({ ms, motion, strainMean, strainMax }: Result): Row {
  return {
    ms: ms.toFixed(3),
    motionCm: (100 * motion).toFixed(2),
    strainMeanPercent: (100 * strainMean).toFixed(3),
    strainMaxPercent: (100 * strainMax).toFixed(2),
  };
}

function publishTables(): void {
  const kept = names
    .filter((name) => existsSync(`${FOLDER}/${name}.json`))
    .map((name) => JSON.parse(readFileSync(`${FOLDER}/${name}.json`, "utf8")) as Kept);
  const all = kept.flatMap(({ name, auto, results }) =>
    [auto, ...results].map((result): Row => ({ scene: name, method: result.name, ...errorCells(result) })),
  );
  publish("auto-candidates", "errors against bdf2 at h/8 (h/4 in contact)", all);
  console.log();
  publish("auto", `no worse: ${SLACK} times auto's errors, or 1 mm, 0.02 %, 0.2 % more; within: ratio <= ${GOAL}`, kept.map(tableRow));
}
