import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Row } from "../support/table.ts";
import type { Contestant, Setting } from "./contestant.ts";
import type { RaceCloth } from "./race-cloth.ts";
import { readResult } from "./rows.ts";
import { emptyResult, type Outcome, type Result } from "./run-setting.ts";

/** One contestant at one stage, ready to run its settings one after another. */
export interface Racer {
  /** A result that says "crashed" or "timed out" is the last: this racer is gone. */
  run(setting: Setting): Promise<Result>;
  close(): Promise<void>;
}

/** What a process of its own is told. */
export interface Job {
  readonly contestant: string;
  readonly scene: string;
  readonly size: number;
  readonly frames: number;
  readonly limit: number;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LOADER = new URL("../../scripts/typescript.mjs", import.meta.url).href;
const PROGRAM = fileURLToPath(new URL("racer-process.ts", import.meta.url));
/** Besides twice its bound on time: to start, warm up and set up [s]. */
const PATIENCE = 120;

/**
 * In a process of its own: what one contestant leaves behind in compiled code, memory and WebAssembly never meets another. Labels of settings go in, a line each;
 * rows as JSON come out, a line each.
 */
export function startRacer(
  contestant: Contestant,
  cloth: RaceCloth,
  { frames, limit }: Pick<Job, "frames" | "limit">,
  program: string = PROGRAM,
  patience: number = 2 * limit + PATIENCE,
): Racer {
  const job: Job = { contestant: contestant.name, scene: cloth.scene, size: cloth.size, frames, limit };
  const child = spawn(process.execPath, ["--import", LOADER, program, JSON.stringify(job)], {
    cwd: ROOT,
    detached: true, // Ctrl-C is for the race alone, which ends after this run; a process whose race is gone ends by itself
    stdio: ["pipe", "pipe", "inherit"],
  });
  let settle: (answer: Row | Outcome) => void = () => {};
  let gone = false;
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => {
      gone = true;
      settle("crashed");
      resolve();
    });
  });
  child.once("error", () => settle("crashed"));
  child.stdin.on("error", () => {}); // of a process that is gone: "close" tells
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith("{")) settle(JSON.parse(line) as Row);
  });
  return {
    async run(setting) {
      const started = performance.now();
      const answer = await new Promise<Row | Outcome>((resolve) => {
        settle = resolve;
        if (gone) resolve("crashed");
        else child.stdin.write(`${setting.label}\n`);
        setTimeout(() => resolve("timed out"), 1000 * patience).unref();
      });
      if (typeof answer === "object") return readResult(answer);
      child.kill("SIGKILL");
      return { ...emptyResult(contestant, cloth, setting.label, answer), seconds: (performance.now() - started) / 1000 };
    },
    async close() {
      child.stdin.end();
      await closed;
    },
  };
}
