import { describeValue, InputError } from "../core/errors.ts";

/** A place in a text of words with blanks between them. */
export interface Tokens {
  readonly text: string;
  /** Names the file in errors. */
  readonly path: string;
  /** Where the next word is looked for. */
  at: number;
}

/** Words longer than this are none that a mesh file has [characters]. */
const LONGEST = 400;

/** The next word; empty at the end of the text. */
export function nextToken(tokens: Tokens): string {
  const { text } = tokens;
  let start = tokens.at;
  while (start < text.length && isBlank(text.charCodeAt(start))) start++;
  let end = start;
  while (end < text.length && !isBlank(text.charCodeAt(end))) end++;
  tokens.at = end;
  return end - start > LONGEST ? text.slice(start, start + LONGEST) : text.slice(start, end);
}

/** Passes over the rest of the line. */
export function passLine(tokens: Tokens): void {
  const { text } = tokens;
  while (tokens.at < text.length && text.charCodeAt(tokens.at) !== 10 && text.charCodeAt(tokens.at) !== 13) tokens.at++;
}

/** The next word as a finite decimal number; with `orNone` also as one that is written as infinite or as no number. */
export function nextNumber(tokens: Tokens, orNone: boolean = false): number {
  const token = nextToken(tokens);
  const value = NUMBER.test(token) ? Number(token) : Number.NaN;
  if (Number.isFinite(value) || (orNone && NO_NUMBER.test(token))) return value;
  throw tokenError(tokens, token === "" ? "the end of the file" : describeValue(token), "give a finite decimal number");
}

const NO_NUMBER = /^[-+]?(nan|inf)/i;
const NUMBER = /^[-+.\d][-+.\deE]*$/;

/** An InputError at the line of the last word. */
export function tokenError({ text, path, at }: Tokens, got: string, advice: string): InputError {
  let line = 1;
  for (let p = text.indexOf("\n"); p !== -1 && p < at; p = text.indexOf("\n", p + 1)) line++;
  return new InputError(`${path}:${line}`, got, advice);
}

/** Blanks and line ends. */
function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
