import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { InputError } from "../core/errors.ts";
import { frameNumber } from "../output/numbered-name.ts";
import type { Arguments } from "./arguments.ts";
import { findTarget } from "./files.ts";
import type { OutputPlan } from "./output-plan.ts";

/**
 * Refuses, before any work is done, to write over a sequence that an earlier run wrote, unless that is asked for: by --overwrite, or by going on with the run that wrote it. An
 * interrupted run that waits is left to the journal, which has its own words for it. Single files are replaced.
 */
export async function checkOverwrite(plan: OutputPlan, { flags }: Arguments): Promise<void> {
  if (!isSequence(plan) || flags.has("overwrite") || flags.has("resume")) return;
  if (await isFile(`${(await findTarget(plan.path)).final}.resume`)) return;
  const found = await findEarlier(plan);
  if (found.length === 0) return;
  const others = found.length === 1 ? "" : ` and ${found.length - 1} more`;
  throw new InputError("--out", `${found[0]}${others}, written before`, "add --overwrite to replace that, or name another file");
}

/** Removes the frames of an earlier sequence, which may be longer than the one that comes. */
export async function removeEarlierFrames(plan: OutputPlan): Promise<void> {
  if (isSequence(plan)) for (const file of await findEarlier(plan)) await rm(file, { force: true });
}

function isSequence({ writer, frames }: OutputPlan): boolean {
  return writer.holds === "state" && frames !== undefined;
}

async function findEarlier({ path }: OutputPlan): Promise<string[]> {
  const names = await readdir(dirname(path)).catch(() => []);
  return names
    .filter((name) => frameNumber(basename(path), name) !== undefined)
    .sort()
    .map((name) => join(dirname(path), name));
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}
