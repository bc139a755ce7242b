import { describeValue, InputError } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import type { OptionInfo } from "../methods/method.ts";
import { METHODS } from "../methods/methods.ts";
import type { Command } from "./command.ts";

/** `drape methods`: the catalogue of solvers with their options. */
export const methodsCommand: Command = {
  flags: [{ name: "json", summary: "as JSON" }],
  async run({ positional, flags }) {
    if (positional.length > 0) {
      throw new InputError("methods", describeValue(positional[0]), "it takes no words, only --json");
    }
    if (flags.has("json")) {
      const methods = METHODS.map(({ create: _create, choose: _choose, ...info }) => info);
      process.stdout.write(`${JSON.stringify({ drape: VERSION, methods }, null, 2)}\n`);
      return 0;
    }
    for (const method of METHODS) {
      const source = method.paper === "" ? "" : ` [${method.paper}, ${method.equations}]`;
      process.stdout.write(`${method.name}\n  ${method.summary}${source}\n`);
      for (const option of method.options) process.stdout.write(`    ${describeOption(option)}\n`);
    }
    return 0;
  },
};

function describeOption(option: OptionInfo): string {
  const unit = option.unit === "" ? "" : ` ${option.unit}`;
  const isList = option.kind === "list";
  const range = isList
    ? `up to ${option.most} numbers`
    : option.choices !== undefined
      ? option.choices.join(" | ")
      : option.min !== undefined || option.max !== undefined
        ? `${option.min ?? "…"} to ${option.max ?? "…"}${unit}`
        : option.kind;
  return `${option.name.padEnd(16)} ${option.summary} (${range}; default ${isList ? "none" : option.default})`;
}
