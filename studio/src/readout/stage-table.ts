import { STAGES } from "drape";
import type { Stats } from "../commands.ts";
import type { StepLimit } from "./step-limit.ts";
import { fitScale } from "./time-scale.ts";

/** Where the time of a step goes: a row for the step and for each of its stages, with a bar and in numbers. */
export interface StageTable {
  /** Shows it, at most twice a second while it plays: who reads numbers wants them to stand. */
  show(stats: Pick<Stats, "profile" | "spread">, limit: StepLimit, isPlaying: boolean): void;
}

/** Between two updates [ms]. Each takes the page a millisecond or two, most of it style and layout, so a frame bears less than 0.1 ms of it. */
const INTERVAL = 500;

const NUMBERS = ["median", "p95", "worst"] as const;
const MEANINGS = {
  median: "Half of the steps of the last two seconds took no longer",
  p95: "95 of 100 steps of the last two seconds took no longer",
  worst: "The longest of the last two seconds",
} as const;

interface StageRow {
  readonly bar: HTMLElement;
  readonly cells: Readonly<Record<(typeof NUMBERS)[number], HTMLElement>>;
}

export function createStageTable(parent: HTMLElement, now: () => number = () => performance.now()): StageTable {
  const table = make("table");
  const caption = make("caption");
  const limitText = make("span", "limit");
  caption.append(text("span", "Where a step’s time goes, ms"), limitText);
  const body = make("tbody");
  const end = make("td");
  end.setAttribute("aria-hidden", "true");
  const head = make("tr");
  head.append(make("td", "name"), end, ...NUMBERS.map(makeHead));
  const top = make("thead");
  top.append(head);
  const step = makeRow("step");
  const parts = STAGES.map((stage) => {
    const part = make("span");
    part.dataset.stage = stage;
    return part;
  });
  const stack = make("div");
  stack.append(...parts);
  step.bar.append(stack);
  const rows = { step, ...Object.fromEntries(STAGES.map((stage) => [stage, makeRow(stage)])) } as Record<keyof Stats["spread"], StageRow>;
  const names = ["step", ...STAGES] as const;
  table.append(caption, top, body);
  parent.append(table);
  let shownAt = Number.NEGATIVE_INFINITY;
  let scale = 0;
  let limitMs = 0;

  function makeRow(name: string): StageRow {
    const row = make("tr");
    row.dataset.stage = name;
    const bar = make("td", "times");
    bar.setAttribute("aria-hidden", "true");
    const title = text("th", name);
    title.className = "name";
    title.scope = "row";
    const [median, p95, worst] = NUMBERS.map(() => text("td", "–"));
    row.append(title, bar, median, p95, worst);
    body.append(row);
    return { bar, cells: { median, p95, worst } };
  }

  function showLimit({ name, ms }: StepLimit): void {
    const words = `${name} ${milliseconds(ms)}`;
    write(limitText, ms > scale ? `${words} ›` : words);
    place(table, "--limit", ms > scale ? 2 : ms / scale); // beyond the scale it is not seen
    write(end, milliseconds(scale));
  }

  return {
    show({ profile, spread }, limit, isPlaying) {
      const time = now();
      if (isPlaying && time - shownAt < INTERVAL) return;
      shownAt = time;
      scale = fitScale(spread.step.p95, limit.ms, limit.ms === limitMs ? scale : 0);
      limitMs = limit.ms;
      showLimit(limit);
      const isKnown = spread.step.worst > 0;
      for (const name of names) {
        const { bar, cells } = rows[name];
        for (const number of NUMBERS) {
          const ms = spread[name][number];
          place(bar, `--${number}`, Math.min(1, ms / scale));
          write(cells[number], isKnown ? milliseconds(ms) : "–");
        }
        bar.classList.toggle("beyond", spread[name].worst > scale);
      }
      for (const number of NUMBERS) rows.step.cells[number].classList.toggle("over", spread.step[number] > limit.ms);
      const mean = STAGES.reduce((sum, stage) => sum + (profile[stage] ?? 0), 0);
      STAGES.forEach((stage, s) => {
        place(parts[s], "flex-grow", mean > 0 ? profile[stage] / mean : 0);
      });
    },
  };
}

export function milliseconds(ms: number): string {
  return ms.toFixed(ms >= 100 ? 0 : ms >= 10 ? 1 : 2);
}

function makeHead(name: (typeof NUMBERS)[number]): HTMLElement {
  const head = text("th", name);
  head.className = name;
  head.scope = "col";
  head.title = MEANINGS[name];
  return head;
}

/** Three digits are more than anybody sees, and mostly stay the same. */
function place(element: HTMLElement, property: string, share: number): void {
  const value = String(+share.toFixed(3));
  if (element.style.getPropertyValue(property) !== value) element.style.setProperty(property, value);
}

function write(element: HTMLElement, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = ""): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  return element;
}

function text<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, words: string): HTMLElementTagNameMap[Tag] {
  const element = make(tag);
  element.textContent = words;
  return element;
}
