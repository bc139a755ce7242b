import { type Simulation, UnsupportedError, VERSION } from "drape";
import { computeSpy, formatMatrixMarket, type Ordering } from "drape/inspect";
import type { MatrixView, Post } from "../protocol.ts";

/** Sends the picture of the system matrix and its factor, or word that this method has no constant one. */
export function sendMatrix(simulation: Simulation, ordering: Ordering, size: number, post: Post): void {
  const matrix = simulation.view.matrix();
  if (matrix === undefined) {
    post({ type: "matrix", view: { ordering } });
    return;
  }
  const spy = computeSpy(matrix, ordering, size);
  const view: MatrixView = { ordering, spy };
  post({ type: "matrix", view }, [spy.matrix.buffer, spy.factor.buffer]);
}

/** Sends the system matrix as Matrix Market text, its first lines telling what it is of. */
export function sendMatrixFile(simulation: Simulation, post: Post): void {
  const { method, options, timestep } = simulation;
  const matrix = simulation.view.matrix();
  if (matrix === undefined) throw new UnsupportedError(`${method} has no constant matrix to save`);
  const settings = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const text = formatMatrixMarket(matrix, [
    `drape ${VERSION}; ${method} ${settings.join(" ")}; timestep ${timestep} s`,
    "rows are vertices in the scene's order",
  ]);
  post({ type: "matrix-file", text });
}
