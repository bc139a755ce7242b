import { describeValue, InputError, nearestWord } from "../core/errors.ts";
import type { Fabric } from "./fabric.ts";

/**
 * [Penava14] gives weight and thickness (Table 1) and Young's moduli of strips cut in several directions (Table 3); the values
 * used here are as transcribed in the material tables of [Li21]. Membrane stiffness is Y = E h along warp and weft. The shear
 * modulus is the one that gives a strip cut at 45° its measured modulus: 1/G = 4/Y₄₅ − 1/Y_u − 1/Y_v.
 */
const PENAVA =
  "Penava, Šimić Penava and Knezić 2014, Tables 1 and 3: density, thickness, stretch, and shear from the 45° modulus. Bending, friction, damping and tear strength are typical.";

/**
 * [Kumari16] Table 5, sample A, measured with KES-F: extension 5.515 % at 500 gf/cm (4.903 N/cm), so Y is the secant there,
 * the same along warp and weft; G = 2.18 gf/(cm·deg), B = 0.172 gf·cm²/cm. The weight printed there (104 mg/cm²) is not
 * credible for a denim 1 mm thick, so density is typical.
 */
const KUMARI =
  "Kumari and Khurana 2016, Table 5, sample A (KES-F): stretch, shear, bending and thickness. Density, friction, damping and tear strength are typical.";

const TYPICAL = "typical";

/**
 * Values for the word "typical": weight, B and G inside the ranges that KES-F instruments report for such cloth
 * (1 gf·cm²/cm = 98.07 µN·m, 1 gf/(cm·deg) = 56.2 N/m); rubber from E = 1.5 MPa at 0.4 mm. Damping is the same hold of the
 * air on every fabric, 0.1 kg/(m² s), over the density. Tear strength is that of tongue tear tests (ISO 13937-2, leather ISO 3377-1): light
 * silk and cotton about 10 N, dress weights 10 to 25 N, denim and canvas several times that; a cut latex sheet a few N.
 */
export const FABRICS: readonly Fabric[] = [
  {
    name: "cotton",
    title: "Cotton, plain weave",
    source: PENAVA,
    measured: true,
    density: 0.1503,
    stretchWarp: 3955,
    stretchWeft: 10354,
    shear: 66.8,
    bending: 5e-6,
    thickness: 3.18e-4,
    friction: 0.5,
    damping: 0.67,
    tearStrength: 12,
  },
  {
    name: "wool",
    title: "Wool, plain weave",
    source: PENAVA,
    measured: true,
    density: 0.2348,
    stretchWarp: 4629,
    stretchWeft: 12416,
    shear: 24.3,
    bending: 9e-6,
    thickness: 5.68e-4,
    friction: 0.4,
    damping: 0.43,
    tearStrength: 15,
  },
  {
    name: "stretch-wool",
    title: "Wool with 5 % Lycra",
    source: PENAVA,
    measured: true,
    density: 0.1782,
    stretchWarp: 279.1,
    stretchWeft: 82,
    shear: 6.91,
    bending: 7e-6,
    thickness: 3.28e-4,
    friction: 0.4,
    damping: 0.56,
    tearStrength: 18,
  },
  {
    name: "polyester",
    title: "Polyester, plain weave",
    source: PENAVA,
    measured: true,
    density: 0.1646,
    stretchWarp: 2942,
    stretchWeft: 1298,
    shear: 31.2,
    bending: 4e-6,
    thickness: 2.52e-4,
    friction: 0.3,
    damping: 0.61,
    tearStrength: 25,
  },
  {
    name: "denim",
    title: "Denim",
    source: KUMARI,
    measured: true,
    density: 0.4,
    stretchWarp: 8891,
    stretchWeft: 8891,
    shear: 122.5,
    bending: 1.69e-5,
    thickness: 1.066e-3,
    friction: 0.5,
    damping: 0.25,
    tearStrength: 45,
  },
  {
    name: "silk",
    title: "Light silk",
    source: TYPICAL,
    measured: false,
    density: 0.065,
    stretchWarp: 4000,
    stretchWeft: 3000,
    shear: 20,
    bending: 2.5e-6,
    thickness: 1.5e-4,
    friction: 0.25,
    damping: 1.5,
    tearStrength: 8,
  },
  {
    name: "satin",
    title: "Satin",
    source: TYPICAL,
    measured: false,
    density: 0.12,
    stretchWarp: 6000,
    stretchWeft: 4000,
    shear: 22,
    bending: 4e-6,
    thickness: 2e-4,
    friction: 0.2,
    damping: 0.83,
    tearStrength: 12,
  },
  {
    name: "linen",
    title: "Linen",
    source: TYPICAL,
    measured: false,
    density: 0.19,
    stretchWarp: 12000,
    stretchWeft: 9000,
    shear: 60,
    bending: 1.5e-5,
    thickness: 3.5e-4,
    friction: 0.5,
    damping: 0.53,
    tearStrength: 20,
  },
  {
    name: "canvas",
    title: "Canvas",
    source: TYPICAL,
    measured: false,
    density: 0.35,
    stretchWarp: 14000,
    stretchWeft: 10000,
    shear: 300,
    bending: 6e-5,
    thickness: 6e-4,
    friction: 0.5,
    damping: 0.29,
    tearStrength: 70,
  },
  {
    name: "jersey",
    title: "Cotton jersey, knitted",
    source: TYPICAL,
    measured: false,
    density: 0.16,
    stretchWarp: 250,
    stretchWeft: 120,
    shear: 25,
    bending: 2.5e-6,
    thickness: 6e-4,
    friction: 0.45,
    damping: 0.63,
    tearStrength: 20,
  },
  {
    name: "leather",
    title: "Garment leather",
    source: TYPICAL,
    measured: false,
    density: 0.55,
    stretchWarp: 10000,
    stretchWeft: 8000,
    shear: 3000,
    bending: 1e-4,
    thickness: 9e-4,
    friction: 0.6,
    damping: 0.18,
    tearStrength: 30,
  },
  {
    name: "rubber",
    title: "Latex sheet, 0.4 mm",
    source: TYPICAL,
    measured: false,
    density: 0.37,
    stretchWarp: 600,
    stretchWeft: 600,
    shear: 200,
    bending: 8e-6,
    thickness: 4e-4,
    friction: 1,
    damping: 0.27,
    tearStrength: 4,
  },
];

/** The preset of that name; an InputError that suggests the nearest one otherwise. */
export function findFabric(name: string, path: string = "fabric"): Fabric {
  const found = FABRICS.find((fabric) => fabric.name === name);
  if (found !== undefined) return found;
  const names = FABRICS.map((fabric) => fabric.name);
  const near = nearestWord(name, names);
  const advice = near === undefined ? `use one of ${names.join(", ")}` : `did you mean "${near}"?`;
  throw new InputError(path, describeValue(name), advice);
}
