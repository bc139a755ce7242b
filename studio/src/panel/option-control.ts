import type { OptionInfo, OptionValue } from "drape";
import type { Controller, GUI } from "lil-gui";

/**
 * One control made from an option's description in the catalogue: a slider for a number with a range, a field for one
 * without, a list for a choice, a box for a yes or no, a line of text for several numbers. A number over powers of ten is a list of round values.
 */
export function addOptionControl(gui: GUI, option: OptionInfo, value: OptionValue, change: (value: OptionValue) => void): Controller {
  const { kind, min, max } = option;
  const shown = { value };
  let control: Controller;
  if (kind === "choice") {
    control = gui.add(shown, "value", [...(option.choices ?? [])]).onChange(change);
  } else if (kind === "boolean") {
    control = gui.add(shown, "value").onChange(change);
  } else if (kind === "list") {
    const line = { value: String(value) };
    control = gui.add(line, "value").onFinishChange((text: string) => {
      const list = readOptionText(option, text);
      if (list !== undefined) change(list);
    });
  } else if (option.logarithmic === true && min !== undefined && max !== undefined) {
    const ladder = makeLadder(min, max, Number(value));
    control = gui.add(shown, "value", Object.fromEntries(ladder.map((rung) => [formatNumber(rung), rung])));
    control.onChange(change);
  } else {
    control = gui.add(shown, "value", min, max, kind === "integer" ? 1 : undefined).onFinishChange(change);
  }
  control.name(labelOf(option));
  control.domElement.title = `${option.summary} (default ${kind === "list" ? "none" : option.default})`;
  return control;
}

/** Round values from min to max (1, 2, 5, 10, … or powers of ten where the range is wide), with the current one among them. */
export function makeLadder(min: number, max: number, current: number): number[] {
  const decades = Math.log10(max / min);
  const ladder = new Set([current]);
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power++) {
    for (const digit of decades > 5 ? [1] : [1, 2, 5]) {
      const rung = Number(`${digit}e${power}`);
      if (rung >= min && rung <= max) ladder.add(rung);
    }
  }
  return [...ladder].sort((a, b) => a - b);
}

function formatNumber(value: number): string {
  const short = Number(value.toPrecision(4));
  return short !== 0 && short < 1e-4 ? short.toExponential() : String(short);
}

function labelOf({ name, unit }: OptionInfo): string {
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return unit === "" ? words : `${words} [${unit}]`;
}

/** An option's value out of a link's text, or undefined when the text does not fit its kind and range. */
export function readOptionText(option: OptionInfo, text: string): OptionValue | undefined {
  if (option.kind === "choice") return option.choices?.includes(text) ? text : undefined;
  if (option.kind === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  if (option.kind === "list") {
    const { of = { min: 0, max: 0 }, most = 0 } = option;
    const list = text.trim() === "" ? [] : text.split(",").map((word) => (word.trim() === "" ? Number.NaN : Number(word)));
    return list.length <= most && list.every((entry) => of.min <= entry && entry <= of.max) ? list : undefined;
  }
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || (option.kind === "integer" && !Number.isInteger(value))) return undefined;
  const { min = value, max = value } = option;
  return min <= value && value <= max ? value : undefined;
}
