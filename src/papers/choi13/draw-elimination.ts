import type { Adjacency } from "../../mesh/adjacency.ts";
import { type Edge, edgesOf, eliminate } from "./elimination-graph.ts";

export type Place = readonly [x: number, y: number];

/** A panel is so wide and high, with its drawing in a square inside, all in pixels: two stand beside each other on a phone. */
const PANEL = { width: 168, height: 192, from: 16, side: 136 };
const MIDDLE = PANEL.from + PANEL.side / 2;
const RADIUS = 64;

/** Places on a circle, the first at the top. */
export function circlePlaces(count: number): Place[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2;
    return [MIDDLE + RADIUS * Math.cos(angle), MIDDLE + RADIUS * Math.sin(angle)]; // not in a step
  });
}

/** Places of a square grid. */
export function gridPlaces(size: number): Place[] {
  const unit = PANEL.side / (size - 1);
  return Array.from({ length: size * size }, (_, i) => [PANEL.from + unit * (i % size), PANEL.from + unit * Math.floor(i / size)]);
}

export interface Panel {
  readonly caption: string;
  readonly markup: string;
}

/** A graph: solid edges, dashed fill, vertices with the number of their elimination from 1 on; those that are gone are left out. */
export function graphPanel(
  caption: string,
  places: readonly Place[],
  edges: readonly Edge[],
  fill: readonly Edge[],
  labels: ReadonlyMap<number, number>,
): Panel {
  // on a grid a fill edge would lie on the vertices between its ends: it goes round them
  const bow = places.length > 12 ? 0.12 : 0;
  const line = (kind: string, [a, b]: Edge): string => {
    const [[ax, ay], [bx, by]] = [places[a], places[b]];
    const curve = kind === "graph-fill" ? bow : 0;
    const [x, y] = [(ax + bx) / 2 + curve * (by - ay), (ay + by) / 2 - curve * (bx - ax)];
    const dashes = kind === "graph-fill" ? ' stroke-dasharray="4 3"' : "";
    return `<path class="${kind}" d="M${short(ax)} ${short(ay)}Q${short(x)} ${short(y)} ${short(bx)} ${short(by)}" fill="none" stroke="currentColor"${dashes}/>`;
  };
  const radius = places.length > 12 ? 8 : 11;
  const nodes = [...labels].map(([i, label]) => {
    const [x, y] = [short(places[i][0]), places[i][1]];
    const circle = `<circle class="graph-node" cx="${x}" cy="${short(y)}" r="${radius}" fill="var(--card, Canvas)" stroke="currentColor"/>`;
    return `${circle}<text class="graph-label" x="${x}" y="${short(y + (radius > 8 ? 4 : 3.2))}" style="font-size:${radius > 8 ? 12 : 9}px" text-anchor="middle" fill="currentColor">${label}</text>`;
  });
  const lines = [...edges.map((edge) => line("graph-edge", edge)), ...fill.map((edge) => line("graph-fill", edge))];
  return { caption, markup: [...lines, ...nodes].join("") };
}

/** The graphs of A, A₁, A₂ …: before each of the first `count` eliminations, in the order given; dashed is what the last one joined. */
export function eliminationPanels(graph: Adjacency, order: Uint32Array, places: readonly Place[], count: number): Panel[] {
  const steps = eliminate(graph, order);
  const rank = new Map(Array.from(order, (vertex, n) => [vertex, n + 1]));
  const gone = new Set<number>();
  let edges = edgesOf(graph);
  let fresh: readonly Edge[] = [];
  const panels: Panel[] = [];
  for (let n = 0; n < count; n++) {
    const labels = new Map([...rank].filter(([vertex]) => !gone.has(vertex)));
    panels.push(graphPanel(`the graph of A${n === 0 ? "" : subscript(n)}`, places, edges, fresh, labels));
    edges = [...edges, ...fresh].filter((edge) => !edge.includes(steps[n].vertex));
    fresh = steps[n].fill;
    gone.add(steps[n].vertex);
  }
  return panels;
}

/** The whole graph with all the fill of an order. */
export function filledPanel(caption: string, graph: Adjacency, order: Uint32Array, places: readonly Place[]): Panel {
  const fill = eliminate(graph, order).flatMap((step) => step.fill);
  const labels = new Map(Array.from(order, (vertex, n) => [vertex, n + 1]));
  return graphPanel(caption, places, edgesOf(graph), fill, labels);
}

/** A matrix in the order of elimination: hollow where it has an entry, full where L gets one besides; the lower half alone for L. */
export function matrixPanel(caption: string, graph: Adjacency, order: Uint32Array, isFactor: boolean): Panel {
  const n = order.length;
  const rank = new Map(Array.from(order, (vertex, k) => [vertex, k]));
  const unit = PANEL.side / n;
  const dot = (row: number, column: number, kind: string): string =>
    `<circle class="${kind}" cx="${short(PANEL.from + (column + 0.5) * unit)}" cy="${short(PANEL.from + (row + 0.5) * unit)}" r="${short(0.3 * unit)}"` +
    ` fill="${kind === "graph-dot" ? "currentColor" : "none"}" stroke="currentColor"/>`;
  const dots = Array.from({ length: n }, (_, i) => dot(i, i, "graph-node"));
  const place = (edges: readonly Edge[], kind: string): void => {
    for (const [a, b] of edges) {
      const [low, high] = [rank.get(a) ?? 0, rank.get(b) ?? 0].sort((p, q) => p - q);
      dots.push(dot(high, low, kind));
      if (!isFactor) dots.push(dot(low, high, kind));
    }
  };
  place(edgesOf(graph), "graph-node");
  if (isFactor)
    place(
      eliminate(graph, order).flatMap(({ fill }) => fill),
      "graph-dot",
    );
  const end = PANEL.from + PANEL.side;
  const bracket = (x: number, out: number): string =>
    `<path class="graph-edge" d="M${x + out} ${PANEL.from - 4}H${x}V${end + 4}H${x + out}" fill="none" stroke="currentColor"/>`;
  return { caption, markup: bracket(PANEL.from - 4, 6) + bracket(end + 4, -6) + dots.join("") };
}

/** Panels side by side, an SVG each, so that they wrap where the page is narrow and letters keep their size. */
export function drawPanels(title: string, panels: readonly Panel[]): string {
  const { width, height } = PANEL;
  const svgs = panels.map(({ caption, markup }) => {
    const words = `<text class="graph-label" x="${MIDDLE}" y="${height - 14}" font-size="12" text-anchor="middle" fill="currentColor">${caption}</text>`;
    return `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" xmlns="http://www.w3.org/2000/svg"><title>${title}: ${caption}</title>${markup}${words}</svg>`;
  });
  return svgs.join("");
}

function short(value: number): string {
  return String(Math.round(10 * value) / 10);
}

function subscript(n: number): string {
  return [...String(n)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");
}
