import { describe, expect, it } from "vitest";
import { type Experiment, type Findings, judge, type Series, type Verdict } from "../../src/papers/experiment.ts";
import { formatNumber } from "../../src/papers/format-number.ts";
import { formatRule } from "../../src/papers/report/format-experiment.ts";
import { formatPlot } from "../../src/papers/report/plot.ts";
import { formatReport, type ReportInfo } from "../../src/papers/report/report.ts";
import { runExperiments, type Watch } from "../../src/papers/run-experiments.ts";

const EVIL = `<img src=x onerror="alert('1')">&`;
const VERDICT: Verdict = {
  claim: EVIL,
  range: EVIL,
  quantity: EVIL,
  paper: EVIL,
  measured: 2,
  holds: { atMost: 1 },
  differs: { atMost: 3 },
  kind: "motion",
  expected: "holds with a difference",
  why: EVIL,
  revised: EVIL,
};

function experiment(findings: Partial<Findings>, name: string = "one"): Experiment {
  return {
    paper: "kim06",
    name,
    title: EVIL,
    place: EVIL,
    claim: EVIL,
    setup: EVIL,
    scene: { drape: 1, cloths: [] },
    live: { knobs: [{ label: EVIL, choices: [{ name: EVIL, set: {} }] }], gauges: ["strain"], look: EVIL },
    seconds: { quick: 1, full: 1 },
    run: async () => ({ verdicts: [], tables: [], pictures: [], plots: [], reason: EVIL, ...findings }),
  };
}

const WATCH: Watch = { isQuick: true, show: () => {}, isCancelled: () => false, keep: async () => {} };
const INFO: ReportInfo = {
  version: EVIL,
  commit: EVIL,
  machine: EVIL,
  date: EVIL,
  seconds: 60,
  isQuick: true,
  all: 1,
  asked: 1,
  folder: EVIL,
  hasLive: true,
  link: () => `${EVIL}.ts`,
  coverage: { kim06: [{ kind: "claim", place: EVIL, what: EVIL, experiments: [EVIL], code: [EVIL], reason: EVIL }] },
};

describe("the report", () => {
  it("escapes all text that it is given", async () => {
    const results = await runExperiments(
      [
        experiment({
          verdicts: [VERDICT],
          tables: [{ title: EVIL, columns: [{ heading: EVIL }], rows: [[EVIL]], note: EVIL }],
          pictures: [{ title: EVIL, pictures: [{ caption: EVIL, png: Uint8Array.of(1), width: 1, height: 1 }] }],
          plots: [
            {
              title: EVIL,
              x: { label: EVIL },
              y: { label: EVIL },
              series: [{ name: EVIL, points: [[1, 2]], mark: "line" }],
            },
          ],
        }),
      ],
      WATCH,
    );
    const { html } = formatReport(results, INFO);
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain(`"alert`);
    expect(html.split("&lt;img src=x").length).toBeGreaterThan(20);
    expect(html).toContain('<th scope="row">Claims of the papers</th><td>0</td><td>1</td><td>0</td>');
    expect(html).toContain('class="badge">quick');
  });

  it("keeps what was finished when it is cancelled, and says how much that is", async () => {
    const kept: number[] = [];
    const all = ["a", "b", "c"].map((name) => experiment({}, name));
    const results = await runExperiments(all, {
      ...WATCH,
      isCancelled: () => kept.length === 2,
      keep: async (soFar) => void kept.push(soFar.length),
    });
    expect([results.length, kept]).toEqual([2, [1, 2]]);
    expect(formatReport(results, { ...INFO, all: 3, asked: 3 }).html).toContain("2 of 3 experiments so far");
    expect(formatReport(results, { ...INFO, all: 9, asked: 2 }).html).toContain("2 of 9 experiments were asked for");
  });

  it("counts claims of the papers, textbook results and claims of our own apart", async () => {
    const own: Verdict = { ...VERDICT, from: "ours", measured: 1 };
    const known: Verdict = { ...VERDICT, measured: 9 };
    const all = [experiment({ verdicts: [VERDICT, own, own] }), { ...experiment({ verdicts: [known] }), paper: "physics" as const }];
    const { html } = formatReport(await runExperiments(all, WATCH), INFO);
    expect(html).toContain("Claims of the papers</th><td>0</td><td>1</td><td>0</td>");
    expect(html).toContain("Textbook results</th><td>0</td><td>0</td><td>1</td>");
    expect(html).toContain("Claims of our own beside them</th><td>2</td><td>0</td><td>0</td>");
    expect(html).toContain("(our own)");
    expect([...html.matchAll(/<dt>(Paper|Known)</g)].map(([, word]) => word)).toEqual(["Paper", "Paper", "Paper", "Known"]);
  });

  it("goes on after an experiment that fails, and counts it apart", async () => {
    const failing = { ...experiment({}, "bad"), run: () => Promise.reject(new Error(EVIL)) };
    const results = await runExperiments([failing, experiment({}, "good")], WATCH);
    expect(results.map(({ failure }) => failure)).toEqual([EVIL, undefined]);
    const { html } = formatReport(results, INFO);
    expect(html).toContain("<strong>1</strong> experiments could not be run");
    expect(html).not.toContain("<img src=x");
  });
});

