import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildWorker } from "./build-worker.mjs";
import { ROOT, run } from "./run.mjs";

/**
 * Installs the packages of package-lock.json unless exactly these are installed already.
 * @param {(line: string) => void} say told in one line what is being done
 */
export async function installPackages(say) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) throw new Error(`Node ${process.versions.node} is too old: use 20.19 or newer`);
  if (!packagesAreInstalled(ROOT)) {
    say("installing the packages: npm ci, a minute or so");
    const { ok, output } = await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"]);
    if (!ok) throw new Error(`npm ci failed\n${output}`);
  }
  await buildWorker(); // what the library imports and no commit holds
}

/**
 * True if npm's record of what it installed agrees with package-lock.json. File times are no help: a fresh clone is
 * younger than anything installed. Optional packages are for other platforms and may be missing.
 * @param {string} root
 */
export function packagesAreInstalled(root) {
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.keys(wanted).every((path) => {
    if (path === "") return true;
    if (!installed[path]) return wanted[path].optional === true;
    return installed[path].version === wanted[path].version && installed[path].integrity === wanted[path].integrity;
  });
}
