// npm run bench -- NAME [ARGS…]: builds the library and runs bench/NAME.ts; without a name, lists the benchmarks.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./install.mjs";
import { ROOT, run } from "./run.mjs";

async function main() {
  const [name, ...args] = process.argv.slice(2);
  const files = readdirSync(join(ROOT, "bench")).filter((file) => file.endsWith(".ts"));
  const names = files.map((file) => file.slice(0, -3)).sort();
  if (!name) return console.log(`npm run bench -- NAME, where NAME is one of: ${names.join(", ")}`);
  if (!names.includes(name)) throw new Error(`no benchmark ${name}; there are: ${names.join(", ")}`);
  await installPackages(console.error);
  const build = await run("npm", ["run", "--silent", "build"]);
  if (!build.ok) throw new Error(`the library did not build\n${build.output}`);
  const flags = ["--expose-gc", "--enable-source-maps", "--import", "./scripts/typescript.mjs"];
  const { ok } = await run("node", [...flags, `bench/${name}.ts`, ...args], { show: true, minutes: 600 });
  if (!ok) process.exitCode = 1;
}

await main().catch((error) => {
  console.error(`npm run bench: ${error.message}`);
  process.exitCode = 1;
});
