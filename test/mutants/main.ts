// node --import ./scripts/typescript.mjs test/mutants/main.ts: see scripts/mutate.mjs. Each scene runs in a process of its own making: one that is
// used again, and replaced when it dies, hangs or has grown old.
import { type ChildProcess, fork } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readBaseScenes } from "./base-scenes.ts";
import { listGalleryPairs } from "./gallery-methods.ts";
import { findFault, type MutantRow } from "./judge-mutant.ts";
import { createMutant } from "./mutate-scene.ts";
import type { BaseScene, Mutant } from "./mutation.ts";
import { runMutant } from "./run-mutant.ts";

const STEPS = 3;
const GALLERY_STEPS = 60;
/** A process that takes more than this for three steps is stopped: time of its own, where Linux tells it, and on the clock [s]. */
const PATIENCE = 20;
/** Scenes of the gallery of which a step takes more, in the mean, are told [s]. */
const SLOW_STEP = 0.2;
/** Scenes that one process runs. */
const LIFE = 150;

/** Which scene is to run, of a seed or of the gallery. */
interface Order {
  readonly seed: number | "gallery";
  readonly index: number;
}

function findScene({ seed, index }: Order, bases: readonly BaseScene[]): Mutant {
  return seed === "gallery" ? listGalleryPairs(bases)[index] : createMutant(seed, index, bases);
}

function countSteps({ seed }: Order): number {
  return seed === "gallery" ? GALLERY_STEPS : STEPS;
}

type Answer = Pick<MutantRow, "megabytes"> & Awaited<ReturnType<typeof runMutant>>;

/** What the child does: a mutant at a time. */
async function serve(): Promise<void> {
  const bases = await readBaseScenes();
  const warm = bases.find(({ name }) => name === "sheet");
  await runMutant(warm?.scene, STEPS);
  collect();
  const before = startPeak();
  process.on("message", async (order: Order) => {
    collect();
    startPeak();
    const run = await runMutant(findScene(order, bases).scene, countSteps(order));
    process.send?.({ ...run, megabytes: Math.max(0, readPeak() - before) } satisfies Answer);
  });
  process.send?.("ready");
}

function collect(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** Has Linux measure the greatest memory from now on; returns what there is now [MB]. Elsewhere it is that of the whole process. */
function startPeak(): number {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // the peak stays that of the process
  }
  return readPeak();
}

function readPeak(): number {
  try {
    return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1000;
  } catch {
    return process.resourceUsage().maxRSS / 1000;
  }
}

/** The time of all threads of a process [s]; 0 where nobody tells. */
function spentBy(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** A process that runs one mutant after another. */
interface Runner {
  run(order: Order): Promise<Answer | string>;
  end(): void;
}

async function startRunner(): Promise<Runner> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ["serve"], {
    execArgv: ["--expose-gc", "--import", "./scripts/typescript.mjs"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
    said = (said + piece).slice(-2000);
  });
  const answer = (steps = STEPS): Promise<Answer | string> =>
    new Promise((done) => {
      const patience = (PATIENCE * steps) / STEPS;
      const begun = performance.now();
      const spentBefore = spentBy(child.pid);
      const late = setInterval(() => {
        if (spentBy(child.pid) - spentBefore > patience) settle(`more than ${patience} s`);
        if (performance.now() - begun > 15_000 * patience) settle(`no answer in ${15 * patience} s`);
      }, 200);
      const heard = (message: Answer): void => settle(message);
      const died = (code: number | null, signal: string | null): void =>
        settle(`the process ended with ${signal ?? code}: ${said.slice(-300)}`);
      function settle(value: Answer | string): void {
        clearInterval(late);
        child.off("message", heard).off("exit", died);
        done(value);
      }
      child.on("message", heard).on("exit", died);
    });
  const first = await answer();
  if ((first as unknown) !== "ready") throw new Error(`no process to run in: ${first}`);
  return {
    run(order) {
      child.send(order);
      return answer(countSteps(order));
    },
    end: () => void child.kill("SIGKILL"),
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "3000" },
      gallery: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
      from: { type: "string", default: "0" },
      only: { type: "string" },
      json: { type: "string" },
    },
  });
  const bases = await readBaseScenes();
  const seed = values.gallery ? "gallery" : Number(values.seed);
  const first = Number(values.only ?? values.from);
  const most = values.gallery ? listGalleryPairs(bases).length - first : Number.POSITIVE_INFINITY;
  const count = values.only === undefined ? Math.min(Number(values.count), most) : 1;
  const faults: string[] = [];
  const ends = new Map<string, number>();
  let slowest = 0;
  let largest = 0;
  let runner: Runner | undefined;
  let age = 0;
  for (let index = first; index < first + count; index++) {
    const { base, changes } = findScene({ seed, index }, bases);
    let row: MutantRow;
    for (let attempt = 0; ; attempt++) {
      runner ??= await startRunner();
      const answer = await runner.run({ seed, index });
      const isOver = typeof answer === "string";
      if (isOver) {
        const nothing = {
          end: "bug",
          particles: 0,
          triangles: 0,
          buildSeconds: 0,
          allSeconds: 0,
          stepSeconds: 0,
          steps: 0,
          megabytes: 0,
        } as const;
        row = { index, base, changes, ...nothing, message: answer };
      } else row = { index, base, changes, ...answer };
      const isFaulty = findFault(row) !== undefined;
      if (isOver || isFaulty || ++age >= LIFE) {
        runner.end();
        runner = undefined;
      }
      const wasFresh = age <= 1;
      if (runner === undefined) age = 0;
      // what others left behind is not its fault
      if (!isFaulty || wasFresh || attempt > 0) break;
    }
    const fault = findFault(row);
    ends.set(row.end, (ends.get(row.end) ?? 0) + 1);
    slowest = Math.max(slowest, row.stepSeconds);
    largest = Math.max(largest, row.megabytes);
    if (values.json !== undefined) appendFileSync(values.json, `${JSON.stringify({ ...row, fault })}\n`);
    if (fault !== undefined) {
      const line = `${index} ${base}: ${changes.join("; ")}: ${fault}`;
      faults.push(line);
      console.log(line);
    } else if (row.allSeconds > SLOW_STEP * row.steps && values.gallery) {
      console.log(`${index} ${base}: ${changes}: ${((1000 * row.allSeconds) / row.steps).toFixed(0)} ms a step, which is slow`);
    } else if (values.only !== undefined) console.log(JSON.stringify(row, null, 1));
  }
  runner?.end();
  const counted = [...ends].map(([end, n]) => `${n} ${end}`).join(", ");
  console.log(
    `${values.gallery ? "gallery" : `seed ${seed}`}: ${count} scenes: ${counted}; slowest ${slowest.toFixed(1)} s, largest ${largest.toFixed(0)} MB; ${faults.length} faults`,
  );
  if (faults.length > 0) process.exitCode = 1;
}

await (process.argv[2] === "serve" ? serve() : main());
