/** `drape/inspect`: for tools that show the inside of a simulation: its system matrix, its springs and fields in colours, where the time of its steps goes. */
export { type Spread, spreadOf } from "./core/spread.ts";
export { SPRING_KINDS, type SpringKind } from "./fabric/cloth.ts";
export { ORDERINGS, type Ordering } from "./linalg/ordering.ts";
export { computeSpy, type Spy } from "./linalg/spy.ts";
export type { SymmetricMatrix, SymmetricPattern } from "./linalg/symmetric-matrix.ts";
export { colourAt } from "./output/colour-map.ts";
export { formatMatrixMarket } from "./output/matrix-market.ts";
export { MOST_INTERSECTIONS } from "./sim/inspect-state.ts";
export type { SpringLines } from "./sim/sights.ts";
