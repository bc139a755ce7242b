// node scripts/build-worker.mjs: the code that the worker of a world runs, in one piece: as a string beside src/world, and, where there is a dist, as
// dist/worker.js and as a string beside dist/world.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./run.mjs";

/** Writes the code where it differs from what is there. */
export async function buildWorker() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "src/worker.ts")],
    bundle: true,
    format: "iife",
    target: "es2022",
    minify: true,
    write: false,
    logLevel: "warning",
  });
  const code = outputFiles[0].text;
  const module = `export const WORKER_CODE = ${JSON.stringify(code)};\n`;
  write("src/world/worker-code.js", module);
  if (!existsSync(join(ROOT, "dist/world"))) return;
  write("dist/world/worker-code.js", module);
  write("dist/worker.js", code);
}

/** @param {string} name @param {string} text */
function write(name, text) {
  const path = join(ROOT, name);
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWorker();
