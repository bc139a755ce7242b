import type { Rgb, WeaveOptions, WeavePattern } from "../stage/weave.ts";

/** How a fabric is drawn. Its physics is the library's; here is only what the eye sees. */
export interface FabricLook {
  readonly pattern: WeavePattern;
  /** Warp, weft and what glances off the fibres; several cloths of one fabric take one after the other. */
  readonly colours: readonly Colourway[];
  /** 0 mirrors, 1 is matt. */
  readonly roughness: number;
  /** Strength of the light that glances off the fibres, and how far it spreads, 0…1. */
  readonly sheen: number;
  readonly sheenRoughness: number;
  readonly variation: number;
  readonly relief: number;
  /** Threads of the windowpane check, 0 for none. */
  readonly check: number;
  /** Lacquer on top, 0…1. */
  readonly coat: number;
}

export type Colourway = readonly [warp: Rgb, weft: Rgb, sheen: Rgb];

const WOVEN = {
  pattern: "plain",
  roughness: 0.88,
  sheen: 0.5,
  sheenRoughness: 0.45,
  variation: 0.09,
  relief: 1,
  check: 0,
  coat: 0,
} as const;

const RUST: Colourway = [
  [196, 108, 88],
  [212, 134, 110],
  [255, 181, 154],
];
const SLATE: Colourway = [
  [88, 118, 140],
  [112, 141, 160],
  [186, 216, 240],
];
const SAGE: Colourway = [
  [122, 138, 104],
  [146, 160, 126],
  [222, 236, 196],
];
const OCHRE: Colourway = [
  [192, 152, 90],
  [207, 172, 114],
  [255, 222, 168],
];
const PLUM: Colourway = [
  [132, 98, 124],
  [152, 119, 143],
  [238, 200, 228],
];
const LAGOON: Colourway = [
  [84, 130, 126],
  [110, 152, 146],
  [190, 236, 226],
];
const ECRU: Colourway = [
  [214, 200, 176],
  [226, 214, 192],
  [255, 246, 226],
];
const INDIGO: Colourway = [
  [62, 82, 122],
  [188, 194, 202],
  [150, 176, 220],
];
const TAN: Colourway = [
  [134, 86, 56],
  [134, 86, 56],
  [220, 170, 130],
];
const PEARL: Colourway = [
  [222, 196, 186],
  [212, 180, 170],
  [255, 236, 226],
];

/** What cloth without a fabric looks like: springs and masses given as numbers. */
export const PLAIN_LOOK: FabricLook = { ...WOVEN, check: 3, colours: [RUST, SLATE, SAGE, OCHRE, PLUM, LAGOON] };

/** By the name of the preset. */
export const FABRIC_LOOKS: Readonly<Record<string, FabricLook>> = {
  cotton: { ...WOVEN, check: 3, colours: [SLATE, RUST, SAGE, OCHRE, PLUM, LAGOON] },
  wool: {
    ...WOVEN,
    pattern: "twill",
    sheen: 0.8,
    sheenRoughness: 0.8,
    variation: 0.22,
    colours: [PLUM, SAGE, SLATE, OCHRE],
  },
  "stretch-wool": {
    ...WOVEN,
    pattern: "twill",
    sheen: 0.7,
    sheenRoughness: 0.7,
    variation: 0.16,
    colours: [SAGE, PLUM, OCHRE, SLATE],
  },
  polyester: {
    ...WOVEN,
    roughness: 0.62,
    sheenRoughness: 0.3,
    check: 3,
    colours: [RUST, LAGOON, OCHRE, SLATE, PLUM, SAGE],
  },
  denim: {
    ...WOVEN,
    pattern: "twill",
    roughness: 0.94,
    sheen: 0.25,
    variation: 0.2,
    relief: 1.5,
    colours: [INDIGO, SLATE],
  },
  silk: {
    ...WOVEN,
    roughness: 0.38,
    sheen: 0.7,
    sheenRoughness: 0.22,
    variation: 0.04,
    relief: 0.35,
    colours: [PEARL, SAGE, SLATE, PLUM],
  },
  satin: {
    ...WOVEN,
    pattern: "satin",
    roughness: 0.3,
    sheen: 0.8,
    sheenRoughness: 0.18,
    variation: 0.03,
    relief: 0.3,
    colours: [LAGOON, RUST, PLUM, SLATE],
  },
  linen: { ...WOVEN, roughness: 0.95, sheen: 0.3, variation: 0.3, relief: 1.3, colours: [ECRU, SAGE, SLATE, OCHRE] },
  canvas: { ...WOVEN, roughness: 0.97, sheen: 0.15, variation: 0.16, relief: 1.8, colours: [OCHRE, ECRU, SAGE] },
  jersey: {
    ...WOVEN,
    pattern: "knit",
    roughness: 0.93,
    sheen: 0.6,
    sheenRoughness: 0.7,
    relief: 1.4,
    colours: [SLATE, RUST, OCHRE, SAGE],
  },
  leather: {
    ...WOVEN,
    pattern: "hide",
    roughness: 0.52,
    sheen: 0.1,
    variation: 0,
    relief: 0.9,
    coat: 0.25,
    colours: [TAN, INDIGO],
  },
  rubber: {
    ...WOVEN,
    pattern: "film",
    roughness: 0.45,
    sheen: 0,
    variation: 0,
    relief: 0,
    coat: 0.6,
    colours: [
      [
        [70, 72, 78],
        [70, 72, 78],
        [200, 205, 215],
      ],
      TAN,
    ],
  },
};

const CHECK: Rgb = [242, 232, 216];

/** The look of a fabric; cloth of no known preset is plain. */
export function lookOf(fabric: string): FabricLook {
  return Object.hasOwn(FABRIC_LOOKS, fabric) ? FABRIC_LOOKS[fabric] : PLAIN_LOOK;
}

/** What to weave for the n-th cloth of a fabric. */
export function weaveOptions(look: FabricLook, n: number, threads: number, texelsPerThread: number): WeaveOptions {
  const { pattern, variation, relief, check } = look;
  const [warp, weft] = look.colours[n % look.colours.length];
  const shape = { pattern, threads, texelsPerThread, variation, relief };
  return { ...shape, warp, weft, ...(check > 0 ? { check: { colour: CHECK, threads: check } } : {}) };
}
