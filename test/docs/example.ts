import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DOORS } from "../../scripts/doors.mjs";
import { ROOT } from "./pages.ts";

/** Code that imports the package, made to import its sources instead: what is tested is what is there, not the last build. */
function importSources(code: string): string {
  return code.replace(/from "(drape(?:\/\w+)?)"/g, (_, name: string) => {
    return `from ${JSON.stringify(pathToFileURL(join(ROOT, DOORS[name])).href)}`;
  });
}

/**
 * Runs TypeScript as a program of its own and returns what it printed. Files import each other by name, as in a folder of
 * examples; the first one is run.
 */
export function runExample(files: Readonly<Record<string, string>>): string {
  const cache = join(ROOT, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "example-"));
  try {
    for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), importSources(code));
    const main = join(folder, Object.keys(files)[0]);
    const typescript = pathToFileURL(join(ROOT, "scripts/typescript.mjs")).href;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", typescript, main], {
      cwd: ROOT,
      encoding: "utf8",
      timeout: 600_000,
    });
    if (status !== 0) throw new Error(`the example ended with ${status}\n${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
