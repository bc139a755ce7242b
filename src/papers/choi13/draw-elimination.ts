import type { Adjacency } from "../../mesh/adjacency.ts";
import { type Edge, edgesOf, eliminate } from "./elimination-graph.ts";

export type Place = readonly [x: number, y: number];

/** Places on a circle, the first at the top. */
export function circlePlaces(count: number): Place[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2;
    return [40 + 32 * Math.cos(angle), 40 + 32 * Math.sin(angle)]; // not in a step
  });
}

/** Places of a square grid. */
export function gridPlaces(size: number): Place[] {
  return Array.from({ length: size * size }, (_, i) => [6 + (68 * (i % size)) / (size - 1), 6 + (68 * Math.floor(i / size)) / (size - 1)]);
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
    const dashes = kind === "graph-fill" ? ' stroke-dasharray="2 1.6" stroke-opacity="0.75"' : "";
    return `<path class="${kind}" d="M${short(ax)} ${short(ay)}Q${short(x)} ${short(y)} ${short(bx)} ${short(by)}" fill="none" stroke="currentColor" stroke-width="0.7"${dashes}/>`;
  };
  const radius = places.length > 30 ? 2.6 : 4.2;
  const nodes = [...labels].map(
    ([i, label]) =>
      `<circle class="graph-node" cx="${short(places[i][0])}" cy="${short(places[i][1])}" r="${radius}" fill="none" stroke="currentColor" stroke-width="0.7"/>` +
      `<text class="graph-label" x="${short(places[i][0])}" y="${short(places[i][1] + radius * 0.42)}" font-size="${short(radius * 1.2)}" text-anchor="middle" fill="currentColor">${label}</text>`,
  );
  // lines end at the circles: a vertex hides what is behind it by being drawn on a disc of the page's colour
  const discs = [...labels.keys()].map(
    (i) => `<circle class="graph-disc" cx="${short(places[i][0])}" cy="${short(places[i][1])}" r="${radius}" fill="var(--card, Canvas)"/>`,
  );
  const lines = [...edges.map((edge) => line("graph-edge", edge)), ...fill.map((edge) => line("graph-fill", edge))];
  return { caption, markup: [...lines, ...discs, ...nodes].join("") };
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
    panels.push(graphPanel(n === 0 ? "A" : `A${subscript(n)}`, places, edges, fresh, labels));
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
  const unit = 68 / n;
  const dot = (row: number, column: number, kind: string): string =>
    `<circle class="${kind}" cx="${short(6 + (column + 0.5) * unit)}" cy="${short(6 + (row + 0.5) * unit)}" r="${short(0.3 * unit)}"` +
    ` fill="${kind === "graph-fill" ? "currentColor" : "none"}" stroke="currentColor" stroke-width="0.7"/>`;
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
      "graph-fill",
    );
  const bracket = (x: number, out: number): string =>
    `<path class="graph-edge" d="M${x + out} 5H${x}V75H${x + out}" fill="none" stroke="currentColor" stroke-width="0.8"/>`;
  return { caption, markup: bracket(4, 2) + bracket(76, -2) + dots.join("") };
}

/** Panels side by side, as one SVG. */
export function drawPanels(title: string, panels: readonly Panel[]): string {
  const columns = panels.length === 5 || panels.length === 6 ? 3 : Math.min(panels.length, 4);
  const rows = Math.ceil(panels.length / columns);
  const body = panels.map(({ caption, markup }, n) => {
    const [x, y] = [84 * (n % columns), 94 * Math.floor(n / columns)];
    const words = `<text class="graph-label" x="40" y="88" font-size="6" text-anchor="middle" fill="currentColor">${caption}</text>`;
    return `<g transform="translate(${x} ${y})">${markup}${words}</g>`;
  });
  return `<svg viewBox="0 0 ${84 * columns} ${94 * rows}" role="img" xmlns="http://www.w3.org/2000/svg"><title>${title}</title>${body.join("")}</svg>`;
}

function short(value: number): string {
  return String(Math.round(10 * value) / 10);
}

function subscript(n: number): string {
  return [...String(n)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");
}
