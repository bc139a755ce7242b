import { predictFill } from "../../linalg/elimination-tree.ts";
import { computeOrdering } from "../../linalg/ordering.ts";
import { factorCholesky, type LowerMatrix } from "../../linalg/sparse-cholesky.ts";
import { graphOfPattern } from "../../linalg/symmetric-matrix.ts";
import type { Adjacency } from "../../mesh/adjacency.ts";
import { bandwidth } from "../../mesh/reorder.ts";
import type { Cell, Drawing, Experiment, Findings, Task } from "../experiment.ts";
import { circlePlaces, drawPanels, eliminationPanels, filledPanel, graphPanel, gridPlaces, matrixPanel } from "./draw-elimination.ts";
import {
  countFill,
  dissectGrid,
  type Edge,
  edgesOf,
  eliminate,
  graphOf,
  gridGraph,
  leastFill,
  leastFillOrder,
  randomGraph,
  renumber,
} from "./elimination-graph.ts";
import { judgeElimination, PRINTED_FILL, RANDOM, MATRIX_ROWS as SIZE } from "./judge-elimination.ts";
import { meshOutline } from "./outline-mesh.ts";
import { square } from "./panel-outlines.ts";
import { panelScene } from "./panel-scene.ts";
import { panelCloth, scalarMatrix } from "./scalar-system.ts";

/** The matrices of [Choi13, Fig. 6.3] and [Choi13, Fig. 6.4]: their entries off the diagonal. */
const EXAMPLE: readonly Edge[] = [
  [0, 1],
  [0, 4],
  [1, 2],
  [1, 3],
  [2, 3],
];
const ARROW: readonly Edge[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
];
/** Vertices a side of the grid that is drawn. */
const DRAWN = 7;
const natural = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, i) => i);
const reversed = (count: number): Uint32Array => natural(count).reverse();

function listDrawings(example: Adjacency, arrow: Adjacency): Drawing[] {
  const [order, back] = [natural(SIZE), reversed(SIZE)];
  const places = circlePlaces(SIZE);
  const labels = new Map(Array.from(order, (i) => [i, i + 1]));
  const grid = gridGraph(DRAWN, 5);
  const drawing = (title: string, panels: Parameters<typeof drawPanels>[1]): Drawing => ({ title, svg: drawPanels(title, panels) });
  const gridPanel = (caption: string, found: Uint32Array) =>
    filledPanel(`${caption}: ${countFill(eliminate(grid, found))} fill`, grid, found, gridPlaces(DRAWN));
  return [
    drawing("Fig. 6.2: two matrices and their adjacency graphs", [
      matrixPanel("a matrix", example, order, false),
      graphPanel("its graph", places, edgesOf(example), [], labels),
      matrixPanel("an arrow matrix", arrow, order, false),
      graphPanel("its graph", places, edgesOf(arrow), [], labels),
    ]),
    drawing("Fig. 6.3: eliminations, and the fill that they leave in L", [
      matrixPanel("the matrix A", example, order, false),
      matrixPanel("L, its fill solid", example, order, true),
      ...eliminationPanels(example, order, places, 3),
      filledPanel("filled graph", example, order, places),
    ]),
    drawing("Fig. 6.4 to 6.6: the arrow matrix, before and after reordering", [
      matrixPanel("L, as it is", arrow, order, true),
      ...eliminationPanels(arrow, order, places, 2),
      filledPanel("100 % fill", arrow, order, places),
      matrixPanel("reordered", arrow, back, false),
      matrixPanel("its L", arrow, back, true),
      filledPanel("no fill", arrow, back, places),
    ]),
    drawing("Fig. 6.7 to 6.9: orders of elimination of a regular grid, and their fill", [
      gridPanel("row by row", natural(DRAWN * DRAWN)),
      gridPanel("minimum degree", computeOrdering(grid, "minimum-degree").order),
      gridPanel("nested dissection", dissectGrid(DRAWN, 0.5, 1)),
      gridPanel("Cuthill–McKee", computeOrdering(grid, "cuthill-mckee").order),
      gridPanel("reverse", computeOrdering(grid, "reverse-cuthill-mckee").order),
    ]),
  ];
}

