import { type Simulation, UnsupportedError, VERSION } from "drape";
import { computeSpy, formatMatrixMarket, type Ordering } from "drape/inspect";
import type { MatrixView } from "../commands.ts";

/** The picture of the system matrix and its factor; without one where this method has no constant matrix. */
export function drawMatrix(simulation: Simulation, ordering: Ordering, size: number): MatrixView {
  const matrix = simulation.view.matrix();
  return matrix === undefined ? { ordering } : { ordering, spy: computeSpy(matrix, ordering, size) };
}

/** The system matrix as Matrix Market text, its first lines telling what it is of. */
export function writeMatrix(simulation: Simulation): string {
  const { method, options, timestep } = simulation;
  const matrix = simulation.view.matrix();
  if (matrix === undefined) throw new UnsupportedError(`${method} has no constant matrix to save`);
  const settings = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return formatMatrixMarket(matrix, [
    `drape ${VERSION}; ${method} ${settings.join(" ")}; timestep ${timestep} s`,
    "rows are vertices in the scene's order",
  ]);
}
