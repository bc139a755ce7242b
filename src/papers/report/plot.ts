import type { Axis, Plot, Series } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { escapeText } from "./escape-text.ts";

/** Colours that people who see few colours tell apart; as classes of the report's style sheet, s0 to s7. What others are held against is black. */
export const SERIES_COUNT = 8;

const WIDTH = 560;
/** Half of a number of the x axis; and the numbers below it. */
const RIGHT = 30;
const TOP = 10;
const BOTTOM = 26;
/** Height between the axes, and how low and high shapes may be. */
const INNER = 282;
const LOWEST = 150;
const HIGHEST = 420;
/** A category of the y axis. */
const ROW = 24;
/** Room for what stands at the y axis: at least, and for each letter of the longest, as large as a phone has them. */
const LEFT = 48;
const LETTER = 10.4;

/** A plot as SVG text: lines or points, linear or logarithmic axes, categories; the paper's series are dashed, or hollow. */
export function formatPlot({ title, x, y, series, isShape }: Plot): string {
  const points = series.flatMap((one) => one.points).filter(([a, b]) => isDrawn(a, x) && isDrawn(b, y));
  let xs = spanOf(
    x,
    points.map(([a]) => a),
  );
  let ys = spanOf(
    y,
    points.map(([, b]) => b),
  );
  const longest = Math.max(...createScale(y, ys, [], INNER, 0).ticks.map(([, name]) => name.length));
  // names of categories below the axis may have to be turned, and then reach to the left
  const names = (x.categories ?? []).map((name) => LETTER * name.length);
  const isTurned = Math.max(0, ...names) * names.length > WIDTH - RIGHT - LEFT;
  const left = Math.max(LEFT, 10 + LETTER * longest, isTurned ? 0.82 * names[0] - 10 : 0);
  let inner = Math.max(INNER, ROW * (y.categories?.length ?? 0));
  if (isShape === true) {
    const width = WIDTH - RIGHT - left;
    inner = Math.round(Math.min(HIGHEST, Math.max(LOWEST, (width * lengthOf(ys)) / lengthOf(xs))));
    const unit = Math.max(lengthOf(xs) / width, lengthOf(ys) / inner);
    xs = widen(xs, unit * width);
    ys = widen(ys, unit * inner);
  }
  const bottom = TOP + inner;
  const across = createScale(
    x,
    xs,
    points.map(([a]) => a),
    left,
    WIDTH - RIGHT,
  );
  const upwards = createScale(y, ys, [], bottom, TOP);
  const widest = Math.max(...across.ticks.map(([, name]) => LETTER * name.length));
  const height = bottom + (isTurned ? 0.6 * widest + 18 : BOTTOM);
  const grid = [
    ...across.ticks.map(([value, name]) => {
      const at = round(across.place(value));
      const place = isTurned
        ? `text-anchor="end" transform="translate(${at + 4} ${bottom + 14}) rotate(-35)"`
        : `text-anchor="middle" x="${at}" y="${bottom + 20}"`;
      return `<path class="grid" d="M${at} ${TOP}V${bottom}"/><text class="tick" ${place}>${escapeText(name)}</text>`;
    }),
    ...upwards.ticks.map(([value, name]) => {
      const at = round(upwards.place(value));
      return `<path class="grid" d="M${left} ${at}H${WIDTH - RIGHT}"/><text class="tick" x="${left - 6}" y="${round(at + 4)}" text-anchor="end">${escapeText(name)}</text>`;
    }),
  ];
  const looks = chooseLooks(series, isShape === true);
  // what others are held against lies below them
  const order = [...series.keys()].sort((a, b) => Number(series[b].isTruth === true) - Number(series[a].isTruth === true));
  const drawn = order.map((n) =>
    drawSeries(series[n], looks[n], (point) =>
      isDrawn(point[0], x) && isDrawn(point[1], y) ? [round(across.place(point[0])), round(upwards.place(point[1]))] : undefined,
    ),
  );
  const svg =
    `<svg class="plot" viewBox="0 0 ${WIDTH} ${round(height)}" role="img" aria-label="${escapeText(title)}">` +
    `${grid.join("")}<path class="axis" d="M${left} ${TOP}V${bottom}H${WIDTH - RIGHT}"/>${drawn.join("")}</svg>`;
  const keys = series.map((one, n) => `<li>${drawKey(one, looks[n])}${escapeText(one.name)}</li>`);
  return (
    `<figure class="plot"><figcaption>${escapeText(title)}</figcaption>${label("y", y)}${svg}${label("x", x)}` +
    `<ul class="keys">${keys.join("")}</ul></figure>`
  );
}

