import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOOR_ALIASES } from "./doors.mjs";
import { ROOT, run } from "./run.mjs";

const FOLDER = join(ROOT, "examples");
const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** The examples that are folders of their own, by name. */
export const EXAMPLES = folders.map(({ name }) => name).sort();
/** Those that are pages; the others are programs for Node. */
export const PAGES = EXAMPLES.filter((name) => existsSync(join(FOLDER, name, "index.html")));

/** What a page plays: a file that the command line bakes before the page is shown. @type {Record<string, { file: string, scene: string, flags: string[] }>} */
const BAKED = { "vertex-animation": { file: "flag.vat.zip", scene: "scenes/flag.json", flags: ["--pre-roll", "2", "--seconds", "4"] } };

/** Bakes into a folder what a page plays. @param {string} name @param {string} folder */
async function bakeFor(name, folder) {
  if (!(name in BAKED)) return;
  const { file, scene, flags } = BAKED[name];
  const path = join(folder, file);
  mkdirSync(folder, { recursive: true });
  rmSync(path, { force: true });
  const command = ["--import", "./scripts/typescript.mjs", "src/cli/main.ts", "run", scene, ...flags, "--out", path, "--quiet", "--fresh"];
  const { ok, output } = await run(process.execPath, command);
  if (!ok) throw new Error(output);
}

/** As a project of a user would be built, but that the doors of the package are its sources. */
const SETTINGS = /** @type {const} */ ({ configFile: false, base: "./", resolve: { alias: DOOR_ALIASES } });

/** Serves a page to this machine only, as it is edited; gives its address. Port 0 takes any free one. @param {string} name @param {number} port */
export async function serveExample(name, port) {
  const { createServer } = await import("vite");
  const publicDir = join(ROOT, ".cache/examples", name);
  await bakeFor(name, publicDir);
  const server = await createServer({
    ...SETTINGS,
    root: join(FOLDER, name),
    publicDir,
    logLevel: "warn",
    cacheDir: join(ROOT, ".cache/vite-examples", name),
    server: { host: "127.0.0.1", port, fs: { allow: [ROOT] } },
  });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? "", close: () => server.close() };
}

/** Builds pages into a folder, each as `name/index.html`, with a list of them before. @param {readonly string[]} names @param {string} outDir */
export async function buildExamples(names, outDir) {
  const { build } = await import("vite");
  const input = names.map((name) => join(FOLDER, name, "index.html"));
  await build({
    ...SETTINGS,
    root: FOLDER,
    logLevel: "error",
    build: { target: "es2022", outDir, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 1e6, rolldownOptions: { input } },
  });
  for (const name of names) await bakeFor(name, join(outDir, name));
  const links = names.map((name) => `<li><a href="${name}/">${name}</a></li>`);
  writeFileSync(join(outDir, "index.html"), `<!doctype html><title>Examples</title><ul>${links.join("")}</ul>\n`);
}
