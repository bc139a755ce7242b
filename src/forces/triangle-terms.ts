import type { Cloth } from "../fabric/cloth.ts";
import { baraffWitkinShearTerm } from "./baraff-witkin-shear.ts";
import type { ForceOptions } from "./catalog.ts";
import type { ForceTerm } from "./force-term.ts";
import { triangleAxesTerm } from "./triangle-axes.ts";
import { buildTriangleElements } from "./triangle-elements.ts";

/** The triangles of a cloth, which resist stretch and shear instead of the springs. */
export function triangleTerms(cloth: Cloth, options: ForceOptions): ForceTerm[] {
  const { shear = "axes", triangleJacobian: jacobian = "clamped" } = options;
  const elements = buildTriangleElements(cloth);
  if (elements.count === 0) return [];
  const axes = triangleAxesTerm(elements, { jacobian, shear: shear === "axes" });
  return shear === "axes" ? [axes] : [axes, baraffWitkinShearTerm(elements)];
}
