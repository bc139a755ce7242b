import { expect, test } from "vitest";
import { METHODS, STAGES } from "../../src/index.ts";
import { readPage, tableAfter } from "./pages.ts";

const PAGE = readPage("ARCHITECTURE.md");

test("the import table of ARCHITECTURE.md is the one that is enforced", () => {
  const script = readPage("scripts/check-imports.mjs");
  const start = script.indexOf("const MODEL");
  const end = script.indexOf("};", script.indexOf("const SEES")) + 2;
  const enforced = new Function(`${script.slice(start, end)}\nreturn { MODEL, LIBRARY, SEES };`)() as {
    MODEL: string[];
    LIBRARY: string[];
    SEES: Record<string, string[]>;
  };
  const groups: Record<string, string[]> = { model: enforced.MODEL, library: enforced.LIBRARY };
  const rows = tableAfter(PAGE, "| folder | sees |").map(([folder, sees]) => [
    folder,
    sees
      .split(", ")
      .filter((word) => word !== "")
      .flatMap((word) => groups[word] ?? [word]),
  ]);
  expect(Object.fromEntries(rows)).toEqual(enforced.SEES);
});

test("ARCHITECTURE.md tells of every stage of a step", () => {
  for (const stage of STAGES) expect(PAGE.toLowerCase()).toContain(stage);
});

test("CHANGELOG.md names every method", () => {
  const page = readPage("CHANGELOG.md");
  for (const { name } of METHODS) expect(page).toContain(`\`${name}\``);
});
