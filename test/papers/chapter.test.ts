import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COVERAGE, EXPERIMENTS } from "../../src/papers/catalog.ts";
import { CHAPTERS, formulasOf } from "../../src/papers/chapter.ts";
import { sceneName } from "../../src/papers/experiment.ts";
import { NOTATIONS } from "../../src/papers/notations.ts";
import { setFormula, setText } from "../../src/papers/report/set-math.ts";
import { ROOT } from "../support/run-cli.ts";

describe("the chapters of the papers", () => {
  const equations = Object.entries(CHAPTERS).flatMap(([key, chapter]) =>
    chapter.equations.map((equation) => [`${key}, ${equation.place}`, equation] as const),
  );

  it.each(equations)("%s is computed where the chapter says", (_, { code: { file, words } }) => {
    expect(readFileSync(join(ROOT, file), "utf8")).toContain(words);
  });

  it("have every formula set as mathematics, with no font to fetch and no markup of another kind", () => {
    for (const { tex, display } of formulasOf(NOTATIONS.flatMap((row) => Object.values(row)))) {
      const set = setFormula(tex, display);
      expect(set).toMatch(/^<math[ >].*<\/math>$/);
      expect(set.match(/href|url\(|<(?!\/?(math|m[a-z]+|annotation|semantics)\b)/g)).toBeNull();
    }
    expect(setText("a < b with `code` and $h$")).toMatch(/^a &lt; b with <code>code<\/code> and <math/);
  });
});

describe("the coverage of the papers", () => {
  const rows = Object.entries(COVERAGE).flatMap(([key, list]) =>
    list.map((row) => [`${key}, ${row.place}: ${row.what}`, key, row] as const),
  );
  const names = new Set(EXPERIMENTS.flatMap((experiment) => [sceneName(experiment)]));

  it("has a table for each paper", () => {
    expect(Object.keys(COVERAGE).sort()).toEqual(["choi13", "ertekin14", "kang02", "kim06", "oh04"]);
  });

  it.each(rows)("%s", (_, key, { experiments = [], code = [], tests = [], reason = "", what }) => {
    expect(what).not.toBe("");
    expect(experiments.length + code.length + tests.length + reason.length).toBeGreaterThan(0);
    expect(experiments.filter((name) => !names.has(name) && !names.has(`${key}-${name}`))).toEqual([]);
    expect([...code, ...tests].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
