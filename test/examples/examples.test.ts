import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXAMPLES, PAGES } from "../../scripts/example-pages.mjs";
import { ROOT, readPage } from "../docs/pages.ts";

const README = readPage("README.md");

/** The lines of code in a text: no comments, no blank ones. */
function codeLines(text: string): string[] {
  return text.split("\n").filter((line) => !/^\s*(\/\/|$)/.test(line));
}

/** The lines of an example that have to do with cloth: what it imports of Drape, what stands under "The cloth", and the update. */
function clothLines(source: string): string[] {
  const imports = source.split("\n").filter((line) => /from "drape(\/\w+)?";$/.test(line));
  const [before, section = ""] = source.split(/^\/\/ The cloth: .*$/m);
  const [own, after = ""] = section.split(/^\/\/ (?:Every frame\.|A scene as you may have it).*$/m);
  expect(before, "a part under The cloth").not.toBe(source);
  return [...imports, ...codeLines(own), ...codeLines(after).filter((line) => /\b(cape|world)\.update\(/.test(line))];
}

const sourceOf = (name: string): string => {
  const [main] = readdirSync(join(ROOT, "examples", name)).filter((file) => file.startsWith("main."));
  return readPage(`examples/${name}/${main}`);
};

test.each(EXAMPLES)("%s has one source file, is under 60 lines with its page, and is in the README with its command", (name) => {
  const files = readdirSync(join(ROOT, "examples", name)).sort();
  expect(files.length).toBe(PAGES.includes(name) ? 2 : 1);
  const lines = files.flatMap((file) => codeLines(readFileSync(join(ROOT, "examples", name, file), "utf8")));
  expect(lines.length).toBeLessThan(60);
  expect(README).toContain(`](examples/${name})`);
  expect(README).toContain("npm run example -- ");
});

test.each([
  ["three-cape", 12],
  ["worker", 12],
  ["react-cape", 15],
  ["live-skin", 25],
])("%s needs at most %i lines for its cloth", (name, most) => {
  const lines = clothLines(sourceOf(name));
  expect(lines.length).toBeGreaterThan(6);
  expect(lines.length).toBeLessThanOrEqual(most);
});

test("a worker is one word more", () => {
  const lines = (name: string): string[] => codeLines(sourceOf(name));
  const changed = lines("worker").filter((line, n) => line !== lines("three-cape")[n]);
  expect(lines("worker").length).toBe(lines("three-cape").length);
  expect(changed.map((line) => line.replace(", worker: true", ""))).toEqual(
    lines("three-cape").filter((line) => line.includes("createCloth({")),
  );
});
