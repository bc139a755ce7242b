import { InputError } from "../core/errors.ts";
import type { ScalarField } from "../core/field.ts";
import { readList, readNumber, readScalar } from "../core/read.ts";
import type { OptionRule, OptionValue } from "./method.ts";

/** The value of a method's option, of its kind and within its limits. */
export function readOption(value: unknown, path: string, option: OptionRule): OptionValue {
  if (option.kind !== "list") return readScalar(value, path, option as ScalarField);
  const { of, most = 0, things } = option;
  const list = readList(value, path);
  if (list.length > most) throw new InputError(path, `${list.length} ${things}`, `give ${most} at most`);
  return list.map((entry, n) => readNumber(entry, `${path}[${n}]`, of));
}
