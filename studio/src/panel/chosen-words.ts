import type { MethodInfo, OptionValue } from "drape";

/** What a method that stands for others has chosen in this scene, with the options that differ from their defaults; nothing for other methods. */
export function describeChosen(
  methods: readonly MethodInfo[],
  asked: string,
  method: string,
  options: Readonly<Record<string, OptionValue>>,
): string {
  const chosen = methods.find(({ name }) => name === method);
  if (asked === method || chosen === undefined) return "";
  const settings = chosen.options
    .filter(({ name, default: usual }) => options[name] !== undefined && options[name] !== usual)
    .map(({ name }) => `${name} ${describeSetting(options[name])}`);
  return `Here: ${[chosen.title, ...settings].join(", ")}.`;
}

function describeSetting(value: OptionValue): string {
  return typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(2))) : String(value);
}
