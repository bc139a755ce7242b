// npm start: builds the studio, serves it to this machine, and draws the pictures of its gallery meanwhile.
import { parseArgs } from "node:util";
import { installPackages } from "./install.mjs";
import { run } from "./run.mjs";
import { serveStudio } from "./serve.mjs";

const HELP = "npm start -- [--port N] [--no-build]";

/** @param {string[]} args */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: { port: { type: "string", default: "4173" }, "no-build": { type: "boolean" }, help: { type: "boolean" } },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65535) throw new Error(`--port: got ${values.port}; give a number up to 65535`);
  return { port, build: !values["no-build"], help: values.help };
}

async function main() {
  const { port, build, help } = readOptions(process.argv.slice(2));
  if (help) return console.log(HELP);
  await installPackages(console.log);
  if (build) {
    console.log("building the studio: some seconds");
    const { ok, output } = await run("vite", ["build", "studio"]);
    if (!ok) throw new Error(`the studio did not build\n${output}`);
  }
  let isDrawing = build;
  const studio = await serveStudio({ port, isComing: (url) => isDrawing && url.startsWith("/thumbnails/") });
  if (port !== 0 && studio.port !== port) console.log(`port ${port} is taken, using ${studio.port}`);
  console.log(`Drape studio: ${studio.url}`);
  const end = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      end.abort();
      studio.close();
    });
  }
  if (!build) return;
  const { ok } = await run("node", ["--import", "./scripts/typescript.mjs", "scripts/thumbnails.mjs"], {
    show: true,
    minutes: 60,
    signal: end.signal,
  });
  isDrawing = false;
  if (!ok && !end.signal.aborted) console.log("the gallery has no more pictures than these; the studio works without");
}

await main().catch((error) => {
  console.error(`npm start: ${error.message}`);
  process.exitCode = 1;
});
