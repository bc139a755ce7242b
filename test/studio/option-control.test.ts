import { describe, expect, test } from "vitest";
import { METHODS, type OptionInfo } from "../../src/index.ts";
import { makeLadder, readOptionText } from "../../studio/src/panel/option-control.ts";

const NUMBER: OptionInfo = { name: "x", summary: "", unit: "", kind: "number", default: 1 };
const INTEGER: OptionInfo = { ...NUMBER, kind: "integer" };
const CHOICE: OptionInfo = { ...NUMBER, kind: "choice", default: "a", choices: ["a", "b"] };
const BOOLEAN: OptionInfo = { ...NUMBER, kind: "boolean", default: false };
const LIST: OptionInfo = { ...NUMBER, kind: "list", default: [], of: { kind: "number", min: -10, max: 10 }, things: "numbers", most: 2 };

test("a ladder has round values within its range, and the current one", () => {
  expect(makeLadder(0.001, 0.1, 1 / 60)).toEqual([0.001, 0.002, 0.005, 0.01, 1 / 60, 0.02, 0.05, 0.1]);
  expect(makeLadder(1e-8, 0.5, 1e-6)).toEqual([1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1]);
  const upTo = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
  expect(makeLadder(1, 100_000, 1)).toEqual(upTo);
});

test("a link's text becomes a value of the option's kind, or nothing", () => {
  expect(readOptionText(NUMBER, "1e-8")).toBe(1e-8);
  expect(readOptionText(NUMBER, "")).toBeUndefined();
  expect(readOptionText(NUMBER, "many")).toBeUndefined();
  expect(readOptionText(INTEGER, "3")).toBe(3);
  expect(readOptionText(INTEGER, "3.5")).toBeUndefined();
  expect(readOptionText({ ...NUMBER, min: 0, max: 1 }, "1")).toBe(1);
  expect(readOptionText({ ...NUMBER, min: 0, max: 1 }, "1.1")).toBeUndefined();
  expect(readOptionText({ ...NUMBER, min: 0 }, "-1")).toBeUndefined();
  expect(readOptionText(CHOICE, "b")).toBe("b");
  expect(readOptionText(CHOICE, "constructor")).toBeUndefined();
  expect(readOptionText(BOOLEAN, "true")).toBe(true);
  expect(readOptionText(BOOLEAN, "1")).toBeUndefined();
  expect(readOptionText(LIST, "2, -1.5")).toEqual([2, -1.5]);
  expect(readOptionText(LIST, "")).toEqual([]);
  for (const text of ["2,", "2,x", "11", "1,2,3"]) expect(readOptionText(LIST, text)).toBeUndefined();
});

describe.each(METHODS)("the panel can show $name", ({ options }) => {
  test.each([...options])("$name", (option) => {
    expect(readOptionText(option, String(option.default))).toEqual(option.default);
    if (option.logarithmic === true) expect(option.min).toBeGreaterThan(0);
  });
});
