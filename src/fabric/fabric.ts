import { describeValue, InputError } from "../core/errors.ts";
import { readNumber } from "../core/read.ts";

/**
 * What a cloth is made of, in physical units that know nothing of meshes or solvers. All stiffnesses are those of a linear
 * elastic sheet without cross contraction (Poisson ratio 0).
 */
export interface Fabric {
  /** The word scenes use. */
  readonly name: string;
  /** What a person would call it. */
  readonly title: string;
  /** Where the values come from: a citation, or "typical". */
  readonly source: string;
  /** True when the values named in `source` were measured on a real piece of cloth. */
  readonly measured: boolean;
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
  /** Force at which a tongue of it tears on [N]; a cloth that may tear takes twice that, in J, for each metre torn. */
  readonly tearStrength: number;
}

export type FabricFieldName = Exclude<keyof Fabric, "name" | "title" | "source" | "measured">;

/** Describes one number of a fabric, for scene validation, panels and docs. `min` and `max` are inclusive. */
export interface FabricField {
  readonly name: FabricFieldName;
  readonly unit: string;
  readonly summary: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** The defaults are those of the preset "cotton". */
export const FABRIC_FIELDS: readonly FabricField[] = [
  { name: "density", unit: "kg/m²", summary: "mass per area", min: 1e-4, max: 100, default: 0.1503 },
  { name: "stretchWarp", unit: "N/m", summary: "stiffness along the warp (u)", min: 1e-3, max: 1e7, default: 3955 },
  { name: "stretchWeft", unit: "N/m", summary: "stiffness along the weft (v)", min: 1e-3, max: 1e7, default: 10354 },
  { name: "shear", unit: "N/m", summary: "shear modulus, below both stiffnesses", min: 0, max: 1e7, default: 66.8 },
  { name: "bending", unit: "N·m", summary: "flexural rigidity", min: 0, max: 1e3, default: 5e-6 },
  { name: "thickness", unit: "m", summary: "thickness", min: 1e-6, max: 0.1, default: 3.18e-4 },
  { name: "friction", unit: "-", summary: "Coulomb friction coefficient", min: 0, max: 10, default: 0.5 },
  { name: "damping", unit: "1/s", summary: "hold of the air, per mass", min: 0, max: 1e4, default: 0.67 },
  { name: "tearStrength", unit: "N", summary: "force to tear it on", min: 1e-6, max: 1e6, default: 12 },
];

/**
 * Checks every number of a fabric against FABRIC_FIELDS, and that the shear modulus stays below both membrane stiffnesses:
 * springs and triangle axes carry a part of the stretch in their diagonals, G of it, and cannot carry less than nothing.
 */
export function checkFabric(fabric: Fabric, path: string): void {
  for (const field of FABRIC_FIELDS) readNumber(fabric[field.name], `${path}.${field.name}`, field);
  const limit = Math.min(fabric.stretchWarp, fabric.stretchWeft);
  if (fabric.shear >= limit) {
    throw new InputError(`${path}.shear`, describeValue(fabric.shear), `stay below both membrane stiffnesses, here below ${limit} N/m`);
  }
}
