import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JACOBIAN_MODELS } from "../../src/forces/spring-jacobian.ts";
import { ROOT, readPage } from "./pages.ts";

const LINES = readPage("docs/glossary.md")
  .split("\n")
  .filter((line) => line.startsWith("- "));
const TERMS = LINES.map((line) => /^- \*\*(.+?)\*\*: \S/.exec(line)?.[1] ?? line);

test("each word of the glossary stands there once, in one line, in order", () => {
  expect(TERMS.length).toBeGreaterThan(60);
  expect(TERMS.filter((term) => term.startsWith("- "))).toEqual([]);
  expect(new Set(TERMS).size).toBe(TERMS.length);
  const latin = TERMS.map((term) => term.replace("α", "a").replace("λ", "l"));
  expect(latin).toEqual([...latin].sort((a, b) => (a < b ? -1 : 1)));
});

test("each word of the glossary is used in the code", () => {
  const words = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readPage(`src/${name}`))
    .join("\n")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2") // particleCount is two words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ");
  const isUsed = (term: string): boolean => {
    const word = term.toLowerCase().replace(/ \(.*\)/, "");
    const plural = word.replace(/x$/, "ice");
    return [word, `${word}s`, `${word}es`, `${plural}s`].some((form) => words.includes(` ${form} `));
  };
  expect(TERMS.filter((term) => !isUsed(term))).toEqual([]);
});

test("the glossary knows the jacobian models", () => {
  for (const model of JACOBIAN_MODELS) expect(TERMS).toContain(model);
});
