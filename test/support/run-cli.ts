import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

/** The built `drape` program. */
export const PROGRAM: string = join(ROOT, "dist/cli/main.js");

/** What a finished program left behind. */
export interface CliResult {
  /** Exit code, or null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that still runs. */
export interface RunningCli {
  readonly child: ChildProcess;
  readonly result: Promise<CliResult>;
}

/** Starts the built `drape` program; npm test builds it first. */
export function startCli(args: readonly string[], cwd: string = ROOT): RunningCli {
  if (!existsSync(PROGRAM)) throw new Error("the program is not built: npm run build");
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
    stdout += piece;
  });
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
    stderr += piece;
  });
  const result = new Promise<CliResult>((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => done({ code, stdout, stderr }));
  });
  return { child, result };
}

/** Runs the built `drape` program to its end. */
export function runCli(args: readonly string[], cwd: string = ROOT): Promise<CliResult> {
  return startCli(args, cwd).result;
}

/** An empty folder for one test file, and how to remove it again. */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "drape-test-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Writes a scene (or any text) into a folder and returns its path. */
export function writeScene(folder: string, name: string, scene: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof scene === "string" ? scene : JSON.stringify(scene));
  return path;
}

/** What `--state` writes. */
export interface StateFile {
  readonly time: number;
  readonly steps: number;
  readonly positions: readonly (readonly [number, number, number])[];
  readonly velocities: readonly (readonly [number, number, number])[];
  readonly run: Readonly<Record<string, unknown>>;
}
