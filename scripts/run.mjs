import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a program from the repository's folder, with the programs of node_modules on its path. It is never asked
 * a question: standard input is closed and CI is set. Its output is collected, or with `show` goes straight to ours.
 * @param {string} program
 * @param {string[]} args
 * @param {{ show?: boolean, env?: Record<string, string>, minutes?: number, signal?: AbortSignal }} [options] `minutes`: stopped after that; `signal`: or by this
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(program, args, { show = false, env = {}, minutes = 15, signal } = {}) {
  return new Promise((done) => {
    const path = `${join(ROOT, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}`;
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, CI: "1", ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }), ...env, PATH: path },
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
      shell: process.platform === "win32",
      timeout: minutes * 60_000,
      signal,
    });
    let output = "";
    const collect = (/** @type {Buffer} */ piece) => {
      output += piece;
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.on("error", (error) => done({ ok: false, output: `${program}: ${error.message}\n` }));
    child.on("close", (code, signal) => {
      if (signal) output += `${program} was stopped by ${signal} (it may run for ${minutes} minutes)\n`;
      done({ ok: code === 0, output });
    });
  });
}
