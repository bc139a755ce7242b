// Figures, and what is attached to bodies. A room (../rooms.ts).

export { FIGURE } from "../fields/figure-field.ts";
export { GROUND } from "../ground.ts";
export { placeFigure, skinPlacer } from "../make-figure.ts";
