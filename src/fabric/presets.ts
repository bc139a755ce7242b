import { readChoice } from "../core/read.ts";
import { FABRIC_RANGES, type FabricFieldName, type PlainFabric } from "./fabric.ts";

/** The numbers of the fabrics that scenes name; fabrics.ts says where they come from. */
export const PRESETS: readonly PlainFabric[] = [
  // density, stretchWarp, stretchWeft, shear, bending, thickness, friction, damping, strainLimit, tearStrength
  row("cotton", 0.1503, 3955, 10354, 66.8, 5e-6, 3.18e-4, 0.5, 0.67, 0.06, 12),
  row("wool", 0.2348, 4629, 12416, 24.3, 9e-6, 5.68e-4, 0.4, 0.43, 0.08, 15),
  row("stretch-wool", 0.1782, 279.1, 82, 6.91, 7e-6, 3.28e-4, 0.4, 0.56, 0.35, 18),
  row("polyester", 0.1646, 2942, 1298, 31.2, 4e-6, 2.52e-4, 0.3, 0.61, 0.08, 25),
  row("denim", 0.4, 8891, 8891, 122.5, 5.1e-5, 1.066e-3, 0.5, 0.25, 0.055, 45),
  row("silk", 0.083, 4000, 3000, 20, 2.5e-6, 1.8e-4, 0.25, 1.2, 0.08, 8),
  row("satin", 0.12, 6000, 4000, 22, 4e-6, 2e-4, 0.2, 0.83, 0.08, 12),
  row("linen", 0.19, 12000, 9000, 60, 1.5e-5, 3.5e-4, 0.5, 0.53, 0.05, 20),
  row("canvas", 0.35, 14000, 10000, 300, 6e-5, 6e-4, 0.5, 0.29, 0.035, 70),
  row("jersey", 0.16, 250, 120, 25, 2.5e-6, 6e-4, 0.45, 0.63, 0.6, 20),
  row("leather", 0.55, 10000, 8000, 3000, 1e-4, 9e-4, 0.6, 0.18, 0.25, 30),
  row("rubber", 0.37, 600, 600, 200, 8e-6, 4e-4, 1, 0.27, 4, 4),
];

/** A fabric with its numbers in the order of FABRIC_RANGES. */
function row(name: string, ...numbers: readonly number[]): PlainFabric {
  const values = Object.fromEntries(FABRIC_RANGES.map((range, n) => [range.name, numbers[n]])) as Record<FabricFieldName, number>;
  return { name, ...values };
}

/** The preset of that name; an InputError that suggests the nearest one otherwise. */
export function findPreset(name: string, path: string = "fabric"): PlainFabric {
  const names = PRESETS.map((fabric) => fabric.name);
  return PRESETS[names.indexOf(readChoice(name, path, names))];
}