/** What an axis counts stands outside the drawing, where it has the size of other text, and may need two lines. */
function label(name: "x" | "y", { label: text }: Axis): string {
  return text === "" ? "" : `<p class="axis-${name}">${name === "y" ? "↑ " : ""}${escapeText(text)}${name === "x" ? " →" : ""}</p>`;
}

function isDrawn(value: number, axis: Axis): boolean {
  return Number.isFinite(value) && (axis.isLogarithmic !== true || value > 0);
}

/** How a series is drawn: its class in the style sheet, its mark, and at which of its points that stands. */
interface Look {
  readonly name: string;
  readonly mark: number;
  isMarked(point: number): boolean;
}

/** Lines of many points have this many marks. */
const MARKS = 7;

/** What others are held against has no colour of its own, so that methods keep theirs from plot to plot. */
function chooseLooks(series: readonly Series[], isShape: boolean): Look[] {
  let coloured = 0;
  return series.map((one, n) => {
    const colour = one.isTruth === true ? "truth" : `s${coloured++ % SERIES_COUNT}`;
    const name = `${colour}${one.isPaper === true ? " paper" : ""}`;
    return { name, mark: n, isMarked: chooseMarks(n, series, isShape) };
  });
}

/**
 * Lines show their points, a long one some of them, each line others, so that lines on top of each other are told apart. What was not
 * measured shows none: a paper's line, the truth, and a line that goes with points.
 */
function chooseMarks(n: number, all: readonly Series[], isShape: boolean): (point: number) => boolean {
  const { mark, points, isPaper, isTruth } = all[n];
  const hasPoints = all.some((one) => one.mark === "points");
  if (mark === "points") return () => true;
  if (isPaper === true || isTruth === true || hasPoints || (points.length > 12 && (isShape || all.length === 1))) return () => false;
  if (points.length <= 12) return () => true;
  const stride = Math.ceil(points.length / MARKS);
  const first = Math.floor(((n + 0.5) / all.length) * stride);
  return (point) => point % stride === first;
}

function drawSeries(
  series: Series,
  look: Look,
  place: (point: readonly [number, number]) => readonly [number, number] | undefined,
): string {
  const places = series.points.map(place);
  const alone = places.filter((p) => p !== undefined);
  if (alone.length === 1) return drawMark(alone[0][0], alone[0][1], look);
  const marks = places.map((p, k) => (p === undefined || !look.isMarked(k) ? "" : drawMark(p[0], p[1], look))).join("");
  if (series.mark === "points") return marks;
  // a point that cannot be drawn leaves a gap
  let path = "";
  places.forEach((p, k) => {
    if (p !== undefined) path += `${places[k - 1] === undefined ? "M" : "L"}${p[0]} ${p[1]}`;
  });
  return path === "" ? "" : `<path class="line ${look.name}" d="${path}"/>${marks}`;
}

/** A mark by the number of its series: circle, square, triangle, diamond. */
function drawMark(x: number, y: number, { mark, name }: Look): string {
  if (mark % 4 === 0) return `<circle class="mark ${name}" cx="${x}" cy="${y}" r="4"/>`;
  if (mark % 4 === 1) return `<rect class="mark ${name}" x="${round(x - 3.5)}" y="${round(y - 3.5)}" width="7" height="7"/>`;
  const outline = mark % 4 === 2 ? "m0 -4.5l4.2 7.5h-8.4z" : "m0 -5l5 5l-5 5l-5 -5z";
  return `<path class="mark ${name}" d="M${x} ${y}${outline}"/>`;
}

