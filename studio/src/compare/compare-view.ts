import type { Stats } from "../commands.ts";
import { leaveListsChosenByPointer } from "../panel/leave-lists.ts";
import { centimetres, describeStep, describeStrain, describeTotal } from "../readout/readout.ts";
import type { Tile } from "../stage/stage.ts";
import { describeRamp } from "./difference-colours.ts";
import type { LaneFailure } from "./lane.ts";
import { type ComparePanel, FEWEST_PANELS, type listChoices, MOST_PANELS } from "./panels.ts";

/** The page's part of a comparison: where the pictures go, what is written below them, and the controls. */
export interface CompareView {
  setOpen(open: boolean): void;
  /** Makes room for these panels, each with a list of what it may show instead. */
  setPanels(panels: readonly ComparePanel[], choices: ReturnType<typeof listChoices>): void;
  /** The scene's. */
  setTitle(title: string): void;
  write(panel: number, numbers: PanelNumbers): void;
  writeTime(time: number, pace: string): void;
  /** What there is to say about the reference. */
  writeNote(sentence: string): void;
  /** The end of the scale of colours [m]; undefined: nothing is coloured. */
  setScale(scale: number | undefined): void;
}

/** What is written below a picture. */
export interface PanelNumbers {
  readonly stats: Stats | undefined;
  /** RMS distance from the reference [m], where there is one. */
  readonly error: number | undefined;
  readonly failure: LaneFailure | undefined;
}

export interface CompareActions {
  choose(panel: number, name: string): void;
  remove(panel: number): void;
  add(): void;
  setReference(on: boolean): void;
  setColoured(on: boolean): void;
  close(): void;
  /** The pictures have other places now. */
  placed(tiles: readonly Tile[]): void;
}

const NUMBERS = [
  { key: "step", title: "One step", detail: "" },
  { key: "strain", title: "Strain", detail: ", mean · max" },
  { key: "total", title: "Energy", detail: " since start" },
  { key: "error", title: "Error", detail: " (RMS)" },
] as const;

interface Caption {
  readonly picture: HTMLElement;
  readonly fields: Readonly<Record<(typeof NUMBERS)[number]["key"], HTMLElement>>;
  readonly failure: HTMLElement;
}

