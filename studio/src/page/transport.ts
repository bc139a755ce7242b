import type { StudioState } from "../app/studio-state.ts";
import type { Timeline } from "../inside/timeline.ts";
import type { Studio } from "../studio.ts";
import type { Elements } from "./elements.ts";
import { listenForShortcuts, listShortcuts, type Shortcut } from "./keyboard.ts";

/** The row of buttons and the keys that do the same. */
export interface Transport {
  show(state: Readonly<StudioState>): void;
}

/** Simulated seconds per real second in slow motion. */
const SLOW_MOTION = 0.2;

/** What the other parts of the page do when they are asked to. */
export interface TransportActions {
  showFramed(): void;
  showScenes(): void;
  nextField(): void;
  toggleCompare(): void;
  openSave(): void;
  /** Keys of others, which the help lists too. */
  readonly others: readonly Shortcut[];
}

export function createTransport(
  elements: Elements,
  studio: Studio,
  timeline: Timeline,
  { showFramed, showScenes, nextField, toggleCompare, openSave, others }: TransportActions,
): Transport {
  const { play, step, reset, slow, wind, compare, view, scenes, save, help, helpDialog } = elements;
  const label = play.querySelector("span");
  const shortcuts: (Shortcut & { button?: HTMLButtonElement })[] = [
    {
      button: play,
      key: " ",
      label: "Space",
      summary: "Play or pause",
      run: () => studio.setPlaying(!studio.state.playing),
    },
    {
      button: step,
      key: ".",
      label: ".",
      summary: "One step; on by one frame when looking back",
      run: () => void (timeline.forward() || studio.step(1)),
    },
    { button: timeline.backButton, key: ",", label: ",", summary: "Back by one recorded frame", run: timeline.back },
    { button: reset, key: "r", label: "R", summary: "Back to the start", run: studio.reset },
    {
      button: slow,
      key: "s",
      label: "S",
      summary: "Slow motion on or off",
      run: () => studio.setSpeed(studio.state.speed < 1 ? 1 : SLOW_MOTION),
    },
    {
      button: wind,
      key: "w",
      label: "W",
      summary: "Wind on or off",
      run: () => studio.setWind({ ...studio.state.wind, on: !studio.state.wind.on }),
    },
    {
      button: compare,
      key: "c",
      label: "C",
      summary: "Compare methods side by side, or one view again",
      run: toggleCompare,
    },
    { button: view, key: "v", label: "V", summary: "Back to the scene's view", run: showFramed },
    { button: scenes, key: "g", label: "G", summary: "All scenes", run: showScenes },
    { key: "i", label: "I", summary: "Colour by strain, stress, speed, curvature, contact", run: nextField },
    { button: save, key: "d", label: "D", summary: "Save as a file or as code", run: openSave },
    { button: help, key: "?", label: "?", summary: "This help", run: () => helpDialog.showModal() },
  ];
  for (const { button, run } of shortcuts) button?.addEventListener("click", run);
  const all = [...shortcuts, ...others];
  listShortcuts(all, elements.shortcuts);
  listenForShortcuts(all);

  return {
    show({ playing, failed, empty, speed, wind: { on } }) {
      play.dataset.playing = String(playing);
      play.disabled = failed || empty;
      step.disabled = failed || empty;
      reset.disabled = empty;
      save.disabled = empty;
      if (label !== null) label.textContent = playing ? "Pause" : "Play";
      slow.setAttribute("aria-pressed", String(speed < 1));
      wind.setAttribute("aria-pressed", String(on));
    },
  };
}
