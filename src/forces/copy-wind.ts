import { InputError } from "../core/errors.ts";
import { readNumber, readObject, readOptional, readVec3 } from "../core/read.ts";
import type { VectorInput } from "../core/vec3.ts";
import { withAir } from "./blow.ts";
import type { Gusts, Wind } from "./wind.ts";

const WIND_KEYS = ["velocity", "density", "airDensity", "until", "drag", "lift", "gusts"] as const;

/** The wind as a value of our own; refuses numbers that are not finite, and fields of both laws. */
export function copyWind(wind: Wind<VectorInput>): Wind {
  const fields = readObject(wind, "wind", WIND_KEYS);
  const velocity = readVec3(fields.velocity, "wind.velocity", { unit: "m/s" });
  for (const key of ["density", "airDensity", "drag", "lift"]) readOptional(fields, key, "wind", readNumber, 0);
  if (fields.until !== Number.POSITIVE_INFINITY) readOptional(fields, "until", "wind", readNumber, 0);
  const gusts = readOptional(fields, "gusts", "wind", readGusts, undefined);
  const { density, airDensity, drag, lift } = wind;
  if (density !== undefined && (airDensity !== undefined || drag !== undefined || lift !== undefined)) {
    const given = Object.entries({ density, airDensity, drag, lift }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    throw new InputError("wind", given.join(" and "), "give density, or airDensity with drag and lift");
  }
  return withAir({ ...wind, velocity, ...(gusts === undefined ? {} : { gusts }) });
}

function readGusts(value: unknown, path: string): Gusts {
  const { strength, period } = readObject(value, path, ["strength", "period"]);
  return {
    strength: readNumber(strength, `${path}.strength`),
    period: readNumber(period, `${path}.period`, { above: 0, unit: "s" }),
  };
}
