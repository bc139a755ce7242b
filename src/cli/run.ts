import { createHash } from "node:crypto";
import { InputError, NumericalError } from "../core/errors.ts";
import { formatHash } from "../core/hash.ts";
import { STAGES } from "../core/profile.ts";
import { VERSION } from "../core/version.ts";
import { formatMetricsRow, METRICS_COLUMNS } from "../output/metrics-csv.ts";
import { describeRun, runInfo } from "../output/run-info.ts";
import { formatState } from "../output/state-json.ts";
import { WRITERS } from "../output/writers.ts";
import { buildScene } from "../scene/build-scene.ts";
import { withKernels } from "../scene/load-kernels.ts";
import { withDecoders } from "../scene/mesh-loader.ts";
import { parseScene } from "../scene/parse-scene.ts";
import { standUntilStart } from "../scene/stand-until-start.ts";
import { createSimulationFromSetup, type Simulation } from "../sim/simulation.ts";
import { type Arguments, readIntegerFlag, readNumberFlag, readScenePath } from "./arguments.ts";
import { type BakeJournal, type Continuation, openBakeJournal } from "./bake-journal.ts";
import { BrokenOff, createBreakable, hearSignals, Interruption } from "./breakable.ts";
import type { Command } from "./command.ts";
import { checkOverwrite, removeEarlierFrames } from "./earlier-output.ts";
import { checkOutputs, doJob, type Job, type TextStream } from "./files.ts";
import { meshLoaderBeside } from "./mesh-loader-beside.ts";
import { checkHeld, describeSize, OUTPUT_FLAGS, type OutputPlan, planOutput } from "./output-plan.ts";
import { preRoll } from "./pre-roll.ts";
import { createProfileTable } from "./profile-table.ts";
import { createProgress } from "./progress.ts";
import { createRunOutput, type RunOutput } from "./run-output.ts";
import { readScenario, SCENARIO_FLAGS } from "./scenario.ts";
import { writeNotices } from "./write-notices.ts";

/** `drape run`: simulates a scene and writes what was asked for. */
export const runCommand: Command = {
  flags: [
    ...SCENARIO_FLAGS,
    { name: "steps", value: "N", summary: "how many steps" },
    { name: "seconds", value: "S", summary: "how long, in simulated seconds (default: the scene's duration, else 5)" },
    {
      name: "pre-roll",
      value: "S",
      summary: "so many seconds before the start, in which bodies and pins stand; nothing of them is written",
    },
    { name: "state", value: "FILE.json", summary: "write the last state in full precision" },
    {
      name: "out",
      value: "FILE",
      summary: `write the run (${endings("frames")}; ${endings("video")} with ffmpeg) or its last state (${endings("state")})`,
    },
    ...OUTPUT_FLAGS,
    { name: "metrics", value: "FILE.csv", summary: "write energies, momentum, strain and what passes through what, a row a step" },
    { name: "threads", value: "N", summary: "threads to share the work (default: as many as seem good); changes no bit" },
    { name: "profile", summary: "tell on stderr how long each stage of the steps took" },
    { name: "quiet", summary: "no progress and no summary" },
  ],
  run: runScene,
};

/** Nobody waits for more steps than this. */
const MAX_STEPS = 1_000_000_000;

/** Nor for the start for so long [s]. */
const MOST_PRE_ROLL = 1000;

/** Between two looks at the clock, so that an interrupt is seen. */
const YIELD_MS = 50;

function endings(holds: string): string {
  return WRITERS.filter((writer) => writer.holds === holds)
    .map(({ ending }) => ending)
    .join(" ");
}

