// Formats and checks src/kernels/assembly, AssemblyScript, by the rules of the rest.  node scripts/format-assembly.mjs [--write]
//
// Biome cannot parse decorators of functions. So it is given a copy in which each is a comment, and what it makes of that is taken back. Types are checked by the compiler of
// AssemblyScript, when kernels are built.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = join(root, "src/kernels/assembly");
const biome = join(dirname(createRequire(import.meta.url).resolve("@biomejs/biome/package.json")), "bin/biome");
const { formatter } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
const RULES = {
  formatter,
  linter: {
    rules: {
      preset: "none",
      complexity: { noExcessiveLinesPerFunction: { level: "error", options: { maxLines: 120 } } },
      correctness: { noUnusedImports: "error", noUnusedVariables: "error" },
    },
  },
  assist: { actions: { source: { organizeImports: "on" } } },
};

const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
const folder = mkdtempSync(join(tmpdir(), "assembly-"));
try {
  writeFileSync(join(folder, "biome.json"), JSON.stringify(RULES));
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), readFileSync(join(sources, name), "utf8").replace(/^@(\w+)$/gm, "// @$1"));
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, "check", "--write", "."], { cwd: folder, encoding: "utf8" });
  if (status !== 0) {
    process.stderr.write(stdout + stderr);
    process.exitCode = 1;
  }
  for (const name of files) {
    const formatted = readFileSync(join(folder, name), "utf8").replace(/^\/\/ @(inline|unmanaged)$/gm, "@$1");
    if (formatted === readFileSync(join(sources, name), "utf8")) continue;
    if (process.argv.includes("--write")) writeFileSync(join(sources, name), formatted);
    else {
      console.error(`src/kernels/assembly/${name} is not formatted: node scripts/format-assembly.mjs --write`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
