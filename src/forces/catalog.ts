import type { Cloth } from "../fabric/cloth.ts";
import { blow } from "./blow.ts";
import { relativeDampingTerm, viscousDampingTerm } from "./damping-terms.ts";
import type { Force, ForceTerm } from "./force-term.ts";
import { createPlainForces, EDGE_TERMS, type ForceOptions, type Forces, TRIANGLE_TERMS } from "./forces.ts";
import { hingeTerm } from "./hinge-term.ts";
import { pressureTerm } from "./pressure.ts";
import { springTerm } from "./springs.ts";
import type { Environment } from "./wind.ts";

export { addForces, createFurtherTerms, EDGE_TERMS, type ForceOptions, type Forces, type Membrane, TRIANGLE_TERMS } from "./forces.ts";
export { sumEnergy } from "./sum-energy.ts";

/** Every force on a cloth, with the matrix that it has; the environment is given the code of those that it may have. */
export function createForces(cloth: Cloth, environment: Environment, options: ForceOptions = {}): Forces {
  environment.blow ??= blow;
  environment.createPressureTerm ??= pressureTerm;
  return withMatrices(createPlainForces(cloth, environment, options), cloth, options);
}

/** The same forces on a cloth, with their matrices. */
export function withMatrices({ elastic, damping, external }: Forces<Force>, cloth: Cloth, options: ForceOptions): Forces {
  const { springs, hinges, viscousDamping } = cloth;
  function complete(force: Force): ForceTerm {
    if (force.name === "springs") return springTerm(springs, options);
    if (force.name === "hinges") return hingeTerm(hinges);
    if (force.name === "viscous damping") return viscousDampingTerm(viscousDamping);
    if (force.name === "relative damping") return relativeDampingTerm(springs);
    return force as ForceTerm; // all others have theirs from the start
  }
  return { elastic: elastic.map(complete), damping: damping.map(complete), external: external.map(complete) };
}

/** The elastic and damping terms besides those of springs, hinges, particles and triangles. */
export function findOtherTerms({ elastic, damping }: Forces): { elastic: readonly ForceTerm[]; damping: readonly ForceTerm[] } {
  const isOther = ({ name }: ForceTerm): boolean => !EDGE_TERMS.includes(name) && !TRIANGLE_TERMS.includes(name);
  return { elastic: elastic.filter(isOther), damping: damping.filter(isOther) };
}
