import { choice, type Field, number, object, required, STRING, withDefault } from "../../core/field.ts";
import { CYCLES, type CycleName } from "../../figure/cycle-catalog.ts";
import { FIGURE_DEFAULTS, type FigureMotion, type FigureOptions, GIRTHS, HEIGHTS } from "../../figure/figure.ts";
import { TRAVELS } from "../../figure/figure-motion.ts";
import { FRICTION, THICKNESS } from "./collider-field.ts";

const BODIES = ["cones", "skin"] as const;
/** Cloth between two of its vertices cuts the corners of round limbs, by about 2 mm for edges of 2.5 cm: half of this keeps it off. */
const FIGURE_THICKNESS = 0.008;

/** A figure as a scene writes it. */
export interface WrittenFigure extends Required<FigureOptions> {
  readonly name?: string;
  readonly motion: FigureMotion;
  /** What cloth meets: cones about each bone, or the skin. */
  readonly collider: (typeof BODIES)[number];
  readonly friction?: number;
  readonly thickness: number;
}

/** Clocks that run faster, or take longer to get going, are mistakes. */
const FIGURE_MOTION: Field<FigureMotion> = object("FigureMotion", {
  cycle: required(choice(Object.keys(CYCLES) as CycleName[])),
  speed: number({ min: 0, max: 100 }),
  start: number({ min: 0, max: 1000, unit: "s" }),
  travel: choice(TRAVELS),
});

/** An entry of `figures`. */
export const FIGURE: Field<WrittenFigure> = object("Figure", {
  name: STRING,
  height: withDefault(number(HEIGHTS), FIGURE_DEFAULTS.height),
  girth: withDefault(number(GIRTHS), FIGURE_DEFAULTS.girth),
  motion: withDefault(FIGURE_MOTION, { cycle: "stand" }),
  collider: withDefault(choice(BODIES), "cones"),
  friction: FRICTION,
  thickness: withDefault(THICKNESS, FIGURE_THICKNESS),
});
