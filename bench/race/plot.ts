import { front, type Point } from "./compare.ts";

const WIDTH = 860;
const HEIGHT = 420;
const LEFT = 70;
const TOP = 40;
const PLOT_WIDTH = 460;
const PLOT_HEIGHT = 320;

const COLOURS = [
  "#1f77b4",
  "#d62728",
  "#2ca02c",
  "#9467bd",
  "#ff9f1c",
  "#17becf",
  "#7b241c",
  "#00a878",
  "#111111",
  "#e84393",
  "#808000",
  "#0b3d91",
  "#8c564b",
  "#7f7f7f",
  "#ff6f61",
  "#b8860b",
];

/** Beyond this (per cent, centimetres) nothing is to be read off: a cloth that burst would squeeze all the others together. */
const CEILING = 300;

/**
 * Cost against one quality, both logarithmic: every run a dot (hollow where it does not count), each contestant's best a line. Left and low is good. A
 * grey line marks the goal. `everybody` are the contestants of the whole race: each has its colour in all pictures.
 */
export function drawCurves(
  title: string,
  qualityName: string,
  points: readonly Point[],
  quality: (point: Point) => number,
  goal: number = Number.NaN,
  counts: (point: Point) => boolean = () => true,
  everybody: readonly string[] = [...new Set(points.map(({ name }) => name))],
): string {
  const drawn = points.filter((point) => quality(point) > 0 && quality(point) <= CEILING && point.ms > 0);
  const beyond = points.filter((point) => quality(point) > CEILING).length;
  const names = everybody.filter((name) => drawn.some((point) => point.name === name));
  const x = scale(drawn.map(({ ms }) => ms));
  const y = scale(drawn.map(quality));
  const at = (point: Point): [string, string] => [
    (LEFT + PLOT_WIDTH * x.place(point.ms)).toFixed(1),
    (TOP + PLOT_HEIGHT * (1 - y.place(quality(point)))).toFixed(1),
  ];
  const parts: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${escapeText(`${title}: ${qualityName} against milliseconds a frame`)}">`,
    `<title>${escapeText(`${title}: ${qualityName} against milliseconds a frame`)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    `<text x="${LEFT}" y="22" font-size="15">${escapeText(title)}</text>`,
    `<text x="${LEFT + PLOT_WIDTH / 2}" y="${HEIGHT - 12}" text-anchor="middle">milliseconds a frame</text>`,
    `<text transform="translate(16 ${TOP + PLOT_HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escapeText(qualityName)}</text>`,
  ];
  for (const value of x.ticks) {
    const px = (LEFT + PLOT_WIDTH * x.place(value)).toFixed(1);
    parts.push(line(px, String(TOP), px, String(TOP + PLOT_HEIGHT)));
    parts.push(`<text x="${px}" y="${TOP + PLOT_HEIGHT + 16}" text-anchor="middle">${value}</text>`);
  }
  for (const value of y.ticks) {
    const py = (TOP + PLOT_HEIGHT * (1 - y.place(value))).toFixed(1);
    parts.push(line(String(LEFT), py, String(LEFT + PLOT_WIDTH), py));
    parts.push(`<text x="${LEFT - 6}" y="${Number(py) + 4}" text-anchor="end">${value}</text>`);
  }
  if (y.place(goal) >= 0 && y.place(goal) <= 1) {
    const py = (TOP + PLOT_HEIGHT * (1 - y.place(goal))).toFixed(1);
    parts.push(`<path d="M${LEFT} ${py}h${PLOT_WIDTH}" stroke="#888" stroke-width="1.5" stroke-dasharray="2 3"/>`);
    parts.push(`<text x="${LEFT + PLOT_WIDTH - 4}" y="${Number(py) - 4}" text-anchor="end" fill="#666">goal</text>`);
  }
  if (beyond > 0) {
    const note = `not drawn: ${beyond} beyond ${CEILING}`;
    parts.push(`<text x="${LEFT + PLOT_WIDTH + 20}" y="${TOP + PLOT_HEIGHT + 20}" fill="#666">${note}</text>`);
  }
  names.forEach((name, n) => {
    const colour = COLOURS[everybody.indexOf(name) % COLOURS.length];
    const own = drawn.filter((point) => point.name === name);
    const dashed = own[0].team === "drape" ? "" : ' stroke-dasharray="5 3"';
    const path = front(own.filter(counts), quality).map((point) => at(point).join(","));
    parts.push(`<polyline points="${path.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"${dashed}/>`);
    for (const point of own) {
      const [cx, cy] = at(point);
      const label = escapeText(`${name} ${point.setting}`);
      const fill = counts(point) ? colour : "white";
      parts.push(`<circle cx="${cx}" cy="${cy}" r="3" fill="${fill}" stroke="${colour}"><title>${label}</title></circle>`);
    }
    const ly = TOP + 12 + 20 * n;
    const lx = LEFT + PLOT_WIDTH + 20;
    parts.push(`<path d="M${lx} ${ly}h24" stroke="${colour}" stroke-width="2"${dashed}/>`);
    parts.push(`<text x="${lx + 30}" y="${ly + 4}">${escapeText(name)}</text>`);
  });
  return `${[...parts, "</svg>"].join("\n")}\n`;
}

/** From one of 1, 2, 5 × 10ⁿ to another around the values; only the tens are marked where there are many. */
function scale(values: readonly number[]): { place: (value: number) => number; ticks: readonly number[] } {
  const least = values.length > 0 ? Math.min(...values) : 1;
  const most = values.length > 0 ? Math.max(...values) : 10;
  const from = Math.floor(Math.log10(least));
  const decades = Array.from({ length: Math.ceil(Math.log10(most)) - from + 2 }, (_, n) => from + n);
  const round = decades.flatMap((decade) => [1, 2, 5].map((step) => Number(`${step}e${decade}`)));
  const low = round.findLast((value) => value <= least) as number;
  const high = round.find((value) => value >= most && value > low) as number;
  const place = (value: number): number => Math.log10(value / low) / Math.log10(high / low);
  const marks = round.filter((value) => value >= low && value <= high);
  const tens = marks.filter((value) => Number.isInteger(Math.log10(value)) || value === low || value === high);
  return { place, ticks: marks.length > 12 ? tens : marks };
}

function line(x1: string, y1: string, x2: string, y2: string): string {
  return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#ddd"/>`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
