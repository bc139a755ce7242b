import type { Springs } from "../fabric/cloth.ts";
import type { ForceTerm } from "./force-term.ts";
import { springForce } from "./spring-force.ts";
import { SPRING_JACOBIAN_DEFAULTS, type SpringJacobianOptions } from "./spring-jacobian.ts";
import { addSpringStiffness } from "./spring-stiffness.ts";

/** The cloth's springs as a force term, with the stiffness model that the method asked for. */
export function springTerm(springs: Springs, options: Partial<SpringJacobianOptions> = {}): ForceTerm {
  const model: SpringJacobianOptions = { ...SPRING_JACOBIAN_DEFAULTS, ...options };
  return {
    ...springForce(springs),
    constantMatrix: model.jacobian === "isotropic",
    pairs: springs.ends,
    addMatrix: (x, scale, slots, diagonal, offDiagonal) => addSpringStiffness(springs, model, x, scale, slots, diagonal, offDiagonal),
  };
}
