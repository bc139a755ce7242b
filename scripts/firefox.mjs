import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";

const NAMES = ["firefox-esr", "firefox"];

/**
 * The Firefox to test with: the one FIREFOX names, else the system's; undefined if there is none.
 * @returns {string | undefined}
 */
export function findFirefox() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [process.env.FIREFOX ?? "", ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))];
  return candidates.find((path) => path !== "" && existsSync(path));
}

/**
 * Finds a Firefox, or installs Debian's package where we may.
 * @param {(line: string) => void} say told in one line what is being done
 * @returns {Promise<string>} the path of the program
 */
export async function ensureFirefox(say) {
  if (findFirefox() === undefined && process.getuid?.() === 0 && (await run("apt-get", ["--version"])).ok) {
    say("browser: apt-get install firefox-esr");
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "firefox-esr"], { env });
  }
  const found = findFirefox();
  if (found) return found;
  throw new Error("no Firefox found or installed: install one, or set FIREFOX to its path");
}
