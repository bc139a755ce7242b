// npm run build:page: the scripts that run the papers' experiments in their page, into dist/papers/page. `drape papers` puts them beside a report.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./run.mjs";

const from = (/** @type {string} */ name) => join(ROOT, "src/papers/page", name);
const outdir = join(ROOT, "dist/papers/page");

rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [from("live.ts"), from("live-worker.ts")],
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  chunkNames: "part-[hash]",
  logLevel: "warning",
});
