import { arch, cpus } from "node:os";
import { InputError } from "../core/errors.ts";
import { readAnyObject, readInteger } from "../core/read.ts";
import { createSimulation } from "../scene/create-simulation.ts";
import type { MeshLoader } from "../scene/mesh-loader.ts";
import { parseScene, selectVariant } from "../scene/parse-scene.ts";
import type { SceneInput, SolverInput } from "../scene/scene-input.ts";
import { type Arguments, readFlagNumber, readIntegerFlag, readNumberFlag } from "./arguments.ts";
import { BENCH_SHEET, benchSheet } from "./bench-sheet.ts";
import { type BenchGroup, type BenchReport, formatBenchCsv, formatBenchJson, formatBenchText } from "./bench-table.ts";
import type { Command } from "./command.ts";
import { checkOutputs, doJob, type Job, readScene } from "./files.ts";
import { meshLoaderBeside } from "./mesh-loader-beside.ts";
import { changeScene, SCENARIO_FLAGS } from "./scenario.ts";
import { type Entry, timeMethods } from "./time-methods.ts";

const DEFAULTS = { sizes: "32,80", steps: 60, budget: 30 } as const;

/** `drape bench`: how long methods take on this machine, side by side. */
export const benchCommand: Command = {
  flags: [
    {
      name: "methods",
      value: "A,B,…",
      summary: "methods, or variants of the scene, by name (default: all variants, and the scene's own solver)",
    },
    { name: "sizes", value: "N,…", summary: `without a scene: vertices along the sides of the sheets (default ${DEFAULTS.sizes})` },
    { name: "steps", value: "N", summary: `how many steps of each (default ${DEFAULTS.steps})` },
    { name: "budget", value: "S", summary: `seconds by the clock after which it ends as it is (default ${DEFAULTS.budget})` },
    ...SCENARIO_FLAGS.filter(({ name }) => name === "set" || name === "timestep"),
    { name: "json", summary: "as JSON" },
    { name: "out", value: "FILE", summary: "write FILE.csv or FILE.json besides" },
    { name: "quiet", summary: "no progress and no table" },
  ],
  run: bench,
};

/** A cloth to be timed. */
interface Subject {
  readonly title: string;
  readonly entries: readonly Entry[];
}

async function bench(args: Arguments): Promise<number> {
  const { positional, flags } = args;
  if (positional.length > 1) throw new InputError("bench", `${positional.length} scenes`, "name one scene file, or none");
  const path: string | undefined = positional[0];
  const steps = readIntegerFlag(flags, "steps", { min: 1, max: 1_000_000 }, DEFAULTS.steps);
  const budget = readNumberFlag(flags, "budget", { above: 0, unit: "s" }, DEFAULTS.budget);
  const out = flags.get("out");
  if (out !== undefined && !/\.(csv|json)$/i.test(out)) {
    throw new InputError("--out", out, "give it the ending .csv or .json");
  }
  const subjects = path === undefined ? ownSheets(args) : [await givenScene(path, args)];
  await checkOutputs(path, new Map([["--out", out]]));
  const isQuiet = flags.has("quiet");
  return doJob(isQuiet, async (job) => {
    const { files, progress, isInterrupted } = job;
    const table = out === undefined ? undefined : await files.open(out);
    const report: BenchReport = {
      machine: `${cpus()[0]?.model.trim() || "unknown processor"} ${arch()}`,
      node: process.version,
      scene: path ?? BENCH_SHEET,
      steps,
      groups: await timeSubjects(subjects, steps, budget, job),
    };
    progress.clear();
    if (flags.has("json")) process.stdout.write(formatBenchJson(report));
    else if (!isQuiet) process.stdout.write(formatBenchText(report));
    table?.append(/\.csv$/i.test(out ?? "") ? formatBenchCsv(report) : formatBenchJson(report));
    await files.commit();
    if (!isInterrupted()) return 0;
    process.stderr.write("drape: interrupted; what was measured until then is kept\n");
    return 2;
  });
}

async function timeSubjects(subjects: readonly Subject[], steps: number, budget: number, job: Job): Promise<BenchGroup[]> {
  const groups: BenchGroup[] = [];
  const end = performance.now() + 1000 * budget;
  for (const { title, entries } of subjects) {
    const now = performance.now();
    // the time that is left is shared out evenly: what a small cloth does not need is there for the next
    const deadline = now + (end - now) / (subjects.length - groups.length);
    const timings = await timeMethods(entries, {
      steps,
      deadline,
      async pause(done, all) {
        job.progress.show(done, all, title);
        await new Promise((resolve) => setImmediate(resolve));
        return job.isInterrupted();
      },
    });
    const left = entries.slice(timings.length).map(({ name }) => name);
    groups.push({ title, timings, left });
  }
  return groups;
}

function ownSheets(args: Arguments): Subject[] {
  const sizes = (args.flags.get("sizes") ?? DEFAULTS.sizes).split(",");
  return sizes.map((text) => {
    const size = readInteger(readFlagNumber(text), "--sizes", { min: 2, max: 1000 });
    return { title: `${size} × ${size}`, entries: entriesOf(benchSheet(size), args, refuse) };
  });
}

async function givenScene(path: string, args: Arguments): Promise<Subject> {
  const sizes = args.flags.get("sizes");
  if (sizes !== undefined) throw new InputError("--sizes", sizes, "a scene has a size of its own: leave it out");
  return { title: path, entries: entriesOf(await readScene(path), args, meshLoaderBeside(path)) };
}

/** The ways in which a scene is to be run. Everything wrong with any of them is said before the first step. */
function entriesOf(json: unknown, args: Arguments, loadMesh: MeshLoader): Entry[] {
  const scene = changeScene(json, args) as SceneInput;
  const { variants } = parseScene(scene);
  const names = variants.map(({ name }) => name);
  const asked = args.flags.get("methods")?.split(",");
  const chosen = asked ?? (scene.solver === undefined && names.length > 0 ? names : [undefined, ...names]);
  return [...new Set(chosen)].map((name) => {
    const changed = name === undefined ? scene : withSolver(scene, name, names);
    const { solver } = parseScene(changed);
    return { name: name ?? solver.method.name, create: () => createSimulation(changed, { loadMesh }) };
  });
}

/** A variant by its name, else a method with the scene's own options. */
function withSolver(scene: SceneInput, name: string, variants: readonly string[]): SceneInput {
  if (variants.includes(name)) return selectVariant(scene, name);
  return { ...scene, solver: { ...readAnyObject(scene.solver ?? {}, "solver"), method: name } as SolverInput };
}

function refuse(name: string): Promise<string> {
  throw new InputError("mesh", name, "the sheets of bench have none");
}
