import { predictFill } from "../../src/linalg/elimination-tree.ts";
import { computeOrdering } from "../../src/linalg/ordering.ts";
import { graphOfPattern } from "../../src/linalg/symmetric-matrix.ts";
import { meshOutline, type Outline } from "./outline-mesh.ts";
import { bodiceBack, bodiceFront, skirt, square } from "./panels.ts";
import { countNonzeros, panelCloth, scalarMatrix, shuffledOrder } from "./scalar-system.ts";
import { publish, type Row } from "./table.ts";

interface PrintedMesh {
  readonly name: string;
  readonly outline: Outline;
  readonly vertices: number;
  /** Nonzeros of the matrix, of L before and after Cuthill–McKee. */
  readonly matrix: number;
  readonly before: number;
  readonly after: number;
}

/** As printed in [Choi13, Table 7.1] and [Choi13, Table 7.2]. */
const TABLES: readonly { table: string; meshes: readonly PrintedMesh[] }[] = [
  {
    table: "7.1",
    meshes: [
      { name: "square", outline: square, vertices: 166, matrix: 1872, before: 7352, after: 3952 },
      { name: "square", outline: square, vertices: 1098, matrix: 13426, before: 223734, after: 68614 },
      { name: "square", outline: square, vertices: 5498, matrix: 69406, before: 3738863, after: 749633 },
    ],
  },
  {
    table: "7.2",
    meshes: [
      { name: "upper front", outline: bodiceFront, vertices: 1780, matrix: 21412, before: 626214, after: 182132 },
      { name: "upper back", outline: bodiceBack, vertices: 918, matrix: 10816, before: 204179, after: 38722 },
      { name: "skirt", outline: skirt, vertices: 3176, matrix: 39352, before: 1478721, after: 337654 },
    ],
  },
];

/** Tables 7.1 and 7.2: how much of L the order saves, on squares of three sizes and on three panels of a dress. */
export function publishFill(): void {
  for (const { table, meshes } of TABLES) {
    const rows: Row[] = meshes.map(({ name, outline, vertices, matrix: printed, before, after }) => {
      const matrix = scalarMatrix(panelCloth(meshOutline(outline, vertices), 1), 1, "springs");
      const graph = graphOfPattern(matrix);
      const natural = computeOrdering(graph, "natural").fill;
      const cuthillMckee = computeOrdering(graph, "cuthill-mckee").fill;
      const auto = computeOrdering(graph, "auto");
      return {
        mesh: name,
        vertices: matrix.rowCount,
        thesisVertices: vertices,
        matrix: countNonzeros(matrix),
        thesisMatrix: printed,
        before: natural,
        shuffled: predictFill(graph, shuffledOrder(matrix.rowCount)),
        thesisBefore: before,
        cuthillMckee,
        thesisAfter: after,
        rate: `${((100 * cuthillMckee) / natural).toFixed(1)}%`,
        thesisRate: `${((100 * after) / before).toFixed(1)}%`,
        auto: auto.fill,
        autoIs: auto.name,
        saved: (cuthillMckee / auto.fill).toFixed(2),
      };
    });
    console.log(
      `Table ${table}: nonzeros of the matrix (edges and bending pairs) and of L. "before" is the mesher's order, border first; "saved" is Cuthill–McKee / auto`,
    );
    publish(`choi-table${table}`, "no pins", rows);
    console.log();
  }
}
