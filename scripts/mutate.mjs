// node scripts/mutate.mjs [--count 3000] [--seed 1] [--from 0] [--only INDEX] [--json FILE]: runs scenes with something strange in them for three steps
// each, in processes of their own, and tells of those that take too long, too much memory, or end with anything but a result or a sentence. With --gallery all
// scenes of the gallery, with every method and as their variants say, for 60 steps: no three of them may take longer.
import { installPackages } from "./install.mjs";
import { run } from "./run.mjs";

async function main() {
  await installPackages(console.error);
  const args = ["--enable-source-maps", "--import", "./scripts/typescript.mjs", "test/mutants/main.ts", ...process.argv.slice(2)];
  const { ok } = await run("node", args, { show: true, minutes: 24 * 60 });
  if (!ok) process.exitCode = 1;
}

await main().catch((error) => {
  console.error(`mutate: ${error.message}`);
  process.exitCode = 1;
});
