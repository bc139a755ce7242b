import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { DOORS } from "../../scripts/doors.mjs";
import { ROOT, readPage } from "./pages.ts";

/** The names that a file exports from others, values and types. */
function listNames(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const named = [...text.matchAll(/export (?:type )?\{([^}]*)\} from/g)]
    .flatMap(([, names]) => names.split(","))
    .map((name) =>
      name
        .replace(/\btype\b/, "")
        .replace(/^.*\bas\b/, "")
        .trim(),
    )
    .filter((name) => name !== "");
  return [...named, ...[...text.matchAll(/export \* from "(.*)"/g)].flatMap(([, other]) => listNames(join(dirname(file), other)))];
}

/** Those of a door, as `door name`. */
function listExports(door: string): string[] {
  return listNames(DOORS[door]).map((name) => `${door} ${name}`);
}

/** The same of the page: each name in the first cell of a row, for each door in the second. */
function listRows(): string[] {
  const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
  return readPage("docs/api.md")
    .split("\n")
    .filter((line) => /^\| `\w+` \| `drape/.test(line))
    .flatMap((line) => {
      const [, name, doors] = line.split("|");
      return quoted(doors).map((door) => `${door} ${quoted(name)[0]}`);
    });
}

test("docs/api.md lists every export of every door once, and nothing else", () => {
  const exports = Object.keys(DOORS).flatMap(listExports);
  expect(exports.length).toBeGreaterThan(100);
  expect(listRows().sort()).toEqual(exports.sort());
});

test("docs/api.md lists the doors", () => {
  const doors = [...readPage("docs/api.md").matchAll(/^\| `(drape[\w/]*)` \| [[a-z]/gm)].map(([, door]) => door);
  expect(doors.sort()).toEqual(Object.keys(DOORS).sort());
});

test("tsconfig.json has the same doors", () => {
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"));
  const paths = Object.fromEntries(Object.entries(DOORS).map(([door, source]) => [door, [`./${source}`]]));
  expect(compilerOptions.paths).toEqual(paths);
});
