import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contestant } from "./contestant.ts";

/** Of the library, what no run goes through. */
const NOT_RUN: readonly string[] = ["cli", "papers", "react", "three"];
/** What every run goes through. */
const SHARED: readonly string[] = ["contestant", "measure", "own-forces", "percentile", "race-cloth", "racer-process", "run-setting"];
const ENGINES: readonly string[] = ["jolt-physics", "ammojs-typed"];

/**
 * A digest for each team of what its runs come from: the sources that they go through, Node, and the engines of others. Drape's changes with the library, the rivals' does
 * not, so that they need not run again for it.
 */
export function createVersions(root: string = "."): (contestant: Contestant) => string {
  const library = filesUnder(join(root, "src")).filter(
    (file) => !NOT_RUN.some((folder) => file.startsWith(join(root, "src", folder, "/"))),
  );
  const contestants = filesUnder(join(root, "bench/race/contestants"));
  const own = join(root, "bench/race/contestants/drape.ts");
  const shared = [...SHARED.map((name) => join(root, "bench/race", `${name}.ts`)), ...filesUnder(join(root, "bench/race/scenes"))];
  const engines = ENGINES.map((name) => join(root, "node_modules", name, "package.json"));
  const versions = {
    drape: digest([...library, ...shared, own]),
    rival: digest([...shared, ...contestants.filter((file) => file !== own), ...engines]),
  };
  return ({ team }) => versions[team];
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

function digest(files: readonly string[]): string {
  const hash = createHash("sha256").update(process.version);
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}
