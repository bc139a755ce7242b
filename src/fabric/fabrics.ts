import type { Fabric, PlainFabric } from "./fabric.ts";
import { findPreset, PRESETS } from "./presets.ts";

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

const MEASURED: readonly string[] = [PENAVA, KUMARI, CLYDE];

/**
 * What people call each preset, and its source. Values for the word "typical": weight, B and G inside the ranges that KES-F instruments report for such cloth
 * (1 gf·cm²/cm = 98.07 µN·m, 1 gf/(cm·deg) = 56.2 N/m); rubber from E = 1.5 MPa at 0.4 mm. Damping is the same hold of the
 * air on every fabric, 0.1 kg/(m² s), over the density. Tear strength is that of tongue tear tests (ISO 13937-2, leather ISO 3377-1): light
 * silk and cotton about 10 N, dress weights 10 to 25 N, denim and canvas several times that; a cut latex sheet a few N.
 */
const WORDS: Readonly<Record<string, readonly [title: string, source: string]>> = {
  cotton: ["Cotton, plain weave", PENAVA],
  wool: ["Wool, plain weave", PENAVA],
  "stretch-wool": ["Wool with 5 % Lycra", PENAVA],
  polyester: ["Polyester, plain weave", PENAVA],
  denim: ["Denim", KUMARI],
  silk: ["Light silk", CLYDE],
  satin: ["Satin", TYPICAL],
  linen: ["Linen", TYPICAL],
  canvas: ["Canvas", TYPICAL],
  jersey: ["Cotton jersey, knitted", TYPICAL],
  leather: ["Garment leather", TYPICAL],
  rubber: ["Latex sheet, 0.4 mm", TYPICAL],
};

/** A fabric with its words: one that is no preset is the scene's own. */
export function describeFabric(fabric: PlainFabric): Fabric {
  const [title, source] = PRESETS.includes(fabric) ? WORDS[fabric.name] : [fabric.name, "the scene"];
  return { ...fabric, title, source, measured: MEASURED.includes(source) };
}

export const FABRICS: readonly Fabric[] = PRESETS.map(describeFabric);

/** The preset of that name; an InputError that suggests the nearest one otherwise. */
export function findFabric(name: string, path?: string): Fabric {
  return describeFabric(findPreset(name, path));
}
