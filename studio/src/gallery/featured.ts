import type { Link } from "../page/link.ts";

/** The link of a card: the scene, and settings where they show it better than its own. */
export type CardLink = Link & { readonly scene: string };

/** The scenes that the gallery shows first and large, in this order. */
export const FEATURED: readonly CardLink[] = [
  { scene: "hanging-sheet", method: "bdf2", options: {} },
  { scene: "flag", options: {} },
  { scene: "curtain", options: {} },
  { scene: "tablecloth", options: {} },
  { scene: "cape", options: {} },
  { scene: "skirt", options: {} },
  { scene: "dress", options: {} },
  { scene: "sphere-test", options: {} },
  { scene: "stack-and-ball", options: {} },
  { scene: "twist", options: {} },
  { scene: "funnel", options: {} },
  { scene: "kim-fig4", method: "gauss-seidel", options: { sweeps: "4" } },
];