function drawKey(series: Series, look: Look): string {
  const line = series.mark === "line" ? `<path class="line ${look.name}" d="M1 7H27"/>` : "";
  const hasMark = line === "" || series.points.some((_, k) => look.isMarked(k));
  return `<svg class="key" viewBox="0 0 28 14" width="28" height="14" aria-hidden="true">${line}${hasMark ? drawMark(14, 7, look) : ""}</svg>`;
}

/** From where to where an axis goes, along its logarithm where it has one. */
type Span = readonly [start: number, end: number];

function lengthOf([start, end]: Span): number {
  return end - start;
}

/** The same middle, another length. */
function widen([start, end]: Span, length: number): Span {
  return [(start + end - length) / 2, (start + end + length) / 2];
}

/** All values with some air around them, and zero where it is near. */
function spanOf({ isLogarithmic, categories }: Axis, values: readonly number[]): Span {
  if (categories !== undefined) return [-0.6, categories.length - 0.4];
  const log = isLogarithmic === true;
  let low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  let high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  if (!(low <= high)) [low, high] = [1, 10];
  let [start, end] = log ? [Math.log10(low), Math.log10(high)] : [low, high]; // not in a step
  if (!log && start > 0 && start < 0.4 * end) start = 0;
  if (!log && end < 0 && end > 0.4 * start) end = 0;
  const air = 0.04 * (end - start) || (log ? 0.5 : Math.abs(start) / 2 || 1);
  if (start !== 0 || log) start -= air;
  if (end !== 0 || log) end += air;
  return [start, end];
}

interface Scale {
  place(value: number): number;
  readonly ticks: readonly (readonly [value: number, name: string])[];
}

/** Numbers beside each other are so far apart at least [pixels], and those above each other. */
const APART = 84;
const ABOVE = 28;
/** Values on a logarithmic axis that are a few have ticks of their own where there is room; all others have them at round numbers. */
const FEW = [3, 8] as const;

/** Where values stand between two pixels. */
function createScale(axis: Axis, span: Span, values: readonly number[], from: number, to: number): Scale {
  const log = axis.isLogarithmic === true;
  const [start, end] = span;
  const along = (value: number): number => (log ? Math.log10(value) : value); // not in a step
  const place = (value: number): number => from + ((along(value) - start) / (end - start)) * (to - from);
  if (axis.categories !== undefined) return { place, ticks: axis.categories.map((name, n) => [n, name]) };
  const own = [...new Set(values)].sort((a, b) => a - b);
  const isClear = own.every((value, n) => n === 0 || place(value) - place(own[n - 1]) >= APART);
  const isFew = log && own.length >= FEW[0] && own.length <= FEW[1] && isClear;
  const ticks = isFew
    ? own
    : log
      ? logarithmicTicks(start, end, ((end - start) * (from < to ? APART : ABOVE)) / Math.abs(to - from))
      : linearTicks(start, end);
  return { place, ticks: ticks.map((value) => [value, formatNumber(value, 4)]) };
}

function linearTicks(start: number, end: number): number[] {
  const rough = (end - start) / 5;
  const power = Number(`1e${Math.floor(Math.log10(rough))}`); // not in a step
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? 10 * power;
  const ticks: number[] = [];
  for (let k = Math.ceil(start / step); k * step <= end; k++) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/** Powers of ten; their threes, or doubles and fives too, where these are `apart` decades from each other. */
function logarithmicTicks(start: number, end: number, apart: number): number[] {
  const [first, last] = [Math.floor(start), Math.ceil(end)];
  const multiples = end - start > 3 ? [1] : end - start > 1.2 ? [1, 3] : [1, 2, 3, 5, 7];
  const stride = multiples.length > 1 ? 1 : Math.max(1, Math.ceil(apart));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += stride) {
    for (const multiple of multiples) {
      const value = Number(`${multiple}e${power}`);
      const at = Math.log10(value); // not in a step
      if (at >= start && at <= end) ticks.push(value);
    }
  }
  return ticks;
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
