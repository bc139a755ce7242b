// node scripts/build-worker.mjs: the code that the worker of a world runs, in one piece: as a string beside src/world, and, where there is a dist, as
// dist/worker.js and as a string beside dist/world.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./run.mjs";

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
writeFileSync(join(ROOT, "src/world/worker-code.js"), module);
if (existsSync(join(ROOT, "dist/world"))) {
  writeFileSync(join(ROOT, "dist/world/worker-code.js"), module);
  writeFileSync(join(ROOT, "dist/worker.js"), code);
}
