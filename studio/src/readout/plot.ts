import type uPlot from "uplot";
import type { Stats } from "../commands.ts";
import { PLOT_KINDS, type PlotAxis, type PlotKind } from "./plot-kinds.ts";

/** A small plot of the last seconds, of the quantity that is chosen above it. */
export interface Plot {
  add(stats: Stats): void;
  clear(): void;
  /** Draws what was added; nothing when hidden or unchanged. */
  draw(): void;
  setColours(colours: PlotColours): void;
  /** The newest number of each line that is drawn, by title. */
  latest(): Readonly<Record<string, number>>;
}

/** A colour of the style sheet by its name. */
export type PlotColours = (name: string) => string;

/** Stats kept: at ten a second, the last twenty seconds. */
const REMEMBERED = 200;
const HEIGHT = 118;
/** Time between two drawings at least [ms], and frames: labels are slow to draw, and slow pages should not become slower. */
const DRAW_INTERVAL = 200;
const DRAW_FRAMES = 3;

/** Up to so many lines have room for their newest numbers beside their names. */
const ROOMY = 2;

/** `choice` gets the list of plots and the names of the lines. */
export function createPlot(container: HTMLElement, choice: HTMLElement, colours: PlotColours): Plot {
  let samples: Stats[] = [];
  /** Time of a recorded state that is shown [s]. */
  let marked: number | undefined;
  let changed = false;
  let drawnAt = 0;
  let frames = DRAW_FRAMES;
  let current = colours;
  let width = container.clientWidth;
  const list = createChoice(choice);
  const keys = document.createElement("ul");
  choice.append(keys);
  let kind = PLOT_KINDS[0];
  /** What draws, fetched with the first numbers: the gallery has none. */
  let library: typeof uPlot | undefined;
  let isFetching = false;
  let plot: uPlot | undefined;
  describe();
  list.addEventListener("change", () => {
    kind = PLOT_KINDS.find(({ name }) => name === list.value) ?? PLOT_KINDS[0];
    rebuild();
  });
  container.dataset.empty = "true";
  // Asked for in the frame loop, the width would cost a layout each time.
  new ResizeObserver(([entry]) => {
    width = Math.floor(entry.contentRect.width);
    changed = true;
  }).observe(container);

  function fetchLibrary(): void {
    isFetching = true;
    import("uplot").then(
      (fetched) => {
        library = fetched.default;
        rebuild();
      },
      () => {
        isFetching = false; // with the next numbers again
      },
    );
  }

  function rebuild(): void {
    describe();
    plot?.destroy();
    plot =
      library &&
      new library(
        describePlot(kind, width, current, () => marked),
        columns(kind, samples),
        container,
      );
    changed = true;
    drawnAt = 0;
    frames = DRAW_FRAMES;
  }

  function describe(): void {
    container.ariaLabel = `${kind.title} over the last seconds`;
    keys.replaceChildren(...kind.lines.map(({ title, colour }) => makeKey(title, current(colour))));
  }

  function writeKeys(): void {
    const last = samples.at(-1);
    kind.lines.forEach(({ title, read, onRight }, k) => {
      const { unit, factor = 1 } = (onRight ? kind.right : kind.left) ?? kind.left;
      const isRoomy = kind.lines.length <= ROOMY && last !== undefined;
      const text = isRoomy ? `${title} ${shorten(read(last) * factor)} ${unit}`.trimEnd() : title;
      const key = keys.children[k];
      if (key.textContent !== text) key.textContent = text;
    });
  }

  return {
    add(stats) {
      const { metrics, timeline } = stats;
      const last = samples.at(-1)?.metrics.time ?? Number.NEGATIVE_INFINITY;
      const wasMarked = marked;
      marked = timeline.index >= 0 && metrics.time < last ? metrics.time : undefined;
      changed ||= marked !== wasMarked;
      if (marked !== undefined || metrics.time === last) return;
      // Back in time and on from there: what came after is not what will.
      if (metrics.time < last) samples = samples.filter((sample) => sample.metrics.time < metrics.time);
      samples.push(stats);
      if (!isFetching) fetchLibrary();
      if (samples.length > REMEMBERED) samples.shift();
      changed = true;
    },
    clear() {
      samples = [];
      marked = undefined;
      changed = true;
    },
    draw() {
      const now = performance.now();
      frames++;
      if (plot === undefined || !changed || width === 0 || now - drawnAt < DRAW_INTERVAL || frames < DRAW_FRAMES) return;
      changed = false;
      frames = 0;
      drawnAt = now;
      // Axes over nothing would show made-up numbers.
      container.dataset.empty = String(samples.length < 2);
      writeKeys();
      if (plot.width !== width) plot.setSize({ width, height: HEIGHT });
      // At once and not in a microtask after the frame, so that its time is counted.
      const drawn = plot;
      drawn.batch(() => drawn.setData(columns(kind, samples)));
    },
    setColours(next) {
      current = next;
      rebuild();
    },
    latest() {
      const last = samples.at(-1);
      if (last === undefined) return {};
      return Object.fromEntries(kind.lines.map(({ title, read }) => [title, read(last)]));
    },
  };
}

