import { computeOrdering } from "../../src/linalg/ordering.ts";
import { graphOfPattern } from "../../src/linalg/symmetric-matrix.ts";
import { timeSimplicial, timeSupernodal } from "./factor-times.ts";
import { meshOutline } from "./outline-mesh.ts";
import { square } from "./panels.ts";
import { type Membrane, panelCloth, scalarMatrix } from "./scalar-system.ts";
import { publish, type Row } from "./table.ts";

/** As printed in [Choi13, Table 7.6] and [Choi13, Table 7.7]: solve [ms] unordered and after Cuthill–McKee. */
const TABLES: readonly {
  table: string;
  name: string;
  membrane: Membrane;
  sizes: readonly { vertices: number; unordered: number; reordered: number }[];
}[] = [
  {
    table: "7.6",
    name: "edge-based",
    membrane: "springs",
    sizes: [
      { vertices: 1245, unordered: 2.36, reordered: 0.92 },
      { vertices: 2485, unordered: 6.51, reordered: 2.21 },
      { vertices: 4219, unordered: 16.84, reordered: 4.65 },
    ],
  },
  {
    table: "7.7",
    name: "triangle-based",
    membrane: "triangles",
    sizes: [
      { vertices: 1245, unordered: 2.85, reordered: 1.26 },
      { vertices: 2485, unordered: 6.63, reordered: 2.25 },
      { vertices: 4219, unordered: 16.83, reordered: 4.68 },
    ],
  },
];

/** Tables 7.6 and 7.7: milliseconds of forward and backward substitution by order, column by column and by supernodes. */
export function publishSolves(largest: number, budget: number): void {
  for (const { table, name, membrane, sizes } of TABLES) {
    const rows: Row[] = [];
    for (const { vertices, unordered, reordered } of sizes) {
      if (vertices > largest) continue;
      const matrix = scalarMatrix(panelCloth(meshOutline(square, vertices), 1), 1, membrane);
      const graph = graphOfPattern(matrix);
      const orders = (["natural", "cuthill-mckee", "auto"] as const).map((o) => computeOrdering(graph, o).order);
      const [byColumn, columnReordered, columnAuto] = orders.map((o) => timeSimplicial(matrix, o, budget).solve);
      const [inPanels, panelsReordered, panelsAuto] = orders.map((o) => timeSupernodal(matrix, o, budget).solve);
      rows.push({
        vertices: matrix.rowCount,
        thesisUnordered: unordered,
        thesisReordered: reordered,
        thesisSpeedUp: `×${(unordered / reordered).toFixed(2)}`,
        columnsUnordered: byColumn.toFixed(3),
        columnsReordered: columnReordered.toFixed(3),
        columnsSpeedUp: `×${(byColumn / columnReordered).toFixed(2)}`,
        columnsAuto: columnAuto.toFixed(3),
        panelsUnordered: inPanels.toFixed(3),
        panelsReordered: panelsReordered.toFixed(3),
        panelsSpeedUp: `×${(inPanels / panelsReordered).toFixed(2)}`,
        panelsAuto: panelsAuto.toFixed(3),
        engineSpeedUp: `×${(byColumn / panelsAuto).toFixed(2)}`,
      });
    }
    if (rows.length === 0) continue;
    console.log(
      `Table ${table}: substitution [ms] in the ${name} system, three right-hand sides. Unordered is the mesher's order, border first; ` +
        "columns: one column of L at a time, as printed; panels: supernodes. The engine uses panels and auto",
    );
    publish(`choi-table${table}`, "min of many", rows);
    console.log();
  }
}
