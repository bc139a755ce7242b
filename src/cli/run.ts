import { InputError, NumericalError } from "../core/errors.ts";
import { formatHash } from "../core/hash.ts";
import { STAGES } from "../core/profile.ts";
import { readInteger, readNumber } from "../input/read.ts";
import { drawSimulation } from "../output/draw-simulation.ts";
import { formatMetricsRow, METRICS_COLUMNS } from "../output/metrics-csv.ts";
import { formatObj } from "../output/obj-writer.ts";
import { encodePng } from "../output/png.ts";
import { describeRun, runInfo } from "../output/run-info.ts";
import { formatState } from "../output/state-json.ts";
import { buildScene } from "../scene/build-scene.ts";
import { parseScene, type Scene } from "../scene/parse-scene.ts";
import { withKernels } from "../sim/choose-kernels.ts";
import type { SimulationSetup } from "../sim/setup.ts";
import { createSimulationFromSetup, type Simulation } from "../sim/simulation.ts";
import type { Arguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { OutputFiles } from "./files.ts";
import { checkOutputs, createOutputFiles, meshLoaderBeside } from "./files.ts";
import { createProfileTable } from "./profile-table.ts";
import { createProgress } from "./progress.ts";
import { readFlagNumber, readScenario, SCENARIO_FLAGS } from "./scenario.ts";

/** `drape run`: simulates a scene and writes what was asked for. */
export const runCommand: Command = {
  name: "run",
  operands: "SCENE",
  summary: "simulate a scene",
  flags: [
    ...SCENARIO_FLAGS,
    { name: "steps", value: "N", summary: "how many steps" },
    { name: "seconds", value: "S", summary: "how long, in simulated seconds (default: the scene's duration, else 5)" },
    { name: "state", value: "FILE.json", summary: "write the last state in full precision" },
    {
      name: "out",
      value: "FILE",
      summary: "write the last state, FILE.obj as a mesh or FILE.png as a picture from the scene's camera",
    },
    { name: "every", value: "K", summary: "with --out: one every K steps, FILE_000000.obj and on" },
    {
      name: "metrics",
      value: "FILE.csv",
      summary: "write energies, momentum, strain and what passes through what, a row a step",
    },
    {
      name: "threads",
      value: "N",
      summary: "threads to share the work (default: as many as seem good); changes no bit",
    },
    { name: "profile", summary: "tell on stderr how long each stage of the steps took" },
    { name: "quiet", summary: "no progress and no summary" },
  ],
  run: runScene,
};

/** Nobody waits for more steps than this. */
const MAX_STEPS = 1_000_000_000;

/** Between two looks at the clock, so that an interrupt is seen. */
const YIELD_MS = 50;

async function runScene(args: Arguments): Promise<number> {
  const { positional, flags } = args;
  if (positional.length !== 1) throw new InputError("run", `${positional.length} scenes`, "name one scene file");
  const [path] = positional;
  const scene = parseScene(await readScenario(path, args));
  const steps = countSteps(args, scene.timestep, scene.duration);
  const { out, every } = readOutput(args);
  const named = ["state", "out", "metrics"].map((name) => [`--${name}`, flags.get(name)] as const);
  await checkOutputs(path, new Map(named));
  const setup = await buildScene(scene, meshLoaderBeside(path));
  const write = writerOf(out, path, scene, setup);
  const simulation = createSimulationFromSetup(await withKernels(setup, readThreads(flags.get("threads"))));

  const files = createOutputFiles();
  let interrupted = false;
  const interrupt = (): void => {
    interrupted = true;
  };
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    const asked = scene.solver.method.name;
    const failure = await simulate(simulation, asked, path, steps, every, write, args, files, () => interrupted);
    if (interrupted) {
      process.stderr.write(`drape: interrupted at step ${simulation.steps}; unfinished files were removed\n`);
      return 2;
    }
    const { state } = Object.fromEntries(flags);
    if (state !== undefined) {
      await files.write(state, formatState(simulation, runInfo(simulation, path, scene.timestep)));
    }
    if (every === undefined) await write?.(files, simulation);
    await files.commit();
    if (failure !== undefined) {
      process.stderr.write(`drape: ${failure.message}\n`);
      return 2;
    }
    return 0;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await files.discard();
  }
}

function readThreads(text: string | undefined): number | undefined {
  return text === undefined ? undefined : readInteger(readFlagNumber(text), "--threads", { min: 1, max: 32 });
}

function countSteps({ flags }: Arguments, timestep: number, duration: number): number {
  const steps = flags.get("steps");
  const seconds = flags.get("seconds");
  if (steps !== undefined && seconds !== undefined) {
    throw new InputError("--seconds", "both --steps and --seconds", "give one of the two");
  }
  if (steps !== undefined) return readInteger(readFlagNumber(steps), "--steps", { min: 0, max: MAX_STEPS });
  const wanted =
    seconds === undefined ? duration : readNumber(readFlagNumber(seconds), "--seconds", { min: 0, unit: "s" });
  const count = Math.round(wanted / timestep);
  if (count <= MAX_STEPS) return count;
  const asked = seconds === undefined ? "duration" : "--seconds";
  const got = `${Number(count.toPrecision(6))} steps of ${timestep} s`;
  throw new InputError(asked, got, `ask for at most ${MAX_STEPS}, or a longer timestep`);
}