/** How the library is to draw a kind of plot; `marked` tells the time of a recorded state that is shown [s]. */
function describePlot(kind: PlotKind, width: number, colours: PlotColours, marked: () => number | undefined): uPlot.Options {
  const { lines, left, right, stacked } = kind;
  const order = stacked ? lines.toReversed() : lines;
  return {
    width: Math.max(160, width),
    height: HEIGHT,
    padding: [6, right === undefined ? 14 : 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, left: describeScale(left), ...(right ? { right: describeScale(right) } : {}) },
    axes: [
      makeAxis("x", 2, colours, (tick) => `${tick} s`),
      makeAxis("left", 3, colours, (tick) => `${shorten(tick)} ${left.unit}`),
      ...(right ? [makeAxis("right", 1, colours, (tick) => `${shorten(tick)} ${right.unit}`)] : []),
    ],
    series: [
      {},
      ...order.map(({ colour, onRight, dashed }) => ({
        stroke: colours(colour),
        scale: onRight ? "right" : "left",
        width: stacked ? 0.5 : 1.5,
        points: { show: false },
        ...(stacked ? { fill: colours(colour) } : {}),
        ...(dashed ? { dash: [5, 3] } : {}),
      })),
    ],
    hooks: { draw: [(drawn) => drawMark(drawn, marked(), colours("ink"))] },
  };
}

/** Times, then each series; of stacked ones the sum of a line and those below it, largest first. */
function columns({ lines, left, right, stacked }: PlotKind, samples: readonly Stats[]): uPlot.AlignedData {
  const rows = lines.map(({ read, onRight }) => {
    const axis = (onRight ? right : left) ?? left;
    return samples.map((stats) => place(read(stats), axis));
  });
  if (stacked) {
    for (let k = 1; k < rows.length; k++) rows[k] = rows[k].map((value, n) => (value ?? 0) + (rows[k - 1][n] ?? 0));
    rows.reverse();
  }
  return [samples.map(({ metrics }) => metrics.time), ...rows];
}

function createChoice(parent: HTMLElement): HTMLSelectElement {
  const list = document.createElement("select");
  list.ariaLabel = "Plot";
  for (const { name, title } of PLOT_KINDS) list.add(new Option(title, name));
  parent.append(list);
  return list;
}

function makeKey(title: string, colour: string): HTMLLIElement {
  const key = document.createElement("li");
  key.className = "key";
  key.style.setProperty("--stage-color", colour);
  key.textContent = title;
  return key;
}

function makeAxis(scale: string, side: 1 | 2 | 3, colours: PlotColours, write: (tick: number) => string): uPlot.Axis {
  return {
    scale,
    side,
    size: side === 2 ? 18 : 50,
    // on a logarithmic axis some ticks have no label
    values: (_plot, ticks) => ticks.map((tick) => (tick === null ? "" : write(tick))),
    stroke: colours("muted"),
    font: "10px system-ui, sans-serif",
    gap: 2,
    space: side === 2 ? 70 : 36,
    grid: { show: side !== 1, stroke: colours("line"), width: 1 },
    ticks: { show: false },
  };
}

function describeScale({ logarithmic }: PlotAxis): uPlot.Scale {
  return logarithmic ? { distr: 3, range: (_plot, low, high) => decades(low, high) } : {};
}

/** Whole powers of ten around numbers above 0. */
function decades(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !(low > 0)) return [1e-6, 1];
  return [10 ** Math.floor(Math.log10(low)), 10 ** (Math.floor(Math.log10(high)) + 1)];
}

function place(value: number, { factor = 1, logarithmic = false }: PlotAxis): number | null {
  const placed = value * factor;
  return Number.isFinite(placed) && (!logarithmic || placed > 0) ? placed : null;
}

/** A line at the time of the recorded state that is shown. */
function drawMark({ ctx, bbox, valToPos }: uPlot, time: number | undefined, colour: string): void {
  if (time === undefined) return;
  const x = valToPos(time, "x", true);
  if (!(x >= bbox.left && x <= bbox.left + bbox.width)) return;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

function shorten(value: number): string {
  return Math.abs(value) >= 1e4 || (value !== 0 && Math.abs(value) < 1e-3) ? value.toExponential(0) : String(+value.toPrecision(3));
}
