import type { Springs } from "../fabric/cloth.ts";
import { energyByForce, type ForceTerm } from "./force-term.ts";
import { addSpringForces } from "./spring-force.ts";
import { addSpringStiffness, SPRING_JACOBIAN_DEFAULTS, type SpringJacobianOptions } from "./spring-jacobian.ts";

/** The cloth's springs as a force term, with the stiffness model that the method asked for. */
export function springTerm(springs: Springs, options: Partial<SpringJacobianOptions> = {}): ForceTerm {
  const model: SpringJacobianOptions = { ...SPRING_JACOBIAN_DEFAULTS, ...options };
  return {
    name: "springs",
    role: "elastic",
    constantMatrix: model.jacobian === "isotropic",
    pairs: springs.ends,
    energy: energyByForce((x, f, energy) => addSpringForces(springs, x, f, energy)),
    addForce: (x, _v, _t, f, energy) => addSpringForces(springs, x, f, energy),
    addMatrix: (x, scale, slots, diagonal, offDiagonal) => addSpringStiffness(springs, model, x, scale, slots, diagonal, offDiagonal),
  };
}
