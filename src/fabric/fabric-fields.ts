import { FABRIC_RANGES, type FabricFieldName, type FabricRange } from "./fabric.ts";
import { PRESETS } from "./presets.ts";

/** Describes one number of a fabric, for panels and docs. */
export interface FabricField extends FabricRange {
  readonly summary: string;
  readonly default: number;
}

const SUMMARIES: Readonly<Record<FabricFieldName, string>> = {
  density: "mass per area",
  stretchWarp: "stiffness along the warp (u)",
  stretchWeft: "stiffness along the weft (v)",
  shear: "shear modulus, below both stiffnesses",
  bending: "flexural rigidity",
  thickness: "thickness",
  friction: "Coulomb friction coefficient",
  damping: "hold of the air, per mass",
  strainLimit: "strain that it never exceeds",
  tearStrength: "force to tear it on",
};

/** The defaults are those of the preset "cotton". */
export const FABRIC_FIELDS: readonly FabricField[] = FABRIC_RANGES.map((range) => {
  const { name } = range;
  return { ...range, summary: SUMMARIES[name], default: PRESETS[0][name] };
});