/** Nonzeros that the numeric factor has and the matrix has not; the matrix is made safely positive definite. */
function numericFill(graph: Adjacency, order: Uint32Array): number {
  const edges = edgesOf(renumber(graph, order));
  const rows: [number, number][][] = Array.from(order, (_, i) => [[i, order.length + 1]]);
  for (const [a, b] of edges) rows[b].push([a, -1]);
  const rowStart = new Uint32Array(order.length + 1);
  for (const [i, row] of rows.entries()) rowStart[i + 1] = rowStart[i] + row.length;
  const lower: LowerMatrix = {
    rowStart,
    column: Uint32Array.from(rows.flat(), ([column]) => column),
    value: Float64Array.from(rows.flat(), ([, value]) => value),
  };
  return factorCholesky(lower).row.length - order.length - edges.length;
}

/** How often minimum degree fills more than the best order of all, and by how much at most. */
function compareGreedy(): { readonly worse: number; readonly most: number; readonly mismatches: number } {
  let [worse, most, mismatches] = [0, 0, 0];
  for (let seed = 1; seed <= RANDOM.graphs; seed++) {
    const graph = randomGraph(RANDOM.vertices, RANDOM.probability, seed);
    const { order } = computeOrdering(graph, "minimum-degree");
    const fill = countFill(eliminate(graph, order));
    const more = fill - leastFill(graph);
    if (more > 0) worse++;
    most = Math.max(most, more);
    const byTree = predictFill(graph, order) - RANDOM.vertices - edgesOf(graph).length;
    if (byTree !== fill || numericFill(graph, order) !== fill) mismatches++;
  }
  return { worse, most, mismatches };
}

/** Fill of a cloth's grid by minimum degree and by nested dissection, over its size. */
async function compareDissection(sizes: readonly number[], task: Task): Promise<(readonly [count: number, ratio: number])[]> {
  const found: (readonly [number, number])[] = [];
  for (const [n, size] of sizes.entries()) {
    const graph = gridGraph(size, 13);
    const [degree, dissection] = (["minimum-degree", "nested-dissection"] as const).map((name) => computeOrdering(graph, name).fill);
    found.push([size * size, dissection / degree]);
    await task.progress((n + 1) / sizes.length);
  }
  return found;
}

