import { describeValue, InputError } from "../core/errors.ts";

/** A scene's text may not be longer than this [characters]. */
export const MAX_SCENE_LENGTH = 64_000_000;
/** No scene needs lists or objects nested deeper than this. */
export const MAX_DEPTH = 32;
/** Nor more of them than this: each takes memory, however little text it is. */
export const MAX_GROUPS = 4_000_000;

/** What a JSON text may be like. */
export interface JsonLimits {
  /** [characters] */
  readonly length: number;
  /** Lists or objects within each other. */
  readonly depth: number;
}

const SCENE_LIMITS: JsonLimits = { length: MAX_SCENE_LENGTH, depth: MAX_DEPTH };

/** Reads JSON from a stranger: limits first, then JSON.parse, and an error that names the place by its path and line. */
export function parseJson(text: string, source: string, limits: JsonLimits = SCENE_LIMITS): unknown {
  if (typeof text !== "string") throw new InputError(String(source), describeValue(text), "give the text of a JSON file");
  if (text.length > limits.length) {
    throw new InputError(source, `${text.length} characters`, `keep it below ${limits.length} characters`);
  }
  const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  checkNesting(json, source, limits.depth);
  try {
    return JSON.parse(json);
  } catch {
    throw locateFault(json, source);
  }
}

const BYTE_ORDER_MARK = "\ufeff";

/** One pass over the characters, so that a text nested ten thousand deep is refused before anything is built from it. */
function checkNesting(text: string, source: string, most: number): void {
  let depth = 0;
  let groups = 0;
  for (let p = 0; p < text.length; p++) {
    const c = text.charCodeAt(p);
    if (c === QUOTE) {
      p = stringEnd(text, p);
    } else if (c === OPEN_BRACKET || c === OPEN_BRACE) {
      depth++;
      groups++;
      if (depth > most || groups > MAX_GROUPS) {
        const got = depth > most ? `nested more than ${most} deep` : `beyond ${MAX_GROUPS} in number`;
        throw new InputError(`${source}:${lineOf(text, p)}`, `lists or objects ${got}`, "flatten the file");
      }
    } else if (c === CLOSE_BRACKET || c === CLOSE_BRACE) {
      depth--;
    }
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Index of the quote that closes the string opened at p (or the end of the text). */
function stringEnd(text: string, p: number): number {
  let q = p + 1;
  while (q < text.length && text.charCodeAt(q) !== QUOTE) q += text.charCodeAt(q) === BACKSLASH ? 2 : 1;
  return Math.min(q, text.length);
}

function lineOf(text: string, position: number): number {
  let line = 1;
  for (let p = text.indexOf("\n"); p !== -1 && p < position; p = text.indexOf("\n", p + 1)) line++;
  return line;
}

const LITERAL = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

/** Walks a text that JSON.parse refused until the first thing that is not JSON, keeping the path to it. */
function locateFault(text: string, source: string): InputError {
  let p = 0;
  const fault = (path: string, got: string, advice: string): InputError =>
    new InputError(`${source}:${lineOf(text, p)}${path === "" ? "" : ` ${path}`}`, got, advice);
  const skipBlank = (): void => {
    while (p < text.length && " \t\r\n".includes(text[p])) p++;
  };
  const shown = (): string => (p >= text.length ? "the end of the file" : describeValue(text.slice(p, p + 12)));

  /** Walks one value; returns the error found in it, if any. */
  function walk(path: string): InputError | undefined {
    skipBlank();
    const c = text[p];
    if (c === '"') return walkString(path);
    if (c === "[" || c === "{") return walkGroup(path, c);
    const start = p;
    while (p < text.length && !' \t\r\n,]}:"[{'.includes(text[p])) p++;
    const word = text.slice(start, p);
    if (LITERAL.test(word)) return undefined;
    p = start;
    if (word === "") return fault(path, shown(), "give a value here");
    return fault(path, word.slice(0, 30), "JSON has only finite numbers, strings, true, false, null, lists and objects");
  }

  function walkString(path: string): InputError | undefined {
    const end = stringEnd(text, p);
    if (end >= text.length) return fault(path, "a string without end", 'close it with "');
    try {
      JSON.parse(text.slice(p, end + 1));
    } catch {
      return fault(path, shown(), "escape control characters and backslashes in strings");
    }
    p = end + 1;
    return undefined;
  }

  function walkGroup(path: string, open: "[" | "{"): InputError | undefined {
    const close = open === "[" ? "]" : "}";
    p++;
    skipBlank();
    if (text[p] === close) {
      p++;
      return undefined;
    }
    for (let n = 0; ; n++) {
      let inner = `${path}[${n}]`;
      if (open === "{") {
        skipBlank();
        if (text[p] !== '"') return fault(path, shown(), 'give a key in double quotes, or remove the comma before "}"');
        const start = p;
        const error = walkString(path);
        if (error !== undefined) return error;
        const key = JSON.parse(text.slice(start, p)) as string;
        inner = path === "" ? key.slice(0, 40) : `${path}.${key.slice(0, 40)}`;
        skipBlank();
        if (text[p] !== ":") return fault(inner, shown(), "put a colon after the key");
        p++;
      }
      const error = walk(inner);
      if (error !== undefined) return error;
      skipBlank();
      if (text[p] === close) {
        p++;
        return undefined;
      }
      if (text[p] !== ",") return fault(inner, shown(), `put a comma or ${close} here`);
      p++;
    }
  }

  const error = walk("");
  if (error !== undefined) return error;
  skipBlank();
  return fault("", shown(), "remove what follows the last brace");
}
