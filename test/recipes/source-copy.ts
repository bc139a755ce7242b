import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { ROOT, readPage } from "../docs/pages.ts";

/** A copy of the sources, in which a recipe of CONTRIBUTING.md is carried out. */
export interface SourceCopy {
  readonly folder: string;
  /** Writes a new file. */
  write(path: string, text: string): void;
  /** Inserts lines before the first line that has `mark` in it. */
  insertBefore(path: string, mark: string, lines: string): void;
  insertAfter(path: string, mark: string, lines: string): void;
  replace(path: string, from: string, to: string): void;
  /** The files that were written or changed since the last call. */
  takeTouched(): string[];
  load(path: string): Promise<Record<string, unknown>>;
  remove(): void;
}

/** Copies these files and folders of the repository into a folder of its own under .cache. */
export function copySources(paths: readonly string[]): SourceCopy {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache/recipe-"));
  for (const path of paths) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  let touched = new Set<string>();

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    touched.add(path);
  }

  function insert(path: string, mark: string, lines: string, offset: number): void {
    const text = readFileSync(join(folder, path), "utf8").split("\n");
    const at = text.findIndex((line) => line.includes(mark));
    if (at === -1) throw new Error(`${path} has no line with ${mark}`);
    text.splice(at + offset, 0, lines);
    write(path, text.join("\n"));
  }

  function replace(path: string, from: string, to: string): void {
    const text = readFileSync(join(folder, path), "utf8");
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    write(path, text.replace(from, to));
  }

  return {
    folder,
    replace,
    write,
    insertBefore: (path, mark, lines) => insert(path, mark, lines, 0),
    insertAfter: (path, mark, lines) => insert(path, mark, lines, 1),
    takeTouched() {
      const files = [...touched].sort();
      touched = new Set();
      return files;
    },
    load: (path) => import(pathToFileURL(join(folder, path)).href),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Holds the files that a recipe touched against the page: it names each of them, and there are at most this many. */
export function expectRecipe(heading: string, touched: readonly string[], most: number): void {
  const page = readPage("CONTRIBUTING.md");
  const start = page.indexOf(`\n## ${heading}\n`);
  expect(start, heading).toBeGreaterThan(0);
  const section = page.slice(start, page.indexOf("\n## ", start + 1));
  for (const path of touched) {
    const folder = dirname(path);
    const named = [`(${path})`, `\`${folder}/<name>`, `\`${dirname(folder)}/<folder>/<name>`].some((name) => section.includes(name));
    expect(named, `${heading}: ${path}`).toBe(true);
  }
  expect(touched.length, touched.join(", ")).toBeLessThanOrEqual(most);
}
