import type { PlotColours } from "../readout/plot.ts";

/** Light or dark: as the system has it, or as the person says. The style sheet follows `data-theme` of the page. */
export interface Theme {
  readonly setting: ThemeSetting;
  set(setting: ThemeSetting): void;
}

export const THEMES = ["auto", "light", "dark"] as const;
export type ThemeSetting = (typeof THEMES)[number];

/** Tells now and at every change whether the page is dark. */
export function createTheme(start: ThemeSetting, apply: (dark: boolean) => void): Theme {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let setting = start;
  function update(): void {
    const dark = setting === "auto" ? system.matches : setting === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    apply(dark);
  }
  system.addEventListener("change", update);
  update();
  return {
    get setting() {
      return setting;
    },
    set(next) {
      setting = next;
      update();
    },
  };
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  return document.documentElement.dataset.theme === "dark";
}

/** The style sheet's colours by name, as they are now. */
export function readPlotColours(): PlotColours {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}
