import { InputError, nearestWord } from "../core/errors.ts";
import type { Range } from "../core/field.ts";
import { readInteger, readNumber } from "../core/read.ts";

/** One option of a command, as its help shows it. */
export interface Flag {
  readonly name: string;
  /** What follows it, such as FILE; absent for a switch. */
  readonly value?: string;
  readonly repeated?: boolean;
  readonly summary: string;
}

export interface Arguments {
  readonly positional: readonly string[];
  /** The last value given; a switch has "". */
  readonly flags: ReadonlyMap<string, string>;
  readonly repeated: ReadonlyMap<string, readonly string[]>;
}

/** Reads a command's arguments: `--name value`, `--name=value`, switches, and words in between. */
export function parseArguments(words: readonly string[], known: readonly Flag[]): Arguments {
  const positional: string[] = [];
  const flags = new Map<string, string>();
  const repeated = new Map<string, string[]>();
  for (let w = 0; w < words.length; w++) {
    const word = words[w];
    if (!/^-./.test(word)) {
      positional.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const name = word.slice(0, equals === -1 ? undefined : equals).replace(/^--?/, "");
    const flag = word.startsWith("--") ? known.find((one) => one.name === name) : undefined;
    if (flag === undefined) {
      const names = known.map((one) => one.name);
      const near = name.length > 1 ? nearestWord(name, names) : undefined; // a letter is near to any short name
      const advice = near === undefined ? "see --help" : `did you mean --${near}?`;
      throw new InputError(word.slice(0, 40), "an unknown option", advice);
    }
    let value = "";
    if (flag.value !== undefined) {
      if (equals !== -1) value = word.slice(equals + 1);
      else if (w + 1 < words.length && !words[w + 1].startsWith("--")) value = words[++w];
      else throw new InputError(`--${name}`, "nothing after it", `give ${flag.value}`);
    } else if (equals !== -1) {
      throw new InputError(`--${name}`, JSON.stringify(word.slice(equals + 1)), "it takes no value");
    }
    flags.set(name, value);
    if (flag.repeated) repeated.set(name, [...(repeated.get(name) ?? []), value]);
  }
  return { positional, flags, repeated };
}

/** The one scene that a command is given. */
export function readScenePath(command: string, { positional }: Arguments): string {
  if (positional.length !== 1) throw new InputError(command, `${positional.length} scenes`, "name one scene file");
  return positional[0];
}

/** The number that a flag gives, or the fallback where it is not given. */
export function readNumberFlag<F>(flags: Arguments["flags"], name: string, range: Range, fallback: F): number | F {
  const text = flags.get(name);
  return text === undefined ? fallback : readNumber(readFlagNumber(text), `--${name}`, range);
}

export function readIntegerFlag<F>(flags: Arguments["flags"], name: string, range: Range, fallback: F): number | F {
  const text = flags.get(name);
  return text === undefined ? fallback : readInteger(readFlagNumber(text), `--${name}`, range);
}

/** A number as a flag gives it; what is none stays text, for the reader to refuse. */
export function readFlagNumber(text: string): unknown {
  return text.trim() === "" ? text : Number.isNaN(Number(text)) ? text : Number(text);
}

/** The options of a command as lines of help. */
export function formatFlags(flags: readonly Flag[]): string {
  const heads = flags.map(({ name, value }) => `  --${name}${value === undefined ? "" : ` ${value}`}`);
  const width = Math.max(...heads.map((head) => head.length));
  return flags.map(({ summary }, n) => `${heads[n].padEnd(width)}  ${summary}`).join("\n");
}
