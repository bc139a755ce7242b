import { choice, type Field, number, object, required, STRING, withDefault } from "../../core/field.ts";
import { readNumber, readObject } from "../../core/read.ts";
import { readBy } from "../../core/read-field.ts";
import { CYCLES, type CycleName } from "../../figure/cycle-catalog.ts";
import { checkFigureMotion, FIGURE_DEFAULTS, type FigureMotion, type FigureOptions } from "../../figure/figure.ts";
import { FASTEST, LATEST, TRAVELS } from "../../figure/figure-motion.ts";
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

const WRITTEN_MOTION: Field<FigureMotion> = object("FigureMotion", {
  cycle: required(choice(Object.keys(CYCLES) as CycleName[])),
  speed: number({ min: 0, max: FASTEST }),
  start: number({ min: 0, max: LATEST, unit: "s" }),
  travel: choice(TRAVELS),
});

/** Read by the words of the figure itself, which others call as well. */
const FIGURE_MOTION: Field<FigureMotion> = readBy(WRITTEN_MOTION, (value, path) => {
  const motion = readObject(value, path, ["cycle", "speed", "start", "travel"]) as unknown as FigureMotion;
  checkFigureMotion(motion, path);
  return motion;
});

/** A size that `createFigure` refuses where it is out of range. */
function size(min: number, max: number, unit: string): Field<number> {
  return readBy(number({ min, max, unit }), (value, path) => readNumber(value, path));
}

/** An entry of `figures`. */
export const FIGURE: Field<WrittenFigure> = object("Figure", {
  name: STRING,
  height: withDefault(size(0.3, 3, "m"), FIGURE_DEFAULTS.height),
  girth: withDefault(size(0.8, 1.3, ""), FIGURE_DEFAULTS.girth),
  motion: withDefault(FIGURE_MOTION, { cycle: "stand" }),
  collider: withDefault(choice(BODIES), "cones"),
  friction: FRICTION,
  thickness: withDefault(THICKNESS, FIGURE_THICKNESS),
});
