import { meshOutline } from "./outline-mesh.ts";
import { square } from "./panels.ts";
import { type Membrane, panelCloth, scalarMatrix } from "./scalar-system.ts";
import { symmetricEigenvalues } from "./symmetric-eigenvalues.ts";
import { publish, type Row } from "./table.ts";

/** As printed in [Choi13, Table 6.1]. */
const PRINTED: readonly { name: string; membrane: Membrane; least: number; largest: number }[] = [
  { name: "edge-based", membrane: "springs", least: 0.9817, largest: 2.2693 },
  { name: "triangle-based", membrane: "triangles", least: 1, largest: 2.8761 },
];

/** Table 6.1: least and largest eigenvalue of I + h²M⁻¹K, and the h²k/m at which ours would have the printed largest one. */
export function publishEigenvalues(): void {
  const surface = meshOutline(square, 166);
  const rows: Row[] = [];
  for (const { name, membrane, least, largest } of PRINTED) {
    for (const kappa of [0.15, 0.2]) {
      const matrix = scalarMatrix(panelCloth(surface, kappa), 1, membrane);
      const values = symmetricEigenvalues(matrix);
      const top = values[values.length - 1];
      rows.push({
        system: name,
        vertices: matrix.rowCount,
        stiffness: kappa,
        least: values[0].toFixed(4),
        thesisLeast: least,
        largest: top.toFixed(4),
        thesisLargest: largest,
        stiffnessOfThesis: ((kappa * (largest - 1)) / (top - 1)).toFixed(3),
      });
    }
  }
  console.log("Table 6.1: eigenvalues of I + h²M⁻¹K of a free panel; stiffness is h²k/m (thesis: 166 vertices)");
  publish("choi-table6.1", "unit masses; hinges of about 0.01 k", rows);
  console.log(
    "K is positive semi-definite and 0 on translations, so the least eigenvalue of a free panel is 1 and none can be below: " +
      "0.9817 for the edge-based system is impossible.\n",
  );
}