async function runScene(args: Arguments): Promise<number> {
  const { flags } = args;
  const path = readScenePath("run", args);
  const json = await readScenario(path, args);
  const scene = parseScene(json);
  const steps = countSteps(args, scene.timestep, scene.duration);
  const preRollSteps = Math.round(readNumberFlag(flags, "pre-roll", { min: 0, max: MOST_PRE_ROLL, unit: "s" }, 0) / scene.timestep);
  const plan = await planOutput(args, scene.cloths, steps, scene.timestep);
  const named = ["state", "out", "metrics"].map((name) => [`--${name}`, flags.get(name)] as const);
  await checkOutputs(path, new Map(named));
  if (plan !== undefined) await checkOverwrite(plan, args);
  const meshes: (string | Uint8Array)[] = [];
  const beside = meshLoaderBeside(path);
  const loadMesh = async (name: string): Promise<string | Uint8Array> => {
    const content = await beside(name);
    meshes.push(content);
    return content;
  };
  const built = await buildScene(scene, withDecoders(loadMesh, beside.decoders));
  const setup = preRollSteps > 0 ? standUntilStart(built) : built;
  const simulation = createSimulationFromSetup(await withKernels(setup, readIntegerFlag(flags, "threads", { min: 1, max: 32 }, undefined)));
  if (plan !== undefined) checkHeld(plan, simulation);
  if (!flags.has("quiet")) writeNotices(simulation);
  const asked = scene.solver.method.name;
  const warning = plan && describeSize(plan, simulation.particleCount);
  if (warning !== undefined && !flags.has("quiet")) process.stderr.write(`drape: ${warning}\n`);

  let journal: BakeJournal | undefined;
  const work = async ({ files, progress, isInterrupted }: Job): Promise<number> => {
    let resumed = false;
    const metricsPath = flags.get("metrics");
    if (plan?.frames !== undefined) {
      const bake = identifyBake(json, meshes, plan, preRollSteps, metricsPath !== undefined);
      journal = await openBakeJournal(plan.path, metricsPath, bake, readContinuation(args));
      resumed = journal.restore(simulation);
      if (resumed && !flags.has("quiet")) process.stderr.write(`drape: going on from step ${simulation.steps}\n`);
    }
    if (!resumed && !(await standBefore(simulation, preRollSteps, { progress, isInterrupted }, journal))) return 2;
    if (!resumed && plan !== undefined) await removeEarlierFrames(plan);
    const output = plan && createRunOutput(plan, { scenePath: path, scene, setup, simulation }, files, journal?.frames, isInterrupted);
    const metrics = journal?.metrics ?? (metricsPath === undefined ? undefined : await files.open(metricsPath));
    if (!resumed) metrics?.append(`${METRICS_COLUMNS.join(",")}\n`);
    await output?.keep();
    const failure = await simulate({ simulation, asked, path, steps, output, metrics, journal, progress, isInterrupted }, args);
    if (isInterrupted()) return leaveInterrupted(simulation, journal);
    const state = flags.get("state");
    if (state !== undefined) await files.write(state, formatState(simulation, runInfo(simulation, path, scene.timestep)));
    journal?.save(simulation); // the last part may take long, too
    const pictures = createProgress(!flags.has("quiet"));
    await output?.finish((done, total) => pictures.show(done, total, "pictures"));
    pictures.clear();
    await journal?.finish();
    await files.commit();
    if (failure === undefined) return 0;
    process.stderr.write(`drape: ${failure.message}\n`);
    return 2;
  };
  try {
    return await doJob(flags.has("quiet"), work, plan?.frames === undefined ? undefined : "new");
  } catch (error) {
    if (error instanceof Interruption) return leaveInterrupted(simulation, journal, error instanceof BrokenOff);
    throw error;
  }
}

/** Says what becomes of an interrupted run. A step that was broken off leaves no state: what was saved last, a moment before, stays. */
function leaveInterrupted(simulation: Simulation, journal: BakeJournal | undefined, isBroken = false): number {
  if (!isBroken) journal?.save(simulation);
  journal?.close();
  const left = journal === undefined ? "unfinished files were removed" : "the same with --resume goes on from there";
  process.stderr.write(`drape: interrupted at step ${simulation.steps}; ${left}\n`);
  return 2;
}

/** Takes the steps before the start; false where they were interrupted. There is nothing then to go on from. */
async function standBefore(
  simulation: Simulation,
  steps: number,
  job: Pick<Job, "progress" | "isInterrupted">,
  journal: BakeJournal | undefined,
): Promise<boolean> {
  let isReady = false;
  try {
    isReady = await preRoll(simulation, steps, job);
    if (!isReady) process.stderr.write("drape: interrupted before the start; nothing was written\n");
    return isReady;
  } finally {
    if (!isReady) await journal?.discard();
  }
}

