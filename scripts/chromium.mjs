import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_APPS = ["Chromium", "Google Chrome"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/**
 * The Chromium to test with: the one CHROMIUM names, else the system's, else playwright's; undefined if there is none.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM is ${named}, which does not exist: correct it or unset it`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  const { chromium } = await import("playwright-core");
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...MAC_APPS, chromium.executablePath()];
  // Ubuntu's chromium-browser can be a stub that only prints advice, so ask each for its version.
  return candidates.find((path) => existsSync(path) && spawnSync(path, ["--version"]).status === 0);
}

/**
 * Finds a Chromium, or installs one: Debian's package where we may, else playwright's download.
 * @param {(line: string) => void} say told in one line what is being done
 * @returns {Promise<string>} the path of the program
 */
export async function ensureChromium(say) {
  let found = await findChromium();
  let output = "";
  if (!found && process.getuid?.() === 0 && (await run("apt-get", ["--version"])).ok) {
    say("browser: apt-get install chromium");
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    output += (await run("apt-get", ["update"], { env })).output;
    const packages = ["chromium", "fonts-dejavu-core"];
    output += (await run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { env })).output;
    found = await findChromium();
  }
  if (!found) {
    say("browser: playwright-core install chromium");
    output += (await run("playwright-core", ["install", "chromium"], { minutes: 6 })).output;
    found = await findChromium();
  }
  if (found) return found;
  const reason = output.split("\n").findLast((line) => /^(E|Error|.*failed)\b/i.test(line)) ?? "no reason given";
  throw new Error(`no Chromium found or installed (${reason}): install one, or set CHROMIUM to its path`);
}
