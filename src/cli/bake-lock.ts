import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { InputError } from "../core/errors.ts";
import { cannotWrite } from "./files.ts";

/**
 * Keeps other processes from baking into the same file: FILE.lock holds the number of the process that does. What a killed one left is taken over. Returns
 * what gives it free; the end of this process does too.
 */
export function lockBake(final: string, shown: string): () => void {
  const path = `${final}.lock`;
  while (!create(path, shown)) {
    const owner = readOwner(path);
    if (owner !== undefined && owner !== process.pid && isAlive(owner)) {
      throw new InputError("--out", `${shown}, which process ${owner} is writing`, "wait until it is done, or name another file");
    }
    rmSync(path, { force: true });
  }
  const release = (): void => {
    process.off("exit", release);
    rmSync(path, { force: true });
  };
  process.on("exit", release);
  return release;
}

/** False where there is one already. */
function create(path: string, shown: string): boolean {
  try {
    const fd = openSync(path, "wx");
    writeSync(fd, `${process.pid}\n`);
    closeSync(fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw cannotWrite(shown, error);
  }
}

function readOwner(path: string): number | undefined {
  try {
    const owner = Number(readFileSync(path, "utf8"));
    return Number.isSafeInteger(owner) && owner > 0 ? owner : undefined;
  } catch {
    return undefined; // it has just been given free
  }
}

function isAlive(owner: number): boolean {
  try {
    process.kill(owner, 0); // asks, and does nothing
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // somebody else's
  }
}
