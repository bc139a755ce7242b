import { describeValue, InputError } from "../core/errors.ts";
import { readNumber } from "../core/read.ts";

/**
 * What a cloth is made of, in physical units that know nothing of meshes or solvers. All stiffnesses are those of a linear
 * elastic sheet without cross contraction (Poisson ratio 0).
 */
export interface PlainFabric {
  /** The word scenes use. */
  readonly name: string;
  /** Mass per area [kg/m²]. */
  readonly density: number;
  /** Membrane stiffness along the warp (u) [N/m]: force per width at strain 1. */
  readonly stretchWarp: number;
  /** Membrane stiffness along the weft (v) [N/m]. */
  readonly stretchWeft: number;
  /** Shear modulus G of the sheet [N/m]: force per width at shear angle 1 rad. */
  readonly shear: number;
  /** Flexural rigidity B of the sheet [N·m]: moment per width at curvature 1/m. */
  readonly bending: number;
  /** Thickness [m]. */
  readonly thickness: number;
  /** Coulomb friction coefficient of the fabric on itself and on smooth bodies [-]. */
  readonly friction: number;
  /** Mass-proportional damping [1/s], the air's hold on the cloth: c_i = damping · m_i. */
  readonly damping: number;
  /** Strain at which its threads are straight and give way no more [−]: no step stretches it further. */
  readonly strainLimit: number;
  /** Force at which a tongue of it tears on [N]; a cloth that may tear takes twice that, in J, for each metre torn. */
  readonly tearStrength: number;
}

/** The same with words for people. */
export interface Fabric extends PlainFabric {
  /** What a person would call it. */
  readonly title: string;
  /** Where the values come from: a citation, or "typical". */
  readonly source: string;
  /** True when the values named in `source` were measured on a real piece of cloth. */
  readonly measured: boolean;
}

export type FabricFieldName = Exclude<keyof PlainFabric, "name">;

/** The unit and the range of one number of a fabric; `min` and `max` are inclusive. */
export interface FabricRange {
  readonly name: FabricFieldName;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}

/** In the order of their columns in presets.ts. */
export const FABRIC_RANGES: readonly FabricRange[] = [
  { name: "density", unit: "kg/m²", min: 1e-4, max: 100 },
  { name: "stretchWarp", unit: "N/m", min: 1e-3, max: 1e7 },
  { name: "stretchWeft", unit: "N/m", min: 1e-3, max: 1e7 },
  { name: "shear", unit: "N/m", min: 0, max: 1e7 },
  { name: "bending", unit: "N·m", min: 0, max: 1e3 },
  { name: "thickness", unit: "m", min: 1e-6, max: 0.1 },
  { name: "friction", unit: "-", min: 0, max: 10 },
  { name: "damping", unit: "1/s", min: 0, max: 1e4 },
  { name: "strainLimit", unit: "-", min: 1e-3, max: 10 },
  { name: "tearStrength", unit: "N", min: 1e-6, max: 1e6 },
];

/**
 * Checks every number of a fabric against FABRIC_RANGES, and that the shear modulus stays below both membrane stiffnesses:
 * springs and triangle axes carry a part of the stretch in their diagonals, G of it, and cannot carry less than nothing.
 */
export function checkFabric(fabric: PlainFabric, path: string): void {
  for (const field of FABRIC_RANGES) readNumber(fabric[field.name], `${path}.${field.name}`, field);
  const limit = Math.min(fabric.stretchWarp, fabric.stretchWeft);
  if (fabric.shear >= limit) {
    throw new InputError(`${path}.shear`, describeValue(fabric.shear), `stay below both membrane stiffnesses, here below ${limit} N/m`);
  }
}
