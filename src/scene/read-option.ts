import { readBoolean, readChoice, readInteger, readNumber } from "../input/read.ts";
import type { OptionInfo, OptionValue } from "../methods/method.ts";

/** A value for an option of a method, of its kind and within its range. */
export function readOption(value: unknown, path: string, option: OptionInfo): OptionValue {
  const range = {
    ...(option.min === undefined ? {} : { min: option.min }),
    ...(option.max === undefined ? {} : { max: option.max }),
    unit: option.unit,
  };
  switch (option.kind) {
    case "number":
      return readNumber(value, path, range);
    case "integer":
      return readInteger(value, path, range);
    case "boolean":
      return readBoolean(value, path);
    case "choice":
      return readChoice(value, path, option.choices ?? []);
  }
}
