import type { PlotColors } from "../readout/plot.ts";

/** Tells now and at every change whether the person prefers a dark page. */
export function watchTheme(apply: (dark: boolean) => void): void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", () => apply(query.matches));
  apply(query.matches);
}

/** The plot's colours as the style sheet has them. */
export function readPlotColors(): PlotColors {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    kinetic: color("kinetic"),
    elastic: color("elastic"),
    total: color("total"),
    strain: color("strain"),
    axis: color("muted"),
    grid: color("line"),
  };
}
