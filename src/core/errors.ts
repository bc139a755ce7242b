import type { StepContext } from "./step-context.ts";

/** Everything Drape throws on purpose is a DrapeError; its message is one sentence a person can act on. */
export class DrapeError extends Error {
  override name = "DrapeError";
}

/** Something given from outside is wrong: where (`path`), what was found (`got`), and what to do (`advice`). */
export class InputError extends DrapeError {
  override name = "InputError";
  readonly path: string;
  readonly got: string;
  readonly advice: string;

  constructor(path: string, got: string, advice: string) {
    super(onOneLine(`${path}: got ${got}; ${advice}`));
    this.path = path;
    this.got = got;
    this.advice = advice;
  }

  /** The same error under another path. */
  at(path: string): InputError {
    const error = new InputError(path, this.got, this.advice);
    if (this.stack !== undefined) error.stack = this.stack;
    return error;
  }
}

/** The numbers left the range in which they mean anything. `step` and `time` [s] say when. */
export class NumericalError extends DrapeError {
  override name = "NumericalError";
  readonly step: number;
  readonly time: number;

  constructor(message: string, step: number, time: number) {
    super(message);
    this.step = step;
    this.time = time;
  }
}

/** What went wrong in a step, in words that follow the name of the method. */
export interface StepFailure {
  readonly event: "became unstable" | "met too much";
  readonly reason: string;
  /** Undefined where it is that of every unstable step. */
  readonly advice?: string;
}

/** A step cannot take place; the step tells with what it was at work. */
export abstract class StepError extends DrapeError {
  /** `sceneIndex`: how the scene calls the particles; `isProposed`: it came after the method had proposed an end of the step. */
  abstract explain(context: StepContext, sceneIndex: Uint32Array, isProposed: boolean): StepFailure;
}

/** A part of the contract that this version does not carry out yet. */
export class UnsupportedError extends DrapeError {
  override name = "UnsupportedError";
}

/** Line ends, other control characters and invisible ones as \uXXXX: a foreign key or file name cannot forge a second line. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter);
}

/** The longest piece of a foreign value that an error message repeats [characters]. */
const SHOWN_LENGTH = 60;

/** A foreign value as an error message shows it: short, on one line, control characters escaped. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "number") return String(value);
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (ArrayBuffer.isView(value)) return "a typed array";
  if (Array.isArray(value) && value.length > 8) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return `an object with ${describeKeys(Object.keys(value))}`;
  }
  let text: string;
  try {
    text = typeof value === "bigint" ? `${value}n` : quote(value);
  } catch {
    text = Array.isArray(value) ? `a list of ${value.length}` : `a ${typeof value}`; // JSON has no bigints and no loops
  }
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** JSON, with the control characters and line ends that JSON leaves bare escaped as well. */
function quote(value: unknown): string {
  return (JSON.stringify(value) ?? typeof value).replace(/[\u007f-\u009f\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function describeKeys(keys: string[]): string {
  if (keys.length === 0) return "no keys";
  const shown = keys.slice(0, 4).map((key) => quote(key.slice(0, 20)));
  return `the keys ${shown.join(", ")}${keys.length > 4 ? ", …" : ""}`;
}

/** The known word nearest to a mistyped one (edit distance at most 2), for "did you mean". */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = 3;
  for (const candidate of known) {
    const distance = editDistance(word.slice(0, 40), candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitute, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
