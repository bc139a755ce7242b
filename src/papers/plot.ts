import { escapeText } from "./escape-text.ts";
import type { Axis, Plot, Series } from "./experiment.ts";
import { formatNumber } from "./format-number.ts";

/** Okabe and Ito's colours, which people who see few colours tell apart; as classes of the report's style sheet, s0 to s7. */
export const SERIES_COUNT = 8;

const WIDTH = 560;
const HEIGHT = 340;
const LEFT = 66;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 48;

/** A plot as SVG text: lines or points, linear or logarithmic axes; the paper's series are dashed, or hollow. */
export function formatPlot({ title, x, y, series }: Plot): string {
  const points = series.flatMap((one) => one.points).filter(([a, b]) => isDrawn(a, x) && isDrawn(b, y));
  const across = createScale(
    x,
    points.map(([a]) => a),
    LEFT,
    WIDTH - RIGHT,
  );
  const upwards = createScale(
    y,
    points.map(([, b]) => b),
    HEIGHT - BOTTOM,
    TOP,
  );
  const grid = [
    ...across.ticks.map((tick) => {
      const at = round(across.place(tick));
      return `<path class="grid" d="M${at} ${TOP}V${HEIGHT - BOTTOM}"/><text class="tick" x="${at}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${formatTick(tick)}</text>`;
    }),
    ...upwards.ticks.map((tick) => {
      const at = round(upwards.place(tick));
      return `<path class="grid" d="M${LEFT} ${at}H${WIDTH - RIGHT}"/><text class="tick" x="${LEFT - 6}" y="${at + 4}" text-anchor="end">${formatTick(tick)}</text>`;
    }),
  ];
  const drawn = series.map((one, n) =>
    drawSeries(one, n, (point) =>
      isDrawn(point[0], x) && isDrawn(point[1], y)
        ? [round(across.place(point[0])), round(upwards.place(point[1]))]
        : undefined,
    ),
  );
  const middle = (HEIGHT - BOTTOM + TOP) / 2;
  const svg =
    `<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeText(title)}">` +
    `${grid.join("")}<path class="axis" d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}"/>${drawn.join("")}` +
    `<text class="label" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escapeText(x.label)}</text>` +
    `<text class="label" transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle">${escapeText(y.label)}</text></svg>`;
  const keys = series.map(
    (one, n) => `<li>${drawKey(one, n)}${escapeText(one.name)}${one.isPaper === true ? " (paper)" : ""}</li>`,
  );
  return `<figure class="plot"><figcaption>${escapeText(title)}</figcaption>${svg}<ul class="keys">${keys.join("")}</ul></figure>`;
}

function isDrawn(value: number, axis: Axis): boolean {
  return Number.isFinite(value) && (axis.isLogarithmic !== true || value > 0);
}

function look({ isPaper }: Series, n: number): string {
  return `s${n % SERIES_COUNT}${isPaper === true ? " paper" : ""}`;
}

function drawSeries(
  series: Series,
  n: number,
  place: (point: readonly [number, number]) => readonly [number, number] | undefined,
): string {
  const name = look(series, n);
  const places = series.points.map(place);
  if (series.mark === "points") {
    return places.map((p) => (p === undefined ? "" : drawMark(p[0], p[1], n, name))).join("");
  }
  const alone = places.filter((p) => p !== undefined);
  if (alone.length === 1) return drawMark(alone[0][0], alone[0][1], n, name);
  // a point that cannot be drawn leaves a gap
  let path = "";
  places.forEach((p, k) => {
    if (p !== undefined) path += `${places[k - 1] === undefined ? "M" : "L"}${p[0]} ${p[1]}`;
  });
  return path === "" ? "" : `<path class="line ${name}" d="${path}"/>`;
}

/** A mark by the number of its series: circle, square, triangle, diamond. */
function drawMark(x: number, y: number, n: number, name: string): string {
  if (n % 4 === 0) return `<circle class="mark ${name}" cx="${x}" cy="${y}" r="4"/>`;
  if (n % 4 === 1)
    return `<rect class="mark ${name}" x="${round(x - 3.5)}" y="${round(y - 3.5)}" width="7" height="7"/>`;
  const outline = n % 4 === 2 ? "m0 -4.5l4.2 7.5h-8.4z" : "m0 -5l5 5l-5 5l-5 -5z";
  return `<path class="mark ${name}" d="M${x} ${y}${outline}"/>`;
}

function drawKey(series: Series, n: number): string {
  const name = look(series, n);
  const inside = series.mark === "line" ? `<path class="line ${name}" d="M1 7H27"/>` : drawMark(14, 7, n, name);
  return `<svg class="key" viewBox="0 0 28 14" width="28" height="14" aria-hidden="true">${inside}</svg>`;
}

interface Scale {
  place(value: number): number;
  readonly ticks: readonly number[];
}

/** Where values stand between two pixels, with some air around them and ticks at round numbers. */
function createScale({ isLogarithmic }: Axis, values: readonly number[], from: number, to: number): Scale {
  const log = isLogarithmic === true;
  let low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  let high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  if (!(low <= high)) [low, high] = [1, 10];
  const along = (value: number): number => (log ? Math.log10(value) : value); // not in a step
  let [start, end] = [along(low), along(high)];
  if (!log && start > 0 && start < 0.4 * end) start = 0;
  if (!log && end < 0 && end > 0.4 * start) end = 0;
  const air = 0.04 * (end - start) || (log ? 0.5 : Math.abs(start) / 2 || 1);
  if (start !== 0 || log) start -= air;
  if (end !== 0 || log) end += air;
  const place = (value: number): number => from + ((along(value) - start) / (end - start)) * (to - from);
  return { place, ticks: log ? logarithmicTicks(start, end) : linearTicks(start, end) };
}

function linearTicks(start: number, end: number): number[] {
  const rough = (end - start) / 5;
  const power = Number(`1e${Math.floor(Math.log10(rough))}`); // not in a step
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? 10 * power;
  const ticks: number[] = [];
  for (let k = Math.ceil(start / step); k * step <= end; k++) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/** Powers of ten; where these are few, their doubles and fives too. */
function logarithmicTicks(start: number, end: number): number[] {
  const first = Math.floor(start);
  const last = Math.ceil(end);
  const multiples = end - start > 3 ? [1] : end - start > 1.2 ? [1, 3] : [1, 2, 3, 5, 7];
  const stride = Math.max(1, Math.ceil((end - start) / 8));
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

function formatTick(value: number): string {
  return escapeText(formatNumber(value, 4));
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
