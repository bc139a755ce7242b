import type { PlotColors } from "../readout/plot.ts";

/** Tells now and at every change whether the person prefers a dark page. */
export function watchTheme(apply: (dark: boolean) => void): void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", () => apply(query.matches));
  apply(query.matches);
}

/** The style sheet's colours by name, as they are now. */
export function readPlotColors(): PlotColors {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}
