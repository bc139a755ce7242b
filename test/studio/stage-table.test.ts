import { type Profile, STAGES } from "drape";
import { spreadOf } from "drape/inspect";
import { afterEach, expect, test, vi } from "vitest";
import { createStageTable, milliseconds } from "../../studio/src/readout/stage-table.ts";
import type { StepSpread } from "../../studio/src/worker/stage-times.ts";

/** As much of an element as the table needs. */
class FakeElement {
  readonly children: FakeElement[] = [];
  readonly dataset: Record<string, string> = {};
  readonly values = new Map<string, string>();
  readonly marks = new Set<string>();
  readonly style = {
    getPropertyValue: (name: string): string => this.values.get(name) ?? "",
    setProperty: (name: string, value: string): void => void this.values.set(name, value),
  };
  readonly classList = { toggle: (name: string, on: boolean): void => void (on ? this.marks.add(name) : this.marks.delete(name)) };
  className = "";
  textContent = "";
  readonly tag: string;
  constructor(tag: string) {
    this.tag = tag;
  }
  append(...children: FakeElement[]): void {
    this.children.push(...children);
  }
  setAttribute(): void {}
  /** All elements below with a tag, in order. */
  all(tag: string): FakeElement[] {
    return this.children.flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const LIMIT = { name: "60 fps", ms: 16 };
const NOTHING = { median: 0, p95: 0, worst: 0 };
const PROFILE: Profile = { drive: 0.5, forces: 1.5, solve: 6, collide: 2, advance: 0, measure: 0 };

function makeTable() {
  vi.stubGlobal("document", { createElement: (tag: string) => new FakeElement(tag) });
  const root = new FakeElement("div");
  let now = 0;
  const table = createStageTable(root as unknown as HTMLElement, () => now);
  const rows = () => new Map(root.all("tbody")[0].children.map((row) => [row.children[0].textContent, row.children]));
  const numbers = (name: string) =>
    rows()
      .get(name)
      ?.slice(2)
      .map(({ textContent }) => textContent);
  return {
    root,
    table,
    rows,
    numbers,
    wait(ms: number) {
      now += ms;
    },
  };
}

/** Steps of which `solve` takes these milliseconds. */
function spreadWith(...solve: number[]): StepSpread {
  const none = Object.fromEntries(STAGES.map((stage) => [stage, NOTHING])) as Record<(typeof STAGES)[number], typeof NOTHING>;
  return { ...none, solve: spreadOf(Float64Array.from(solve)), step: spreadOf(Float64Array.from(solve)) };
}

test("there is a row for the step and one for each stage, by their names, with median, p95 and worst in numbers", () => {
  const { root, table, rows, numbers } = makeTable();
  expect([...rows().keys()]).toEqual(["step", ...STAGES]);
  expect(
    root
      .all("thead")[0]
      .all("th")
      .map(({ textContent }) => textContent),
  ).toEqual(["median", "p95", "worst"]);
  expect(numbers("solve")).toEqual(["–", "–", "–"]);
  table.show({ profile: PROFILE, spread: spreadWith(4, 8, 12) }, LIMIT, false);
  expect(numbers("solve")).toEqual(["8.00", "12.0", "12.0"]);
  expect(numbers("drive")).toEqual(["0.00", "0.00", "0.00"]);
});

test("bars share one scale on which the limit is a line; what is longer than the scale or the limit is marked", () => {
  const { root, table, rows } = makeTable();
  table.show({ profile: PROFILE, spread: spreadWith(...Array(98).fill(5), 8.8, 40) }, LIMIT, false);
  const bar = rows().get("solve")?.[1];
  expect(Object.fromEntries(bar?.values ?? [])).toEqual({ "--median": "0.284", "--p95": "0.284", "--worst": "1" }); // of 17.6 ms
  expect([...(bar?.marks ?? [])]).toEqual(["beyond"]);
  expect(root.all("table")[0].values.get("--limit")).toBe("0.909");
  expect(root.all("caption")[0].all("span")[1].textContent).toBe("60 fps 16.0");
  expect(
    rows()
      .get("step")
      ?.map(({ marks }) => marks.has("over")),
  ).toEqual([false, false, false, false, true]);
});

test("a limit beyond the scale is told in words alone", () => {
  const { root, table } = makeTable();
  table.show({ profile: PROFILE, spread: spreadWith(0.1) }, { name: "budget", ms: 20 }, false);
  expect(root.all("caption")[0].all("span")[1].textContent).toBe("budget 20.0 ›");
  expect(root.all("table")[0].values.get("--limit")).toBe("2");
});

test("the bar of the step has the stages' shares of the time", () => {
  const { table, rows } = makeTable();
  table.show({ profile: PROFILE, spread: spreadWith(10) }, LIMIT, false);
  const parts = rows().get("step")?.[1].all("span") ?? [];
  expect(parts.map(({ dataset, values }) => [dataset.stage, values.get("flex-grow")])).toEqual([
    ["drive", "0.05"],
    ["forces", "0.15"],
    ["solve", "0.6"],
    ["collide", "0.2"],
    ["advance", "0"],
    ["measure", "0"],
  ]);
});

test("while it plays it is written at most twice a second, at rest at once, and without steps it has no numbers", () => {
  const { table, numbers, wait } = makeTable();
  const show = (ms: number, isPlaying: boolean): void => table.show({ profile: PROFILE, spread: spreadWith(ms) }, LIMIT, isPlaying);
  show(1, true);
  wait(499);
  show(2, true);
  expect(numbers("step")?.[0]).toBe("1.00");
  wait(1);
  show(3, true);
  expect(numbers("step")?.[0]).toBe("3.00");
  show(4, false);
  expect(numbers("step")?.[0]).toBe("4.00");
  show(0, false);
  expect(numbers("step")).toEqual(["–", "–", "–"]);
});

test("times have about three digits", () => {
  expect([0, 0.005, 9.994, 12.34, 99.94, 123.4, 1234].map(milliseconds)).toEqual(["0.00", "0.01", "9.99", "12.3", "99.9", "123", "1234"]);
});
