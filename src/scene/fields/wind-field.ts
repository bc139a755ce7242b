import { type Field, number, object, required, vector } from "../../core/field.ts";
import { readNumber } from "../../core/read.ts";
import { refine } from "../../core/read-field.ts";
import { withAir } from "../../forces/blow.ts";
import type { Gusts, Wind } from "../../forces/wind.ts";

const GUSTS: Field<Gusts> = object("Gusts", {
  strength: required(number({ min: 0 })),
  period: required(number({ above: 0, unit: "s" })),
});

const AIR_DENSITY = "give airDensity [kg/m³] in place of density";

/** `wind`. */
export const WIND: Field<Wind> = refine(
  object<Wind>(
    "Wind",
    {
      velocity: required(vector("m/s")),
      density: number({ min: 0, unit: "kg/(m²·s)" }),
      airDensity: number({ min: 0, unit: "kg/m³" }),
      drag: number({ min: 0 }),
      lift: number({ min: 0 }),
      until: number({ unit: "s" }),
      gusts: GUSTS,
    },
    {
      apart: [
        ["airDensity", "density", "an airDensity beside density", "give one of both"],
        ["drag", "density", "a drag beside density", AIR_DENSITY],
        ["lift", "density", "a lift beside density", AIR_DENSITY],
      ],
    },
  ),
  (wind, path) => {
    // more lift than drag would pull the cloth against the wind where it lies along it
    if (wind.lift !== undefined) readNumber(wind.lift, `${path}.lift`, { min: 0, max: wind.drag ?? 1 });
    return withAir(wind);
  },
);
