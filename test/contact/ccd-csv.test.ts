import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { nearestDouble, parseQueries } from "../../scripts/ccd-csv.mjs";
import { ROOT } from "../../scripts/run.mjs";

/** A point that falls through a triangle: from z = 1/2 to −1/2. */
const FALLING = `1,4,1,4,1,2,T
0,1,0,1,0,1,T
1,1,0,1,0,1,T
0,1,1,1,0,1,T
1,4,1,4,-1,2,T
0,1,0,1,0,1,T
1,1,0,1,0,1,T
0,1,1,1,0,1,T
`;
const HIT = FALLING.replaceAll("T", "1");
/** It stops a little above. */
const FREE = FALLING.replaceAll("T", "0").replace("-1,2,0", "1,8388608,0");

describe("parseQueries", () => {
  test("reads eight rows a query: four vertices at the start, four at the end, as doubles", () => {
    const { queries, rounded } = parseQueries(HIT + FREE);
    expect(rounded).toBe(0);
    expect(queries.map(({ truth }) => truth)).toEqual([true, false]);
    expect(Array.from(queries[0].xs)).toEqual([0.25, 0.25, 0.5, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(Array.from(queries[0].xe)).toEqual([0.25, 0.25, -0.5, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(queries[1].xe[2]).toBe(2 ** -23);
  });

  test("counts coordinates that are no doubles", () => {
    const { queries, rounded } = parseQueries(HIT.replace("1,4,1,4", "1,3,1,4"));
    expect(rounded).toBe(1);
    expect(queries[0].xs[0]).toBe(1 / 3);
  });

  test("accepts line ends of any system and blank lines at the end", () => {
    expect(parseQueries(`${HIT.replaceAll("\n", "\r\n")}\n\n`).queries).toHaveLength(1);
  });

  test.each([
    ["nothing", "", "the file is empty; a query has eight rows"],
    ["a lost row", HIT.split("\n").slice(1).join("\n"), "7 rows; a query has eight, so the last one is cut off"],
    ["a lost field", HIT.replace("0,1,0,1,0,1,1", "0,1,0,1,0,1"), "row 2: 6 fields; a row is xn,xd,yn,yd,zn,zd,truth"],
    ["a fraction", HIT.replace("1,2,1", "0.5,1,1"), 'row 1: "0.5" is no whole number'],
    ["a blank field", HIT.replace("1,2,1", ",2,1"), 'row 1: "" is no whole number'],
    ["a zero below", HIT.replace("1,2,1", "1,0,1"), "row 1: the denominator is 0"],
    ["too large a number", HIT.replace("1,2,1", `1${"0".repeat(400)},2,1`), "is too large for a double"],
    ["an endless number", HIT.replace("1,2,1", `${"9".repeat(5000)},2,1`), "is no whole number"],
    ["an unknown truth", HIT.replace("1,2,1", "1,2,yes"), 'row 1: truth is "yes"; it must be 0 or 1'],
    ["two truths", HIT.replace("-1,2,1", "-1,2,0"), "row 5: truth changes within a query; all eight rows repeat it"],
  ])("refuses %s and says where", (_, text, message) => {
    expect(() => parseQueries(text)).toThrow(message);
  });
});

describe("nearestDouble", () => {
  test("gives back every double from its exact fraction", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt({ min: 1n, max: 999n }), (value, factor) => {
        let n = value;
        let d = 1n;
        while (!Number.isInteger(n)) {
          n *= 2;
          d *= 2n;
        }
        expect(nearestDouble(BigInt(n) * factor, d * factor)).toEqual({ value: value + 0, exact: true });
      }),
    );
  });

  test("rounds as division does", () => {
    const whole = fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 });
    fc.assert(
      fc.property(
        whole,
        whole.filter((d) => d !== 0),
        (n, d) => {
          expect(nearestDouble(BigInt(n), BigInt(d)).value).toBe(n / d + 0);
        },
      ),
    );
  });

  test("rounds halves to even, small numbers to the lowest bit, and knows what is too large", () => {
    expect(nearestDouble(2n ** 53n + 1n, 1n)).toEqual({ value: 2 ** 53, exact: false });
    expect(nearestDouble(2n ** 53n + 3n, 1n)).toEqual({ value: 2 ** 53 + 4, exact: false });
    expect(nearestDouble(3n, 2n ** 1075n)).toEqual({ value: 2 ** -1073, exact: false });
    expect(nearestDouble(1n, 2n ** 1075n)).toEqual({ value: 0, exact: false });
    expect(nearestDouble(10n ** 400n, 1n).value).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("npm run ccd", () => {
  const folder = mkdtempSync(join(tmpdir(), "drape-ccd-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  function ccd(name: string, text: string | undefined, ...args: string[]): { status: number | null; output: string } {
    const file = join(folder, name);
    if (text !== undefined) writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "scripts/ccd.mjs"), file, ...args], {
      encoding: "utf8",
    });
    return { status, output: (stdout + stderr).replaceAll(file, name) };
  }

  test("counts queries, hits, misses and false alarms", () => {
    const wrong = FREE.replaceAll(/0$/gm, "1"); // called a hit, which it is not: so the test "misses" it
    const alarm = HIT.replaceAll(/1$/gm, "0");
    expect(ccd("vertex-face.csv", HIT + FREE + alarm)).toEqual({
      status: 0,
      output: "vertex-face.csv: 3 queries, 2 hits, 0 misses, 1 false alarms\n",
    });
    expect(ccd("vertex-face.csv", HIT + wrong)).toEqual({
      status: 1,
      output: "vertex-face.csv: 2 queries, 1 hits, 1 misses, 0 false alarms\n",
    });
  });

  test("takes the kind from the path or from --kind, and asks if neither tells", () => {
    expect(ccd("queries.csv", HIT, "--kind", "edge-edge").output).toContain("1 queries, 0 hits, 1 misses");
    expect(ccd("queries.csv", HIT)).toEqual({
      status: 1,
      output: "npm run ccd: queries.csv: the path names neither vertex-face nor edge-edge; say which with --kind\n",
    });
    expect(ccd("queries.csv", HIT, "--kind", "faces").output).toBe("npm run ccd: --kind is vertex-face or edge-edge\n");
  });

  test("a malformed or missing file fails with one line", () => {
    expect(ccd("edge-edge.csv", "1,2\n")).toEqual({
      status: 1,
      output: "npm run ccd: edge-edge.csv: row 1: 2 fields; a row is xn,xd,yn,yd,zn,zd,truth\n",
    });
    expect(ccd("edge-edge-missing.csv", undefined)).toEqual({
      status: 1,
      output: "npm run ccd: edge-edge-missing.csv: cannot be read (ENOENT)\n",
    });
  });
});
