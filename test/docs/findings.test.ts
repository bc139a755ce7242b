import { describe, expect, test } from "vitest";
import { readPage } from "./pages.ts";
import { isFigureOf, readFigures, readNumbers, readReportPage } from "./report.ts";

/** A figure with where it is from, `[0.29](papers.html#kim06-fig4-nine-methods)`, and a table all of whose figures are from there. */
const LINK = /\[([^\]]*)\]\(papers\.html#([\w-]+)\)/g;
const TABLE = /<!-- figures: papers\.html#([\w-]+) -->\n((?:\|.*\n)+)/g;

const text = readPage("docs/findings.md");
const page = readReportPage();

/** The figures of a table: not its head, nor the first column, which says what a row is about. */
function readCells(table: string): string[] {
  const rows = table.trim().split("\n").slice(2);
  return rows.flatMap((row) => row.split("|").slice(2, -1)).flatMap((cell) => readNumbers(cell));
}

describe("figures of the papers in docs/findings.md are those of docs/papers.html", () => {
  const sources = new Map<string, string[]>();
  const add = (experiment: string, figures: readonly string[]): void => {
    sources.set(experiment, [...(sources.get(experiment) ?? []), ...figures]);
  };
  for (const [, words, experiment] of text.matchAll(LINK)) add(experiment, readNumbers(words));
  for (const [, experiment, table] of text.matchAll(TABLE)) add(experiment, readCells(table));

  test.each([...sources])("%s", (experiment, figures) => {
    const measured = readFigures(experiment, page);
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.filter((figure) => !isFigureOf(figure, measured))).toEqual([]);
  });

  test("every experiment that is named beside figures is a source of some", () => {
    const named = new Set(
      [...text.matchAll(/drape papers ((?:kim06|ertekin14|oh04|kang02|choi13|methods|physics)-[\w-]+)/g)].map(([, name]) => name),
    );
    expect([...named].filter((name) => !sources.has(name))).toEqual([]);
    expect(sources.size).toBeGreaterThan(20);
  });
});

test("numbers are read as people write them, and compared at the places that are written", () => {
  expect(readNumbers("−19.0 after 1 969 441 or 2,484; 3·10⁻⁵, κ = 10⁶ and 8 %")).toEqual([
    "-19.0",
    "1969441",
    "2484",
    "3e-5",
    "1e6",
    "8 %",
  ]);
  expect(isFigureOf("0.29", [0.2949])).toBe(true);
  expect(isFigureOf("0.29", [0.2961])).toBe(false);
  expect(isFigureOf("69 %", [0.689])).toBe(true);
  expect(isFigureOf("69", [0.689])).toBe(false);
  expect(readNumbers("6.2 million")).toEqual(["6.2e6"]);
  expect(isFigureOf("6.2e6", [6170256])).toBe(true);
  expect(isFigureOf("3e-5", [3.4e-5])).toBe(true);
  expect(isFigureOf("3e-5", [3.6e-5])).toBe(false);
});
