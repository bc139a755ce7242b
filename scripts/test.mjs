// npm test: everything that can break, from a bare clone, in minutes. npm run test:full (--full): long forms too, as continuous
// integration runs them. Words after `npm test --` choose test files, as in vitest.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { countTests } from "./count-tests.mjs";
import { ensureFirefox } from "./firefox.mjs";
import { installPackages } from "./install.mjs";
import { ROOT, run } from "./run.mjs";

/** The gallery's pictures that the short form draws; the full form draws all. */
const FEW_PICTURES = ["hanging-sheet", "flag", "curtain"];

/** By its path: older versions that the tests have beside it bring a tsc too. */
const TSC = "node_modules/typescript/bin/tsc";

let passed = 0;
let failed = 0;

/** @param {string} line */
const say = (line) => console.log(`· ${line}`);

/** @param {string} what @param {unknown} reason */
function fail(what, reason) {
  failed++;
  console.log(`✗ ${what}: ${reason instanceof Error ? reason.message : reason}`);
}

/**
 * Runs one check; its output is shown only if it fails.
 * @param {string} name @param {string} program @param {string[]} args
 */
async function check(name, program, ...args) {
  say(`${name}: ${program} ${args.join(" ")}`);
  const { ok, output } = await run(program, args);
  if (ok) passed++;
  else fail(name, `failed\n${output.trimEnd()}`);
}

/** @param {string[]} filters @param {Record<string, string>} env */
async function runTests(filters, env) {
  const file = join(ROOT, ".cache", "vitest.json");
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  rmSync(file, { force: true });
  say("tests: vitest run");
  const reporters = ["--reporter=default", "--reporter=json", "--outputFile.json=.cache/vitest.json"];
  const { ok } = await run("vitest", ["run", ...reporters, ...filters], { show: true, env, minutes: 90 });
  const counts = countTests(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined, ok);
  passed += counts.passed;
  failed += counts.failed;
  if (counts.skipped > 0) say(`${counts.skipped} skipped`);
}

async function main() {
  const words = process.argv.slice(2);
  const isFull = words.includes("--full");
  await installPackages(say);
  /** @type {Record<string, string>} */
  const env = isFull ? { FULL: "1" } : {};
  try {
    say("browser: looking for Chromium");
    env.CHROMIUM = await ensureChromium(say);
  } catch (error) {
    fail("browser", error);
  }
  if (isFull) {
    try {
      env.FIREFOX = await ensureFirefox(say);
    } catch (error) {
      fail("browser", error);
    }
  }
  await check("lint", "biome", "check", ".");
  await check("assembly", "node", "scripts/format-assembly.mjs");
  await check("imports", "node", "scripts/check-imports.mjs");
  await check("types", "node", TSC, "-p", "tsconfig.json");
  await check("equations", "npm", "run", "--silent", "build:equations", "--", "--check");
  await check("studio types", "node", TSC, "-p", "studio/tsconfig.json");
  await check("build", "npm", "run", "--silent", "build");
  await check("studio build", "vite", "build", "studio");
  await check("pictures of the gallery", "npm", "run", "--silent", "thumbnails", "--", ...(isFull ? [] : FEW_PICTURES));
  const filters = words.filter((word) => word !== "--full");
  await runTests(filters, env);
}

await main().catch((error) => fail("npm test", error));
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed`);