describe("a verdict", () => {
  it.each([
    [1, "holds"],
    [2, "holds with a difference"],
    [4, "does not hold"],
    [Number.NaN, "does not hold"],
    [Number.NEGATIVE_INFINITY, "does not hold"],
  ])("of %f %s", (measured, outcome) => {
    expect(judge({ ...VERDICT, measured })).toBe(outcome);
  });

  it("shows its rule in signs", () => {
    expect([{ atMost: 0.1 }, { atLeast: 2 }, { atLeast: 1, atMost: 3 }].map(formatRule)).toEqual(["≤ 0.1", "≥ 2", "1 to 3"]);
  });
});

describe("a number", () => {
  it.each([
    [0, "0"],
    [-1.23456, "−1.23"],
    [1234.56, "1230"],
    [123456, "123\u202f456"],
    [0.00001234, "1.23·10⁻⁵"],
    [1e9, "10⁹"],
    [2.5, "2.5"],
    [Number.NaN, "–"],
  ])("%f is shown as %s", (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});

describe("a plot", () => {
  const line = (name: string, isTruth: boolean, count = 3): Series => ({
    name,
    mark: "line",
    isTruth,
    points: Array.from({ length: count }, (_, n) => [n, n]),
  });

  it("draws what others are held against below them, in ink and without marks; it takes no colour from the others", () => {
    const svg = formatPlot({
      title: "t",
      x: { label: "x" },
      y: { label: "y" },
      series: [line("first", false), line("truth", true), line("second", false)],
    });
    expect(svg.match(/class="line [^"]*"(?= d="M\d+(?:\.\d+)? )/g)?.slice(0, 3)).toEqual([
      'class="line truth"',
      'class="line s0"',
      'class="line s1"',
    ]);
    expect(svg).not.toContain('class="mark truth"');
  });

  it("marks long lines at a few points, each at others, so that one below another is seen", () => {
    const svg = formatPlot({
      title: "t",
      x: { label: "x" },
      y: { label: "y" },
      series: [line("first", false, 70), line("second", false, 70)],
    });
    const centres = [...svg.matchAll(/<circle class="mark s0" cx="([\d.]+)"/g)].map(([, x]) => Number(x));
    const squares = [...svg.matchAll(/<rect class="mark s1" x="([\d.]+)"/g)].map(([, x]) => Number(x) + 3.5);
    expect([centres.length, squares.length]).toEqual([8, 8]); // seven, and the key's
    expect(centres.filter((x) => x !== 14 && squares.some((other) => Math.abs(other - x) < 1))).toEqual([]);
  });

  it("turns the names of categories that do not fit beside each other", () => {
    const plot = (name: string): string =>
      formatPlot({
        title: "t",
        x: { label: "x", categories: [1, 2, 3, 4].map((n) => `${name} ${n}`) },
        y: { label: "y" },
        series: [line("one", false)],
      });
    expect(plot("a")).not.toContain("rotate(");
    expect(plot("a long name of a case")).toContain("rotate(-35)");
  });

  it("draws the paper's series dashed, leaves out what a logarithm cannot show, and has ticks at round numbers", () => {
    const svg = formatPlot({
      title: "t",
      x: { label: "x", isLogarithmic: true },
      y: { label: "y" },
      series: [
        {
          name: "ours",
          mark: "line",
          points: [
            [0, 1],
            [1, 2],
            [3, 2.5],
            [5, 2.7],
            [10, 3],
            [1000, 9.5],
          ],
        },
        {
          name: "theirs",
          mark: "line",
          isPaper: true,
          points: [
            [1, 1],
            [1000, 8],
          ],
        },
      ],
    });
    expect(svg).toContain('class="line s1 paper"');
    expect(svg).not.toContain("NaN");
    expect(svg).not.toContain("Infinity");
    for (const tick of ["1", "10", "100", "1000", "2", "8"]) expect(svg).toContain(`>${tick}</text>`);
  });

  it("has a tick at each of a few values of a logarithmic axis, and names in place of numbers", () => {
    const svg = formatPlot({
      title: "t",
      x: { label: "x", isLogarithmic: true },
      y: { label: "", categories: ["one & two", "three"] },
      series: [{ name: "s", mark: "points", points: [1, 2, 4, 16].map((x, n) => [x, n % 2]) }],
    });
    for (const tick of ["1", "2", "4", "16", "one &amp; two", "three"]) expect(svg).toContain(`>${tick}</text>`);
  });

  it.each([1, 0.1, 4])("draws a square as a square, in a shape %f times as high as wide", (height) => {
    const corners: [number, number][] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    const svg = formatPlot({
      title: "t",
      x: { label: "x" },
      y: { label: "y" },
      isShape: true,
      series: [
        { name: "square", mark: "points", points: corners },
        {
          name: "far",
          mark: "line",
          isPaper: true,
          points:
            height < 1
              ? [
                  [0, 0],
                  [1 / height, 0],
                ]
              : [
                  [0, 0],
                  [0, height],
                ],
        },
      ],
    });
    const marks = [...svg.replace(/<ul.*/, "").matchAll(/<circle[^>]* cx="([\d.]+)" cy="([\d.]+)"/g)];
    const [left, right, , upper] = marks.map(([, x, y]) => [Number(x), Number(y)]);
    expect(right[0] - left[0]).toBeGreaterThan(20);
    expect(Math.abs(right[0] - left[0] - (left[1] - upper[1]))).toBeLessThan(0.5);
  });
});
