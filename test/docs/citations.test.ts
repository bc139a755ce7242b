import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { METHODS } from "../../src/index.ts";
import { listPages, ROOT, readPage } from "./pages.ts";

/** A key as citations write it: names, then the year's last two digits. */
const CITATION = /\[([A-Z][A-Za-z]+\d\d)\b[^\]]*\]/g;
/** A file of this repository named in running text, such as src/sim/drive.ts. */
const NAMED_FILE = /(?<![\w./<>-])(?:src|test|docs|scenes|examples|scripts|studio|bench)\/[\w./-]*\.[a-z]+\b/g;

const ENTRIES = [...readPage("docs/papers.bib").matchAll(/^@\w+\{(\w+),$/gm)].map((match) => match[1]);
const SOURCES = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .filter((path) => path.endsWith(".ts"));

test("papers.bib has each key once", () => {
  expect(ENTRIES.length).toBeGreaterThan(10);
  expect(new Set(ENTRIES).size).toBe(ENTRIES.length);
});

test("every citation in the source and in the docs is in papers.bib", () => {
  const cited = [...SOURCES, ...listPages()].flatMap((path) =>
    [...readPage(path).matchAll(CITATION)].map((match) => ({ path, key: match[1] })),
  );
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(({ key }) => !ENTRIES.includes(key))).toEqual([]);
});

test("every method's paper is in papers.bib", () => {
  const papers = METHODS.map((method) => method.paper).filter((paper) => paper !== "");
  expect(papers.filter((paper) => !ENTRIES.includes(paper))).toEqual([]);
});

test.each(listPages())("%s links to and names only files and headings that exist", (path) => {
  const page = readPage(path);
  const missing: string[] = [];
  for (const [, target] of page.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https:/.test(target)) continue;
    const [file, heading] = target.split("#");
    const linked = file === "" ? path : join(dirname(path), file);
    if (!existsSync(join(ROOT, linked))) missing.push(target);
    else if (heading !== undefined && !headings(readPage(linked)).includes(heading)) missing.push(target);
  }
  for (const [named] of page.matchAll(NAMED_FILE)) {
    if (!existsSync(join(ROOT, named))) missing.push(named);
  }
  expect(missing).toEqual([]);
});

/** The headings of a page as links write them; of a page in HTML, its names. */
function headings(page: string): string[] {
  if (page.startsWith("<!doctype html>")) return [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  return [...page.matchAll(/^#+ (.*)$/gm)].map((match) =>
    match[1]
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );
}