export function createCompareView(parent: HTMLElement, actions: CompareActions): CompareView {
  const root = make("section", "compare");
  root.id = "comparison";
  root.hidden = true;
  root.setAttribute("aria-label", "Methods side by side");
  const bar = make("header", "compare-bar");
  const clock = make("p", "compare-clock");
  const time = make("b");
  const pace = make("span");
  clock.append(time, " s ", pace);
  const reference = makeBox("Reference", actions.setReference);
  reference.title = "Solve the scene accurately besides, and tell how far each method is from that";
  const coloured = makeBox("Difference as colour", actions.setColoured);
  const legend = make("div", "compare-legend");
  legend.setAttribute("role", "img");
  const ramp = make("span", "compare-ramp");
  ramp.style.background = describeRamp();
  const end = make("span");
  legend.append("0", ramp, end);
  const note = make("p", "compare-note");
  note.setAttribute("role", "status");
  const add = makeButton("Add a method", actions.add);
  const close = makeButton("One view", actions.close);
  close.title = "Back to the single view (C)";
  const title = make("p", "compare-title");
  bar.append(clock, title, reference, coloured, legend, note, add, close);
  const grid = make("div", "compare-grid");
  root.append(bar, grid);
  parent.append(root);
  leaveListsChosenByPointer(grid);

  let captions: Caption[] = [];
  const observer = new ResizeObserver(() => actions.placed(readTiles()));

  /** Pictures of one size, the smallest that there is room for, each in the middle of its place. */
  function readTiles(): Tile[] {
    const boxes = captions.map(({ picture }) => picture.getBoundingClientRect());
    const width = Math.floor(Math.min(...boxes.map((box) => box.width)));
    const height = Math.floor(Math.min(...boxes.map((box) => box.height)));
    return boxes.map((box) => ({
      left: Math.round(box.left + (box.width - width) / 2),
      top: Math.round(box.top + (box.height - height) / 2),
      width,
      height,
    }));
  }

  function makePanel(panel: ComparePanel, n: number, count: number, choices: ReturnType<typeof listChoices>): Caption {
    const article = make("article", "compare-panel");
    article.setAttribute("aria-label", panel.title);
    const picture = make("div", "compare-picture");
    const caption = make("div", "compare-caption");
    const head = make("div", "compare-head");
    const list = makeList(panel, choices);
    list.setAttribute("aria-label", `Method of picture ${n + 1}`);
    list.addEventListener("change", () => actions.choose(n, list.value));
    const remove = makeButton("×", () => actions.remove(n));
    remove.setAttribute("aria-label", `Remove picture ${n + 1}, ${panel.title}`);
    remove.title = "Remove this picture";
    remove.hidden = count <= FEWEST_PANELS;
    head.append(list, remove);
    const numbers = make("dl");
    const fields = {} as Record<(typeof NUMBERS)[number]["key"], HTMLElement>;
    for (const { key, title, detail } of NUMBERS) {
      const pair = make("div");
      const term = make("dt");
      const rest = make("span", "compare-detail");
      rest.textContent = detail;
      term.append(title, rest);
      fields[key] = make("dd");
      fields[key].dataset.value = key;
      fields[key].textContent = "–";
      pair.append(term, fields[key]);
      numbers.append(pair);
    }
    const failure = make("p", "compare-failure");
    failure.setAttribute("role", "status");
    caption.append(head, numbers);
    picture.append(failure);
    article.append(picture, caption);
    grid.append(article);
    return { picture, fields, failure };
  }

  return {
    setOpen(open) {
      root.hidden = !open;
      document.body.dataset.view = open ? "compare" : "single";
    },
    setPanels(panels, choices) {
      observer.disconnect();
      grid.replaceChildren();
      grid.dataset.count = String(panels.length);
      captions = panels.map((panel, n) => makePanel(panel, n, panels.length, choices));
      for (const { picture } of captions) observer.observe(picture);
      add.disabled = panels.length >= MOST_PANELS;
    },
    setTitle: (words) => write(title, words),
    write(n, { stats, error, failure }) {
      const { fields, failure: told } = captions[n];
      write(fields.step, stats === undefined ? "–" : describeStep(stats.profile));
      write(fields.strain, stats === undefined ? "–" : describeStrain(stats.metrics));
      write(fields.total, stats === undefined ? "–" : describeTotal(stats.metrics, stats.startEnergy));
      write(fields.error, error === undefined ? "–" : centimetres(error));
      write(told, failure === undefined ? "" : describeFailure(failure));
    },
    writeTime(at, words) {
      write(time, at.toFixed(2));
      write(pace, words);
    },
    writeNote: (sentence) => write(note, sentence),
    setScale(scale) {
      legend.hidden = scale === undefined;
      if (scale === undefined) return;
      const words = `${Number((100 * scale).toPrecision(1))} cm`;
      write(end, words);
      legend.setAttribute("aria-label", `Colours: distance from the reference, from 0 to ${words}`);
    },
  };
}

function describeFailure({ sentence, unstableAt }: LaneFailure): string {
  return unstableAt === undefined ? sentence : `unstable at t = ${Number(unstableAt.toFixed(4))} s`;
}

function makeList(panel: ComparePanel, choices: ReturnType<typeof listChoices>): HTMLSelectElement {
  const list = make("select");
  for (const { group, choices: offered } of choices) {
    const part = make("optgroup");
    part.label = group;
    for (const { name, title } of offered) {
      const option = make("option");
      option.value = name;
      const chosen = name === panel.compared.name;
      option.textContent = chosen ? panel.title : title;
      option.selected = chosen;
      part.append(option);
    }
    list.append(part);
  }
  return list;
}

function makeBox(words: string, change: (on: boolean) => void): HTMLLabelElement {
  const label = make("label", "compare-box");
  const box = make("input");
  box.type = "checkbox";
  box.checked = true;
  box.addEventListener("change", () => change(box.checked));
  label.append(box, words);
  return label;
}

function makeButton(words: string, run: () => void): HTMLButtonElement {
  const button = make("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", run);
  return button;
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = ""): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  return element;
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
