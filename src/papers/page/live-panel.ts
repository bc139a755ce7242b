import type { Gauge, Knob } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { assignFields } from "./assign-fields.ts";
import type { LiveFile, LiveFrame, LiveNews, LiveOrder } from "./live-messages.ts";
import { createLiveStage, type LiveStage } from "./live-stage.ts";

const GAUGES: Readonly<Record<Gauge, string>> = {
  strain: "largest strain now [%]",
  "peak strain": "largest strain so far [%]",
  fall: "fallen by [m]",
  speed: "fastest particle [m/s]",
  kinetic: "kinetic energy [J]",
  momentum: "angular momentum left [%]",
  distance: "RMS distance [m]",
  penetration: "deepest penetration [mm]",
  iterations: "iterations of the step",
  ms: "ms a step, here",
};

/** The controls, the canvases and the numbers of an experiment that runs in the page. Turning a knob starts it again. */
export function openPanel(place: HTMLElement, file: LiveFile): void {
  const { knobs, beside, gauges, scene } = file;
  const chosen = knobs.map(({ start = 0 }) => start);
  const controls = make("div", "knobs");
  const again = make("button", "start", "Start again");
  const pause = make("button", "pause", "Pause");
  const stagesPlace = make("div", "stages");
  const sentence = make("p", "sentence");
  sentence.setAttribute("role", "status");
  const numbers = make("dl", "gauges");
  const shown = new Map<string, HTMLElement>();
  for (const [name, label] of [["time", "time [s]"], ["steps", "steps"], ...gauges.map((gauge) => [gauge, GAUGES[gauge]])]) {
    const value = make("dd", "", "–");
    const pair = make("div", "");
    pair.append(make("dt", "", label), value);
    numbers.append(pair);
    shown.set(name, value);
  }
  controls.append(...knobs.map((knob, n) => createKnob(knob, chosen[n], (choice) => turn(n, choice))), again, pause);
  place.append(controls, stagesPlace, numbers, sentence);

  let worker: Worker | undefined;
  let stages: readonly LiveStage[] = [];
  let isPaused = false;
  let isSeen = true;
  /** A picture has been drawn, and the next is not wished for yet. */
  let isWaiting = false;

  function turn(knob: number, choice: number): void {
    chosen[knob] = choice;
    start();
  }

  function order(message: LiveOrder): void {
    worker?.postMessage(message);
  }

  function start(): void {
    worker?.terminate();
    isWaiting = false;
    setPaused(false);
    sentence.textContent = "";
    const set = knobs.map(({ choices }, n) => choices[chosen[n]].set);
    const scenes = [assignFields(scene, ...set), ...(beside === undefined ? [] : [assignFields(scene, ...set, beside.set)])];
    if (stages.length === 0) stages = createStages(scenes.length);
    worker = new Worker(new URL("./live-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<LiveNews>) => hear(data));
    worker.addEventListener("error", () => say("The engine could not be loaded: serve the page from a host, not from a file."));
    order({ kind: "start", scenes, gauges });
    place.dataset.state = "running";
  }

  function createStages(count: number): LiveStage[] {
    return Array.from({ length: count }, (_, n) => {
      const stage = createLiveStage();
      const figure = make("figure", "");
      figure.append(stage.canvas);
      if (count > 1) figure.append(make("figcaption", "", n === 0 ? "As chosen" : (beside?.name ?? "")));
      stage.canvas.setAttribute("role", "img");
      stage.canvas.setAttribute("aria-label", n === 0 ? "the run as chosen" : `beside it: ${beside?.name ?? ""}`);
      stagesPlace.append(figure);
      return stage;
    });
  }

  function hear(news: LiveNews): void {
    if (news.kind === "failed") say(news.message);
    else if (news.kind === "shapes") stages[news.run].setShapes(news.shapes, news.camera, news.floor);
    else requestAnimationFrame(() => draw(news));
  }

  function draw(frame: LiveFrame): void {
    frame.positions.forEach((positions, n) => {
      stages[n].move(positions);
    });
    show("time", frame.time);
    show("steps", frame.steps);
    for (const gauge of gauges) show(gauge, frame.numbers[gauge] ?? Number.NaN);
    const [lost] = frame.lostAt;
    if (lost > 0) say(`Lost at step ${lost}: its numbers went beyond all bounds.`);
    if (frame.isDone) place.dataset.state = lost > 0 ? "lost" : "done";
    pause.hidden = frame.isDone;
    isWaiting = !frame.isDone;
    goOn();
  }

  /** Wishes for the next picture; what is out of sight does not take the machine's time. */
  function goOn(): void {
    if (!isWaiting || isPaused || !isSeen) return;
    isWaiting = false;
    order({ kind: "next" });
  }

  function show(name: string, value: number): void {
    const element = shown.get(name);
    if (element !== undefined) element.textContent = formatNumber(value);
  }

  function say(text: string): void {
    sentence.textContent = text;
    place.dataset.state = "failed";
  }

  function setPaused(paused: boolean): void {
    isPaused = paused;
    pause.textContent = paused ? "Go on" : "Pause";
    pause.hidden = false;
  }

  again.addEventListener("click", start);
  pause.addEventListener("click", () => {
    setPaused(!isPaused);
    goOn();
  });
  new IntersectionObserver(([{ isIntersecting }]) => {
    isSeen = isIntersecting;
    goOn();
  }).observe(stagesPlace);
  try {
    start();
  } catch (error) {
    say(`This browser cannot draw it (${error instanceof Error ? error.message : error}). The recorded pictures show what came out.`);
  }
}

function createKnob({ label, choices }: Knob, start: number, turn: (choice: number) => void): HTMLElement {
  const box = make("label", "", label);
  const list = make("select", "");
  for (const [n, { name }] of choices.entries()) list.append(new Option(name, String(n), n === start, n === start));
  list.addEventListener("change", () => turn(list.selectedIndex));
  box.append(list);
  return box;
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, look: string, text: string = ""): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (look !== "") element.className = look;
  element.textContent = text;
  return element;
}
