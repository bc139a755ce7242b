// The doors of the package: what `exports` of package.json offers as code, and the source file behind each.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.mjs";

/** @type {{ exports: Record<string, string | { default: string }> }} */
const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The source of each door by its name: `drape` is src/index.ts, `drape/files` is src/files.ts. @type {Record<string, string>} */
export const DOORS = {};
for (const [name, target] of Object.entries(exports)) {
  if (typeof target === "string") continue; // scenes and other data
  DOORS[name.replace(/^\./, "drape")] = target.default.replace("./dist/", "src/").replace(/\.js$/, ".ts");
}

/** For vite and vitest: a page or a test that imports a door loads its source. */
export const DOOR_ALIASES = Object.entries(DOORS).map(([name, source]) => ({
  find: new RegExp(`^${name}$`),
  replacement: join(ROOT, source),
}));
