// npm run stress -- [ccd] [SCENE…] [OPTIONS]: the long stress runs, see test/stress/run-stress.ts. Without a name, all of them.
import { installPackages } from "./install.mjs";
import { run } from "./run.mjs";

async function main() {
  await installPackages(console.error);
  const flags = ["--enable-source-maps", "--import", "./scripts/typescript.mjs"];
  const args = [...flags, "test/stress/main.ts", ...process.argv.slice(2)];
  const { ok } = await run("node", args, { show: true, minutes: 24 * 60 });
  if (!ok) process.exitCode = 1;
}

await main().catch((error) => {
  console.error(`npm run stress: ${error.message}`);
  process.exitCode = 1;
});
