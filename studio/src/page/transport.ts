import type { Studio, StudioState } from "../studio.ts";
import type { Elements } from "./elements.ts";
import { listenForShortcuts, listShortcuts, type Shortcut } from "./keyboard.ts";

/** The row of buttons and the keys that do the same. */
export interface Transport {
  show(state: Readonly<StudioState>): void;
}

/** Simulated seconds per real second in slow motion. */
const SLOW_MOTION = 0.2;

export function createTransport(
  elements: Elements,
  studio: Studio,
  showFramed: () => void,
  openSave: () => void,
): Transport {
  const { play, step, reset, slow, wind, view, save, help, helpDialog } = elements;
  const label = play.querySelector("span");
  const shortcuts: (Shortcut & { button: HTMLButtonElement })[] = [
    {
      button: play,
      key: " ",
      label: "Space",
      summary: "Play or pause",
      run: () => studio.setPlaying(!studio.state.playing),
    },
    { button: step, key: ".", label: ".", summary: "One step", run: () => void studio.step(1) },
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
    { button: view, key: "v", label: "V", summary: "Back to the scene's view", run: showFramed },
    { button: save, key: "d", label: "D", summary: "Save as a file or as code", run: openSave },
    { button: help, key: "?", label: "?", summary: "This help", run: () => helpDialog.showModal() },
  ];
  for (const { button, run } of shortcuts) button.addEventListener("click", run);
  listShortcuts(shortcuts, elements.shortcuts);
  listenForShortcuts(shortcuts);

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
