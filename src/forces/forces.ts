import { InputError } from "../core/errors.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import { relativeDamping, viscousDamping } from "./damping.ts";
import type { Force, ForceTerm } from "./force-term.ts";
import { gravityTerm } from "./gravity.ts";
import { hingeForce } from "./hinges.ts";
import { reactionTerm } from "./reactions.ts";
import { springForce } from "./spring-force.ts";
import type { SpringJacobianOptions } from "./spring-jacobian.ts";
import type { TriangleJacobian } from "./triangle-axes.ts";
import { type Environment, windTerm } from "./wind.ts";

/** The forces on a cloth by role, with their matrices or without; a term that would add nothing is left out. */
export interface Forces<T extends Force = ForceTerm> {
  readonly elastic: readonly T[];
  readonly damping: readonly T[];
  readonly external: readonly T[];
}

export type Membrane = (cloth: Cloth, options: ForceOptions) => readonly ForceTerm[];

export interface ForceOptions extends Partial<SpringJacobianOptions> {
  /** False leaves the hinges out. */
  readonly bending?: boolean;
  /**
   * The terms that resist stretch and shear instead of the springs, such as `triangleTerms`: a page without them need not load their code.
   */
  readonly membrane?: Membrane | undefined;
  /** How triangles resist shear; `axes` by default. */
  readonly shear?: ShearModel;
  /** Model of the triangles' stiffness blocks; `clamped` by default. */
  readonly triangleJacobian?: TriangleJacobian;
}

/** Names of the terms of triangles, and of the elastic and damping terms of springs, hinges and particles: what methods and kernels may compute by formulas of their own. */
export const TRIANGLE_TERMS: readonly string[] = ["triangles", "triangle stretch", "Baraff–Witkin shear"];
export const EDGE_TERMS: readonly string[] = ["springs", "hinges", "viscous damping", "relative damping"];

/** Names that no further term may have. */
const OWN_NAMES: readonly string[] = [...TRIANGLE_TERMS, ...EDGE_TERMS, "gravity", "reactions", "wind", "jet", "pressure"];

/** Every force Drape knows, and those of `environment.furtherTerms`: a new one is a file beside this one and a line here. Matrices are in catalog.ts. */
export function createPlainForces(cloth: Cloth, environment: Environment, options: ForceOptions = {}): Forces<Force> {
  const { springs, hinges } = cloth;
  const bending = options.bending ?? true;
  const terms: Force[] = [];
  if (options.membrane !== undefined) terms.push(...options.membrane(cloth, options));
  else if (springs.count > 0) terms.push(springForce(springs));
  if (hinges.count > 0 && bending) terms.push(hingeForce(hinges));
  if (hasSome(cloth.viscousDamping)) terms.push(viscousDamping(cloth.viscousDamping));
  if (hasSome(springs.relativeDamping)) terms.push(relativeDamping(springs));
  terms.push(gravityTerm(cloth.mass, environment.gravity));
  if (environment.reactions !== undefined) terms.push(reactionTerm(environment));
  if (cloth.triangles.length > 0) {
    terms.push(windTerm(cloth.triangles, environment));
    if (environment.createJetTerm !== undefined) terms.push(environment.createJetTerm(cloth.triangles, environment));
  }
  if (cloth.pressure !== undefined) {
    if (environment.createPressureTerm === undefined) throw new Error("the code of pressure is not there");
    terms.push(environment.createPressureTerm(cloth.triangles, cloth.pressure));
  }
  terms.push(...createFurtherTerms(cloth, environment));
  return {
    elastic: terms.filter((term) => term.role === "elastic"),
    damping: terms.filter((term) => term.role === "damping"),
    external: terms.filter((term) => term.role === "external"),
  };
}

/** The forces of `environment.furtherTerms` on this cloth, each with a name of its own. */
export function createFurtherTerms(cloth: Cloth, environment: Environment): ForceTerm[] {
  const names = new Set(OWN_NAMES);
  const terms = (environment.furtherTerms ?? []).map((create) => create(cloth, environment));
  for (const { name } of terms) {
    if (names.has(name)) throw new InputError("forces", JSON.stringify(name), "another force has this name: give it one of its own");
    names.add(name);
  }
  return terms;
}

/** Whether a number is not 0. */
function hasSome(values: Float64Array): boolean {
  let k = 0;
  while (values[k] === 0) k++;
  return k < values.length;
}

/** Adds the forces of several terms at (x, v, t) to f, and of elastic terms the energy to energy[0] where that is asked for. */
export function addForces(
  terms: readonly Force[],
  x: Float64Array,
  v: Float64Array,
  t: number,
  f: Float64Array,
  energy?: Float64Array,
): void {
  for (let i = 0; i < terms.length; i++) terms[i].addForce(x, v, t, f, energy);
}
