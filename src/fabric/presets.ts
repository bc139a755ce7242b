import { readChoice } from "../core/read.ts";
import { FABRIC_FIELDS, type Fabric, type FabricFieldName } from "./fabric.ts";

/**
 * [Penava14] gives weight and thickness (Table 1) and Young's moduli of strips cut in several directions (Table 3); the values
 * used here are as transcribed in the material tables of [Li21]. Membrane stiffness is Y = E h along warp and weft. The shear
 * modulus is the one that gives a strip cut at 45° its measured modulus: 1/G = 4/Y₄₅ − 1/Y_u − 1/Y_v.
 */
const PENAVA =
  "Penava, Šimić Penava and Knezić 2014, Tables 1 and 3: density, thickness, stretch, and shear from the 45° modulus. Bending, friction, damping and tear strength are typical.";

/**
 * [Kumari16] Table 5, sample A, measured with KES-F: extension 5.515 % at 500 gf/cm (4.903 N/cm), so Y is the secant there,
 * the same along warp and weft; G = 2.18 gf/(cm·deg); B = 0.172 gf·cm²/cm (16.9 µN·m) with a hysteresis 2HB = 0.139 gf·cm/cm, the friction of its
 * yarns. Bending here is elastic, so it has the moment of the loading branch, Bκ + HB, at the mean curvature of the cantilever test (ASTM D1388),
 * 0.47/c: σg c³ = B + HB c/0.47 gives c = 2.35 cm and 51 µN·m. The weight printed there (104 mg/cm²) is not
 * credible for a denim 1 mm thick; 400 g/m² is that of the denim of [Clyde17].
 */
const KUMARI =
  "Kumari and Khurana 2016, Table 5, sample A (KES-F): stretch, shear, thickness, and bending with its hysteresis. Density: Clyde, Teran and Tamstorf 2017. Friction, damping and tear strength are typical.";

/** The woven silk of [Clyde17], 83 g/m² and 0.18 mm, as transcribed in the material tables of [Li21]. */
const CLYDE =
  "Clyde, Teran and Tamstorf 2017, as in the tables of Li et al. 2021: density and thickness. Stretch, shear, bending, friction, damping and tear strength are typical.";

const TYPICAL = "typical";

/**
 * Values for the word "typical": weight, B and G inside the ranges that KES-F instruments report for such cloth
 * (1 gf·cm²/cm = 98.07 µN·m, 1 gf/(cm·deg) = 56.2 N/m); rubber from E = 1.5 MPa at 0.4 mm. Damping is the same hold of the
 * air on every fabric, 0.1 kg/(m² s), over the density. Tear strength is that of tongue tear tests (ISO 13937-2, leather ISO 3377-1): light
 * silk and cotton about 10 N, dress weights 10 to 25 N, denim and canvas several times that; a cut latex sheet a few N.
 */
export const FABRICS: readonly Fabric[] = [
  // density, stretchWarp, stretchWeft, shear, bending, thickness, friction, damping, tearStrength
  row("cotton", "Cotton, plain weave", PENAVA, 0.1503, 3955, 10354, 66.8, 5e-6, 3.18e-4, 0.5, 0.67, 12),
  row("wool", "Wool, plain weave", PENAVA, 0.2348, 4629, 12416, 24.3, 9e-6, 5.68e-4, 0.4, 0.43, 15),
  row("stretch-wool", "Wool with 5 % Lycra", PENAVA, 0.1782, 279.1, 82, 6.91, 7e-6, 3.28e-4, 0.4, 0.56, 18),
  row("polyester", "Polyester, plain weave", PENAVA, 0.1646, 2942, 1298, 31.2, 4e-6, 2.52e-4, 0.3, 0.61, 25),
  row("denim", "Denim", KUMARI, 0.4, 8891, 8891, 122.5, 5.1e-5, 1.066e-3, 0.5, 0.25, 45),
  row("silk", "Light silk", CLYDE, 0.083, 4000, 3000, 20, 2.5e-6, 1.8e-4, 0.25, 1.2, 8),
  row("satin", "Satin", TYPICAL, 0.12, 6000, 4000, 22, 4e-6, 2e-4, 0.2, 0.83, 12),
  row("linen", "Linen", TYPICAL, 0.19, 12000, 9000, 60, 1.5e-5, 3.5e-4, 0.5, 0.53, 20),
  row("canvas", "Canvas", TYPICAL, 0.35, 14000, 10000, 300, 6e-5, 6e-4, 0.5, 0.29, 70),
  row("jersey", "Cotton jersey, knitted", TYPICAL, 0.16, 250, 120, 25, 2.5e-6, 6e-4, 0.45, 0.63, 20),
  row("leather", "Garment leather", TYPICAL, 0.55, 10000, 8000, 3000, 1e-4, 9e-4, 0.6, 0.18, 30),
  row("rubber", "Latex sheet, 0.4 mm", TYPICAL, 0.37, 600, 600, 200, 8e-6, 4e-4, 1, 0.27, 4),
];

/** A fabric with its numbers in the order of FABRIC_FIELDS. */
function row(name: string, title: string, source: string, ...numbers: readonly number[]): Fabric {
  const values = Object.fromEntries(FABRIC_FIELDS.map((field, n) => [field.name, numbers[n]])) as Record<FabricFieldName, number>;
  return { name, title, source, measured: source !== TYPICAL, ...values };
}

/** The preset of that name; an InputError that suggests the nearest one otherwise. */
export function findFabric(name: string, path: string = "fabric"): Fabric {
  const names = FABRICS.map((fabric) => fabric.name);
  return FABRICS[names.indexOf(readChoice(name, path, names))];
}