/** Tells bakes apart: the same scene with the same meshes and the same frames gives the same file. */
function identifyBake(
  json: unknown,
  meshes: readonly (string | Uint8Array)[],
  { writer, frames, withBodies, startFrame, split, space, picture, view }: OutputPlan,
  preRollSteps: number,
  hasMetrics: boolean,
): string {
  const { steps, frameCount, rate } = frames ?? {};
  const content = [withBodies, startFrame, split, space, picture, view];
  const contents = meshes.map((content) => createHash("sha256").update(content).digest("hex"));
  const told = JSON.stringify([VERSION, json, contents, writer.name, steps, frameCount, rate, hasMetrics, preRollSteps, content]);
  return createHash("sha256").update(told).digest("hex");
}

function readContinuation({ flags }: Arguments): Continuation {
  if (flags.has("resume") && flags.has("fresh")) {
    throw new InputError("--fresh", "both --resume and --fresh", "give one of the two");
  }
  return flags.has("resume") ? "resume" : flags.has("fresh") ? "fresh" : undefined;
}

function countSteps({ flags }: Arguments, timestep: number, duration: number): number {
  if (flags.has("steps") && flags.has("seconds")) {
    throw new InputError("--seconds", "both --steps and --seconds", "give one of the two");
  }
  const steps = readIntegerFlag(flags, "steps", { min: 0, max: MAX_STEPS }, undefined);
  if (steps !== undefined) return steps;
  const count = Math.round(readNumberFlag(flags, "seconds", { min: 0, unit: "s" }, duration) / timestep);
  if (count <= MAX_STEPS) return count;
  const asked = flags.has("seconds") ? "--seconds" : "duration";
  const got = `${Number(count.toPrecision(6))} steps of ${timestep} s`;
  throw new InputError(asked, got, `ask for at most ${MAX_STEPS}, or a longer timestep`);
}

/** A run on its way. */
interface Run extends Pick<Job, "progress" | "isInterrupted"> {
  readonly simulation: Simulation;
  /** The method that was asked for. */
  readonly asked: string;
  readonly path: string;
  readonly steps: number;
  readonly output: RunOutput | undefined;
  readonly metrics: TextStream | undefined;
  readonly journal: BakeJournal | undefined;
}

/** Runs the steps; returns the instability that ended the run early, if any. */
async function simulate(run: Run, { flags }: Arguments): Promise<NumericalError | undefined> {
  const { simulation, asked, path, steps, output, metrics, journal, progress, isInterrupted } = run;
  const table = flags.has("profile") ? createProfileTable() : undefined;
  const first = simulation.steps;
  const breakable = createBreakable();
  let row = "";
  let yielded = performance.now();
  let spent = 0;
  try {
    await hearSignals();
    for (let n = first; n < steps && !isInterrupted(); n++) {
      breakable(() => simulation.step());
      const { profile } = simulation;
      const ms = STAGES.reduce((sum, stage) => sum + profile[stage], 0);
      spent += ms;
      table?.add(profile);
      if (metrics !== undefined) {
        const told = n === 0 ? describeRun(runInfo(simulation, path, simulation.timestep)) : "";
        breakable(() => {
          row = formatMetricsRow(simulation.view.measure(), simulation.view.inspect(), ms, told);
        });
        metrics.append(`${row}\n`);
      }
      await output?.keep();
      journal?.saveIfDue(simulation);
      if (performance.now() - yielded > YIELD_MS) {
        progress.show(n + 1, steps, `${(spent / (n + 1 - first)).toFixed(1)} ms a step`);
        await hearSignals();
        yielded = performance.now();
      }
    }
  } catch (error) {
    if (error instanceof NumericalError) return error;
    throw error;
  } finally {
    progress.clear();
    if (table !== undefined && !isInterrupted()) process.stderr.write(table.format());
  }
  if (!flags.has("quiet") && !isInterrupted()) writeSummary(simulation, asked, path, spent / Math.max(1, simulation.steps - first));
  return undefined;
}

function writeSummary(simulation: Simulation, asked: string, scene: string, stepMs: number): void {
  const { steps, time, method } = simulation;
  const { strainMean, strainMax } = simulation.view.measure();
  const percent = (strain: number): string => `${(100 * strain).toFixed(2)} %`;
  const chosen = method === asked ? "" : `${asked} chose `;
  process.stdout.write(
    `${describeRun(runInfo(simulation, scene, simulation.timestep))}\n` +
      `${chosen}${method}: ${steps} steps to t = ${Number(time.toPrecision(6))} s, ${stepMs.toFixed(2)} ms a step, ` +
      `strain mean ${percent(strainMean)} max ${percent(strainMax)}, state ${formatHash(simulation.hash())}\n`,
  );
}
