// Figures, and what is attached to bodies. A room (../rooms.ts).

export { createSimulation } from "../create-simulation.ts";
export { FIGURE } from "../fields/figure-field.ts";
export { makeFigure, skinPlacer } from "../make-figure.ts";
