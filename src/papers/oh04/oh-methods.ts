import type { SceneInput, SolverInputs } from "../../scene/scene-input.ts";

/** They have the same options. */
export type OhSolver = SolverInputs["implicit-euler" | "paid" | "bdf2" | "bdf2-paid"];

export interface OhMethod {
  readonly name: string;
  readonly variant: string;
  readonly solver: OhSolver;
}

/** The four methods of [Oh04, Table 1], and the fourth with the tension turned along, which the paper does not have. */
export const OH_METHODS: readonly OhMethod[] = [
  { name: "implicit Euler", variant: "euler", solver: { method: "implicit-euler" } },
  { name: "PAID", variant: "paid", solver: { method: "paid" } },
  { name: "BDF2", variant: "bdf2", solver: { method: "bdf2" } },
  { name: "BDF2 with PAID", variant: "bdf2-paid", solver: { method: "bdf2-paid" } },
  { name: "BDF2 with PAID, tension turned", variant: "rotated", solver: { method: "bdf2-paid", tension: "rotated" } },
];

/** As variants of a scene, with options that all have in common. */
export function ohVariants(options: { readonly tolerance?: number; readonly jacobian?: "exact" }): SceneInput["variants"] {
  return OH_METHODS.map(({ name, variant, solver }) => ({
    name: variant,
    title: name,
    solver: { ...solver, ...options },
  }));
}
