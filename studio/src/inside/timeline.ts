import { drawIcon } from "../page/draw-icon.ts";
import type { TimelineView } from "./recorder.ts";

/** The last seconds as a slider: look back, go on from there. */
export interface Timeline {
  /** Shows what is recorded, as of a moment ago. */
  show(view: TimelineView): void;
  /** Back by one recorded frame. */
  back(): void;
  /** On by one recorded frame; false where the present is reached. */
  forward(): boolean;
  /** Where it stands: records, and the one that is shown, −1 for the present. */
  describe(): { readonly count: number; readonly index: number };
  readonly backButton: HTMLButtonElement;
}

/** Distance of two ticks [s]. */
const TICK = 1;

/** `scrub` shows the recorded state of a step; it resolves when that is done. */
export function createTimeline(root: HTMLElement, scrub: (step: number) => Promise<unknown>): Timeline {
  const backButton = document.createElement("button");
  backButton.type = "button";
  backButton.title = "Back by one recorded frame (,)";
  backButton.ariaLabel = "Back by one recorded frame";
  backButton.setAttribute("aria-keyshortcuts", ",");
  backButton.append(drawIcon("M16 4.2v11.6a.7.7 0 0 1-1.1.6l-8.4-5.8a.7.7 0 0 1 0-1.2l8.4-5.8a.7.7 0 0 1 1.1.6zM3 3.5h2.6v13H3z"));
  const track = document.createElement("div");
  track.className = "track";
  const ticks = document.createElement("div");
  ticks.className = "ticks";
  ticks.ariaHidden = "true";
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = "0";
  slider.step = "1";
  slider.ariaLabel = "Time line: the last seconds";
  slider.title = "Look back over the last seconds; play goes on from there";
  track.append(ticks, slider);
  const ago = document.createElement("output");
  root.append(backButton, track, ago);

  let view: TimelineView = { steps: new Uint32Array(0), times: new Float64Array(0), index: -1 };
  /** The record that was asked for last, while the worker is on its way to it. */
  let wanted: number | undefined;
  let isAsking = false;
  let tickWords = "";
  write();
  slider.addEventListener("input", () => void goTo(Number(slider.value)));

  async function goTo(index: number): Promise<void> {
    wanted = Math.max(0, Math.min(view.steps.length - 1, index));
    write();
    if (isAsking) return;
    isAsking = true;
    while (wanted !== undefined && wanted < view.steps.length) {
      const asked: number = wanted;
      await scrub(view.steps[asked]);
      if (wanted === asked) break;
    }
    wanted = undefined;
    isAsking = false;
    write();
  }

  function present(): number {
    return Math.max(0, view.steps.length - 1);
  }

  function write(): void {
    const index = wanted ?? (view.index < 0 ? present() : view.index);
    slider.max = String(present());
    slider.value = String(index);
    slider.disabled = view.steps.length < 2;
    backButton.disabled = view.steps.length < 2 || index === 0;
    const newest = view.times.at(-1) ?? 0;
    const time = view.times[index] ?? 0;
    const behind = newest - time;
    ago.textContent = behind > 0 ? `−${behind.toFixed(2)} s` : "now";
    slider.setAttribute("aria-valuetext", `${time.toFixed(2)} seconds${behind > 0 ? `, ${behind.toFixed(2)} ago` : ", now"}`);
    root.dataset.past = String(behind > 0);
    writeTicks();
  }

  /** A tick at the first record of each second. */
  function writeTicks(): void {
    const { times } = view;
    const places: number[] = [];
    for (let k = 1; k < times.length; k++) {
      if (Math.floor(times[k] / TICK) > Math.floor(times[k - 1] / TICK)) places.push(k / (times.length - 1));
    }
    const words = places.map((place) => place.toFixed(3)).join(" ");
    if (words === tickWords) return;
    tickWords = words;
    ticks.replaceChildren(
      ...places.map((place) => {
        const tick = document.createElement("span");
        tick.style.setProperty("--place", String(place));
        return tick;
      }),
    );
  }

  return {
    backButton,
    show(next) {
      view = next;
      write();
    },
    back() {
      if (view.steps.length < 2) return;
      const index = wanted ?? view.index;
      // the present may lie behind the last record
      void goTo(index < 0 ? present() - 1 : index - 1);
    },
    forward() {
      const index = wanted ?? view.index;
      if (index < 0 || index >= present()) return false;
      void goTo(index + 1);
      return true;
    },
    describe: () => ({ count: view.steps.length, index: view.index }),
  };
}
