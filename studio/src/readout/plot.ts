import uPlot from "uplot";
import type { Stats } from "../protocol.ts";

/** A small plot of the last seconds: energies on the left axis, the largest strain on the right. */
export interface Plot {
  add(stats: Stats): void;
  clear(): void;
  /** Draws what was added; nothing when hidden or unchanged. */
  draw(): void;
  setColors(colors: PlotColors): void;
}

export interface PlotColors {
  readonly kinetic: string;
  readonly elastic: string;
  readonly total: string;
  readonly strain: string;
  readonly axis: string;
  readonly grid: string;
}

/** Stats kept: at ten a second, the last twenty seconds. */
const REMEMBERED = 200;
const HEIGHT = 118;
/** Time between two drawings at least [ms]: labels are slow to draw. */
const DRAW_INTERVAL = 200;

export function createPlot(container: HTMLElement, colors: PlotColors): Plot {
  let data: number[][] = [[], [], [], [], []];
  let changed = false;
  let drawnAt = 0;
  let current = colors;
  let width = container.clientWidth;
  let plot = build();
  container.dataset.empty = "true";
  // Asked for in the frame loop, the width would cost a layout each time.
  new ResizeObserver(([entry]) => {
    width = Math.floor(entry.contentRect.width);
    changed = true;
  }).observe(container);

  function build(): uPlot {
    const axis = (scale: string, side: 1 | 2 | 3, size: number, values: uPlot.Axis.Values): uPlot.Axis => ({
      scale,
      side,
      size,
      values,
      stroke: current.axis,
      font: "10px system-ui, sans-serif",
      gap: 2,
      space: side === 2 ? 70 : 36,
      grid: { show: side !== 1, stroke: current.grid, width: 1 },
      ticks: { show: false },
    });
    const line = (stroke: string, scale: string, dash?: number[]): uPlot.Series => ({
      stroke,
      scale,
      width: 1.5,
      points: { show: false },
      ...(dash === undefined ? {} : { dash }),
    });
    return new uPlot(
      {
        width: Math.max(160, width),
        height: HEIGHT,
        padding: [6, 0, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, energy: {}, strain: { range: (_plot, _low, high) => [0, Math.max(0.01, high)] } },
        axes: [
          axis("x", 2, 18, (_plot, ticks) => ticks.map((tick) => `${tick} s`)),
          axis("energy", 3, 44, (_plot, ticks) => ticks.map((tick) => `${shorten(tick)} J`)),
          axis("strain", 1, 44, (_plot, ticks) => ticks.map((tick) => `${shorten(100 * tick)} %`)),
        ],
        series: [
          {},
          line(current.kinetic, "energy"),
          line(current.elastic, "energy"),
          line(current.total, "energy", [5, 3]),
          line(current.strain, "strain"),
        ],
      },
      data as unknown as uPlot.AlignedData,
      container,
    );
  }

  return {
    add({ metrics, startEnergy }) {
      const { time, kinetic, elastic, gravitational, strainMax } = metrics;
      const total = kinetic + elastic + gravitational;
      // Back in time: the scene began anew, whatever was still on its way from before.
      if (time < (data[0].at(-1) ?? time)) data = [[], [], [], [], []];
      const times = data[0];
      if (time === times.at(-1)) return;
      [time, kinetic, elastic, total - startEnergy, strainMax].forEach((value, k) => {
        data[k].push(value);
      });
      if (times.length > REMEMBERED) for (const column of data) column.shift();
      changed = true;
    },
    clear() {
      data = [[], [], [], [], []];
      changed = true;
    },
    draw() {
      const now = performance.now();
      if (!changed || width === 0 || now - drawnAt < DRAW_INTERVAL) return;
      changed = false;
      drawnAt = now;
      // Axes over nothing would show made-up numbers.
      container.dataset.empty = String(data[0].length < 2);
      if (plot.width !== width) plot.setSize({ width, height: HEIGHT });
      // At once and not in a microtask after the frame, so that its time is counted.
      plot.batch(() => plot.setData(data as unknown as uPlot.AlignedData));
    },
    setColors(next) {
      current = next;
      plot.destroy();
      plot = build();
    },
  };
}

function shorten(value: number): string {
  return Math.abs(value) >= 1e4 || (value !== 0 && Math.abs(value) < 1e-3)
    ? value.toExponential(0)
    : String(+value.toPrecision(3));
}