async function run(task: Task): Promise<Findings> {
  const { isQuick } = task;
  const example = graphOf(SIZE, EXAMPLE);
  const arrow = graphOf(SIZE, ARROW);
  const greedy = compareGreedy();
  const ratios = await compareDissection(isQuick ? [10, 20, 40, 80] : [10, 20, 40, 80, 160, 250], task);
  const panelSize = isQuick ? 300 : 1000;
  const panel = graphOfPattern(scalarMatrix(panelCloth(meshOutline(square, panelSize), 1), 1, "springs"));
  const panelCount = panel.start.length - 1;
  const degree = computeOrdering(panel, "minimum-degree").fill;
  const leastAtOnce = predictFill(panel, leastFillOrder(panel));
  const cuthill = computeOrdering(panel, "cuthill-mckee");
  const backwards = computeOrdering(panel, "reverse-cuthill-mckee");
  const band = [bandwidth(panel), bandwidth(panel, cuthill.order)];
  const cuts = [
    ["in the middle, one vertex wide", 0.5, 1],
    ["at a quarter", 0.25, 1],
    ["at an eighth", 0.125, 1],
    ["in the middle, three wide", 0.5, 3],
  ] as const;
  const cutSize = 32;
  const cutGraph = gridGraph(cutSize, 5);
  const cutFills = cuts.map(([, share, width]) => predictFill(cutGraph, dissectGrid(cutSize, share, width)));
  const fillOf = (graph: Adjacency, order: Uint32Array): number => countFill(eliminate(graph, order));
  const [exampleFill, arrowFill] = [example, arrow].map((graph) => fillOf(graph, natural(SIZE)));
  const reorderedFill = Math.max(fillOf(arrow, reversed(SIZE)), fillOf(arrow, computeOrdering(arrow, "minimum-degree").order));
  const rows: Cell[][] = [
    ["matrix of Fig. 6.3, as it is", exampleFill, PRINTED_FILL, SIZE],
    ["the same, minimum degree", fillOf(example, computeOrdering(example, "minimum-degree").order), "", SIZE],
    ["arrow matrix, as it is (Fig. 6.4)", arrowFill, ((SIZE - 1) * (SIZE - 2)) / 2, SIZE],
    ["arrow matrix, reordered (Fig. 6.6)", reorderedFill, 0, SIZE],
    ...cuts.map(([name], n): Cell[] => [
      `grid of ${cutSize}², cuts ${name}`,
      cutFills[n] - cutSize * cutSize - edgesOf(cutGraph).length,
      "",
      cutSize * cutSize,
    ]),
  ];
  const [, largest] = ratios[ratios.length - 1];
  const crossing = ratios.find(([, ratio]) => ratio < 1)?.[0];
  const measured = {
    exampleFill,
    arrowFill,
    reorderedFill,
    greedy,
    ratios,
    largest,
    crossing,
    panelCount,
    degree,
    leastAtOnce,
    band,
    cuthill,
    backwards,
    cutFills,
  };
  return {
    verdicts: judgeElimination(measured),
    tables: [
      {
        title: "Fill: nonzeros of L that the matrix has not",
        columns: [{ heading: "graph and order" }, { heading: "fill" }, { heading: "fill, thesis", isPaper: true }, { heading: "vertices" }],
        rows,
      },
      {
        title: "Nested dissection against minimum degree, the 13-point grid of a cloth",
        columns: [{ heading: "vertices" }, { heading: "nonzeros of L, dissection by degree", digits: 4 }],
        rows: ratios.map(([count, ratio]) => [count, ratio]),
      },
    ],
    pictures: [],
    drawings: listDrawings(example, arrow),
    plots: [
      {
        title: "Nested dissection saves fill on large meshes: nonzeros of L by those of minimum degree",
        x: { label: "vertices", isLogarithmic: true },
        y: { label: "nonzeros of L, ratio" },
        series: [
          { name: "nested dissection", points: ratios, mark: "line" },
          { name: "minimum degree", points: ratios.map(([count]) => [count, 1] as const), mark: "line", isTruth: true },
        ],
      },
    ],
    reason:
      "The graph tells all of the fill before a number is computed: eliminating a vertex joins its neighbours, and each new edge is a nonzero of L that the matrix has not. The engine does not play this out but reads it from the elimination tree, which comes to the same. Orders differ by how they keep vertices with many neighbours for the end: by greed (minimum degree), by cutting the mesh in halves (nested dissection), or not at all (Cuthill–McKee, which keeps the nonzeros near the diagonal and fills the band).",
  };
}

export const fig6Elimination: Experiment = {
  paper: "choi13",
  name: "fig6-2-9-elimination",
  title: "Fig. 6.2 to 6.9: elimination graphs and orders",
  place: "Sections 6.1 and 6.2, Fig. 6.2 to 6.9",
  claim:
    "Eliminating a vertex joins its neighbours, which is fill; how much there is depends on the order, and heuristics find good ones: minimum degree, nested dissection, Cuthill–McKee.",
  setup:
    "The matrices of the figures as they are printed, their eliminations drawn from the same code that counts the fill; random graphs small enough to try every order; grids and an irregular square as the graphs of cloth.",
  get scene() {
    return panelScene("Choi's square for orders of elimination", meshOutline(square, 200));
  },
  live: {
    knobs: [
      {
        label: "order of elimination",
        choices: ["natural", "cuthill-mckee", "reverse-cuthill-mckee", "minimum-degree", "nested-dissection"].map((ordering) => ({
          name: ordering.replaceAll("-", " "),
          set: { "solver.ordering": ordering },
        })),
      },
    ],
    gauges: ["ms", "strain", "fall"],
    look: "The order changes nothing but the time of a step: the fuller the factor, the longer its substitution.",
  },
  seconds: { quick: 3, full: 15 },
  run,
};
