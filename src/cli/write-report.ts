import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { InputError } from "../core/errors.ts";
import type { Report } from "../papers/report/report.ts";
import type { OutputFiles } from "./files.ts";

/** The folder beside a report in which its pictures, tables and scripts lie: "papers" beside papers.html. */
export function folderOf(out: string): string {
  return basename(out).replace(/\.html?$/i, "");
}

/** Refuses, before any work is done, a report whose folder could not be made. */
export async function checkFolder(out: string): Promise<void> {
  const home = dirname(resolve(out));
  if (!(await stat(home)).isDirectory()) throw new InputError("--out", out, "name a folder that exists");
  const found = await stat(join(home, folderOf(out))).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) {
    throw new InputError(
      "--out",
      out,
      `its pictures go into a folder ${folderOf(out)} beside it, and a file has that name: choose another`,
    );
  }
}

/** Writes a report as it grows: the page each time, the files beside it once. */
export interface ReportWriter {
  write(report: Report): Promise<void>;
  /** Removes what an earlier report left in the folder and this one does not have. */
  removeOld(): Promise<void>;
}

/** Names that only a report gives to files; others in its folder are somebody's own. */
const OWN = /^(kim06|ertekin14|oh04|kang02|choi13|methods|physics)-[\w-]+\.(png|json|csv)$/;
const PARTS = ["pictures", "live", "tables"];

/** `page` is the folder of the scripts that run experiments in the page, where there is one. */
export function createReportWriter(out: string, page: string | undefined, files: OutputFiles): ReportWriter {
  const home = dirname(resolve(out));
  const folder = join(home, folderOf(out));
  const written = new Map<string, string | Uint8Array>();
  let isReady = false;

  /** The folders, and the scripts, before the first page. */
  async function prepare(): Promise<void> {
    if (isReady) return;
    for (const part of [...PARTS, ...(page === undefined ? [] : ["page"])]) await mkdir(join(folder, part), { recursive: true });
    isReady = true;
    if (page === undefined) return;
    for (const name of readdirSync(page)) await files.write(join(folder, "page", name), readFileSync(join(page, name)));
  }

  async function write(report: Report): Promise<void> {
    await prepare();
    for (const [name, content] of report.files) {
      if (typeof content !== "string" && written.has(name)) continue; // pictures do not change
      if (written.get(name) === content) continue;
      await files.write(join(home, name), content);
      written.set(name, content);
    }
    await files.write(out, report.html);
  }

  async function removeOld(): Promise<void> {
    for (const part of PARTS) {
      if (!existsSync(join(folder, part))) continue;
      for (const name of readdirSync(join(folder, part))) {
        const path = join(folder, part, name);
        if (OWN.test(name) && !written.has(relative(home, path).replaceAll("\\", "/"))) await rm(path);
      }
    }
  }

  return { write, removeOld };
}
