import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseCsv } from "../../bench/support/csv.ts";
import { replaceTable, tellUses } from "../../bench/typical-uses/readme-table.ts";
import { USES } from "../../bench/typical-uses/uses.ts";
import { STAGES } from "../../src/index.ts";

const ROW = { use: "flag", vertices: 1551, method: "auto", median: "1.234", p95: "12.34", worst: "123.4" };
const SHARES = {
  "drive [%]": "1.4",
  "forces [%]": "20.2",
  "solve [%]": "60.6",
  "collide [%]": "15.0",
  "advance [%]": "1.4",
  "measure [%]": "1.4",
};

test("a row has median, p95 and worst with two digits, and the shares of stages, small ones together", () => {
  const told = tellUses([{ ...ROW, ...SHARES }], "a machine").split("\n");
  expect(told[0]).toContain("a machine");
  expect(told.slice(2)).toEqual([
    "| a step of | vertices | median | p95 | worst | forces | solve | collide | the rest |",
    "|---|---|---|---|---|---|---|---|---|",
    "| flag | 1,551 | 1.2 | 12 | 123 | 20 | 61 | 15 | 4 |",
  ]);
});

test("the table takes the place of the one before, and nothing else changes", () => {
  const table = (use: string): string => tellUses([{ ...ROW, ...SHARES, use }], use);
  const page = (use: string): string => `# Title\n\ntext\n\n${table(use)}\n\n| another | table |\n|---|---|\n`;
  expect(replaceTable(page("old"), table("new"))).toBe(page("new"));
  expect(() => replaceTable("# Title\n", table("new"))).toThrow(/typical uses/);
});

test("the README has the table of the last run that was kept, of the five uses, with every stage in the rows", () => {
  const rows = parseCsv(readFileSync("bench/results/typical-uses.csv", "utf8"));
  expect(rows.length).toBe(Object.values(USES).filter(({ isTold }) => isTold).length);
  expect(rows.length).toBe(5);
  for (const row of rows) {
    const shares = STAGES.map((stage) => Number(row[`${stage} [%]`]));
    expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThan(0.4); // each rounded to 0.1
  }
  const readme = readFileSync("README.md", "utf8");
  expect(replaceTable(readme, tellUses(rows, String(rows[0].machine)))).toBe(readme);
});
