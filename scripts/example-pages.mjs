import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOOR_ALIASES } from "./doors.mjs";
import { ROOT } from "./run.mjs";

const FOLDER = join(ROOT, "examples");
const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** The examples that are folders of their own, by name. */
export const EXAMPLES = folders.map(({ name }) => name).sort();
/** Those that are pages; the others are programs for Node. */
export const PAGES = EXAMPLES.filter((name) => existsSync(join(FOLDER, name, "index.html")));

/** As a project of a user would be built, but that the doors of the package are its sources. */
const SETTINGS = /** @type {const} */ ({ configFile: false, base: "./", resolve: { alias: DOOR_ALIASES } });

/** Serves a page to this machine only, as it is edited; gives its address. Port 0 takes any free one. @param {string} name @param {number} port */
export async function serveExample(name, port) {
  const { createServer } = await import("vite");
  const server = await createServer({
    ...SETTINGS,
    root: join(FOLDER, name),
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
  const links = names.map((name) => `<li><a href="${name}/">${name}</a></li>`);
  writeFileSync(join(outDir, "index.html"), `<!doctype html><title>Examples</title><ul>${links.join("")}</ul>\n`);
}
