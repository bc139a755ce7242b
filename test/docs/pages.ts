import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Every page of documentation: the markdown files at the top and under docs/. */
export function listPages(): string[] {
  const markdown = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name).replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".md"));
  const top = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
  return [...top, ...markdown("docs")].sort();
}

/** The fenced blocks of a page in one language, each without its fences. */
export function fencedBlocks(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].filter((m) => m[1] === language).map((m) => m[2]);
}

/** The rows below the head of the table that follows a heading (or a head row), as trimmed cells. */
export function tableAfter(page: string, start: string): string[][] {
  const from = page.indexOf(start);
  if (from === -1) throw new Error(`the page has no ${JSON.stringify(start)}`);
  const lines = page.slice(from).split("\n");
  const first = lines.findIndex((line) => /^\|[-| ]+\|$/.test(line));
  const rows: string[][] = [];
  for (let n = first + 1; lines[n]?.startsWith("|"); n++) {
    rows.push(
      lines[n]
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  }
  return rows;
}