function readOutput({ flags }: Arguments): { out: string | undefined; every: number | undefined } {
  const out = flags.get("out");
  if (out !== undefined && !/\.(obj|png)$/i.test(out)) {
    const ending = /\.[^./\\]*$/.exec(out)?.[0] ?? "no ending";
    throw new InputError("--out", ending, "this version writes .obj and .png");
  }
  const every = flags.get("every");
  if (every !== undefined && out === undefined) throw new InputError("--every", every, "it goes with --out FILE");
  return {
    out,
    every: every === undefined ? undefined : readInteger(readFlagNumber(every), "--every", { min: 1 }),
  };
}

/** Runs the steps; returns the instability that ended the run early, if any. */
async function simulate(
  simulation: Simulation,
  asked: string,
  path: string,
  steps: number,
  every: number | undefined,
  write: StateWriter | undefined,
  { flags }: Arguments,
  files: OutputFiles,
  isInterrupted: () => boolean,
): Promise<NumericalError | undefined> {
  const quiet = flags.has("quiet");
  const progress = createProgress(!quiet);
  const table = flags.has("profile") ? createProfileTable() : undefined;
  const metricsPath = flags.get("metrics");
  const metrics = metricsPath === undefined ? undefined : await files.open(metricsPath);
  metrics?.append(`${METRICS_COLUMNS.join(",")}\n`);
  if (every !== undefined) await write?.(files, simulation, 0);
  const started = performance.now();
  let yielded = started;
  let spent = 0;
  try {
    for (let n = 0; n < steps && !isInterrupted(); n++) {
      simulation.step();
      const { profile } = simulation;
      const ms = STAGES.reduce((sum, stage) => sum + profile[stage], 0);
      spent += ms;
      table?.add(profile);
      if (metrics !== undefined) {
        const run = n === 0 ? describeRun(runInfo(simulation, path, simulation.timestep)) : "";
        metrics.append(`${formatMetricsRow(simulation.measure(), simulation.inspect(), ms, run)}\n`);
      }
      if (every !== undefined && (n + 1) % every === 0) await write?.(files, simulation, n + 1);
      if (performance.now() - yielded > YIELD_MS) {
        progress.show(n + 1, steps, `${(spent / (n + 1)).toFixed(1)} ms a step`);
        await new Promise((resolve) => setImmediate(resolve));
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
  if (!quiet && !isInterrupted()) writeSummary(simulation, asked, path, spent);
  return undefined;
}

function writeSummary(simulation: Simulation, asked: string, scene: string, spent: number): void {
  const { steps, time, method } = simulation;
  const { strainMean, strainMax } = simulation.measure();
  const percent = (strain: number): string => `${(100 * strain).toFixed(2)} %`;
  const chosen = method === asked ? "" : `${asked} chose `;
  process.stdout.write(
    `${describeRun(runInfo(simulation, scene, simulation.timestep))}\n` +
      `${chosen}${method}: ${steps} steps to t = ${Number(time.toPrecision(6))} s, ${(spent / Math.max(1, steps)).toFixed(2)} ms a step, ` +
      `strain mean ${percent(strainMean)} max ${percent(strainMax)}, state ${formatHash(simulation.hash())}\n`,
  );
}

/** Writes the state as --out asks for it, under the number of its step where one is given. */
type StateWriter = (files: OutputFiles, simulation: Simulation, step?: number) => Promise<void>;

/** Pictures have this size. */
const PICTURE = { width: 960, height: 720 };

function writerOf(
  out: string | undefined,
  scenePath: string,
  scene: Scene,
  setup: SimulationSetup,
): StateWriter | undefined {
  if (out === undefined) return undefined;
  const format = /\.png$/i.test(out)
    ? (simulation: Simulation) =>
        encodePng(drawSimulation(simulation, scene, setup, {}, PICTURE), PICTURE.width, PICTURE.height)
    : (simulation: Simulation) => formatMesh(simulation, scenePath);
  return (files, simulation, step) =>
    files.write(step === undefined ? out : numberedName(out, step), format(simulation));
}

function formatMesh(simulation: Simulation, scene: string): string {
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  const info = runInfo(simulation, scene, simulation.timestep);
  const comments = [describeRun(info), `time ${simulation.time} s, step ${simulation.steps}, state ${info.hash}`];
  return formatObj(positions, simulation.triangles, simulation.uv, comments);
}

function numberedName(path: string, step: number): string {
  return path.replace(/(\.[^.]*)$/, `_${String(step).padStart(6, "0")}$1`);
}
