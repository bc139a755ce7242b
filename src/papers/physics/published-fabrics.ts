import type { FabricName } from "../../scene/scene-input.ts";

/** A rigidity in bending that was measured on such a fabric, lowest and highest of its pieces and directions [N·m], and by whom. */
export interface PublishedBending {
  readonly fabric: FabricName;
  readonly low: number;
  readonly high: number;
  readonly source: string;
}

/** 1 gf·cm²/cm [N·m]. */
const KES = 98.0665e-6;

/** By keys of docs/papers.bib. [Wang11] gives the stiffness kₑ of hinges, of which a sheet of good triangles has a quarter as its rigidity. */
export const PUBLISHED_BENDING: readonly PublishedBending[] = [
  { fabric: "cotton", low: 0.118 * KES, high: 0.118 * KES, source: "cotton broad, KES-FB2 [Matsudaira15]; 2HB 0.124 gf·cm/cm" },
  { fabric: "wool", low: 0.067 * KES, high: 0.067 * KES, source: "wool tropical, KES-FB2 [Matsudaira15]; 2HB 0.033 gf·cm/cm" },
  {
    fabric: "polyester",
    low: 0.019 * KES,
    high: 51.7e-6 / 4,
    source: "faille, KES-FB2 [Matsudaira15], to a tablecloth [Wang11]",
  },
  {
    fabric: "denim",
    low: 0.144 * KES,
    high: 97e-6 / 4,
    source: "six denims, KES-FB2 [Kumari16], and 11 oz black denim [Wang11]; without the hysteresis, 2HB 0.105 to 0.214 gf·cm/cm",
  },
  { fabric: "jersey", low: 14.3e-6 / 4, high: 46.2e-6 / 4, source: "interlock and rib knit [Wang11]" },
];
