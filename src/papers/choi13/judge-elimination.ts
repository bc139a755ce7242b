import type { Verdict } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";

/** Rows of the matrices of Fig. 6.2 to 6.6, and the black dots in L of Fig. 6.3, as printed. */
export const MATRIX_ROWS = 5;
export const PRINTED_FILL = 3;
/** Random graphs on which minimum degree is held against the best of all orders, and their vertices. */
export const RANDOM = { graphs: 200, vertices: 9, probability: 0.15 };

/** What the experiment found; fills are nonzeros of L but for the two small matrices. */
export interface FoundFill {
  readonly exampleFill: number;
  readonly arrowFill: number;
  readonly reorderedFill: number;
  /** Graphs on which minimum degree fills more than the best order, by how many edges at most, and those whose counts differ. */
  readonly greedy: { readonly worse: number; readonly most: number; readonly mismatches: number };
  readonly ratios: readonly (readonly [number, number])[];
  readonly largest: number;
  readonly crossing: number | undefined;
  readonly panelCount: number;
  readonly degree: number;
  readonly leastAtOnce: number;
  readonly band: readonly number[];
  readonly cuthill: { readonly fill: number };
  readonly backwards: { readonly fill: number };
  readonly cutFills: readonly number[];
}

export function judgeElimination(found: FoundFill): Verdict[] {
  const { greedy, ratios, band, cutFills } = found;
  const full = ((MATRIX_ROWS - 1) * (MATRIX_ROWS - 2)) / 2;
  const gridRange = `13-point grids of ${ratios.map(([count]) => formatNumber(count)).join(", ")} vertices`;
  const panelRange = `a square of irregular triangles with ${found.panelCount} vertices`;
  const per = (value: number, digits = 3): string => formatNumber(value, digits);
  return [
    {
      claim: "The matrix of Fig. 6.3 fills where its black dots are.",
      range: "the matrix of 5 rows as it is printed",
      quantity: "fill edges",
      paper: PRINTED_FILL,
      measured: found.exampleFill,
      holds: { atLeast: PRINTED_FILL, atMost: PRINTED_FILL },
      kind: "fill",
      expected: "holds",
      why: `Eliminating vertex 1 joins 2 and 5, then 2 joins 3 and 4 to 5: ${found.exampleFill} edges, the dots of the last row of L.`,
    },
    {
      claim: "In the extreme case, an arrow matrix, the first elimination makes the rest fully dense; reordered there is no fill.",
      range: "the arrow matrix of 5 rows, natural order against the reversed and minimum degree",
      quantity: "share of the places that fill as it is, less that after reordering [%]",
      paper: 100,
      measured: (100 * (found.arrowFill - found.reorderedFill)) / full,
      holds: { atLeast: 100, atMost: 100 },
      kind: "fill",
      expected: "holds",
      why: `${found.arrowFill} of ${full} places fill as it is, ${found.reorderedFill} with the point of the arrow last.`,
    },
    {
      claim: "The eliminations of the graph are those of the matrix: fill edges are the zeros of A that are nonzeros of L.",
      range: `${RANDOM.graphs} random graphs of ${RANDOM.vertices} vertices, by minimum degree`,
      quantity: "graphs whose fill differs between the graph, the elimination tree and the numeric factor",
      measured: greedy.mismatches,
      holds: { atMost: 0 },
      kind: "error",
      expected: "holds",
      why: `${RANDOM.graphs - greedy.mismatches} of ${RANDOM.graphs} agree in all three counts.`,
    },
    {
      claim: "Minimum degree can be suboptimal globally, for it is greedy and myopic.",
      range: `${RANDOM.graphs} random graphs of ${RANDOM.vertices} vertices, against the best of all orders`,
      quantity: "graphs on which it fills more than need be",
      measured: greedy.worse,
      holds: { atLeast: 1 },
      kind: "fill",
      expected: "holds",
      why: `It does on ${greedy.worse} of ${RANDOM.graphs}, by ${greedy.most} edge${greedy.most === 1 ? "" : "s"} at most: a heuristic that is seldom wrong, and then by little.`,
    },
    {
      claim: "To minimise the actual new fill and not the degree is not significantly better.",
      range: panelRange,
      quantity: "nonzeros of L with the vertex of least fill first, by those with the vertex of least degree first",
      measured: found.leastAtOnce / found.degree,
      holds: { atLeast: 0.9 },
      differs: { atLeast: 0.75 },
      kind: "fill",
      expected: "holds",
      why: `It leaves ${per(found.leastAtOnce)} nonzeros, minimum degree ${per(found.degree)}.`,
    },
    {
      claim: "On huge matrices nested dissection is often more effective than minimum degree, on smaller ones minimum degree sometimes is.",
      range: gridRange,
      quantity: "nonzeros of L on the largest grid, nested dissection by minimum degree",
      measured: found.largest,
      holds: { atMost: 0.97 },
      differs: { atMost: 1 },
      kind: "fill",
      expected: "holds",
      why: `${found.crossing === undefined ? "It saves on none" : `From ${per(found.crossing)} vertices on it saves`}: the ratios are ${ratios.map(([count, ratio]) => `${per(ratio)} at ${per(count)}`).join(", ")}.`,
    },
    {
      claim: "Cuthill–McKee reduces the distance of the nonzeros from the diagonal.",
      range: panelRange,
      quantity: "bandwidth after by before",
      measured: band[1] / band[0],
      holds: { atMost: 0.5 },
      differs: { atMost: 1 },
      kind: "fill",
      expected: "holds",
      why: `The farthest nonzero is ${band[0]} places from the diagonal before and ${band[1]} after. Reversed, the same band has ${per(100 * (1 - found.backwards.fill / found.cuthill.fill))} % less fill on this mesh; the regular grid that is drawn is another graph.`,
    },
    {
      claim: "A small balanced separator reduces fill more effectively than a large or unbalanced one.",
      range: "a 5-point grid of 32 × 32, cut in the middle, at a quarter and at an eighth, and with cuts three vertices wide",
      quantity: "nonzeros of L with the small balanced cuts by those with the best of the others",
      measured: cutFills[0] / Math.min(...cutFills.slice(1)),
      holds: { atMost: 0.95 },
      differs: { atMost: 1 },
      kind: "fill",
      expected: "holds",
      why: `In the middle they leave ${per(cutFills[0])} nonzeros, at a quarter ${per(cutFills[1])}, at an eighth ${per(cutFills[2])}, three wide ${per(cutFills[3])}.`,
    },
  ];
}
